import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Choices, choicesOf } from '../rig/torture/chance.ts';
import { chooseDeed, type Deed, KILLS_ITS_PROVER, type Place } from '../rig/torture/deeds.ts';
import {
  FAULTS,
  type Fault,
  faultsOfProcess,
  fillDisk,
  forbidWriting,
  mountSmallDisk,
} from '../rig/torture/faults.ts';
import { createTally } from '../rig/torture/tally.ts';
import { namesIn, openBy, ownerOf, promisesIn } from '../rig/torture/verdict-model.ts';
import { chainOf, sha256 } from '../rig/values/ledger-chain.ts';
import { callHook } from '../rig/worlds/hook-call.ts';
import { createLinkedProject, type LinkedProject } from '../rig/worlds/linked-worktree.ts';
import { type Outcome, outcomeOf } from '../rig/worlds/project.ts';
import { rounds, secondsAsked } from '../rig/worlds/rounds.ts';

/**
 * Many processes of several sessions do anything anywhere in a project, while they are killed, the disk is full,
 * folders cannot be written and clocks jump. After each batch, whatever was said to be done is there, every file
 * can be read, the ledger's chain holds, and the verdicts are those of a small model that reads the files.
 *
 * `TORTURE_SEED=<number> npm run torture -- anything` makes the choices of a run again, from that round on.
 */

const ROUNDS = 3;
const BATCHES = 3;
const AT_ONCE = 6;

/** No command of these takes that long, even on a busy machine, in milliseconds. */
const HUNG_MS = 120_000;
/** How long what a killed command left may take to end, in milliseconds. */
const LEFT_MS = 20_000;

const SESSIONS = ['session-a', 'session-b', 'session-c'] as const;
const KEEPER = 'session-of-the-keeper';

