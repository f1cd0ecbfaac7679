import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Chain, chainOf, sha256 } from '../rig/values/ledger-chain.ts';
import { promiseFile } from '../rig/values/promises.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { createProject, type Outcome, type Project, SESSION } from '../rig/worlds/project.ts';
import { rounds } from '../rig/worlds/rounds.ts';

/**
 * Many writers of one project, some of which are killed -9 before any of their changes of the file system:
 * every change that was acknowledged is in its file and in the ledger, and the ledger's chain holds.
 */

const ROUNDS = 8;
/** More changes of the file system than a command makes: some of those that are to be killed get to their end. */
const BEYOND = 140;

const CRITERIA = ['AC-1', 'AC-2', 'AC-3', 'AC-4', 'AC-5'] as const;

const RESPONSE = JSON.stringify({
  task_id: 't',
  verdict: 'PASS',
  criteria_results: [],
  timestamp: '2026-02-17T10:30:00Z',
});

/** What a writer does, and the event that its change must have left behind. */
interface Writer {
  readonly bin: string;
  readonly args: readonly string[];
  readonly left: Readonly<Record<string, unknown>> | undefined;
}

function writersOf(id: string): readonly Writer[] {
  const meets = CRITERIA.map((criterion) => ({
    bin: 'cs-promise',
    args: ['--meet', id, '--ac-id', criterion, '--evidence', `seen ${criterion}`],
    left: { event: 'criterion.met', promise_id: id, ac_id: criterion },
  }));
  const answer = ['--promise', id, '--ac-id', 'AC-1', '--response', RESPONSE];
  return [
    ...meets,
    {
      bin: 'cs-promise',
      args: ['--add-ac', id, 'more'],
      left: { event: 'criterion.added', promise_id: id },
    },
    { bin: 'cs-promise', args: ['--create', 'P', '--ac', 'a'], left: undefined },
    {
      bin: 'cs-store-validation',
      args: answer,
      left: { event: 'validation.stored', promise_id: id },
    },
  ];
}

/** Runs writers at once, some of which are to be killed, and looks at what is left of each. */
async function expectRound(project: Project, id: string): Promise<number> {
  const writers = writersOf(id);
  const outcomes = await Promise.all(
    writers.map(({ args, bin }) => project.run(bin, args, { env: killedSometimes() })),
  );
  const killed = outcomes.filter(({ signal }) => signal === 'SIGKILL').length;
  const refused = outcomes.filter(({ code, signal }) => signal === null && code !== 0);
  expect(refused).toEqual([]);
  const { events } = chainIn(project);
  const promise = JSON.stringify(project.read(`promises/${id}.json`));
  writers.forEach(({ args, left }, index) => {
    const outcome = outcomes[index];
    if (outcome?.code !== 0) return;
    const written = left ?? { event: 'promise.created', promise_id: idIn(outcome) };
    expect(events).toContainEqual(expect.objectContaining(written));
    if (left?.['event'] === 'criterion.met') expect(promise).toContain(`"${args.at(-1)}"`);
    if (left === undefined) expect(project.exists(`promises/${idIn(outcome)}.json`)).toBe(true);
  });
  return killed;
}

function killedSometimes(): Readonly<Record<string, string>> {
  if (Math.random() < 0.5) return {};
  const kill = join(CHECKOUT, 'test/rig/torture/faults.cjs');
  const at = Math.floor(Math.random() * BEYOND);
  return { NODE_OPTIONS: `--require ${kill}`, KILL_AT: String(at) };
}

function idIn({ stdout }: Outcome): string {
  return /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? 'no promise';
}

function chainIn(project: Project): Chain {
  const log = readFileSync(join(project.state, 'events.jsonl'));
  return chainOf(log, (path) => {
    try {
      const bytes = readFileSync(join(project.state, path));
      // Its writer was killed between making and filling it.
      return bytes.length === 0 ? null : sha256(bytes);
    } catch {
      return null;
    }
  });
}

