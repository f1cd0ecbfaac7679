import { describe, expect, it } from 'vitest';
import { failed, success } from '../../src/domain/base/result.ts';
import { withIssuesAtStart } from '../../src/domain/session/beads.ts';
import { type GateMemory, withMemory } from '../../src/domain/session/gate-memory.ts';
import { NO_COUNTERS } from '../../src/domain/session/liveness.ts';
import type { LostPromise } from '../../src/domain/session/lost-promise.ts';
import type { UnconfirmedEnd } from '../../src/domain/session/session-end.ts';
import type { Todo } from '../../src/domain/session/todos.ts';
import type { Configuration } from '../../src/domain/settings/configuration.ts';
import { commandLinesFor } from '../../src/report/command-lines.ts';
import { defaultConfiguration } from '../../src/settings/loading.ts';
import { type AskedChecker, askCheckers } from '../../src/stop-gate/asking.ts';
import { readyNote } from '../../src/stop-gate/checkers/available-work.ts';
import { promiseBlock } from '../../src/stop-gate/checkers/completion-promise.ts';
import { realityBlock } from '../../src/stop-gate/checkers/reality-check.ts';
import { CHECKERS, checkersConcernedBy, EXAMINATIONS } from '../../src/stop-gate/checkers.ts';
import type { ExaminedStop } from '../../src/stop-gate/examined-stop.ts';
import type { FolderCheck } from '../../src/stop-gate/promises-at-stop.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';
import { NO_MEMORY, namedPromise, PROMISE_ID, sessionValue } from '../rig/values/domain-values.ts';
import {
  blockBy,
  CAUSES,
  gateWorld,
  heldCheck,
  MAY_END,
  OWNER,
  ownFolder,
  reviewVerdict,
} from '../rig/values/gate-values.ts';
import { criterion } from '../rig/values/promises.ts';
import { emptyRepository } from '../rig/worlds/repository.ts';

/** The settings with some of the stop gate's changed. */
function settings(
  stopGate: Partial<Configuration['stopGate']>,
  others: Partial<Configuration> = {},
): Configuration {
  const usual = defaultConfiguration();
  return { ...usual, ...others, stopGate: { ...usual.stopGate, ...stopGate } };
}

const kept = (memory: object) => success(withMemory({}, { ...NO_MEMORY, ...memory }));

const stopper = (session: string, isSubagent = false) => ({
  ...gateWorld().stopper,
  session: sessionValue(session),
  isSubagent,
});

const OWN = { promises: [namedPromise(PROMISE_ID, OWNER, {})], broken: [] };
const BROKEN_FILE = { path: 'x.json', reason: 'it is not valid JSON' };
const BROKEN = { promises: [], broken: [BROKEN_FILE] };
const ITEM = { text: 'x', status: 'pending' };
const REALITY = {
  ...defaultConfiguration(),
  realityCheck: { ...defaultConfiguration().realityCheck, enabled: true },
};

/** What is kept of a session that started with all issues committed. */
const STARTED = success(withIssuesAtStart({}, []));

/** Issues that a session may have changed: it is not known whether it used a tool. */
const ISSUES = { hasIssues: true, kept: STARTED, tail: undefined };

