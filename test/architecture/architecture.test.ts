import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import config from '../../rolldown.config.ts';
import { CHECKOUT } from '../rig/project.ts';

/** One source file: its path under `src/`, its text without comments, and what it imports. */
interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly string[];
}

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

const SOURCES: readonly Source[] = readdirSync(join(CHECKOUT, 'src'), {
  recursive: true,
  encoding: 'utf8',
})
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts'))
  .sort()
  .map((path) => {
    const whole = readFileSync(join(CHECKOUT, 'src', path), 'utf8');
    const text = whole.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    const imports = [...text.matchAll(IMPORT)].map(([, target = '']) => target);
    return { path, text, lines: whole.split('\n').length - 1, imports };
  });

const layerOf = (path: string) => path.split('/', 1)[0] ?? path;

/** Which layers a layer may import from, besides itself: downwards only (DESIGN §7). */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  'ports.ts': ['domain'],
  schemas: ['domain'],
  prompts: ['domain'],
  report: ['domain'],
  adapters: ['domain', 'ports.ts'],
  store: ['domain', 'ports.ts', 'schemas'],
  judge: ['domain', 'ports.ts', 'store'],
  reviews: ['domain', 'ports.ts', 'schemas', 'prompts', 'judge'],
  checks: ['domain', 'ports.ts'],
  'stop-gate': ['domain', 'report'],
  gates: ['domain', 'ports.ts', 'store', 'checks'],
  cli: [
    'domain',
    'ports.ts',
    'schemas',
    'report',
    'adapters',
    'store',
    'judge',
    'reviews',
    'checks',
    'gates',
    'stop-gate',
    '..',
  ],
};

function importsOf({ path, imports }: Source): readonly string[] {
  return imports
    .filter((target) => target.startsWith('.'))
    .map((target) => layerOf(posix.join(dirname(path), target)));
}