it('writers that are killed -9 anywhere: no acknowledged change is lost, and the chain holds', async () => {
  const project = createProject();
  let killed = 0;
  let torn = 0;
  await rounds(ROUNDS, async (index) => {
    const id = await project.promise(...CRITERIA);
    killed += await expectRound(project, id);
    const chain = chainIn(project);
    expect(chain.faults).toEqual([]);
    expect(chain.unapplied).toBeLessThanOrEqual(killed);
    expect(chain.torn).toBe(torn);
    const audit = await project.run('cs', ['store', 'audit']);
    expect([audit.code, audit.stderr, audit.code === 0 ? '' : audit.stdout]).toEqual([0, '', '']);
    // A crash of the machine leaves a part of a line: the next one begins on a line of its own.
    if (index % 3 !== 1) return;
    appendFileSync(join(project.state, 'events.jsonl'), '{"timestamp":"2026-02-1');
    torn += 1;
  });
  // The kills did hit.
  expect(killed).toBeGreaterThan(0);
  expectRecorded(await project.run('cs-status', ['--json']));
});

it('an answer whose writer is killed before any of its changes of the file system leaves a record that fits', async () => {
  const faults: string[] = [];
  for (let at = 0, isDone = false; !isDone; at += 1) {
    const project = createProject();
    const id = await project.promise('a');
    const words = ['--promise', id, '--ac-id', 'AC-1', '--response', RESPONSE];
    const kill = join(CHECKOUT, 'test/rig/torture/faults.cjs');
    const env = { NODE_OPTIONS: `--require ${kill}`, KILL_AT: String(at) };
    const { signal } = await project.run('cs-store-validation', words, { env });
    isDone = signal === null;
    faults.push(...chainIn(project).faults.map((fault) => `before change ${at}: ${fault}`));
    const { code, stdout } = await project.run('cs', ['store', 'audit']);
    if (code !== 0 || /EXTERNAL/.test(stdout)) faults.push(`before change ${at}: ${stdout}`);
  }
  expect(faults).toEqual([]);
});

it('who looks meanwhile never takes a change of the suite for one from outside', async () => {
  const project = createProject();
  await rounds(ROUNDS / 2, async () => {
    const id = await project.promise(...CRITERIA);
    const writing = writersOf(id).map(({ args, bin }) => project.run(bin, args));
    const looking = Array.from({ length: 4 }, () => project.run('cs-status', ['--json']));
    const audits = Array.from({ length: 2 }, () => project.run('cs', ['store', 'audit']));
    for (const looked of await Promise.all(looking)) expectRecorded(looked);
    for (const { code, stdout } of await Promise.all(audits))
      expect([code, code === 0 ? '' : stdout]).toEqual([0, '']);
    for (const { code, stderr } of await Promise.all(writing))
      expect([code, stderr]).toEqual([0, '']);
  });
});

/** Every promise is as the suite wrote it. */
function expectRecorded({ code, stdout }: Outcome): void {
  expect(code).toBe(0);
  const { promises, records } = JSON.parse(stdout);
  const ids: readonly string[] = promises.map(({ id }: { readonly id: string }) => id);
  expect(ids.filter((id) => records[id] !== 'recorded')).toEqual([]);
}

/** A log as it was written before there was a chain; its last line may be cut off. */
const OLD_LINE = JSON.stringify({
  timestamp: '2026-01-01T00:00:00Z',
  session_id: SESSION,
  promise_id: 'promise-0000000a',
  event: 'promise.created',
  criteria: 1,
});

it.each([
  ['an empty log', '', 0],
  ['whole lines', `${OLD_LINE}\n${OLD_LINE}\n`, 0],
  ['a last line without an end', `${OLD_LINE}\n${OLD_LINE}`, 0],
  ['a last line that was cut off', `${OLD_LINE}\n${OLD_LINE.slice(0, 40)}`, 1],
  ['lines that are none', `${OLD_LINE}\n\u0001 no line at all\n${OLD_LINE}\n`, 1],
])(
  'an old log is taken over by one line, whichever writer comes first: %s',
  async (_what, log, torn) => {
    const project = createProject();
    const id = 'promise-0000000a';
    const criteria = CRITERIA.map((one) => ({ id: one, description: one, status: 'pending' }));
    project.write(
      `promises/${id}.json`,
      promiseFile(id, SESSION, { acceptance_criteria: criteria }),
    );
    writeFileSync(join(project.state, 'events.jsonl'), log);
    const killed = await expectRound(project, id);
    const chain = chainIn(project);
    expect(chain.faults).toEqual([]);
    expect(chain.unapplied).toBeLessThanOrEqual(killed);
    expect(chain.torn).toBe(torn);
    const started = chain.events.filter(({ event }) => event === 'ledger.started');
    expect(started).toHaveLength(log === '' ? 0 : 1);
  },
);
