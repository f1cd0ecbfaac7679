import type { ProjectFiles } from '../change.ts';

/** What a file imports of its own project, found in its text without its grammar: a file too many does no harm. */

/** Files of which each sees what the others define: a folder of Go, a package of Java and Kotlin, a crate. As `go src/cart`. */
export type Unit = string;

interface Lookups {
  readonly files: readonly string[];
  readonly units: readonly Unit[];
}

/** The files that a file imports, and the packages whose files it imports by what they define. */
export function lookupsOf(path: string, text: string, project: ProjectFiles): Lookups {
  const known = indexOf(project);
  if (/\.[cm]?[jt]sx?$/.test(path)) return { files: scriptsOf(path, text, known), units: [] };
  if (path.endsWith('.py')) return { files: modulesOf(path, text, known), units: [] };
  return { files: [], units: unitsOf(path, text, known) };
}

/** The files of a package, in order. */
export function unitOf(unit: Unit, project: ProjectFiles): readonly string[] {
  return indexOf(project).units.get(unit) ?? [];
}

interface Index {
  readonly project: ProjectFiles;
  readonly paths: ReadonlySet<string>;
  readonly units: ReadonlyMap<Unit, readonly string[]>;
  /** The folders of crates. */
  readonly crates: ReadonlySet<string>;
  /** The folders of packages by the names that their manifests give them. */
  readonly packages: ReadonlyMap<string, string>;
  /** Modules of Python by their last names. */
  readonly modules: ReadonlyMap<string, readonly string[]>;
}

const INDICES = new WeakMap<ProjectFiles, Index>();

function indexOf(project: ProjectFiles): Index {
  const known = INDICES.get(project);
  if (known !== undefined) return known;
  const manifests = project.paths.filter((path) => /(?:^|\/)Cargo\.toml$/.test(path));
  const crates = new Set(manifests.map(folderOf));
  const modules = grouped(
    project.paths.filter((path) => path.endsWith('.py')),
    (path) => moduleOf(path).split('/').at(-1),
  );
  const index = {
    project,
    paths: new Set(project.paths),
    units: grouped(project.paths, (path) => ownUnit(path, crates)),
    crates,
    packages: packagesIn(project),
    modules,
  };
  INDICES.set(project, index);
  return index;
}

function grouped(
  paths: readonly string[],
  keyOf: (path: string) => string | undefined,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const key = keyOf(path);
    if (key === undefined) continue;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(path);
  }
  return groups;
}

/** Most manifests that are read for their names. */
const MOST_MANIFESTS = 200;

function packagesIn({ paths, read }: ProjectFiles): ReadonlyMap<string, string> {
  const manifests = paths.filter((path) => /(?:^|\/)(?:package\.json|Cargo\.toml)$/.test(path));
  const named = manifests.slice(0, MOST_MANIFESTS).map((path) => {
    const [, name = ''] = /^[\s{]*"?name"?\s*[:=]\s*"([^"]+)"/m.exec(read(path) ?? '') ?? [];
    return [path.endsWith('.toml') ? name.replaceAll('-', '_') : name, folderOf(path)] as const;
  });
  return new Map([...named].reverse());
}

function ownUnit(path: string, crates: ReadonlySet<string>): Unit | undefined {
  if (path.endsWith('.go')) return `go ${folderOf(path)}`;
  if (/\.(?:java|kt)$/.test(path)) return `jvm ${packageOf(folderOf(path))}`;
  if (!path.endsWith('.rs')) return undefined;
  let folder = folderOf(path);
  while (!crates.has(folder) && folder !== '') folder = folderOf(folder);
  return `rust ${folder}`;
}

/** `com/shop/cart` of `src/test/java/com/shop/cart`. */
function packageOf(folder: string): string {
  return folder.replace(
    /^(?:.*\/)?src\/[^/]+\/(?:java|kotlin)\/|^.*?(?:^|\/)(?:java|kotlin)\//,
    '',
  );
}

function unitsOf(path: string, text: string, { crates, packages, units }: Index): readonly Unit[] {
  const own = ownUnit(path, crates);
  return own === undefined ? [] : [own, ...importedUnits(path, text, packages, units)];
}

