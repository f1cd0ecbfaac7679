import { afterEach, describe, expect, it, vi } from 'vitest';
import { reasonDigest } from '../../src/domain/session/gate-memory.ts';
import type { WaitBar, Waiting } from '../../src/domain/session/waiting.ts';
import { claudeCode } from '../../src/hosts/claude-code/host.ts';
import { codex } from '../../src/hosts/codex/host.ts';
import { cursor } from '../../src/hosts/cursor/host.ts';
import { opencode } from '../../src/hosts/opencode/host.ts';
import { waysOut } from '../../src/report/let-through-text.ts';
import { defaultConfiguration } from '../../src/settings/loading.ts';
import type { FolderCheck } from '../../src/stop-gate/promises-at-stop.ts';
import { questionsOf } from '../../src/stop-gate/questions.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';
import { NO_MEMORY, namedPromise, PROMISE_ID } from '../rig/values/domain-values.ts';
import { gateWorld, heldCheck, MAY_END, OWNER } from '../rig/values/gate-values.ts';
import { userLine } from '../rig/values/transcripts.ts';

afterEach(() => vi.unstubAllEnvs());

const { payload, promises, stopper } = gateWorld();

it.each<[string, string | undefined, string]>([
  ['begins with what it says first', '\n  \n # Plan\nStep 1', '# Plan'],
  ['may say nothing', '\n', ''],
  ['may not be told', undefined, ''],
])('a plan that a session shows %s', (_how, lastMessage, plan) => {
  const world = gateWorld({ payload: { ...payload, isPlanning: true, lastMessage } });
  expect(questionsOf(world)?.plan).toBe(plan);
});

const HELD = heldCheck('x');
const decided = (parts: Partial<FolderCheck['decision']>): FolderCheck => ({
  ...HELD,
  decision: { ...HELD.decision, ...parts },
});

const REJECTED = decided({ rejected: [namedPromise(PROMISE_ID, OWNER)] });
const BROKEN = decided({ broken: [{ path: 'x.json', reason: 'x' }] });
const UNREAD: FolderCheck = {
  ...HELD,
  unread: { kind: 'broken-file', file: { path: 'x', reason: 'x' } },
};

it.each<[string, FolderCheck, WaitBar | undefined]>([
  ['nothing that is merely open', HELD, undefined],
  ["a judge's FAIL", REJECTED, 'rejected'],
  ['a file that cannot be read', BROKEN, 'unread'],
  ['settings that cannot be read', UNREAD, 'unread'],
])('what bars a question in any one folder: %s', (_what, check, bar) => {
  for (const checks of [[check], [MAY_END, check], [check, MAY_END]]) {
    expect(questionsOf(gateWorld({ promises: { ...promises, checks } }))?.bar).toBe(bar);
  }
});

it('a promise that is lost bars a question', () => {
  const lost = [{ id: 'y', how: 'vanished', noticed: 'since-last-stop' }] as const;
  expect(questionsOf(gateWorld({ promises: { ...promises, lost } }))?.bar).toBe('lost');
});

describe('that nobody is there to answer', () => {
  const usual = defaultConfiguration();
  const asking = (ask: typeof usual.stopGate.ask) => ({
    configuration: { ...usual, stopGate: { ...usual.stopGate, ask } },
  });

  it.each<[string, typeof usual.stopGate.ask, string, WaitBar | undefined]>([
    ['bars a question', 'block', '0', 'unattended'],
    ['does not where somebody is', 'block', '1', undefined],
    ['does not where questions are let through all the same', 'rest', '0', undefined],
  ])('%s', (_what, ask, attended, bar) => {
    vi.stubEnv('CLAUDE_CODE_SESSION_ATTENDED', attended);
    expect(questionsOf(gateWorld(asking(ask)))?.bar).toBe(bar);
  });
});

it('a subagent has no question: it answers to its session', () => {
  expect(questionsOf(gateWorld({ stopper: { ...stopper, isSubagent: true } }))).toBeUndefined();
});

it.each([
  ['nothing where the user sees messages', claudeCode, []],
  [
    'how a session ends, where that one sees none at a block',
    codex,
    [waysOut(OWNER, [LINES_HERE])],
  ],
  ['the same where that one sees none at all', cursor, [waysOut(OWNER, [LINES_HERE])]],
  ['the same where that one sees them for a moment', opencode, [waysOut(OWNER, [LINES_HERE])]],
])('the agent is told for its user %s', (_what, host, said) => {
  expect(questionsOf(gateWorld({ host }))?.forUser).toEqual(
    said.map((one) => `For the user: ${one}`),
  );
});

describe('a question is answered', () => {
  const ASKED: Waiting = {
    question: 'Which?',
    needs: 'decision',
    at: '2026-03-01T12:00:00Z',
    kind: 'asked',
    used: false,
  };
  const [before, after] = ['2026-03-01T11:59:59Z', '2026-03-01T12:00:01Z'];

  it.each<[string, string, string, boolean]>([
    ['by a prompt that follows it', 'SQLite', after, true],
    ['by none before it', 'SQLite', before, false],
    ["by none that is the gate's own reason", 'Blocked: todos', after, false],
  ])('%s', (_how, prompt, timestamp, isAnswered) => {
    const end = Buffer.from(`${userLine(prompt, { timestamp })}\n`);
    const world = gateWorld({
      tail: { path: 'transcript', size: end.length, end },
      memory: { ...NO_MEMORY, reason: reasonDigest('Blocked: todos') },
    });
    expect(questionsOf(world)?.isAnswered(ASKED)).toBe(isAnswered);
  });
});
