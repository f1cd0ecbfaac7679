/**
 * `npm run bench`: every budget, each as the ratio of a command's median wall time to that of
 * `node -e 0` in the same run, side by side on the oldest line of Node that the suite runs on and on the newest with
 * long-term support. The commands take turns, so that a machine that slows down slows all
 * of them. It judges nothing: a missed budget is said.
 *
 * `--rounds <n>`: how often each command is timed (21). `--only <pattern>`: the commands whose names
 * match, and nothing of the rest. `--here`: on this Node alone. `--json`: the figures as one JSON document on stdout, a
 * list with one for each Node. `--million`: the rows over
 * PostgreSQL, which need a server, with a million promises of others as well.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installNode, NODES } from '../hosts/nodes.mjs';
import { writeReportProject } from './report-project.mjs';
import { benchServer, measureStore } from './store.mjs';

const { values: asked } = parseArgs({
  options: {
    rounds: { type: 'string', default: '21' },
    only: { type: 'string' },
    here: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    million: { type: 'boolean', default: false },
  },
});
const rounds = Number(asked.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  process.stderr.write('--rounds takes a whole number from 1.\n');
  process.exit(1);
}
if (!asked.here) {
  compareNodes();
  process.exit();
}
const pattern = asked.only === undefined ? undefined : new RegExp(asked.only, 'i');

/** Measures on each Node in a process of it, and prints what they say side by side. */
function compareNodes() {
  const lines = /** @type {const} */ (['oldest', 'newest']).flatMap((age) => {
    const node = installNode(age);
    if ('program' in node) return [measuredBy(node.program)];
    process.stderr.write(`${node.missing}\nNothing is measured on Node ${NODES[age]}.\n`);
    return [];
  });
  if (asked.json) process.stdout.write(`${JSON.stringify(lines, null, 2)}\n`);
  else printBeside(lines);
}

/**
 * @typedef {{ machine: { node: string, cores: number, bare_ms: number }, figures: readonly Figure[] }} Measured
 *
 * @param {string} node
 * @returns {Measured}
 */
function measuredBy(node) {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2), '--here', '--json'];
  const { status, stdout } = spawnSync(node, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`${node} ended with ${status}`);
  return JSON.parse(stdout);
}

/** @param {readonly Measured[]} lines */
function printBeside(lines) {
  const bare = lines.map(({ machine: { bare_ms, node } }) => `${bare_ms.toFixed(1)} ms on ${node}`);
  process.stdout.write(
    `Ratios to \`node -e 0\` (${bare.join(', ')}), medians of ${rounds} runs in turn, ${availableParallelism()} cores\n\n`,
  );
  const heads = lines.map(({ machine }) => machine.node.padStart(10));
  process.stdout.write(`${''.padEnd(48)}${heads.join('')}\n`);
  const [first] = lines;
  first?.figures.forEach((figure, index) => {
    printFigure(
      figure,
      lines.flatMap(({ figures }) => figures[index]?.value ?? []),
    );
  });
}

const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const scratch = mkdtempSync(join(tmpdir(), 'completion-promise-bench-'));

/** @param {string} name */
const bin = (name) => join(checkout, 'bin', `${name}.cjs`);

/**
 * An API that answers after so many milliseconds.
 *
 * @param {number} delay
 */
