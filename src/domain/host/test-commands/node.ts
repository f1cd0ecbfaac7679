import { memberIn } from '../../base/document.ts';
import type { ProjectReader, TestCommand } from './kind.ts';

/** What npm writes into a new package in the place of a test command. */
const NO_TESTS = 'no test specified';

/** Scripts that do not end by themselves, and the argument by which they do. */
const WATCHING: readonly (readonly [script: RegExp, once: string | undefined])[] = [
  [/\breact-scripts test\b(?!.*--watch(?:All)?=false)/, '--watchAll=false'],
  [/\bng test\b(?!.*--(?:no-watch\b|watch=false))/, '--watch=false'],
  [/\bkarma start\b(?!.*--(?:single-run\b(?!=false)|no-auto-watch\b))/, '--single-run'],
  [/\bnodemon\b|\s--watch(?:-?[aA]ll|-path=\S+)?(?:=true)?(?=\s|$|;|&)/, undefined],
  // The short form, of programs that mean to watch by it.
  [
    /\b(?:mocha|jest|vitest|ava|tap|jasmine|tape-watch|web-test-runner|wtr)\b[^&|;]*\s-w(?=\s|$)/,
    undefined,
  ],
  [/\bvitest (?:watch|dev)\b|\bjest-watch\b|\btape-watch\b|\bchokidar\b/, undefined],
  // A window for a person.
  [/\bplaywright test\b.*\s--(?:ui\b|debug\b)|\bcypress open\b|\s--ui(?=\s|$)/, undefined],
  [/\bstorybook dev\b|\bstart-storybook\b/, undefined],
];

/** What people call the script that ends, beside one that watches. */
const ENDING = ['test:ci', 'test:run', 'test:once'];

const MANIFEST = 'package.json';

/** The script named test of a Node package, or those of the packages of its workspace. */
export function nodeTests(project: ProjectReader): TestCommand | undefined {
  const manifest = project.text(MANIFEST);
  if (manifest === undefined) return undefined;
  const manager = managerOf(project, manifest);
  const command = commandOf(manifest, manager) ?? workspaceCommand(project, manifest, manager);
  return command === undefined ? undefined : { command, source: MANIFEST };
}

function commandOf(manifest: string, manager: Manager): string | undefined {
  const script = scriptOf(manifest, 'test');
  if (script === undefined) return undefined;
  const run = manager === 'bun' ? 'bun run test' : `${nameOf(manager)} test`;
  const watching = WATCHING.find(([pattern]) => pattern.test(script));
  if (watching === undefined) return run;
  const [, once] = watching;
  // npm alone takes the arguments of the script behind a separator.
  if (once !== undefined) return `${run} ${manager === 'npm' ? '-- ' : ''}${once}`;
  const ending = ENDING.find((name) => scriptOf(manifest, name) !== undefined);
  return ending === undefined ? undefined : `${nameOf(manager)} run ${ending}`;
}

/** A script that runs something. */
function scriptOf(manifest: string, name: string): string | undefined {
  const script = memberIn(manifest, 'scripts', name);
  if (typeof script !== 'string' || script.trim() === '') return undefined;
  return script.includes(NO_TESTS) ? undefined : script;
}

type Manager = 'npm' | 'pnpm' | 'yarn' | 'yarn-berry' | 'bun';

function nameOf(manager: Manager): string {
  return manager === 'yarn-berry' ? 'yarn' : manager;
}

/** By what the manifest names, else by the lock file beside it. */
function managerOf({ exists }: ProjectReader, manifest: string): Manager {
  const named = memberIn(manifest, 'packageManager');
  const [, name, major] = /^(npm|pnpm|yarn|bun)@(\d+)/.exec(String(named ?? '')) ?? [];
  if (name === 'pnpm' || exists('pnpm-lock.yaml') || exists('pnpm-workspace.yaml')) return 'pnpm';
  if (name === 'yarn' || exists('yarn.lock')) {
    return Number(major ?? '1') > 1 || exists('.yarnrc.yml') ? 'yarn-berry' : 'yarn';
  }
  return name === 'bun' || exists('bun.lock') || exists('bun.lockb') ? 'bun' : 'npm';
}

/** How a manager runs the tests of all packages that have some. */
const OF_WORKSPACE: Readonly<Record<Manager, string>> = {
  npm: 'npm test --workspaces --if-present',
  pnpm: 'pnpm --recursive test',
  yarn: 'yarn workspaces run test',
  'yarn-berry': 'yarn workspaces foreach --all run test',
  bun: "bun run --filter '*' test",
};

function workspaceCommand(
  project: ProjectReader,
  manifest: string,
  manager: Manager,
): string | undefined {
  const packages = membersOf(project, manifest)
    .flatMap((pattern) => foldersOf(project, pattern))
    .flatMap((folder) => project.text(`${folder}/${MANIFEST}`) ?? []);
  const tested = packages.filter((text) => scriptOf(text, 'test') !== undefined).length;
  // The first yarn fails at a package that has no such script.
  const isEnough = manager === 'yarn' ? tested === packages.length : true;
  return tested > 0 && isEnough ? OF_WORKSPACE[manager] : undefined;
}

/** The patterns by which a workspace names its packages. */
function membersOf({ text }: ProjectReader, manifest: string): readonly string[] {
  const named = memberIn(manifest, 'workspaces');
  const list = Array.isArray(named) ? named : memberIn(manifest, 'workspaces', 'packages');
  const patterns: readonly unknown[] = Array.isArray(list) ? list : [];
  const ofPnpm = (text('pnpm-workspace.yaml') ?? '').matchAll(/^\s*-\s+["']?([^\s"'#]+)/gm);
  return [...patterns.map(String), ...[...ofPnpm].map(([, pattern = '']) => pattern)];
}

/** The folders of a pattern: one folder, or with a star at its end all those in it. */
function foldersOf({ names }: ProjectReader, pattern: string): readonly string[] {
  const path = pattern.replace(/^\.\//, '').replace(/\/$/, '');
  const parent = path.replace(/(?:^|\/)\*\*?$/, '');
  if (path.startsWith('!') || parent.includes('*')) return [];
  return parent === path
    ? [path]
    : names(parent).map((name) => (parent === '' ? name : `${parent}/${name}`));
}