function importedUnits(
  path: string,
  text: string,
  packages: Index['packages'],
  units: Index['units'],
): readonly Unit[] {
  if (path.endsWith('.rs')) {
    const roots = text.matchAll(/\b([a-z_][\w]*)::/g);
    return [...new Set([...roots].map(([, root = '']) => root))].flatMap((root) => {
      const folder = packages.get(root);
      return folder === undefined ? [] : [`rust ${folder}`];
    });
  }
  if (path.endsWith('.go')) {
    const imported = [...text.matchAll(/^\s*(?:import\s+)?(?:[\w.]+\s+)?"([\w./-]+)"\s*$/gm)];
    const folders = [...units.keys()].filter((unit) => unit.startsWith('go '));
    return folders.filter((unit) =>
      imported.some(([, from = '']) => unit !== 'go ' && `/${from}`.endsWith(`/${unit.slice(3)}`)),
    );
  }
  const imported = text.matchAll(/^\s*import\s+(?:static\s+)?([\w.]+)/gm);
  return [...new Set([...imported].map(([, name = '']) => name))].flatMap((name) => {
    const parts = name.split('.');
    // The name of a package, of a class in it, or of a member of that.
    return [0, 1, 2]
      .map((inner) => `jvm ${parts.slice(0, parts.length - inner).join('/')}`)
      .filter((unit) => units.has(unit));
  });
}

const SCRIPT = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(['"`])([^'"`\n]+)\1/g;

function scriptsOf(path: string, text: string, index: Index): readonly string[] {
  return [...text.matchAll(SCRIPT)].flatMap(([, , from = '']) => {
    const place = from.startsWith('.') ? [joined(folderOf(path), from)] : packaged(from, index);
    return place.flatMap((one) => scriptAt(one, index.paths) ?? []).slice(0, 1);
  });
}

/** Where a module of a package of the project may lie. */
function packaged(from: string, { packages }: Index): readonly string[] {
  const [, name = '', inner = ''] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(from) ?? [];
  const folder = packages.get(name);
  if (folder === undefined) return /^[@~]\//.test(from) ? [`src/${from.slice(2)}`] : [];
  return [`src/${inner}`, inner, `lib/${inner}`].map((one) => joined(folder, one));
}

function scriptAt(place: string, paths: ReadonlySet<string>): string | undefined {
  const bare = place.replace(/\.[cm]?jsx?$/, '');
  const endings = ['.ts', '.tsx', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs'];
  const names = [bare, joined(bare, 'index')].flatMap((name) =>
    endings.map((ending) => `${name}${ending}`),
  );
  return [place, ...names].find((name) => paths.has(name));
}

const MODULE =
  /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)|import[ \t]+([\w., \t]+))/gm;

function modulesOf(path: string, text: string, { modules, paths }: Index): readonly string[] {
  const named = [...text.matchAll(MODULE)].flatMap(([, from = '', names = '', plain = '']) => {
    const inner = names.match(/[\w]+/g) ?? [];
    return from === ''
      ? (plain.match(/[\w.]+/g) ?? [])
      : [from, ...inner.map((name) => `${from}${from.endsWith('.') ? '' : '.'}${name}`)];
  });
  const found = named.flatMap((name) => {
    const up = /^\.*/.exec(name)?.[0].length ?? 0;
    const place = name.slice(up).replaceAll('.', '/');
    if (up > 0) {
      const base = joined(folderOf(path), '../'.repeat(up - 1) + place);
      return [`${base}.py`, `${base}/__init__.py`].filter((one) => paths.has(one));
    }
    const own = modules.get(place.split('/').at(-1) ?? '') ?? [];
    return own.filter((one) => `/${moduleOf(one)}`.endsWith(`/${place}`));
  });
  const shared = joined(folderOf(path), 'conftest.py');
  return paths.has(shared) ? [...found, shared] : found;
}

/** `src/click/core` of `src/click/core.py`, and `src/click` of `src/click/__init__.py`. */
function moduleOf(path: string): string {
  return path.replace(/(?:\/__init__)?\.py$/, '');
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

function joined(folder: string, inner: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${inner}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