const tally = createTally();
const firstSeed = Number(process.env['TORTURE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

afterAll(() => {
  const tried = [`seed: ${firstSeed}`, ...tally.lines()].map((line) => `  ${line}`);
  console.log(`What was tried:\n${tried.join('\n')}`);
});

it(
  'whatever many sessions do at once, and whatever goes wrong meanwhile, nothing slips by',
  async () => {
    await rounds(ROUNDS, async (index) => {
      const seed = firstSeed + index;
      try {
        await expectRound(choicesOf(seed), `torture-${process.pid}-${seed}`);
      } catch (error) {
        console.log(`TORTURE_SEED=${seed} npm run torture -- anything`);
        throw error;
      }
    });
  },
  1000 * (1800 + 2 * secondsAsked()),
);

async function expectRound(choices: Choices, mark: string): Promise<void> {
  const fault = choices.oneOf(FAULTS as [Fault, ...Fault[]]);
  const disk = join('/tmp', mark);
  const unmount = fault === 'a full disk' ? mountSmallDisk(disk) : undefined;
  const before = process.env['TMPDIR'];
  if (unmount !== undefined) process.env['TMPDIR'] = disk;
  try {
    const world = await makeWorld(mark);
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const mend = makeFault(choices, fault, world, unmount === undefined ? undefined : disk);
      const done = await runBatch(choices, world, fault).finally(mend);
      await expectSound(world, done);
    }
  } finally {
    for (const pid of runningWith(mark)) process.kill(Number(pid), 'SIGKILL');
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    unmount?.();
  }
}

interface World {
  readonly project: LinkedProject;
  /** Another project of the same user, where the same sessions promise things too. */
  readonly other: string;
  /** The state folders of both. */
  readonly states: readonly [string, string];
  /** Marks every process of this round, by a variable of its environment. */
  readonly mark: string;
  /** A promise that only this test changes. */
  readonly kept: string;
  /** How many commands may have been cut off between a line of the ledger and its change. */
  cutOff: number;
  /** How often each session stopped, and which of them asked its user: those may stop. */
  readonly stops: Map<string, number>;
  readonly asked: Set<string>;
}

async function makeWorld(mark: string): Promise<World> {
  const project = createLinkedProject({ 'sub/b.txt': 'b\n' });
  const other = join(project.folder, '..', 'other');
  mkdirSync(join(other, '.git'), { recursive: true });
  const states = [project.state, join(other, '.claude', 'completion-state')] as const;
  const world = {
    project,
    other,
    states,
    mark,
    cutOff: 0,
    stops: new Map<string, number>(),
    asked: new Set<string>(),
  };
  // The third session promises nothing by itself.
  for (const session of SESSIONS.slice(0, 2)) await create(world, session);
  await create(world, SESSIONS[1], '--command', `AC-1=${KILLS_ITS_PROVER}`);
  return { ...world, kept: await create(world, KEEPER) };
}

async function create(
  { mark, project }: Pick<World, 'mark' | 'project'>,
  session: string,
  ...options: readonly string[]
): Promise<string> {
  const env = { CLAUDE_SESSION_ID: session, TORTURE_MARK: mark };
  const words = ['--create', 'P', '--ac', 'one', '--ac', 'two', ...options];
  const { stdout } = await project.run('cs-promise', words, { env });
  return /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? 'no promise';
}

/** Makes what goes wrong for all commands of a batch, and gives what puts it right. */
function makeFault(
  choices: Choices,
  fault: Fault,
  { project }: World,
  disk: string | undefined,
): () => void {
  if (fault === 'a full disk') {
    tally.add('faults', disk === undefined ? 'a full disk (skipped: cannot mount)' : fault);
    return disk === undefined ? () => undefined : fillDisk(disk, choices.below(60_000));
  }
  if (fault === 'permissions') {
    const isRoot = process.getuid?.() === 0;
    tally.add('faults', isRoot ? 'permissions (skipped: root may do anything)' : fault);
    const folder = choices.oneOf(['promises', 'history', '.commits', 'validations', '']);
    return isRoot ? () => undefined : forbidWriting(join(project.state, folder));
  }
  tally.add('faults', fault);
  return () => undefined;
}

interface Done {
  readonly deed: Deed;
  readonly outcome: Outcome;
}

async function runBatch(choices: Choices, world: World, fault: Fault): Promise<readonly Done[]> {
  const place: Place = {
    folder: world.project.folder,
    linked: world.project.linked.folder,
    other: world.other,
    sessions: SESSIONS,
    promises: promisesOf(world),
  };
  const chosen = Array.from({ length: AT_ONCE }, () => ({
    deed: chooseDeed(choices, place),
    faults: faultsOfProcess(choices, fault),
  }));
  return await Promise.all(
    chosen.map(async ({ deed, faults }) => {
      const outcome = await runDeed(world, deed, faults.env);
      tally.add('commands', deed.name);
      tally.add(`ends with ${fault}`, endOf(outcome));
      const refusal = /ENOSPC|EACCES|EROFS/.exec(outcome.stderr)?.[0];
      if (refusal !== undefined) tally.add('refused by the system', refusal);
      if (outcome.signal !== null) tally.add('killed', `${deed.name} by ${outcome.signal}`);
      if (outcome.code !== 0) world.cutOff += 1;
      if (deed.name === 'stop') countStop(world, deed.session);
      if (deed.name === 'ask') world.asked.add(deed.session);
      return { deed, outcome };
    }),
  );
}

/** The promises that deeds are about: whatever there is but the keeper's. Of those in the history one is enough. */
function promisesOf({ kept, project }: World): Place['promises'] {
  const active = promisesIn(project.state).map(({ file, promise }) => {
    const owner = ownerOf(promise);
    const id = file.slice(0, -'.json'.length);
    return { id, owner: typeof owner === 'string' ? owner : undefined };
  });
  const closed = project
    .list('history')
    .slice(0, 1)
    .map((file) => ({ id: file.slice(0, -'.json'.length), owner: SESSIONS[0] }));
  return [...active.filter(({ id }) => id !== kept), ...closed];
}

function endOf({ code, signal }: Outcome): string {
  return signal ?? `exit code ${code}`;
}

async function runDeed(
  { mark, project }: World,
  { args, bin, cwd, input, name, session }: Deed,
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const child = project.start(bin, args, {
    cwd,
    env: { CLAUDE_SESSION_ID: session, TORTURE_MARK: mark, ...env },
    ...(input === undefined
      ? {}
      : { input: JSON.stringify({ ...JSON.parse(input), session_id: session }) }),
  });
  let hung = false;
  const limit = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, HUNG_MS);
  const outcome = await outcomeOf(child).finally(() => clearTimeout(limit));
  expect([name, hung]).toEqual([name, false]);
  return outcome;
}

async function expectSound(world: World, done: readonly Done[]): Promise<void> {
  await expectNothingRuns(world.mark);
  for (const state of world.states) {
    expectReadable(state);
    expectChain(world, state, done);
  }
  await expectSwept(world);
  await expectAudited(world);
  for (const session of SESSIONS) await expectVerdicts(world, session);
}

/** Every process of the round has ended, the checks of killed commands included. */
async function expectNothingRuns(mark: string): Promise<void> {
  const end = performance.now() + LEFT_MS;
  while (runningWith(mark).length > 0 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(runningWith(mark)).toEqual([]);
}

/** The processes of a round, by their numbers; none where the system does not show their variables. */
function runningWith(mark: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((pid) => {
    try {
      if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`TORTURE_MARK=${mark}`);
    } catch {
      return false; // It has ended, or is another user's.
    }
  });
}

