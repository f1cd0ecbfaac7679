/**
 * `npm run bench:growth`: what each command costs when something grows, as the ratio of its time to that in a small
 * project in the same run. It judges nothing: what grows is said.
 *
 * `--large`: the sizes of the design (100,000 closed promises, 1,000,000 lines, 1 GB), which take minutes and 3 GB of
 * disk to make; without it, a tenth of that. `--only <pattern>`: the things that grow whose names match. `--json`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: asked } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});
const pattern = new RegExp(asked.only, 'i');
const scale = asked.large ? 1 : 0.1;
const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const scratch = mkdtempSync(join(tmpdir(), 'completion-promise-growth-'));
const ROUNDS = 7;
const SESSION = 'session-growth';
const ID = 'promise-00000001';

/** @typedef {{ folder: string, home: string, transcript: string }} Project */

/** @param {Project} project */
const environmentOf = ({ home }) => ({
  PATH: process.env['PATH'],
  HOME: home,
  CLAUDE_SESSION_ID: SESSION,
});

/** @param {Project} project */
const stateOf = ({ folder }) => join(folder, '.claude', 'completion-state');

/**
 * A promise of so many criteria.
 *
 * @param {string} id
 * @param {string} status
 * @param {number} criteria
 * @param {string} owner
 */
function promiseOf(id, status, criteria, owner) {
  const done = status === 'verified';
  return {
    id,
    title: `Promise ${id}`,
    summary: `Promise ${id}`,
    status,
    acceptance_criteria: Array.from({ length: criteria }, (_, index) => ({
      id: `AC-${index + 1}`,
      description: `What must hold for criterion ${index + 1}`,
      status: done ? 'met' : 'pending',
      evidence: done ? 'npm test: 42 passed, 0 failed' : null,
      evidence_type: done ? 'test' : null,
      met_at: done ? '2026-02-17T10:30:00Z' : null,
      met_by: done ? owner : null,
    })),
    ownership: {
      created_by: owner,
      created_at: '2026-02-17T10:00:00Z',
      owned_by: owner,
      owned_since: '2026-02-17T10:00:00Z',
    },
    verification: { verified_at: null, verified_by: null, type: null, proof: null },
    structure: { epics: [], goals: [] },
  };
}

/**
 * A project with one open promise of so many criteria.
 *
 * @param {string} name
 * @param {number} criteria
 * @returns {Project}
 */
function projectOf(name, criteria = 3) {
  const project = {
    folder: join(scratch, name),
    home: join(scratch, `${name}-home`),
    transcript: join(scratch, `${name}.jsonl`),
  };
  mkdirSync(join(stateOf(project), 'promises'), { recursive: true });
  mkdirSync(join(stateOf(project), 'history'));
  mkdirSync(project.home);
  writeFileSync(project.transcript, transcriptLine());
  const promise = promiseOf(ID, 'in_progress', criteria, SESSION);
  writeFileSync(join(stateOf(project), 'promises', `${ID}.json`), JSON.stringify(promise, null, 2));
  return project;
}

function transcriptLine() {
  const content = [{ type: 'text', text: 'what was said and done '.repeat(400) }];
  return `${JSON.stringify({ type: 'assistant', message: { role: 'assistant', content } })}\n`;
}

/**
 * Appends lines in parts, so that a million of them fit into memory.
 *
 * @param {string} path
 * @param {number} count
 * @param {(number: number) => string} lineOf with its line end
 */
function writeLines(path, count, lineOf) {
  const descriptor = openSync(path, 'a');
  for (let from = 0; from < count; from += 1000) {
    const part = Array.from({ length: Math.min(1000, count - from) }, (_, at) => lineOf(from + at));
    writeSync(descriptor, part.join(''));
  }
  closeSync(descriptor);
}

/** @param {Project} project @param {number} count */
function growHistory(project, count) {
  for (let number = 0; number < count; number += 1) {
    const id = `promise-${(number + 16).toString(16).padStart(8, '0')}`;
    const text = JSON.stringify(promiseOf(id, 'verified', 3, `session-${number % 100}`));
    writeFileSync(join(stateOf(project), 'history', `${id}.json`), text);
  }
}