/** All checkers, by their priorities. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [1, 'completion promise'],
  [1.5, 'standing checks'],
  [2, 'beads sync'],
  [2.5, 'orchestrator guidance'],
  [3, 'todo continuation'],
  [3.5, 'continuation review'],
  [3.6, 'reality check'],
  [4, 'git status'],
  [5, 'available work'],
]);

it('each checker has its priority', () => {
  expect(CHECKERS.map(({ name, priority }) => [priority, name])).toEqual([...NAMES]);
});

describe('a stop concerns', () => {
  it.each<[string, Partial<ExaminedStop>, readonly number[]]>([
    ['no checker where nothing is there', {}, []],
    ['promises that are its own', { folders: [ownFolder(OWN)] }, [1, 4]],
    ['files that cannot be read', { folders: [ownFolder(BROKEN)] }, [1]],
    [
      'files that cannot be read in one of several folders',
      { folders: [ownFolder(), ownFolder(BROKEN)] },
      [1],
    ],
    ['promises that were open at the last stop', { kept: kept({ open: ['p'] }) }, [1]],
    [
      'blocks that were counted',
      { kept: kept({ counters: { ...NO_COUNTERS, all: 1, last: 'block' } }) },
      [1],
    ],
    [
      'a memory that cannot be read',
      { kept: failed({ kind: 'broken-file', file: { path: 'x', reason: 'x' } }) },
      [1],
    ],
    ['issues of the project', ISSUES, [2]],
    ['issues and promises', { ...ISSUES, folders: [ownFolder(OWN)] }, [1, 2, 4, 5]],
    ['no issues where they are off', { ...ISSUES, configuration: settings({ beads: false }) }, []],
    ['issues of an orchestrator', { hasIssues: true, stopper: stopper('orch-1') }, [2.5, 5]],
    ['no issues of an orchestrator where there are none', { stopper: stopper('orch-1') }, []],
    [
      'open items of a session with promises',
      { todos: [ITEM], folders: [ownFolder(OWN)] },
      [1, 3, 4],
    ],
    [
      'open items of any session',
      { todos: [ITEM], configuration: settings({ todos: 'all' }) },
      [3],
    ],
    [
      'no items that are done',
      { todos: [{ ...ITEM, status: 'completed' }], folders: [ownFolder(OWN)] },
      [1, 4],
    ],
    [
      'no items where they are off',
      { todos: [ITEM], folders: [ownFolder(OWN)], configuration: settings({ todos: false }) },
      [1, 4],
    ],
    ['the continuation review by its name', { stopper: stopper('system3-1') }, [3.5]],
    ['the reality check where it is on', { configuration: REALITY }, [3.6]],
    [
      'no git status where it is off',
      { folders: [ownFolder(OWN)], configuration: settings({ gitStatus: false }) },
      [1],
    ],
    [
      'promises of a subagent, and nothing else',
      {
        folders: [ownFolder(OWN)],
        hasIssues: true,
        todos: [ITEM],
        stopper: stopper('orch-1', true),
      },
      [1],
    ],
    [
      'no subagent where others left files that cannot be read',
      { folders: [ownFolder(BROKEN)], configuration: REALITY, stopper: stopper('system3-1', true) },
      [],
    ],
  ])('%s', (_what, parts, priorities) => {
    expect(checkersConcernedBy(gateWorld(parts)).map(({ name }) => name)).toEqual(
      priorities.map((priority) => NAMES.get(priority)),
    );
  });
});

describe('a session that neither promised nor changed anything', () => {
  const usual = '{"type":"assistant","message":{"content":[{"type":"text","text":"Done."}]}}\n';
  /** Others left issues uncommitted and changed the checkout; the session has a list, and only speaks. */
  const world = gateWorld({
    hasIssues: true,
    kept: STARTED,
    todos: [ITEM],
    tail: { path: 'transcript', size: usual.length, end: Buffer.from(usual) },
    tracker: {
      ...gateWorld().tracker,
      isThere: true,
      uncommittedIssues: () => [['.beads/issues.jsonl', 'digest']],
      uncommittedFiles: () => ['a.txt'],
    },
  });

  it.each(CHECKERS.map(({ name }) => name))('does not concern: %s', (name) => {
    expect(checkersConcernedBy(world).map((checker) => checker.name)).not.toContain(name);
  });

  it('is not known to have changed the issues where nobody looked as it started', () => {
    const began = { ...world, tail: undefined };
    expect(checkersConcernedBy(began).map(({ name }) => name)).toEqual(['beads sync']);
    expect(checkersConcernedBy({ ...began, kept: success({}) })).toEqual([]);
  });
});