function expectReadable(state: string): void {
  const unreadable = ['promises', 'history', 'validations', 'stop-gate', '.']
    .flatMap((folder) => namesIn(join(state, folder)).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.json') && !isJson(join(state, path)));
  expect(unreadable).toEqual([]);
}

function isJson(path: string): boolean {
  try {
    JSON.parse(readFileSync(path, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

function expectChain(world: World, state: string, done: readonly Done[]): void {
  if (!existsSync(join(state, 'events.jsonl'))) return;
  const log = readFileSync(join(state, 'events.jsonl'));
  const chain = chainOf(log, (path) => {
    try {
      const bytes = readFileSync(join(state, path));
      if (!path.endsWith('-answers.jsonl')) return sha256(bytes);
      // A full disk may cut its last line off: the ledger knows what stands before that, be it nothing.
      const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
      return whole.length === 0 ? null : sha256(whole);
    } catch {
      return null;
    }
  });
  expect(chain.faults).toEqual([]);
  expect(chain.unapplied).toBeLessThanOrEqual(world.cutOff);
  // A full disk may cut a line off, as a kill does not: each is one write.
  expect(chain.torn).toBeLessThanOrEqual(world.cutOff);
  for (const { deed, outcome } of done) {
    if ((deed.cwd === world.other) !== (state === world.states[1])) continue;
    const left = outcome.code === 0 ? deed.left(outcome) : undefined;
    if (left === undefined) continue;
    tally.add('acknowledged', deed.name);
    expect(chain.events).toContainEqual(expect.objectContaining(left));
    if (deed.name === 'meet') {
      const text = promiseText(state, String(left['promise_id']));
      const evidence = deed.args.at(-1) ?? '';
      // Another session may have met it after this one.
      if (isLastWord(done, left)) expect(text).toContain(evidence);
    }
  }
}

function isLastWord(done: readonly Done[], left: Readonly<Record<string, unknown>>): boolean {
  const same = done.filter(({ deed }) => deed.args.includes(String(left['promise_id'])));
  return same.length === 1;
}

function promiseText(state: string, id: string): string {
  for (const folder of ['promises', 'history']) {
    if (namesIn(join(state, folder)).includes(`${id}.json`)) {
      return readFileSync(join(state, folder, `${id}.json`), 'utf8');
    }
  }
  return '';
}

/** One change after all of them clears away what the killed ones left behind. */
async function expectSwept({ kept, mark, project }: World): Promise<void> {
  const env = { CLAUDE_SESSION_ID: KEEPER, TORTURE_MARK: mark };
  const change = await project.run('cs-promise', ['--add-ac', kept, 'more'], { env });
  expect([change.code, change.stderr]).toEqual([0, '']);
  const names = namesIn(join(project.state, '.commits'));
  // A lock without a whole note may be that of a writer that is about to write one: it is removed after a minute.
  const isYoung = (name: string) =>
    /\.(?:lock|holder)$/.test(name) &&
    !isJson(join(project.state, '.commits', name.replace(/lock$/, 'holder')));
  expect(names.filter((name) => !isYoung(name))).toEqual([]);
}

/** The record of both projects fits what is there, whatever was cut off in between. */
async function expectAudited({ mark, other, project, states }: World): Promise<void> {
  for (const [index, cwd] of [project.folder, other].entries()) {
    if (!existsSync(join(states[index] ?? '', 'events.jsonl'))) continue;
    const audit = await project.run('cs', ['store', 'audit'], { cwd, env: { TORTURE_MARK: mark } });
    expect([audit.code, audit.stdout, audit.stderr]).toEqual([0, audit.stdout, audit.stderr]);
    tally.add('verdicts', 'audit: fits');
  }
}

async function expectVerdicts(world: World, session: string): Promise<void> {
  const { mark, project } = world;
  const env = { CLAUDE_SESSION_ID: session, TORTURE_MARK: mark };
  const open = world.states.flatMap((state) => openBy(state, session));
  const check = await project.run('cs-verify', ['--check'], { env });
  expect({ session, open, code: check.code, said: check.stdout }).toEqual({
    session,
    open,
    code: open.length > 0 ? 2 : 0,
    said: check.stdout,
  });
  tally.add('verdicts', check.code === 2 ? 'check: held' : 'check: may end');
  // A session that asked may stop, and so may one that was held often: then the gate answers something else.
  if (countStop(world, session) > MOST_STOPS || world.asked.has(session)) return;
  let stop = await stopOf(world, session);
  // What was open at the last stop and ended without a verdict is told once, and the session may go then.
  if (stop.isHeld && open.length === 0) stop = await stopOf(world, session);
  expect({ session, open, ...stop }).toEqual({
    ...stop,
    session,
    open,
    isHeld: open.length > 0,
    code: 0,
  });
  tally.add('verdicts', stop.isHeld ? 'stop: held' : 'stop: may end');
}

async function stopOf({ mark, project }: World, session: string) {
  const payload = { hook_event_name: 'Stop', session_id: session, cwd: project.folder };
  const { code, stderr, stdout } = await callHook(project, 'stop-gate', payload, {
    env: { TORTURE_MARK: mark },
  });
  return { isHeld: JSON.parse(stdout).decision === 'block', code, stdout, stderr };
}

/** So many stops in a row are surely held: the gate gives up after a few that changed nothing. */
const MOST_STOPS = 4;

function countStop({ stops }: World, session: string): number {
  const count = (stops.get(session) ?? 0) + 1;
  stops.set(session, count);
  return count;
}
