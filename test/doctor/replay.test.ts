import { expect, it } from 'vitest';
import { replay } from '../../src/doctor/rows/replay.ts';
import type { HookOutcome, Situation } from '../../src/domain/host/hook-trial.ts';
import type { HookPlace } from '../../src/domain/host/hooks-in-force.ts';
import { placedHook } from '../rig/values/examined.ts';
import { knownHost } from '../rig/values/hook-writings.ts';

/** What is said of a stop hook of Claude Code that was tried. */
function tried(
  expects: Situation['expects'],
  { place = 'user', ...outcome }: Partial<HookOutcome> & { readonly place?: HookPlace },
) {
  const [said] = replay.judge([
    {
      known: knownHost('claude-code'),
      hook: placedHook('claude-code', { place }),
      occasion: 'stop',
      situation: { words: 'a case', expects, owner: 'nobody' },
      variables: {},
      outcome: {
        code: 0,
        ended: 'it was ended',
        stdout: '',
        stderr: '',
        durationMs: 7,
        ...outcome,
      },
    },
  ]);
  return said;
}

const BLOCK = '{"decision":"block","reason":"open"}';

it.each<[Situation['expects'], Partial<HookOutcome>, string]>([
  ['block', { stdout: BLOCK }, 'it blocks'],
  ['block', { code: 2, stderr: 'why' }, 'it blocks'],
  ['block', { code: 2, stdout: 'a whole report' }, 'it blocks without a reason'],
  ['block', { stdout: '{"decision":"block"}' }, 'it blocks without a reason'],
  ['block', { stdout: `x${BLOCK}` }, `its stdout is not exactly one JSON object (x${BLOCK})`],
  ['block', { stderr: 'why' }, 'it let the session end (why)'],
  ['block', { code: 1, stderr: 'why' }, 'it exited with 1 (why)'],
  ['block', { code: undefined, stdout: BLOCK, stderr: 'why' }, 'it was ended (why)'],
  [
    'block',
    { code: 2, stderr: 'the stop gate (completion-promise) is not installed' },
    'it does not find completion-promise',
  ],
  ['pass', {}, 'it lets the session end'],
  ['pass', { stdout: '{"systemMessage":"x"}', stderr: 'a note' }, 'it lets the session end'],
  ['pass', { stdout: '[]' }, 'its stdout is not exactly one JSON object ([])'],
  ['pass', { code: 2, stderr: 'no' }, 'it always blocks (no)'],
  ['answer', { stdout: '{"hookSpecificOutput":{}}' }, 'it answers correctly'],
  ['answer', { stdout: 'text' }, 'its stdout is not exactly one JSON object (text)'],
  ['answer', { code: 2, stderr: 'no' }, 'it always blocks (no)'],
])('where a hook is to %s, %j: %s', (expects, outcome, detail) => {
  const isWell = /^it (?:blocks|lets the session end|answers correctly)$/.test(detail);
  expect(tried(expects, outcome)).toMatchObject({
    check: 'replay',
    status: isWell ? 'ok' : 'fail',
    detail: `Stop: a case: ${detail}`,
    durationMs: 7,
  });
});

it.each<[HookPlace, string]>([
  ['local', 'cs hooks install'],
  ['user', 'cs hooks install --user'],
  ['plugin', 'claude plugin update completion-promise'],
  ['managed', 'Ask the administrators'],
])('a hook in %s settings is written anew there', (place, advice) => {
  const said = JSON.stringify(tried('pass', { code: 1, place })?.advice);
  expect(said).toContain(advice);
  expect(said.includes('hooks install')).toBe(advice.startsWith('cs'));
});