async function startStandIn(delay) {
  const program = join(checkout, 'test', 'bench', 'stand-in.mjs');
  const server = spawn(process.execPath, [program, String(delay)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {string} */
  const url = await new Promise((resolve) =>
    server.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
  );
  return { url, stop: () => server.kill() };
}

/** One that answers at once: what is left is the judge's own time. */
const standIn = await startStandIn(0);
/** One that takes its time, as votes that are asked one after the other would show. */
const slowStandIn = await startStandIn(300);

/** @type {NodeJS.ProcessEnv} */
const environment = {
  // The front starts the Node that is found first.
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  HOME: scratch,
  CLAUDE_SESSION_ID: 'bench',
  ANTHROPIC_API_KEY: 'bench',
  ANTHROPIC_BASE_URL: standIn.url,
};

/**
 * A promise of another session in progress, or of this one with nothing left open.
 *
 * @param {number} number
 */
function promiseNumber(number) {
  const mine = number % 10 === 0;
  return {
    id: `promise-${number.toString(16).padStart(8, '0')}`,
    title: `Promise ${number}`,
    summary: `Promise ${number}`,
    status: 'in_progress',
    acceptance_criteria: ['AC-1', 'AC-2', 'AC-3'].map((id) => ({
      id,
      description: `What must hold for ${id} of promise ${number}`,
      status: mine ? 'met' : 'pending',
      evidence: mine ? 'npm test: 42 passed, 0 failed' : null,
      evidence_type: mine ? 'test' : null,
      met_at: mine ? '2026-02-17T10:30:00Z' : null,
      met_by: mine ? 'bench' : null,
    })),
    ownership: {
      created_by: mine ? 'bench' : `session-${number}`,
      created_at: '2026-02-17T10:00:00Z',
      owned_by: mine ? 'bench' : `session-${number}`,
      owned_since: '2026-02-17T10:00:00Z',
    },
    verification: { verified_at: null, verified_by: null, type: null, proof: null },
    structure: { epics: [], goals: [] },
  };
}

/**
 * A project with so many active promises.
 *
 * @param {number} count
 * @param {string} name
 */
function projectWith(count, name) {
  const folder = join(scratch, name);
  const promises = join(folder, '.claude', 'completion-state', 'promises');
  mkdirSync(promises, { recursive: true });
  for (let number = 0; number < count; number += 1) {
    const promise = promiseNumber(number);
    writeFileSync(join(promises, `${promise.id}.json`), `${JSON.stringify(promise, null, 2)}\n`);
  }
  return folder;
}

/**
 * The session that proved a project, of each another one: gates look in every folder in which their session promised.
 *
 * @param {string} folder
 */
const proverOf = (folder) => ({ CLAUDE_SESSION_ID: `bench-of-${basename(folder)}` });

/**
 * A repository of so many files, a few of them changed, and a promise of ten criteria that are proved.
 *
 * @param {number} count
 * @param {string} name
 */
function provedProject(count, name) {
  const folder = join(scratch, name);
  for (let number = 0; number < count; number += 1) {
    const place = join(folder, 'src', `part-${number % 50}`);
    if (number < 50) mkdirSync(place, { recursive: true });
    writeFileSync(
      join(place, `file-${number}.txt`),
      `${'a line of some text\n'.repeat(20)}${number}\n`,
    );
  }
  /** @param {readonly string[]} args */
  const git = (...args) => spawnSync('git', [...args], { cwd: folder, env: environment });
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=bench', '-c', 'user.email=bench', 'commit', '--quiet', '--message', 'all');
  for (let number = 0; number < 30; number += 1) {
    writeFileSync(join(folder, 'src', `part-${number}`, `file-${number}.txt`), 'changed\n');
  }
  const prover = proverOf(folder);
  const ids = Array.from({ length: 10 }, (_, index) => `AC-${index + 1}`);
  const criteria = ids.flatMap((id) => ['--ac', id, '--command', `${id}=node -e ""`]);
  const created = spawnSync(
    process.execPath,
    [bin('cs-promise'), '--create', 'Proved', ...criteria, '--json'],
    { cwd: folder, env: { ...environment, ...prover }, encoding: 'utf8' },
  );
  const { id } = JSON.parse(created.stdout);
  run([bin('cs-promise'), '--start', id], folder, prover);
  run([bin('cs'), 'prove', id], folder, prover);
  return folder;
}

/**
 * The same, and what was proved is committed.
 *
 * @param {number} count
 * @param {string} name
 */
function committedProject(count, name) {
  const folder = provedProject(count, name);
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench'];
  spawnSync('git', [...who, 'commit', '--quiet', '--all', '--message', 'more'], {
    cwd: folder,
    env: environment,
  });
  return folder;
}

/**
 * Puts the promise that a judge is asked about back to where it was before it passed.
 *
 * @param {string} folder
 */
function reopenPromise(folder) {
  const state = join(folder, '.claude', 'completion-state');
  const promise = promiseNumber(0);
  rmSync(join(state, 'history', `${promise.id}.json`), { force: true });
  writeFileSync(join(state, 'promises', `${promise.id}.json`), JSON.stringify(promise));
  const answers = join(state, 'validations', promise.id);
  mkdirSync(answers, { recursive: true });
  for (const { id } of promise.acceptance_criteria) {
    writeFileSync(join(answers, `${id}-validation.json`), '{"verdict": "PASS"}');
  }
}

/**
 * @param {readonly string[]} args
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} also
 * @param {string} input what it reads
 * @param {string} program Node, unless it is named
 * @param {number} expected its exit code
 */
function run(args, folder, also = {}, input = '', program = process.execPath, expected = 0) {
  const started = process.hrtime.bigint();
  const env = { ...environment, ...also };
  const { status, stderr } = spawnSync(program, args, {
    cwd: folder,
    env,
    input,
    maxBuffer: 1e9,
  });
  const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
  if (status !== expected) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return milliseconds;
}

/**
 * The most memory that a command held, in kilobytes, as it reports itself when it ends.
 *
 * @param {readonly string[]} args
 * @param {string} folder
 */
function peakMemory(args, folder) {
  const probe = join(scratch, 'peak-memory.cjs');
  writeFileSync(
    probe,
    "process.on('exit', () => require('node:fs').writeSync(2, `peak ${process.resourceUsage().maxRSS}\\n`));",
  );
  const { stderr } = spawnSync(process.execPath, ['-r', probe, ...args], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  return Number(/peak (\d+)/.exec(stderr)?.[1]);
}

/** @param {readonly number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * A project whose ledger has so many events. They change no file, so that the ledger alone is read.
 *
 * @param {number} count
 * @param {string} name
 */
function recordedProject(count, name) {
  const folder = projectWith(0, name);
  const lines = [];
  /** @type {string | null} */
  let prev = null;
  for (let number = 0; number < count; number += 1) {
    const event = {
      timestamp: '2026-02-17T10:00:00Z',
      session_id: 'bench',
      event: 'session.reopened',
    };
    /** @type {string} */
    const line = JSON.stringify({ ...event, session: `session-${number % 100}`, prev });
    prev = createHash('sha256').update(line).digest('hex');
    lines.push(`${line}\n`);
  }
  writeFileSync(join(folder, '.claude', 'completion-state', 'events.jsonl'), lines.join(''));
  return folder;
}

/**
 * How long readers of long ledgers take, as ratios, and how much memory above bare Node.
 *
 * @param {number} unit milliseconds of bare Node
 * @returns {readonly Figure[]}
 */
function measureLedgers(unit) {
  return [10_000, 100_000].flatMap((count) => {
    const folder = recordedProject(count, `recorded-${count}`);
    return ['store audit', 'promise log'].flatMap((name) => {
      const args = [bin('cs'), ...name.split(' ')];
      const ratio = median([1, 2, 3].map(() => run(args, folder))) / unit;
      const memory = (peakMemory(args, folder) - peakMemory(['-e', '0'], folder)) / 1024;
      const what = `cs ${name}, ${count.toLocaleString('en')} events`;
      return [
        { what, value: ratio, unit: /** @type {const} */ ('x') },
        { what: '  memory above bare Node', value: memory, unit: /** @type {const} */ ('MB') },
      ];
    });
  });
}

/**
 * The source and the test of a module, in JavaScript or in Python.
 *
 * @param {number} number
 * @param {number} cases how many things the test asserts
 * @returns {readonly (readonly [path: string, text: string])[]}
 */
function moduleNumber(number, cases) {
  const name = `add_${number}`;
  const all = Array.from({ length: cases }, (_, index) => index);
  if (number % 2 === 0) {
    const tests = all.map(
      (one) =>
        `  it('adds ${one}', () => {\n    const sum = ${name}(${one}, 1);\n    expect(sum).toBe(${one + 1});\n  });\n`,
    );
    const imports = `import { describe, expect, it } from 'vitest';\nimport { ${name} } from '../src/${name}.js';\n\n`;
    return [
      [`src/${name}.js`, `export function ${name}(a, b) {\n  return a + b; // ${cases}\n}\n`],
      [`test/${name}.test.js`, `${imports}describe('${name}', () => {\n${tests.join('\n')}});\n`],
    ];
  }
  const tests = all.map(
    (one) =>
      `def test_adds_${one}():\n    sum = ${name}(${one}, 1)\n    assert sum == ${one + 1}\n`,
  );
  return [
    [`src/${name}.py`, `def ${name}(a, b):\n    return a + b  # ${cases}\n`],
    [`test/test_${name}.py`, `from src.${name} import ${name}\n\n\n${tests.join('\n\n')}`],
  ];
}

/**
 * A repository in which sources and tests changed since the last commit.
 *
 * @param {string} name
 * @param {number} modules each of two files
 * @param {number} cases how many things each test asserts, where it asserted 20
 * @param {(folder: string) => void} before what is done before the change
 */
function changedProject(name, modules, cases, before = () => {}) {
  const folder = join(scratch, name);
  for (const part of ['src', 'test']) mkdirSync(join(folder, part), { recursive: true });
  /** @param {number} asserted */
  const write = (asserted) => {
    for (let number = 0; number < modules; number += 1) {
      for (const [path, text] of moduleNumber(number, asserted))
        writeFileSync(join(folder, path), text);
    }
  };
  /** @param {readonly string[]} args */
  const git = (...args) => spawnSync('git', [...args], { cwd: folder, env: environment });
  write(20);
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=bench', '-c', 'user.email=bench', 'commit', '--quiet', '--message', 'all');
  before(folder);
  write(cases);
  return folder;
}

/**
 * A repository with so many promises, and ten tests that were weakened since they were made.
 *
 * @param {number} count
 * @param {string} name
 */
function weakenedProject(count, name) {
  return changedProject(name, 10, 18, (folder) => {
    for (let number = 0; number < count; number += 1) {
      run([bin('cs'), 'do', `Promise ${number}`, '--ac', 'It works'], folder, proverOf(folder));
    }
  });
}

/**
 * A project in which so many promises have ended.
 *
 * @param {number} count
 * @param {string} name
 */
function endedProject(count, name) {
  const folder = projectWith(0, name);
  const history = join(folder, '.claude', 'completion-state', 'history');
  mkdirSync(history);
  for (let number = 0; number < count; number += 1) {
    const promise = { ...promiseNumber(number * 10), status: 'verified' };
    writeFileSync(join(history, `${promise.id}.json`), `${JSON.stringify(promise, null, 2)}\n`);
  }
  return folder;
}

/**
 * A project with promises in every way that they can stand.
 *
 * @param {number} count
 * @param {string} name
 */
function reportedProject(count, name) {
  const folder = join(scratch, name);
  writeReportProject(folder, count, Date.parse('2026-02-17T10:30:00Z'));
  return folder;
}

/** The digest by which the settings of a folder are approved. @type {Map<string, string>} */
const approvals = new Map();

/** @param {string} folder */
const standingOf = (folder) => ({
  ...proverOf(folder),
  CLAUDE_PROJECT_DIR: folder,
  CS_APPROVED: approvals.get(folder) ?? '',
});

/**
 * A project that was set up, with a standing check, in a turn of a session that changed nothing.
 *
 * @param {number} count how many modules it has
 * @param {string} name
 */
function standingProject(count, name) {
  const folder = changedProject(name, count, 20);
  mkdirSync(join(folder, '.claude'));
  const settings = JSON.stringify({ checks: { always: ['npm test'] } });
  writeFileSync(join(folder, '.claude', 'completion-promise.json'), settings);
  const shown = spawnSync(process.execPath, [bin('cs'), 'config', 'trust', '--show'], {
    ...{ cwd: folder, env: environment, encoding: 'utf8' },
  });
  approvals.set(folder, /sha256:[0-9a-f]+/.exec(shown.stdout)?.[0] ?? '');
  for (const hook of ['session-start', 'user-prompt', 'stop-gate']) {
    run([bin('cs'), hook], folder, standingOf(folder), ofStanding.input(folder));
  }
  return folder;
}

const ofStanding = {
  make: standingProject,
  also: standingOf,
  input: (/** @type {string} */ folder) => hookInput(folder, proverOf(folder).CLAUDE_SESSION_ID, 1),
};

/**
 * How long it takes to look for weakened tests.
 *
 * @param {number} unit milliseconds of bare Node
 * @returns {Figure}
 */
function measureTampering(unit) {
  const folder = changedProject('changed', 250, 21);
  const args = [bin('cs'), 'promise', 'tamper', '--base', 'HEAD'];
  const time = median([1, 2, 3, 4, 5].map(() => run(args, folder)));
  return { what: 'cs promise tamper, a change of 500 files', value: time / unit, unit: 'x' };
}

/**
 * How long a report of 500 promises takes in each format, and how much memory.
 *
 * @param {number} unit milliseconds of bare Node
 * @returns {readonly Figure[]}
 */
function measureReports(unit) {
  const folder = reportedProject(500, 'reported');
  const bare = median([1, 2, 3].map(() => peakMemory(['-e', '0'], folder)));
  return ['', '--md', '--html', '--json'].flatMap((format) => {
    const args = [bin('cs'), 'report', '--all', ...(format === '' ? [] : [format])];
    const time = median([1, 2, 3].map(() => run(args, folder)));
    const memory = median([1, 2, 3].map(() => peakMemory(args, folder)));
    const what = `cs report of 500 promises, ${format || 'text'}`;
    return [
      { what, value: time / unit, unit: 'x' },
      { what: '  its memory above bare Node', value: (memory - bare) / 1024, unit: 'MB' },
    ];
  });
}

/** The commands whose memory is measured where much has ended. */
const ENDED_COMMANDS = [
  ...['status', 'status --json', 'status --history', 'check', 'doctor', 'store audit'],
  ...['report --since 1d', 'report --all'],
];

const check = [bin('cs-verify'), '--check'];
const gate = [bin('cs-stop-gate')];

/**
 * The payload of a stop, with a transcript of so many kilobytes.
 *
 * @param {string} session
 * @param {number} kilobytes
 */
function stopOf(session, kilobytes) {
  const transcript = join(scratch, `transcript-${kilobytes}.jsonl`);
  const text = 'what was said and done '.repeat(40);
  const content = [{ type: 'text', text }];
  const line = `${JSON.stringify({ type: 'assistant', message: { role: 'assistant', content } })}\n`;
  writeFileSync(transcript, line.repeat(Math.ceil((kilobytes * 1024) / line.length)));
  return JSON.stringify({
    session_id: session,
    transcript_path: transcript,
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: 'Done.',
    background_tasks: [],
  });
}

/**
 * The first of ten promises of this session is open.
 *
 * @param {number} count
 * @param {string} name
 */
function openProject(count, name) {
  const folder = projectWith(count, name);
  const promise = { ...promiseNumber(0), status: 'pending' };
  const path = join(folder, '.claude', 'completion-state', 'promises', `${promise.id}.json`);
  writeFileSync(path, JSON.stringify(promise));
  return folder;
}

/**
 * A project in which nothing was ever promised.
 *
 * @param {number} _count
 * @param {string} name
 */
function idleProject(_count, name) {
  const folder = join(scratch, name);
  mkdirSync(join(folder, '.git'), { recursive: true });
  return folder;
}

/** A hook as its host calls it, through the front. */
const front = (/** @type {string} */ hook) => [join(checkout, 'bin', 'cs-hook'), hook];

/**
 * Its payload.
 *
 * @param {string} folder
 * @param {string} session
 * @param {number} kilobytes
 */
function hookInput(folder, session, kilobytes) {
  return JSON.stringify({
    ...JSON.parse(stopOf(session, kilobytes)),
    cwd: folder,
    prompt: 'Go on.',
  });
}

/** A hook that concerns nobody. */
const ofNobody = {
  budget: 0.3,
  count: 0,
  program: 'sh',
  make: idleProject,
  also: { CLAUDE_SESSION_ID: '' },
};

/**
 * The second session of a project in which nothing was ever promised, with the hooks in its own settings.
 *
 * @param {number} _count
 * @param {string} name
 */
function hookedProject(_count, name) {
  const folder = idleProject(0, name);
  mkdirSync(join(folder, '.claude'));
  const command = front('user-prompt').join(' ');
  writeFileSync(
    join(folder, '.claude', 'settings.json'),
    JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command }] }] } }),
  );
  const also = { ...ofNobodyHooked.also, CLAUDE_PROJECT_DIR: folder };
  for (const session of ['session-before', 'session-of-nobody']) {
    run(front('session-start'), folder, also, hookInput(folder, session, 1), 'sh');
  }
  return folder;
}