describe('the checkers are asked in turn', () => {
  const blocks = (name: string, parts: Partial<AskedChecker> = {}): AskedChecker => ({
    name,
    priority: 0,
    concerns: () => true,
    examine: () => ({ block: { checker: name, lines: [name] }, notes: [`${name} says so`] }),
    ...parts,
  });
  const never = (name: string): AskedChecker => ({
    ...blocks(name),
    examine: () => Promise.reject(new Error(`${name} was asked`)),
  });

  it('until one blocks, and the notes of all that were asked are kept', async () => {
    const world = gateWorld();
    const passes = { ...blocks('first'), examine: () => ({ notes: ['first passes'] }) };
    const found = await askCheckers([passes, blocks('second'), never('third')], world);
    expect(found.decide(world.memory).outcome).toMatchObject({ block: { checker: 'second' } });
    expect(found.notes).toEqual(['first passes', 'second says so']);
  });

  it('and advice is kept apart from notes', async () => {
    const world = gateWorld();
    const advises = { ...blocks('first'), examine: () => ({ advice: 'first advises' }) };
    const found = await askCheckers([advises], world);
    expect(found).toMatchObject({ notes: [], advice: ['first advises'] });
  });

  it('and the session ends where none blocks', async () => {
    const world = gateWorld();
    const found = await askCheckers([], world);
    expect(found.decide(world.memory).outcome).toEqual({ outcome: 'allow' });
  });

  it('and a stop that begins after a block is another one, wherever the process is held up', async () => {
    let time = 0;
    const stopHeldUp = (milliseconds: number) => {
      const began = time;
      const elapsed = () => {
        time += milliseconds;
        return time - began;
      };
      const clock = { ...gateWorld().clock, now: () => time, machine: () => time, elapsed };
      return gateWorld({ clock });
    };
    const asked = async (memory: GateMemory, milliseconds: number) =>
      (await askCheckers([blocks('first')], stopHeldUp(milliseconds))).decide(memory).memory;
    const once = await asked(NO_MEMORY, 1);
    const twice = await asked(once, 50);
    expect([once.bound.all, twice.bound.all, twice.bound.shared]).toEqual([1, 2, 0]);
  });

  it('but no model is asked where its answer could change nothing', async () => {
    const world = gateWorld({ payload: { ...gateWorld().payload, running: 1 } });
    const review: AskedChecker = { ...never('review'), asksModel: true };
    const found = await askCheckers([review], world);
    expect(found.decide(world.memory).outcome).toMatchObject({ outcome: 'rest', running: 1 });
  });
});

it('promises that are lost are told with one that is open', () => {
  const lost = [{ id: 'y', how: 'vanished', noticed: 'since-last-stop' }] as const;
  const block = promiseBlock({ checks: [heldCheck('x')], failed: [], lost }, LINES_HERE);
  expect(block?.checker).toBe('promises');
  expect(block?.lines.at(-1)).toBe('y was open at the last stop; its file is gone.');
});

it.each<[string, LostPromise, string]>([
  [
    'since the last stop',
    { id: 'y', how: 'vanished', noticed: 'since-last-stop' },
    'Blocked: promises that were open at the last stop are no longer open, and none was verified.',
  ],
  [
    'by the register',
    {
      id: 'y',
      how: 'vanished',
      noticed: 'by-register',
      session: OWNER,
      project: '/project',
      now: undefined,
      lessenings: [],
    },
    'Blocked: something other than completion-promise removed or changed promises of this session.',
  ],
])('promises that were found to be lost %s are said to be so', (_how, lost, opening) => {
  const block = promiseBlock({ checks: [MAY_END], failed: [], lost: [lost] }, LINES_HERE);
  expect(block?.lines[0]).toBe(opening);
});