/** @param {Project} project @param {number} count */
function growLedger(project, count) {
  /** @type {string | null} */
  let prev = null;
  writeLines(join(stateOf(project), 'events.jsonl'), count, (number) => {
    /** @type {string} */
    const line = JSON.stringify({
      timestamp: '2026-02-17T10:00:00Z',
      session_id: 'bench',
      event: 'session.reopened',
      session: `session-${number % 100}`,
      prev,
    });
    prev = createHash('sha256').update(line).digest('hex');
    return `${line}\n`;
  });
}

/** @param {Project} project @param {number} count */
function growCostLog(project, count) {
  const line = JSON.stringify({
    timestamp: '2026-02-17T10:00:00Z',
    promise_id: ID,
    kind: 'promise',
    input_tokens: 1200,
    output_tokens: 300,
    model: 'claude-sonnet-5-5',
    latency_ms: 2100,
    verdict: 'PASS',
    status: 'success',
    cost_usd: 0.0081,
    session_id: SESSION,
  });
  writeLines(join(stateOf(project), 'judge-cost-log.jsonl'), count, () => `${line}\n`);
}

/** @param {Project} project @param {number} bytes */
function growTranscript(project, bytes) {
  const line = transcriptLine();
  writeLines(project.transcript, Math.ceil(bytes / line.length), () => line);
}

/** @param {number} count */
const counted = (count) => count.toLocaleString('en');

/**
 * What grows, and how it is made to.
 *
 * @type {readonly { what: string, make: (name: string) => Project }[]}
 */
const GROWN = [
  {
    what: `${counted(100_000 * scale)} closed promises`,
    make: (name) => grown(name, (project) => growHistory(project, 100_000 * scale)),
  },
  {
    what: `a ledger of ${counted(1_000_000 * scale)} lines`,
    make: (name) => grown(name, (project) => growLedger(project, 1_000_000 * scale)),
  },
  {
    what: `a cost log of ${counted(1_000_000 * scale)} lines`,
    make: (name) => grown(name, (project) => growCostLog(project, 1_000_000 * scale)),
  },
  {
    what: `a transcript of ${counted(1000 * scale)} MB`,
    make: (name) => grown(name, (project) => growTranscript(project, 1e9 * scale)),
  },
  { what: 'a promise of 1,000 criteria', make: (name) => projectOf(name, 1000) },
];

/** @param {string} name @param {(project: Project) => void} grow */
function grown(name, grow) {
  const project = projectOf(name);
  grow(project);
  return project;
}

/** The payload of a hook. @param {Project} project */
const payloadOf = ({ folder, transcript }) =>
  JSON.stringify({
    session_id: SESSION,
    transcript_path: transcript,
    cwd: folder,
    hook_event_name: 'Stop',
    stop_hook_active: false,
    prompt: 'Go on.',
    source: 'startup',
  });

/** @type {readonly { what: string, isHook?: true, args: readonly string[], codes: readonly number[] }[]} */
const COMMANDS = [
  { what: 'stop gate', isHook: true, args: ['stop-gate'], codes: [0] },
  { what: 'check', isHook: true, args: ['check'], codes: [2] },
  { what: 'user-prompt', isHook: true, args: ['user-prompt'], codes: [0] },
  { what: 'session-start', isHook: true, args: ['session-start'], codes: [0] },
  { what: 'session-end', isHook: true, args: ['session-end'], codes: [0] },
  { what: 'statusline', isHook: true, args: ['statusline'], codes: [0] },
  { what: 'meet', args: ['meet', ID, 'AC-1', '--evidence', 'seen'], codes: [0] },

  { what: 'status', args: ['status'], codes: [0] },
  { what: 'show', args: ['status', ID], codes: [0] },
  { what: 'verify', args: ['verify', ID], codes: [1, 2] },
  { what: 'log', args: ['promise', 'log'], codes: [0] },
  { what: 'audit', args: ['store', 'audit'], codes: [0, 3] },
  { what: 'cost', args: ['judge', 'cost'], codes: [0] },
];

/**
 * How long a command takes, in milliseconds, and how much memory it held at most, in megabytes.
 *
 * @param {Project} project
 * @param {typeof COMMANDS[number]} command
 */
function timeOnce(project, { args, codes }) {
  const probe = join(scratch, 'peak-memory.cjs');
  const started = process.hrtime.bigint();
  const { signal, status, stderr } = spawnSync(
    process.execPath,
    ['-r', probe, join(checkout, 'bin', 'cs.cjs'), ...args],
    {
      cwd: project.folder,
      env: environmentOf(project),
      input: payloadOf(project),
      encoding: 'utf8',
      maxBuffer: 1e9,
    },
  );
  const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
  if (status === null || !codes.includes(status)) {
    throw new Error(`cs ${args.join(' ')} ended with ${status ?? signal}: ${stderr}`);
  }
  return { milliseconds, memory: Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024 };
}