/** The files whose text matches a pattern. */
function filesWith(pattern: RegExp): readonly string[] {
  return SOURCES.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

function filesImporting(isMeant: (target: string) => boolean): readonly string[] {
  return SOURCES.filter(({ imports }) => imports.some(isMeant)).map(({ path }) => path);
}

describe('layers', () => {
  it.each(SOURCES.map((source) => [source.path, source] as const))(
    '%s imports from its own layer and those below',
    (path, source) => {
      const allowed = [layerOf(path), ...(BELOW[layerOf(path)] ?? [])];
      expect(importsOf(source).filter((layer) => !allowed.includes(layer))).toEqual([]);
    },
  );

  it('the domain imports nothing else, not even Node', () => {
    const outside = SOURCES.filter(({ path }) => path.startsWith('domain/')).flatMap(
      ({ imports }) => imports.filter((target) => !target.startsWith('./')),
    );
    expect(outside).toEqual([]);
  });

  it('the domain knows no process, no clock and no chance', () => {
    const impure = /\bprocess\.|\bDate\.now|\bnew Date\(\)|\bMath\.random|\bsetTimeout|\bconsole\./;
    expect(filesWith(impure).filter((path) => path.startsWith('domain/'))).toEqual([]);
  });
});

describe('one place for each thing', () => {
  it.each<[string, RegExp, readonly string[]]>([
    ['process.env', /\bprocess\.env\b|\benv\b.*= process/, ['adapters/environment.ts']],
    ['process.exit', /\bprocess\.exit\(/, []],
    ['the real clock', /\bDate\.now\(/, ['adapters/node-clock.ts']],
    ['chance', /\bMath\.random\(/, ['adapters/node-chance.ts']],
  ])('%s is used in its own place only', (_what, pattern, places) => {
    expect(filesWith(pattern)).toEqual(places);
  });

  it.each([
    ['yargs', ['cli/parse.ts']],
    ['proper-lockfile', ['store/queue.ts']],
    ['cross-spawn', ['adapters/node-run.ts']],
    ['yaml', ['checks/parsers/yaml-parser.ts']],
    ['jsonc-parser', ['checks/parsers/jsonc-parser.ts']],
    ['acorn', ['checks/parsers/javascript-parser.ts']],
    ['sql-parser-cst', ['checks/parsers/sql-parser.ts']],
  ])('%s is imported in one place', (library, places) => {
    expect(filesImporting((target) => target === library)).toEqual(places);
  });

  it('zod is imported by the schemas only', () => {
    const outside = filesImporting((target) => target.startsWith('zod')).filter(
      (path) => !path.startsWith('schemas/'),
    );
    expect(outside).toEqual([]);
  });

  it('the SDK is imported in one place', () => {
    const places = filesImporting((target) => target.startsWith('@anthropic-ai/sdk'));
    expect(places).toEqual(['judge/messages-client.ts']);
  });

  it('only the command layer writes to the streams and sets the exit code', () => {
    const streams = /\bprocess\.(stdout|stderr|exitCode)\b|\bconsole\./;
    const outside = filesWith(streams).filter((path) => !path.startsWith('cli/'));
    // What a stop gate prints, it prints without the streams; they take over what is left.
    expect(outside).toEqual(['adapters/standard-output.ts']);
  });

  it('only the adapters touch the file system, processes and the machine', () => {
    const world = [
      'node:fs',
      'node:child_process',
      'node:os',
      'node:net',
      'node:http',
      'node:https',
      'node:crypto',
      'node:vm',
    ];
    const outside = filesImporting((target) => world.some((name) => target.startsWith(name)));
    expect(outside.filter((path) => !path.startsWith('adapters/'))).toEqual([]);
  });
});

/** The sources of a file of `dist/` that is loaded at every stop, and what it imports. */
async function laneOf(name: string) {
  const lane = config.find(({ input }) => typeof input === 'object' && name in input);
  if (lane === undefined) throw new Error(`the configuration has no lane ${name}`);
  const bundle = await rolldown({ ...lane, cwd: CHECKOUT });
  const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false });
  const chunks = output.filter((part) => part.type === 'chunk');
  const paths = chunks
    .flatMap(({ moduleIds }) => moduleIds)
    .map((id) => posix.relative(join(CHECKOUT, 'src'), id))
    .sort();
  return {
    sources: paths.filter((path) => !path.startsWith('domain/')),
    imports: chunks.flatMap(({ dynamicImports, imports }) => [...imports, ...dynamicImports]),
  };
}

const HEAVY = ['process', 'vm', 'os', 'child_process', 'crypto', 'net', 'http', 'timers/promises'];

const CHECK_SOURCES = [
  'adapters/environment.ts',
  'adapters/file-digest.ts',
  'adapters/file-pieces.ts',
  'adapters/git-filters.ts',
  'adapters/git-folder.ts',
  'adapters/git-glance.ts',
  'adapters/git-listing.ts',
  'adapters/git-process.ts',
  'adapters/git-tree.ts',
  'adapters/node-ancestry.ts',
  'adapters/node-checkout.ts',
  'adapters/node-clock.ts',
  'adapters/node-files.ts',
  'adapters/patient-rename.ts',
  'adapters/process-table.ts',
  'adapters/project-walk.ts',
  'adapters/user-folder.ts',
  'cli/check-lane.ts',
  'cli/exit.ts',
  'cli/inside-judge.ts',
  'cli/settings.ts',
  'cli/streams.ts',
  'report/attempts-text.ts',
  'report/check-text.ts',
  'report/command-lines.ts',
  'report/dollars.ts',
  'report/failure-text.ts',
  'report/failure-words.ts',
  'report/first-few.ts',
  'report/judge-failure-text.ts',
  'report/printable.ts',
  'report/promise-text.ts',
  'report/proof-failure-text.ts',
  'report/proof-text.ts',
  'report/style.ts',
  'store/configuration-files.ts',
  'store/reading.ts',
  'store/session-memory.ts',
  'store/state-folder.ts',
];

const STOP_GATE_SOURCES = [
  'adapters/environment.ts',
  'adapters/host-process.ts',
  'adapters/node-ancestry.ts',
  'adapters/node-clock.ts',
  'adapters/node-files.ts',
  'adapters/node-processes.ts',
  'adapters/patient-rename.ts',
  'adapters/process-table.ts',
  'adapters/standard-input.ts',
  'adapters/standard-output.ts',
  'adapters/transcript-tail.ts',
  'adapters/unwaiting-input.ts',
  'adapters/user-folder.ts',
  'cli/exit.ts',
  'cli/inside-judge.ts',
  'cli/nested-session.ts',
  'cli/settings.ts',
  'cli/stop-gate-lane.ts',
  'cli/stop-gate/look.ts',
  'report/printable.ts',
  'stop-gate/stopper.ts',
  'store/configuration-files.ts',
  'store/reading.ts',
  'store/session-memory.ts',
  'store/state-folder.ts',
];

describe.each<[string, readonly string[], readonly string[]]>([
  ['check', [], CHECK_SOURCES],
  ['stop-gate', ['./stop-gate-answer.cjs'], STOP_GATE_SOURCES],
])('the fast lane %s', (name, files, expected) => {
  it('loads these sources and nothing else', async () => {
    const { imports, sources } = await laneOf(name);
    expect(sources).toEqual(expected);
    expect(imports.filter((one) => HEAVY.includes(one.replace('node:', '')))).toEqual([]);
    const outside = imports.filter((one) => !builtinModules.includes(one.replace('node:', '')));
    expect(outside).toEqual(files);
  });
});

describe('size', () => {
  it('no source file is over 300 lines', () => {
    expect(SOURCES.filter(({ lines }) => lines > 300).map(({ path }) => path)).toEqual([]);
  });
});
