import { describe, expect, it } from 'vitest';
import type { ClosingFacts } from '../../../src/domain/closing/facts.ts';
import { examined } from '../../../src/domain/closing/gates/examined.ts';
import { tampering } from '../../../src/domain/closing/gates/tampering.ts';
import { judgedFindings } from '../../../src/domain/closing/tampering.ts';
import { NO_TIER_ONE } from '../../../src/domain/closing/tier-one.ts';
import type { CompletionPromise } from '../../../src/domain/promise/promise.ts';
import type {
  TamperingFinding,
  TamperingLook,
  TamperingSetting,
} from '../../../src/domain/promise/tampering.ts';
import { closingFacts, judgeRunValue } from '../../rig/values/closing-values.ts';
import { PROMISE_ID, promiseValue } from '../../rig/values/domain-values.ts';

const finding = (digest: string): TamperingFinding => ({
  kind: 'test-skipped',
  path: 'a.test.js',
  line: 3,
  detail: 'd',
  before: 'secret',
  after: '',
  digest,
});

type Examined = Extract<TamperingLook, { examined: true }>;

const lookAt = (...digests: readonly string[]): Examined => ({
  examined: true,
  base: 'c',
  findings: digests.map(finding),
  named: [finding('named')],
  notes: [],
});

const UNEXAMINED: TamperingLook = { examined: false, reason: 'no git' };

const accepted = (...digests: readonly string[]) =>
  promiseValue('session-a', {
    accepted: digests.map((digest) => ({ digest, by: 'person', at: 'x', reason: 'r' })),
  });

/** The facts of a close after this look, at which a judge passed some findings. */
function facts(
  setting: TamperingSetting,
  promise: CompletionPromise,
  look: TamperingLook | undefined,
  passed: readonly string[] = [],
): ClosingFacts {
  const tierOne = look === undefined ? NO_TIER_ONE : { ...NO_TIER_ONE, tampering: look };
  const judged = judgeRunValue({ tampering: passed });
  return closingFacts(promise, { tampering: setting }, { tierOne, judged });
}

const faultIn = (decided: ReturnType<typeof tampering>) =>
  decided.ok ? undefined : decided.failure;

describe('a close', () => {
  it.each<
    [
      what: string,
      look: TamperingLook | undefined,
      lifted: readonly string[],
      passed: readonly string[],
      open: readonly string[] | undefined,
      passage: string | undefined,
    ]
  >([
    ['not examined', undefined, [], [], undefined, undefined],
    ['nothing was examined', UNEXAMINED, [], [], undefined, 'not-examined'],
    ['nothing was found, but in what was brought in', lookAt(), [], [], undefined, 'none'],
    ['something was found', lookAt('a', 'b'), [], [], ['a', 'b'], 'warned'],
    ['some of it was accepted', lookAt('a', 'b'), ['a'], [], ['b'], 'warned'],
    ['all of it was', lookAt('a', 'b'), ['b', 'a'], [], undefined, 'accepted'],
    ['a judge just passed it', lookAt('a', 'b'), [], ['a', 'b'], undefined, 'accepted'],
    ['a judge and others did', lookAt('a', 'b'), ['a'], ['b'], undefined, 'accepted'],
    ['what was accepted is not what was found', lookAt('a'), ['b'], ['c'], ['a'], 'warned'],
  ])('%s', (_what, look, lifted, passed, open, passage) => {
    const promise = accepted(...lifted);
    expect(faultIn(tampering(facts('block', promise, look, passed)))).toEqual(
      open && {
        kind: 'tampered',
        id: PROMISE_ID,
        findings: open.map((digest) => ({ digest, path: 'a.test.js', line: 3, detail: 'd' })),
      },
    );
    expect(tampering(facts('warn', promise, look, passed))).toEqual({
      ok: true,
      value: passage === undefined ? {} : { tampering: passage },
    });
  });
});