/** The same where the hooks are in the project's own settings. */
const ofNobodyHooked = {
  ...ofNobody,
  make: hookedProject,
  also: { ...ofNobody.also, CLAUDE_PID: String(process.pid) },
};

/** @param {number} kilobytes */
const idleInput = (kilobytes) => (/** @type {string} */ folder) =>
  hookInput(folder, 'session-of-nobody', kilobytes);

/**
 * Every block is the first of its session.
 *
 * @param {string} folder
 */
function forget(folder) {
  const state = join(folder, '.claude', 'completion-state', 'stop-gate');
  rmSync(state, { recursive: true, force: true });
}
/** What no check can do without: opening, reading and parsing every file, and nothing else. */
const floor = [
  '-e',
  `const fs = require('node:fs');
  const folder = process.cwd() + '/.claude/completion-state/promises/';
  const buffer = Buffer.allocUnsafe(65536);
  for (const name of fs.readdirSync(folder)) {
    const descriptor = fs.openSync(folder + name);
    const length = fs.readSync(descriptor, buffer);
    fs.closeSync(descriptor);
    JSON.parse(buffer.toString('latin1', 0, length));
  }`,
];
/** What no judge can do without: loading the SDK, and one call through it, on the same HTTP client. */
const call = [
  '-e',
  `const { request } = require('node:http');
  const fetchWhole = (url, { body, headers, method }) => new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: Object.fromEntries(headers) }, (message) => {
      let text = '';
      message.on('data', (chunk) => { text += chunk; });
      message.on('end', () => resolve(new Response(text, { headers: { 'content-type': 'application/json' } })));
    });
    sent.on('error', reject);
    sent.end(body);
  });
  const { keepCompiled, load } = require(${JSON.stringify(join(checkout, 'bin', 'load.cjs'))});
  keepCompiled();
  load('messages-client')
    .createMessagesClient({
      credential: { apiKey: 'bench' },
      baseUrl: process.env.ANTHROPIC_BASE_URL,
      fetch: fetchWhole,
    })
    .send({ model: 'claude-sonnet-5-5', max_tokens: 1, system: '', user: '' }, new AbortController().signal, 5000)
    .then(({ sent }) => { process.exitCode = sent === 'message' ? 0 : 1; });`,
];
/** The rows that the checks of many promises are compared with. */
const [READING_1000, READING_10000] = [
  '  reading and parsing 1,000 alone',
  '  reading and parsing 10,000 alone',
];