/**
 * The first quartile: of few rounds, a median holds what else the machine did.
 *
 * @param {readonly number[]} numbers
 */
function quick(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 4)] ?? Number.NaN;
}

/**
 * The ratio of a command's time in one project to that in another, the two in turn; and the difference in memory.
 *
 * @param {Project} large
 * @param {Project} small
 * @param {typeof COMMANDS[number]} command
 */
function compare(large, small, command) {
  const inLarge = [timeOnce(large, command)];
  const inSmall = [timeOnce(small, command)];
  // What takes seconds needs no second look.
  while (inLarge.length < ROUNDS && (inLarge[0]?.milliseconds ?? 0) < 2000) {
    inSmall.push(timeOnce(small, command));
    inLarge.push(timeOnce(large, command));
  }
  /** @param {readonly { milliseconds: number }[]} all */
  const time = (all) => quick(all.map(({ milliseconds }) => milliseconds));
  /** @param {readonly { memory: number }[]} all */
  const memory = (all) => quick(all.map((one) => one.memory));
  return { ratio: time(inLarge) / time(inSmall), memory: memory(inLarge) - memory(inSmall) };
}

/**
 * How much longer the slowest of 50 stops at once takes than 50 one after the other; and whether each blocked once.
 *
 * @returns {Promise<number>}
 */
async function fiftyAtOnce() {
  const projects = Array.from({ length: 50 }, (_, number) => `session-${number}`);
  const project = projectOf('fifty');
  for (const [number, session] of projects.entries()) {
    const id = `promise-${(number + 16).toString(16).padStart(8, '0')}`;
    const text = JSON.stringify(promiseOf(id, 'in_progress', 3, session));
    writeFileSync(join(stateOf(project), 'promises', `${id}.json`), text);
  }
  /** @param {string} session */
  const stop = (session) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [join(checkout, 'bin', 'cs-stop-gate.cjs')], {
        cwd: project.folder,
        env: { ...environmentOf(project), CLAUDE_SESSION_ID: session },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      let out = '';
      child.stdout.on('data', (chunk) => {
        out += chunk;
      });
      child.on('close', () =>
        out.includes('"block"') ? resolve(undefined) : reject(new Error(`${session}: ${out}`)),
      );
      child.stdin.end(payloadOf(project).replace(SESSION, session));
    });
  const before = process.hrtime.bigint();
  for (const session of projects) await stop(session);
  const inTurn = process.hrtime.bigint();
  await Promise.all(projects.map(stop));
  return Number(process.hrtime.bigint() - inTurn) / Number(inTurn - before);
}

/**
 * A repository of so many files, in folders of 100, with a criterion that is proved.
 *
 * @param {string} name
 * @param {number} count
 * @param {boolean} isTracked
 */
function provedProject(name, count, isTracked) {
  const project = projectOf(name);
  rmSync(join(stateOf(project), 'promises', `${ID}.json`));
  const options = { cwd: project.folder, env: environmentOf(project) };
  /** @param {readonly string[]} args */
  const git = (...args) => spawnSync('git', args, options);
  git('init', '--quiet');
  for (let number = 0; number < count; number += 1) {
    const place = join(project.folder, 'src', `part-${Math.floor(number / 100)}`);
    if (number % 100 === 0) mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `file-${number}.txt`), `text ${number}\n`);
  }
  if (isTracked) git('add', '--all');
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench'];
  git(...who, 'commit', '--quiet', '--allow-empty', '--message', 'all');
  /** @param {readonly string[]} args */
  const cs = (...args) => {
    const command = [join(checkout, 'bin', 'cs.cjs'), ...args];
    const { status, stderr } = spawnSync(process.execPath, command, {
      ...options,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`cs ${args.join(' ')} ended with ${status}: ${stderr}`);
  };
  cs('do', 'Proved', '--check', 'node -e 0');
  cs('prove');
  return project;
}

/** What no fingerprint can do without: to have git name the files, and to look at each. */
const LOOKING_ALONE = `const { execFileSync } = require('node:child_process');
  const { lstatSync } = require('node:fs');
  const list = execFileSync('git', ['ls-files', '-z', '-c', '-o'], { maxBuffer: 1e9 }).toString('latin1');
  for (const path of list.split('\\0')) if (path !== '') lstatSync(path);`;