describe('a block by promises tells the user', () => {
  const blockOf = (parts: Partial<FolderCheck['decision']>, end?: UnconfirmedEnd) => {
    const { view, ...check } = heldCheck('x');
    const decision = { ...check.decision, ...parts };
    const held = { ...check, decision, view: { ...view, unconfirmedEndOf: () => end } };
    const lost = [{ id: 'y', how: 'vanished', noticed: 'since-last-stop' }] as const;
    return promiseBlock({ checks: [held], failed: [], lost }, LINES_HERE);
  };
  const WAIVED = criterion('AC-1', {
    waived: { by: 'person', at: '2026-02-17T10:30:00Z', reason: 'x', unconfirmed: 'unnamed' },
  });
  const FORGED = {
    inProgress: [
      { ...namedPromise(PROMISE_ID, OWNER, { acceptance_criteria: [WAIVED] }), open: [] },
    ],
  };
  const endAt = (at: string): UnconfirmedEnd => ({
    by: 'person',
    at,
    reason: 'x',
    promises: [],
    unreadable: [],
    fault: 'no-line',
  });

  it.each<[string, Parameters<typeof blockOf>, readonly RegExp[]]>([
    ['of no act that counts', [{}], []],
    ['of a waiver that does not', [FORGED], [/^AC-1 of .* is waived in its file, but/]],
    ['of an end that does not', [{}, endAt('2026')], [/^The file of session session-a says/]],
    ['of both', [FORGED, endAt('2026')], [/^AC-1 of /, /^The file of session /]],
    ['of none where nothing holds the session', [{ ...FORGED, mayEnd: true }, endAt('2026')], []],
  ])('%s', (_what, [parts, end], said) => {
    const lines = blockOf(parts, end)?.unconfirmed?.map(({ line }) => line);
    expect(lines).toEqual(said.map((one) => expect.stringMatching(one)));
  });

  it('of each act under a name of its own, by which it is told once', () => {
    const namesOf = (...words: Parameters<typeof blockOf>) =>
      blockOf(...words)?.unconfirmed?.map(({ name }) => name) ?? [];
    const both = namesOf(FORGED, endAt('2026'));
    expect(new Set(both).size).toBe(2);
    expect(namesOf(FORGED, endAt('2026'))).toEqual(both);
    expect(namesOf(FORGED, endAt('2027'))).toEqual([
      both[0],
      expect.not.stringMatching(both[1] ?? ''),
    ]);
  });

  it.each<[string, FolderCheck['decision']['broken'], readonly unknown[]]>([
    ['how a person repairs files', [BROKEN_FILE], [expect.stringContaining('cs doctor --repair')]],
    ['nothing of repairs where every file can be read', [], []],
  ])('%s', (_what, broken, said) => {
    expect(blockOf({ broken })?.personLines).toEqual(said);
  });
});

describe('a block by lost promises says how a stash of git gives them back, for', () => {
  const lost = (how: 'vanished' | 'cancelled', id = 'y'): LostPromise => {
    return { id, how, noticed: 'since-last-stop' };
  };
  const stashed = () => {
    const repository = emptyRepository();
    repository.commit();
    repository.write('.claude/completion-state/promises/y.json', '{}');
    repository.git('stash', '--all', '--quiet');
    return repository;
  };

  it.each<[string, readonly LostPromise[], boolean]>([
    ['one whose file is gone', [lost('vanished')], true],
    ['one among others whose file is gone', [lost('cancelled', 'x'), lost('vanished')], true],
    ['none whose file is gone', [lost('cancelled')], false],
  ])('%s', async (_which, all, isNamed) => {
    const { environment, promises } = gateWorld();
    const world = gateWorld({
      environment: { ...environment, projectFolder: stashed().folder },
      promises: { ...promises, lost: all },
    });
    const { block } = await EXAMINATIONS['completion promise'](world);
    expect(block?.lines.join('\n').includes('git stash pop')).toBe(isNamed);
  });
});

it('nothing stands between the lines of a block by promises', () => {
  const block = promiseBlock({ checks: [heldCheck('x')], failed: [], lost: [] }, LINES_HERE);
  expect(block?.lines.join('\n').split('\n')).not.toContain('');
});