describe('a look that says nothing of the change', () => {
  const at = 'c'.repeat(40);
  const lost = 'git no longer has commit cccccccccccc, at which the promise was created';
  const since = (base: string): TamperingLook => ({ ...lookAt(), base });

  it.each<[string, string | null | undefined, TamperingLook | undefined, string | undefined]>([
    ['not examined', at, undefined, undefined],
    ['it begins at the commit of the promise', at, since(at), undefined],
    ['the promise has a part of the commit', at.slice(0, 7), since(at), undefined],
    ['the commit is gone', at, since('d'.repeat(40)), lost],
    ['the commit is gone, and there is no other', at, since(''), lost],
    ['git is gone', at, UNEXAMINED, 'no git'],
    ['git is gone, which had no commit', null, UNEXAMINED, 'no git'],
    ['git had no commit', null, since(''), undefined],
    ['it was made outside of git', undefined, UNEXAMINED, undefined],
    ['it was made outside of git, and is inside now', undefined, since(at), undefined],
  ])('%s', (_what, base_commit, look, reason) => {
    const promise = promiseValue('session-a', base_commit === undefined ? {} : { base_commit });
    const fault = faultIn(examined(facts('block', promise, look)));
    expect(fault).toEqual(reason && { kind: 'tampering-unexamined', id: PROMISE_ID, reason });
    expect(examined(facts('warn', promise, look)).ok).toBe(true);
  });
});

describe('the stricter of the setting in force and that of the making counts', () => {
  it.each<[kept: unknown, now: TamperingSetting, isShut: boolean]>([
    [{ 'gates.tampering': 'block' }, 'warn', true],
    [{ 'gates.tampering': 'warn' }, 'block', true],
    [{ 'gates.tampering': 'warn' }, 'warn', false],
    [{ 'gates.tampering': 'block' }, 'switched-off', true],
    [{ 'gates.tampering': 'other' }, 'warn', false],
    [{}, 'warn', false],
    [undefined, 'warn', false],
    ['block', 'warn', false],
  ])('%j and %s', (settings, setting, isShut) => {
    const kept = settings === undefined ? {} : { settings };
    const promise = promiseValue('session-a', { ...kept, base_commit: 'c'.repeat(40) });
    expect(tampering(facts(setting, promise, lookAt('a'))).ok).toBe(!isShut);
    expect(examined(facts(setting, promise, UNEXAMINED)).ok).toBe(!isShut);
  });
});

describe('a judge', () => {
  const many = Array.from({ length: 30 }, (_, index) => `f${index}`);

  it.each<[string, TamperingLook | undefined, readonly string[]]>([
    ['sees nothing where nobody looked', undefined, []],
    ['sees nothing where nothing was examined', UNEXAMINED, []],
    ['sees what nobody accepted first', lookAt('a', 'b', 'c'), ['b', 'c', 'a']],
    ['sees 20 at the most', lookAt(...many), many.slice(0, 20)],
  ])('%s', (_what, look, seen) => {
    expect(judgedFindings(accepted('a'), look).map(({ digest }) => digest)).toEqual(seen);
  });
});

describe('where tests that run no more hold a close, and no others', () => {
  it.each<[kind: string, isShut: boolean]>([
    ['test-deleted', true],
    ['test-skipped', true],
    ['test-focused', true],
    ['run-neutered', true],
    ['assertion-weakened', false],
    ['expected-value-edited', false],
  ])('%s', (kind, isShut) => {
    const promise = promiseValue('session-a', { base_commit: 'c'.repeat(40) });
    const other = { ...finding('b'), kind: 'assertion-removed' };
    const look: Examined = { ...lookAt(), findings: [other, { ...finding('a'), kind }] };
    const fault = faultIn(tampering(facts('switched-off', promise, look)));
    const held = { digest: 'a', path: 'a.test.js', line: 3, detail: 'd' };
    expect(fault).toEqual(
      isShut ? { kind: 'tampered', id: PROMISE_ID, findings: [held] } : undefined,
    );
  });

  it('it has to be told whether there are any', () => {
    const promise = promiseValue('session-a', { base_commit: 'c'.repeat(40) });
    expect(examined(facts('switched-off', promise, UNEXAMINED)).ok).toBe(false);
  });
});