/**
 * What a check with a fresh proof costs in checkouts of several sizes, as ratios to \`node -e 0\` in the same run, beside
 * looking alone and \`git status\`.
 *
 * @param {unknown[]} figures
 */
function measureCheckouts(figures) {
  const sizes = asked.large ? [5000, 50_000, 200_000] : [500, 5000];
  for (const isTracked of [true, false]) {
    for (const count of sizes) {
      const what = `a checkout of ${counted(count)} ${isTracked ? 'tracked' : 'untracked'} files`;
      if (!pattern.test(what)) continue;
      const project = provedProject(`files-${count}-${isTracked}`, count, isTracked);
      const row = { grown: what, ...timeCheckout(project) };
      figures.push(row);
      if (!asked.json) {
        const ratios = Object.entries(row).slice(1);
        const texts = ratios.map(([name, ratio]) => `${name} ${Number(ratio).toFixed(2)} x`);
        process.stdout.write(`${what}: ${texts.join(', ')}\n`);
      }
      rmSync(project.folder, { recursive: true, force: true });
    }
  }
}

/** @param {Project} project */
function timeCheckout(project) {
  const options = { cwd: project.folder, env: environmentOf(project), input: payloadOf(project) };
  /** @type {Readonly<Record<string, readonly string[]>>} */
  const programs = {
    bare: [process.execPath, '-e', '0'],
    check: [process.execPath, join(checkout, 'bin', 'cs.cjs'), 'check'],
    'stop gate': [process.execPath, join(checkout, 'bin', 'cs-stop-gate.cjs')],
    'looking alone': [process.execPath, '-e', LOOKING_ALONE],
    'git status': ['git', 'status', '--porcelain'],
  };
  /** @type {Record<string, number[]>} */
  const times = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, [program = '', ...args]] of Object.entries(programs)) {
      const started = process.hrtime.bigint();
      const { status, stderr } = spawnSync(program, args, { ...options, maxBuffer: 1e9 });
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
      times[name] = [...(times[name] ?? []), Number(process.hrtime.bigint() - started) / 1e6];
    }
  }
  const bare = quick(times['bare'] ?? []);
  return Object.fromEntries(
    Object.entries(times).flatMap(([name, all]) =>
      name === 'bare' ? [] : [[name, quick(all) / bare]],
    ),
  );
}

/** A long answer is written by a stream that closes the one by which a process tells its memory. */
function memoryText(/** @type {number} */ memory) {
  return Number.isNaN(memory) ? '' : `${memory.toFixed(0).padStart(5)} MB`;
}

/** @param {unknown[]} figures */
async function measure(figures) {
  measureCheckouts(figures);
  for (const [index, { make, what }] of GROWN.entries()) {
    if (!pattern.test(what)) continue;
    const large = make(`large-${index}`);
    const small = projectOf(`small-${index}`);
    if (!asked.json) process.stdout.write(`\n${what}\n`);
    for (const command of COMMANDS) {
      const { memory, ratio } = compare(large, small, command);
      figures.push({ grown: what, command: command.what, ratio, memory });
      const verdict = command.isHook && ratio > 1.5 ? '  a hook that grows' : '';
      if (!asked.json) {
        const name = command.what.padEnd(16);
        const times = `${ratio.toFixed(2)} x`.padStart(9);
        process.stdout.write(`  ${name} ${times}  ${memoryText(memory)}${verdict}\n`);
      }
    }
    for (const path of [...Object.values(large), ...Object.values(small)])
      rmSync(path, { recursive: true, force: true });
  }
  if (pattern.test('50 stops at once')) {
    const ratio = await fiftyAtOnce();
    figures.push({ grown: '50 stops at once', command: 'stop gate', ratio });
    if (!asked.json) {
      process.stdout.write(`\n50 stops at once: ${ratio.toFixed(2)} x the time of 50 in turn\n`);
    }
  }
}

try {
  const probe =
    "process.on('exit', () => require('node:fs').writeSync(2, `peak ${process.resourceUsage().maxRSS}\\n`));";
  writeFileSync(join(scratch, 'peak-memory.cjs'), probe);
  /** @type {unknown[]} */
  const figures = [];
  await measure(figures);
  if (asked.json) process.stdout.write(`${JSON.stringify({ figures }, null, 2)}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