/** The rows that a look at a tree is compared with. */
const [STATUS_500, STATUS_5000, STATUS_50000] = [
  '  git status, 500 files',
  '  git status, 5,000 files',
  '  git status, 50,000 files',
];
const ofTree = { make: provedProject, also: proverOf };
const ofStatus = { ...ofTree, program: 'git', args: ['status', '--porcelain'], budget: undefined };

const doctor = [bin('cs'), 'doctor'];
const meet = [bin('cs'), 'meet', promiseNumber(0).id, '--ac-id', 'AC-1', '--evidence', 'seen'];

const judge = [bin('cs-verify'), '--judge', '--promise', promiseNumber(0).id];

const ofWeakened = { make: weakenedProject, also: proverOf, count: 5 };
/** Why a limit is missed, where that is known. */
const COMPILED = 'Node 20 keeps nothing of what it compiles, and compiles the lane at each start';

/** @type {{ what: string; budget: number | undefined; of?: string; less?: string; why?: string; isBesideStart?: boolean; code?: number; args: readonly string[]; folder: string; program?: string; input?: string | ((folder: string) => string); also?: NodeJS.ProcessEnv | ((folder: string) => NodeJS.ProcessEnv); prepare?: (folder: string) => void; times: number[] }[]} */
const cases = [
  { what: 'cs-verify --check, 1 active promise', budget: 1.3, args: check, count: 1 },
  { what: 'cs-verify --check, 10 active promises', budget: 1.3, args: check, count: 10 },
  {
    what: 'cs-verify --check, 10 active promises, blocked',
    budget: 1.3,
    args: check,
    count: 10,
    make: openProject,
    code: 2,
  },
  {
    what: 'cs-verify --check, 1,000 active promises',
    budget: 1.2,
    of: READING_1000,
    args: check,
    count: 1000,
  },
  {
    what: 'cs-verify --check, 10,000 active promises',
    budget: 1.2,
    of: READING_10000,
    args: check,
    count: 10_000,
  },
  {
    what: 'cs-verify --check, 10 proofs, 5,000 files',
    ...ofTree,
    budget: 1.5,
    of: STATUS_5000,
    isBesideStart: true,
    args: check,
    count: 5000,
  },
  {
    what: 'cs-verify --check, 10 proofs, 50,000 files',
    ...ofTree,
    budget: 1.5,
    of: STATUS_50000,
    isBesideStart: true,
    args: check,
    count: 50_000,
  },
  { what: STATUS_5000, ...ofStatus, count: 5000 },
  { what: STATUS_50000, ...ofStatus, count: 50_000 },
  {
    what: '  the same after a commit',
    budget: undefined,
    args: check,
    count: 5000,
    make: committedProject,
    also: proverOf,
  },
  { what: READING_1000, budget: undefined, args: floor, count: 1000 },
  { what: READING_10000, budget: undefined, args: floor, count: 10_000 },
  {
    what: 'stop gate, session without promises',
    budget: 1.3,
    args: gate,
    count: 10,
    input: stopOf('nobody', 100),
    also: { CLAUDE_SESSION_ID: 'nobody' },
  },
  {
    what: 'stop gate, all criteria met',
    budget: undefined,
    args: gate,
    count: 10,
    input: stopOf('bench', 100),
  },
  {
    what: 'stop gate, blocks',
    budget: 1.6,
    args: gate,
    count: 10,
    input: stopOf('bench', 100),
    make: openProject,
    prepare: forget,
  },
  {
    what: 'front, a stop that concerns nobody',
    ...ofNobody,
    args: front('stop'),
    input: idleInput(100),
  },
  {
    what: '  the same, a transcript of 5 MB',
    ...ofNobody,
    budget: undefined,
    args: front('stop'),
    input: idleInput(5 * 1024),
  },
  {
    what: 'front, a prompt in an unused project',
    ...ofNobody,
    args: front('user-prompt'),
    input: idleInput(100),
  },
  {
    what: 'front, a start in an unused project',
    ...ofNobody,
    args: front('session-start'),
    input: idleInput(100),
  },
  {
    what: 'front, a stop, hooks of the project',
    ...ofNobodyHooked,
    args: front('stop'),
    input: idleInput(100),
  },
  {
    what: 'front, a prompt, hooks of the project',
    ...ofNobodyHooked,
    args: front('user-prompt'),
    input: idleInput(100),
  },
  {
    what: 'front, a start, hooks of the project',
    ...ofNobodyHooked,
    args: front('session-start'),
    input: idleInput(100),
  },
  {
    what: 'front, a status line of nobody',
    ...ofNobody,
    args: front('statusline'),
    input: idleInput(100),
    also: { ...ofNobody.also, CLAUDE_CODE_SESSION_ID: 'session-of-nobody' },
  },
  {
    what: 'status line, 10 active promises',
    budget: 1.4,
    args: [bin('cs'), 'statusline'],
    count: 10,
    input: stopOf('bench', 1),
  },
  {
    what: '  the same through the front',
    budget: undefined,
    program: 'sh',
    args: front('statusline'),
    count: 10,
    input: stopOf('bench', 1),
    also: { CLAUDE_CODE_SESSION_ID: 'bench' },
  },
  {
    what: '  the same, 10 proofs, 5,000 files',
    budget: undefined,
    args: [bin('cs'), 'statusline'],
    count: 5000,
    make: provedProject,
    also: proverOf,
  },
  {
    what: 'front, blocks',
    code: 2,
    budget: 1.6,
    program: 'sh',
    args: front('stop'),
    count: 10,
    input: (/** @type {string} */ folder) => hookInput(folder, 'bench', 100),
    make: openProject,
    prepare: forget,
  },
  {
    what: '  without promises, a transcript of 100 MB',
    budget: undefined,
    args: gate,
    count: 10,
    input: stopOf('nobody', 100 * 1024),
    also: { CLAUDE_SESSION_ID: 'nobody' },
  },
  {
    what: 'user-prompt, 10 active promises',
    budget: 1.5,
    args: [bin('cs'), 'user-prompt'],
    count: 10,
    input: (/** @type {string} */ folder) => hookInput(folder, 'bench', 1),
  },
  {
    what: 'session-start, 10 active promises',
    budget: 1.5,
    args: [bin('cs'), 'session-start'],
    count: 10,
    input: (/** @type {string} */ folder) => hookInput(folder, 'bench', 1),
  },
  { what: 'cs meet', budget: 2, args: meet, count: 10 },
  { what: 'cs --help', budget: 1.6, args: [bin('cs'), '--help'], count: 0 },
  { what: 'cs, weakened tests', budget: 2.5, why: COMPILED, args: [bin('cs')], ...ofWeakened },
  {
    what: 'cs status, weakened tests',
    budget: 2.5,
    why: COMPILED,
    args: [bin('cs'), 'status'],
    ...ofWeakened,
  },
  { what: 'cs report, weakened tests', budget: 4, args: [bin('cs'), 'report'], ...ofWeakened },
  { what: 'cs doctor, weakened tests', budget: undefined, args: doctor, ...ofWeakened, code: 1 },
  {
    what: 'cs status, 50,000 closed promises',
    budget: 4,
    args: [bin('cs'), 'status'],
    count: 50_000,
    make: endedProject,
  },
  {
    what: 'cs report --all, 1,000 promises',
    budget: 30,
    why: 'each promise and each answer is a file that is opened',
    args: [bin('cs'), 'report', '--all'],
    count: 1000,
    make: reportedProject,
  },
  {
    what: 'stop gate, set up, nothing changed',
    budget: 1.4,
    less: STATUS_500,
    why: `a session of a project that was set up has a tree and seals: what reads them is loaded`,
    args: gate,
    count: 250,
    ...ofStanding,
  },
  { what: STATUS_500, ...ofStatus, also: standingOf, make: standingProject, count: 250 },
  {
    what: 'cs-verify --judge, an API that answers at once',
    budget: 5,
    args: judge,
    count: 10,
    prepare: reopenPromise,
  },
  { what: '  one call through the SDK alone', budget: undefined, args: call, count: 1 },
  {
    what: 'cs-status --json, 10 active promises',
    budget: undefined,
    args: [bin('cs-status'), '--json'],
    count: 10,
  },
].flatMap(({ count, make = projectWith, ...entry }, index) =>
  pattern === undefined || pattern.test(entry.what)
    ? [{ ...entry, folder: make(count, `project-${index}`), times: [] }]
    : [],
);