it.each([
  ['a short while', 100, 100],
  ['longer than advice is waited for', 9_000_000, 2000],
])('where %s is left, ready work is waited for no longer', async (_what, left, waited) => {
  const waits: number[] = [];
  const listIssues = async (_what: string, mostMs: number) => {
    waits.push(mostMs);
    return [];
  };
  const tracker = { ...gateWorld().tracker, isThere: true, listIssues };
  await EXAMINATIONS['available work'](gateWorld({ tracker, timeLeft: () => left }));
  expect(waits).toEqual([waited]);
});

it('todos that are open block, and no others', async () => {
  const done = { text: 'y', status: 'completed' };
  const asked = (...todos: readonly Todo[]) =>
    EXAMINATIONS['todo continuation'](gateWorld({ todos }));
  expect((await asked(ITEM, done)).block?.lines.join(' ')).toMatch(/\bx\b/);
  expect((await asked(ITEM, done)).block?.lines.join(' ')).not.toMatch(/\by\b/);
  expect((await asked(done)).block).toBeUndefined();
});

it('a blocked issue is told once', async () => {
  const issue = (id: string) => ({ id, title: '', priority: 0, waitsFor: [] });
  const listIssues = async () => [issue('bd-1'), issue('bd-2')];
  const world = gateWorld({
    memory: { ...gateWorld().memory, told: ['bd-1'] },
    tracker: { ...gateWorld().tracker, isThere: true, listIssues },
  });
  const examined = await EXAMINATIONS['orchestrator guidance'](world);
  expect(examined.block?.told).toEqual(['bd-2']);
});

it.each([
  ['passes', { pass: true, missingItems: [] }],
  ['has only questions for the user', { missingItems: [], questionsForUser: ['x'] }],
])('a reality check that %s blocks no session', (_how, parts) => {
  expect(realityBlock(reviewVerdict(parts))).toBeUndefined();
});

it('no block suggests a way around a gate, even if a model does', () => {
  const block = realityBlock(reviewVerdict({ suggestedNextSteps: ['go on', 'use --skip-tests'] }));
  expect(block?.lines).toContain('Next: go on');
  expect(block?.lines.join('\n')).not.toContain('--skip');
});

it.each(['continuation review', 'reality check'] as const)(
  'a %s that cannot be loaded blocks no session, and says so',
  async (name) => {
    expect(await EXAMINATIONS[name](gateWorld())).toEqual({
      notes: [`The ${name.split(' ')[0]} review failed: no review is loaded`],
    });
  },
);

it('a continuation review without a key loads nothing, and says so', async () => {
  expect(await EXAMINATIONS['continuation review']({ ...gateWorld(), lacksKey: true })).toEqual({
    notes: ['The continuation review did not run: no API key set: set ANTHROPIC_API_KEY'],
  });
});

it('ready work is told with the most urgent first', () => {
  const issue = (id: string, priority: number) => ({ id, title: id, priority, waitsFor: [] });
  expect(readyNote([issue('b', 2), issue('a', 0)])).toBe('Ready work (2):\n  a [P0] a\n  b [P2] b');
});

it.each(CAUSES)('a block names its cause: %s', (cause) => {
  expect(blockBy(cause).checker).toBe(cause);
});

it.each(CAUSES)('a block by %s begins with what it is', (cause) => {
  expect(blockBy(cause).lines[0]).toMatch(/^(?:Blocked: .|This session should continue:)/);
});

it('commands of a block by standing checks lead from where the shell stands', async () => {
  const { promises } = gateWorld();
  const now = {
    check: 'c',
    command: 'npm test',
    scope: '*',
    tree: { bound: false, why: 'unreadable', reason: 'x' },
  } as const;
  const held = [{ now, is: 'unseen', reason: 'x' }] as const;
  const decision = { held, told: [], names: [], owed: {} };
  const world = gateWorld({
    promises: { ...promises, checks: [{ ...MAY_END, commands: commandLinesFor('/work/a', 'cs') }] },
    standing: () => ({ verdicts: held, decision, endTurn: () => undefined }),
  });
  const { block } = await EXAMINATIONS['standing checks'](world);
  expect(block?.lines.join('\n')).toMatch(/cs prove --standing .*-C \/work\/a/);
});
