import { expect, it } from 'vitest';
import type { WaitBar } from '../../src/domain/session/waiting.ts';
import type { FolderCheck } from '../../src/stop-gate/promises-at-stop.ts';
import { questionsOf } from '../../src/stop-gate/questions.ts';
import { namedPromise, PROMISE_ID } from '../rig/values/domain-values.ts';
import { gateWorld, heldCheck, MAY_END, OWNER } from '../rig/values/gate-values.ts';

const { payload, promises } = gateWorld();

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