/**
 * One figure, as it is printed. `of`: the row that it is a ratio to, where that is not bare Node.
 *
 * @typedef {{ what: string; value: number; unit: 'x' | 'MB' | 'ms'; budget?: number | undefined; of?: string | undefined; why?: string | undefined }} Figure
 */

/**
 * @param {Figure} figure
 * @param {readonly number[]} values it on each Node
 */
function printFigure({ budget, of, unit, what, why }, values) {
  const digits = unit === 'x' ? 2 : unit === 'MB' ? 1 : 0;
  const verdict =
    budget === undefined ? '' : values.every((value) => value <= budget) ? 'within' : 'MISSED';
  const limit = budget === undefined ? 'no budget' : `budget ${budget} ${unit}`;
  const beside = of === undefined ? '' : `  (of: ${of.trim()})`;
  const shown = values.map((value) => `${value.toFixed(digits)} ${unit}`.padStart(10)).join('');
  process.stdout.write(`${what.padEnd(48)}${shown}   ${limit.padEnd(14)} ${verdict}${beside}\n`);
  if (verdict === 'MISSED' && why !== undefined) process.stdout.write(`    ${why}\n`);
}

/** Times every case and bare Node in turn, and gives the medians of both. */
function timeCases() {
  /** @type {number[]} */
  const bare = [];
  for (let round = -2; round < rounds; round += 1) {
    const counts = round >= 0; // The first two rounds only warm the caches.
    const base = run(['-e', '0'], scratch);
    if (counts) bare.push(base);
    for (const entry of cases) {
      entry.prepare?.(entry.folder);
      const { code, folder, input, program } = entry;
      const text = typeof input === 'function' ? input(folder) : input;
      const hosted = program === undefined ? {} : { CLAUDE_PROJECT_DIR: folder };
      const also = typeof entry.also === 'function' ? entry.also(folder) : entry.also;
      const time = run(entry.args, folder, { ...hosted, ...also }, text, program, code);
      if (counts) entry.times.push(time);
    }
  }
  const unit = median(bare);
  const timeOf = (/** @type {string | undefined} */ what) =>
    median(cases.find((entry) => entry.what === what)?.times ?? []);
  /** @type {Figure[]} */
  const figures = cases.flatMap(({ budget, isBesideStart = false, less, of, times, what, why }) => {
    const time = median(times);
    const own = { what, value: time / unit, unit: /** @type {const} */ ('x') };
    if (less !== undefined) {
      const value = (time - timeOf(less)) / unit;
      return [own, { ...own, what: '  the same, less a look at the tree', value, budget, why }];
    }
    if (of === undefined) return [{ ...own, budget, why }];
    const value = (time - (isBesideStart ? unit : 0)) / timeOf(of);
    const name = isBesideStart ? '  the same, less a start of Node' : '  the same';
    const beside = { what: name, value, unit: own.unit, budget, of };
    return Number.isNaN(beside.value) ? [own] : [own, beside];
  });
  return { unit, figures };
}

