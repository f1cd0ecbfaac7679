/**
 * Writes what stands beside `library.cjs` for those who build on the package: the same as an ES module, and its types
 * in one file that needs no other. The compiler writes the declarations of all sources; of those, the ones that the
 * library's own lead to are taken. Takes the folder to write to.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHECKOUT = join(dirname(fileURLToPath(import.meta.url)), '..');
const ENTRY = 'src/library/library.d.ts';

/** A declaration at the top of a file, with the comment above it. */
const DECLARATION =
  /^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?(?:export )?(?:declare )?(interface|type|const|function) (\w+)[\s\S]*?(?=^(?:\/\*\*|export |declare |interface |type |import )|(?![\s\S]))/gm;
const NAMES_FROM = /^(import|export) (?:type )?\{([^}]*)\} from '([^']+)';$/gm;

/** @typedef {{ declared: Map<string, string>, from: Map<string, { file: string, name: string }>, given: string[] }} Source */

/**
 * Reads a file of declarations: what it declares, what it takes from other files, and what it gives on.
 *
 * @param {string} folder
 * @param {string} file
 * @returns {Source}
 */
function sourceOf(folder, file) {
  const text = readFileSync(join(folder, file), 'utf8');
  /** @type {Source} */
  const source = { declared: new Map(), from: new Map(), given: [] };
  for (const [, way, list = '', target = ''] of text.matchAll(NAMES_FROM)) {
    const other = join(dirname(file), target.replace(/\.ts$/, '.d.ts'));
    for (const part of list.split(',').map((one) => one.trim().replace(/^type /, ''))) {
      if (part === '') continue;
      const [name = '', alias = name] = part.split(' as ');
      source.from.set(alias, { file: other, name });
      if (way === 'export') source.given.push(alias);
    }
  }
  for (const [whole, , name = ''] of text.replace(NAMES_FROM, '').matchAll(DECLARATION)) {
    source.declared.set(name, whole.trim());
    if (/^export /m.test(whole)) source.given.push(name);
  }
  return source;
}

/**
 * The declarations that the entry leads to, by their names.
 *
 * @param {string} folder
 */
function reachable(folder) {
  /** @type {Map<string, Source>} */
  const sources = new Map();
  /** @type {Map<string, { file: string, text: string }>} */
  const taken = new Map();
  const read = (/** @type {string} */ file) => {
    const source = sources.get(file) ?? sourceOf(folder, file);
    sources.set(file, source);
    return source;
  };
  const take = (/** @type {string} */ file, /** @type {string} */ name) => {
    const source = read(file);
    const text = source.declared.get(name);
    const from = source.from.get(name);
    if (text === undefined) {
      if (from === undefined) return;
      if (from.name !== name) throw new Error(`${file}: ${name} has another name elsewhere`);
      return take(from.file, name);
    }
    const known = taken.get(name);
    if (known !== undefined) {
      if (known.file !== file) throw new Error(`${name} is declared in ${known.file} and ${file}`);
      return;
    }
    taken.set(name, { file, text });
    const words = text.replace(/\/\*[\s\S]*?\*\//g, '').match(/\b[A-Za-z_]\w*\b/g) ?? [];
    for (const word of new Set(words)) take(file, word);
  };
  const { given } = read(ENTRY);
  for (const name of given) take(ENTRY, name);
  return { given, taken };
}

/**
 * One file of declarations, of which those that the library gives are public.
 *
 * @param {ReturnType<typeof reachable>} found
 */
function flattened({ given, taken }) {
  const lines = [...taken].map(([, { text }]) =>
    text.replace(/^export (?:declare )?(?=(?:interface|type|const|function) )/m, (found) =>
      found.includes('declare') ? 'declare ' : '',
    ),
  );
  const types = given.filter((name) => !isValue(taken, name)).map((name) => `type ${name}`);
  const values = given.filter((name) => isValue(taken, name));
  return `${lines.join('\n')}\nexport { ${[...values, ...types].join(', ')} };\n`;
}

/**
 * @param {ReturnType<typeof reachable>['taken']} taken
 * @param {string} name
 */
function isValue(taken, name) {
  const { text } = taken.get(name) ?? {};
  if (text === undefined) throw new Error(`the library gives ${name}, which is declared nowhere`);
  return /^(?:export )?(?:declare )?(?:const|function) /m.test(text);
}

const [target = 'dist'] = process.argv.slice(2);
const out = resolve(target);
const folder = mkdtempSync(join(tmpdir(), 'completion-promise-types-'));
try {
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  const run = [
    join(dirname(compiler), 'bin', 'tsc'),
    '-p',
    join(CHECKOUT, 'build', 'library.json'),
  ];
  execFileSync(process.execPath, [...run, '--outDir', folder], { stdio: 'inherit' });
  const found = reachable(folder);
  const text = flattened(found);
  writeFileSync(join(out, 'library.d.cts'), text);
  writeFileSync(join(out, 'library.d.mts'), "export * from './library.cjs';\n");
  const values = found.given.filter((name) => isValue(found.taken, name));
  const module = `import library from './library.cjs';\nexport const { ${values.join(', ')} } = library;\n`;
  writeFileSync(join(out, 'library.mjs'), module);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
