import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import config from '../../rolldown.config.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';

/** One source file: its path under `src/`, its text without comments, and what it imports. */
interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

// A string that is such a word itself imports nothing.
const IMPORT = /(?<!')\b(?:from|import)\s*\(?\s*'([^'\n]+)'/g;

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
    return { path, text, imports };
  });

/** The rooms of the house from the ground up: each may import from itself and those before it. */
const ROOMS = [
  'domain/base',
  'domain/promise',
  'domain/shown',
  'domain/validation',
  'domain/judging',
  'domain/benchmark',
  'domain/standing',
  'domain/attestation',
  'domain/session',
  'domain/account',
  'domain/settings',
  'domain/closing',
  'domain/host',
  'domain/ci',
  'ports.ts',
  'report',
  'adapters',
  'store',
  'tampering',
  'checks',
  'shown',
  'settings',
  'judge',
  'state',
  'session',
  'suite.ts',
  'gates',
  'ci',
  'reviews',
  'benchmark',
  'gathering',
  'stop-gate',
  'hosts',
  'doctor',
  'cli',
  'library',
] as const;

type Room = (typeof ROOMS)[number];

/** What a room does not import although it lies below: it is handed what it needs of it. */
const APART: Readonly<Partial<Record<Room, readonly Room[]>>> = {
  report: ['ports.ts'],
  adapters: ['report'],
  store: ['report', 'adapters'],
  tampering: ['report', 'adapters', 'store'],
  checks: ['report', 'adapters', 'store'],
  shown: ['report', 'adapters', 'store'],
  judge: ['report', 'adapters', 'checks', 'settings'],
  gates: ['report', 'adapters', 'settings', 'judge', 'suite.ts'],
  ci: ['report', 'adapters', 'judge', 'suite.ts'],
  hosts: ['suite.ts', 'gates', 'reviews', 'stop-gate', 'judge'],
  doctor: ['gates', 'ci', 'reviews', 'benchmark', 'gathering', 'stop-gate', 'judge'],
};

/** Data that any room may hold. */
const DATA = [
  '../package.json',
  ...['configuration', 'promise', 'report'].map((name) => `../schemas/${name}.schema.json`),
  'domain/models.json',
];

function roomOf(path: string): Room {
  const room = ROOMS.find((name) => path === name || path.startsWith(`${name}/`));
  if (room === undefined) throw new Error(`${path} lies in no room`);
  return room;
}

function mayImport(from: string, to: string): boolean {
  if (DATA.includes(to)) return true;
  const [own, other] = [roomOf(from), roomOf(to)];
  return ROOMS.indexOf(other) <= ROOMS.indexOf(own) && !APART[own]?.includes(other);
}

/** The files of the tree that a source imports, by their paths under `src/`. */
function importsOf({ path, imports }: Source): readonly string[] {
  return imports
    .filter((target) => target.startsWith('.'))
    .map((target) => posix.join(dirname(path), target));
}

/** The circles of a graph: each as the files that can reach themselves through one another. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) circles.push([...trail.slice(start), file].join(' -> '));
    if (start >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

/** The files whose text matches a pattern. */
function filesWith(pattern: RegExp): readonly string[] {
  return SOURCES.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

describe('layers', () => {
  it('every file imports from its own room and from those below', () => {
    const upward = SOURCES.flatMap((source) =>
      importsOf(source)
        .filter((target) => !mayImport(source.path, target))
        .map((target) => `${source.path} -> ${target}`),
    );
    expect(upward).toEqual([]);
  });

  it('no files import each other in a circle', () => {
    expect(circlesOf(new Map(SOURCES.map((source) => [source.path, importsOf(source)])))).toEqual(
      [],
    );
  });

  it('the domain knows no process, no clock and no chance', () => {
    const impure = /\bprocess\.|\bDate\.now|\bnew Date\(\)|\bMath\.random|\bsetTimeout|\bconsole\./;
    expect(filesWith(impure).filter((path) => path.startsWith('domain/'))).toEqual([]);
  });
});

describe('one place for each thing', () => {
  it.each<[string, RegExp, readonly string[]]>([
    [
      'what a command has of its process',
      /\bprocess\.(?:env|cwd|argv|ppid|uptime|stdin|stdout|stderr|exitCode)\b|= process;|\bconsole\./,
      ['adapters/surroundings.ts'],
    ],
    [
      'a variable of the environment',
      /\bsurroundings\(\)\.variables\b/,
      ['adapters/environment.ts'],
    ],
    ['process.exit', /\bprocess\.exit\(/, []],
    ['the real clock', /\bDate\.now\(/, ['adapters/node-clock.ts']],
    ['chance', /\bMath\.random\(/, ['adapters/node-chance.ts']],
  ])('%s is used in its own place only', (_what, pattern, places) => {
    expect(filesWith(pattern)).toEqual(places);
  });

  it('only bounded reads open, read and list what others put there', () => {
    const unbounded =
      /\b(?:openSync|readSync|readFileSync|createReadStream|readdirSync|opendirSync|mkdirSync)\(/;
    // Beside them: folders and files that were just made, the file that a person named, what the system tells of
    // processes, the standard input, the lines of a file that was opened without waiting, a cache of the user, what a
    // command writes or keeps outside of memory, and grammars of the package.
    expect(filesWith(unbounded)).toEqual([
      'adapters/bounded-files.ts',
      'adapters/git/input.ts',
      'adapters/git/kept-looks.ts',
      'adapters/git/works.ts',
      'adapters/node-ancestry.ts',
      'adapters/node-files.ts',
      'adapters/node-processes.ts',
      'adapters/pieces.ts',
      'adapters/process-table.ts',
      'adapters/spool.ts',
      'adapters/standard-input.ts',
      'adapters/transcript/lines-from-end.ts',
      'tampering/syntax/grammar-files.ts',
    ]);
  });

  it('only the command layer writes to the streams and sets the exit code', () => {
    const streams = /\bsurroundings\(\)\.(?:output|errors|exitCode)\b/;
    const outside = filesWith(streams).filter((path) => !path.startsWith('cli/'));
    // What a stop gate prints, it prints without the streams.
    expect(outside).toEqual(['stop-gate/lane.ts']);
  });
});

/**
 * What modules import beside each other: built-ins of Node and packages, each with the files or rooms that
 * may. Deciding code is not in it: it gets what it needs as values.
 */
const OUTSIDE: Readonly<Record<string, RegExp>> = {
  'node:(?:fs|os|child_process|crypto|https?|net|tty|v8|vm|string_decoder|timers/promises)':
    /^adapters\/|^tampering\/syntax\/grammar-files/,
  'node:(?:stream|async_hooks)': /^adapters\//,
  'node:url': /^cli\/mcp\/told-by-client/,
  'node:module': /^tampering\/syntax\/grammar-files/,
  'node:path':
    /^(?:adapters|checks|cli|doctor|hosts|settings|stop-gate|store\/(?:files|postgresql))\//,
  'node:worker_threads': /^adapters\/waiting-worker/,
  'pg|pg-connection-string':
    /^store\/postgresql\/(?:connection|database|connection-options|fleet|one-read|turn)\.ts/,
  'node:buffer': /^adapters\/|^checks\/(?:syntax|kinds\/report)|^judge\/claude\/claude-judge/,
  'node:util': /^checks\/(?:kinds\/command|test-count)|^cli\/plain-line/,
  'node:readline': /^cli\/terminal/,
  'yargs|leven': /^cli\/parse/,
  'proper-lockfile': /^store\/files\/queue/,
  'web-tree-sitter': /^tampering\/syntax\/grammars/,
  'cross-spawn': /^adapters\/node-run/,
  yaml: /^(?:checks\/parsers|tampering\/settings)\//,
  'jsonc-parser|acorn|acorn-jsx|libpg-query|node-sql-parser/.*': /^checks\/parsers\//,
  'ctrf|sax|tap-parser': /^checks\/reports\//,
  'zod/mini': /^reviews\/[a-z]+\/reply-schema|^cli\/mcp\//,
  '@modelcontextprotocol/server(?:/stdio)?': /^cli\/mcp\//,
  '@anthropic-ai/sdk/.*': /^judge\/api\/messages-client/,
};

describe('what is imported from outside', () => {
  const found = SOURCES.flatMap(({ imports, path, text }) =>
    [...imports, ...[...text.matchAll(/getBuiltinModule\('([^']+)'/g)].map(([, name = '']) => name)]
      .filter((target) => !target.startsWith('.'))
      .map((target) => ({ path, target })),
  );
  const isRowOf = (row: string, target: string) => new RegExp(`^(?:${row})$`).test(target);

  it('is imported only where the table says', () => {
    const rows = Object.entries(OUTSIDE);
    const elsewhere = found.filter(
      ({ path, target }) => !rows.some(([row, place]) => isRowOf(row, target) && place.test(path)),
    );
    expect(elsewhere).toEqual([]);
  });

  it.each(Object.keys(OUTSIDE))('%s is imported at all', (row) => {
    expect(found.some(({ target }) => isRowOf(row, target))).toBe(true);
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

/** What every lane that looks at a session loads: each host, the folders, the register and the state in files. */
const LOOKING_SOURCES = [
  'adapters/bounded-files.ts',
  'adapters/environment.ts',
  'adapters/file-digest.ts',
  'adapters/git/folder.ts',
  'adapters/git/links.ts',
  'adapters/git/remotes.ts',
  'adapters/host-process.ts',
  'adapters/inside-judge.ts',
  'adapters/node-ancestry.ts',
  'adapters/node-clock.ts',
  'adapters/node-files.ts',
  'adapters/node-processes.ts',
  'adapters/patient-rename.ts',
  'adapters/private-file.ts',
  'adapters/process-table.ts',
  'adapters/project-search.ts',
  'adapters/quiet-looks.ts',
  'adapters/standard-input.ts',
  'adapters/standard-output.ts',
  'adapters/surroundings.ts',
  'adapters/unwaiting-input.ts',
  'adapters/user-folder.ts',
  'adapters/user-seals.ts',
  'cli/command.ts',
  'cli/plain-line.ts',
  'hosts/claude-code/host.ts',
  'hosts/codex/host.ts',
  'hosts/copilot/host.ts',
  'hosts/cursor/host.ts',
  'hosts/gemini/host.ts',
  'hosts/hosts.ts',
  'hosts/opencode/host.ts',
  'hosts/speaking.ts',
  'report/printable.ts',
  'session/look.ts',
  'settings/chosen-store.ts',
  'settings/configuration-files.ts',
  'settings/loading.ts',
  'settings/project-settings.ts',
  'state/stores.ts',
  'state/views.ts',
  'store/elsewhere-view.ts',
  'store/files/file-record.ts',
  'store/files/ledger-reading.ts',
  'store/files/line-walk.ts',
  'store/files/person-acts.ts',
  'store/files/reading.ts',
  'store/files/register-view.ts',
  'store/files/state-folder.ts',
  'store/files/state-view.ts',
  'store/register.ts',
  'store/silence.ts',
  'store/unknown-view.ts',
];

/** The check and the status line: the words of the check's answer are a file of their own. */
const CHECK_SOURCES = [
  ...LOOKING_SOURCES,
  'adapters/git/checkout.ts',
  'adapters/git/contents.ts',
  'adapters/git/kept-looks.ts',
  'adapters/git/latin-paths.ts',
  'adapters/git/listing.ts',
  'adapters/git/look.ts',
  'adapters/git/process.ts',
  'adapters/git/repository.ts',
  'adapters/git/selection.ts',
  'adapters/git/tree.ts',
  'adapters/git/trees.ts',
  'adapters/host-sessions.ts',
  'adapters/inside-folder.ts',
  'adapters/program-path.ts',
  'adapters/project-walk.ts',
  'adapters/written-files.ts',
  'cli/check-lane.ts',
  'cli/check.ts',
  'cli/environment.ts',
  'cli/looking-lane.ts',
  'cli/status-line-lane.ts',
  'report/command-lines.ts',
  'report/decided-folders.ts',
  'report/status-line-text.ts',
  'session/alterations.ts',
  'session/check.ts',
  'session/standing.ts',
];

const STOP_GATE_SOURCES = [
  ...LOOKING_SOURCES,
  'adapters/nested-session.ts',
  'adapters/transcript/tail.ts',
  'cli/stop-gate-lane.ts',
  'hosts/unknown.ts',
  'report/exit.ts',
  'stop-gate/broken.ts',
  'stop-gate/checkers.ts',
  'stop-gate/checkers/available-work.ts',
  'stop-gate/checkers/beads-sync.ts',
  'stop-gate/checkers/completion-promise.ts',
  'stop-gate/checkers/continuation-review.ts',
  'stop-gate/checkers/git-status.ts',
  'stop-gate/checkers/orchestrator-guidance.ts',
  'stop-gate/checkers/reality-check.ts',
  'stop-gate/checkers/standing-checks.ts',
  'stop-gate/checkers/todo-continuation.ts',
  'stop-gate/lane.ts',
  'stop-gate/look.ts',
  'stop-gate/stopper.ts',
];

describe.each<[string, readonly string[], readonly string[]]>([
  ['check', ['./postgresql.cjs', './check-output.cjs'], CHECK_SOURCES],
  [
    'stop-gate',
    ['./postgresql.cjs', './stop-gate-response.cjs', './standing-at-stop.cjs', './judging.cjs'],
    STOP_GATE_SOURCES,
  ],
])('the fast lane %s', (name, files, expected) => {
  it('loads these sources and nothing else', async () => {
    const { imports, sources } = await laneOf(name);
    expect(sources).toEqual([...expected].sort());
    expect(imports.filter((one) => HEAVY.includes(one.replace('node:', '')))).toEqual([]);
    const outside = imports.filter((one) => !builtinModules.includes(one.replace('node:', '')));
    expect(outside).toEqual(files);
  });
});

it.each(['check', 'check-output', 'stop-gate', 'stop-gate-response', 'session-hooks'])(
  'what is asked at a stop never looks at tests: %s',
  async (name) => {
    const { sources } = await laneOf(name);
    const looking = sources.filter((path) => /^tampering\/|^gates\/tampering/.test(path));
    expect(looking).toEqual([]);
  },
);

it.each([
  'check',
  'check-output',
  'stop-gate',
  'stop-gate-response',
  'session-hooks',
  'meet',
  'status',
  'report',
  'mcp',
  'cs',
])(
  'who keeps the state in files loads nothing of a store that machines share: %s',
  async (name) => {
    const { sources } = await laneOf(name);
    const shared = sources.filter((path) => /^store\/postgresql\/|waiting-worker/.test(path));
    expect(shared).toEqual([]);
  },
);

describe.each<[string, readonly string[]]>([
  ['session-hooks', ['cli/commands/session-start.ts', 'cli/commands/user-prompt.ts']],
  ['meet', ['cli/commands/meet.ts']],
  ['status', ['cli/commands/status.ts']],
])('the small lane %s', (name, commands) => {
  it('has its own commands, the lock library and no other package', async () => {
    const { sources } = await laneOf(name);
    expect(sources.filter((path) => /^cli\/commands\/[a-z-]+\.ts$/.test(path))).toEqual(commands);
    const packages = sources.flatMap((path) => /node_modules\/([^/]+)/.exec(path)?.[1] ?? []);
    expect([...new Set(packages)]).toEqual(['proper-lockfile', 'retry', 'signal-exit']);
    expect(sources.filter((path) => /^cli\/(?:parse|help|commands)\.ts/.test(path))).toEqual([]);
  });
});

it('help looks at no state and no session', async () => {
  const { sources } = await laneOf('help');
  expect(sources.filter((path) => /^(?:session|state|store|hosts|settings)\//.test(path))).toEqual(
    [],
  );
});

/** Files that name commands which are the same for every project, are for another one, or where none is known. */
const NAME_COMMANDS = [
  'cli/command-names.ts',
  'cli/commands/promise/meet.ts',
  'cli/commands/session-end.ts',
  'cli/commands/session-start.ts',
  'cli/commands/setup.ts',
  'cli/commands/setup/installation.ts',
  'cli/commands/user-prompt.ts',
  'cli/permissions.ts',
  'doctor/mending.ts',
  'doctor/rows/programs.ts',
  'doctor/rows/state.ts',
  'domain/host/agents-section.ts',
  'domain/host/git-hook.ts',
  'domain/host/guard-script.ts',
  'domain/host/guarded-command.ts',
  'domain/host/shims.ts',
  'domain/judging/attempts.ts',
  'domain/settings/setting.ts',
  'hosts/copilot/setup.ts',
  'report/help-topics.ts',
  'report/setup-text.ts',
  'stop-gate/broken.ts',
  'store/elsewhere-view.ts',
];

it('the commands that texts name are made by the command lines, which name the project where that is needed', () => {
  // Neither what `of` is given, nor the command that a diagnosis holds as data, nor a help.
  const named =
    /(?<!\bof\(\s*['`]|\bcommand: ')\bcs(?:-(?:init|promise|status|store-validation|verify)| [a-z]+(?:-[a-z]+)*)(?![-a-z]| --help)/;
  const naming = SOURCES.filter(({ text }) => named.test(text)).map(({ path }) => path);
  expect(naming).toEqual(NAME_COMMANDS);
});