/**
 * How much longer five votes take than one.
 *
 * @returns {Figure}
 */
function timeVotes() {
  /** @type {Record<number, number[]>} */
  const votes = { 1: [], 5: [] };
  const voting = projectWith(10, 'votes');
  for (let round = 0; round < Math.min(rounds, 11); round += 1) {
    for (const count of [1, 5]) {
      reopenPromise(voting);
      const slow = { ANTHROPIC_BASE_URL: slowStandIn.url };
      votes[count]?.push(run([...judge, '--votes', String(count)], voting, slow));
    }
  }
  const value = median(votes[5] ?? []) / median(votes[1] ?? []);
  return { what: '5 votes, an API of 300 ms', value, unit: 'x', budget: 1.2, of: '1 vote' };
}

/**
 * How much memory the check takes.
 *
 * @returns {Figure}
 */
function measureMemory() {
  const project = projectWith(10, 'memory');
  const memories = Array.from({ length: 9 }, () => ({
    bare: peakMemory(['-e', '0'], project),
    check: peakMemory(check, project),
  }));
  const above = (median(memories.map((m) => m.check)) - median(memories.map((m) => m.bare))) / 1024;
  return { what: 'memory of --check above bare Node', value: above, unit: 'MB', budget: 12 };
}

/**
 * How much memory commands take in a project in which 100,000 promises have ended.
 *
 * @returns {readonly Figure[]}
 */
function measureEnded() {
  const folder = endedProject(100_000, 'ended');
  const bare = peakMemory(['-e', '0'], folder);
  const others = { why: 'a report sorts what it tells of all promises, and holds it until then' };
  return ENDED_COMMANDS.map((line) => {
    const value = (peakMemory([bin('cs'), ...line.split(' ')], folder) - bare) / 1024;
    const what = `memory of cs ${line}, 100,000 closed`;
    const why = line.startsWith('report') ? others : {};
    return { what, value, unit: /** @type {const} */ ('MB'), budget: 150, ...why };
  });
}

/**
 * @param {number} unit milliseconds of bare Node
 * @returns {Promise<readonly Figure[]>}
 */
async function measureRest(unit) {
  if (pattern?.test('over PostgreSQL')) return measureShared(unit);
  if (pattern?.test('100,000 closed')) return measureEnded();
  if (pattern?.test('cs report of')) return measureReports(unit);
  if (pattern !== undefined) return [];
  return [
    ...(await measureShared(unit)),
    ...measureReports(unit),
    timeVotes(),
    measureMemory(),
    ...measureEnded(),
    ...measureLedgers(unit),
    measureTampering(unit),
  ];
}

/** @param {number} unit milliseconds of bare Node */
async function measureShared(unit) {
  const server = benchServer();
  if (server === undefined) {
    process.stderr.write('Nothing is measured over PostgreSQL: there is no server.\n');
    return [];
  }
  const counts = asked.million ? [10, 10_000, 1_000_000] : [10, 10_000];
  const stop = stopOf('bench', 1);
  const cs = bin('cs');
  return measureStore({
    ...{ server, cs, check, gate, scratch, environment, run, rounds, unit, stop, counts },
  });
}

try {
  const { figures, unit } = timeCases();
  const all = [...figures, ...(await measureRest(unit))];
  const machine = { node: process.version, cores: availableParallelism(), bare_ms: unit, rounds };
  const measured = { machine, figures: all };
  if (asked.json) process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
  else printBeside([measured]);
} finally {
  standIn.stop();
  slowStandIn.stop();
  rmSync(scratch, { recursive: true, force: true });
}
