import { describe, expect, it } from 'vitest';
import type { TamperingFinding } from '../../src/domain/promise/tampering.ts';
import {
  findingsIn,
  judgedFindings,
  tamperedFault,
  tamperingPassage,
  unexaminedFault,
} from '../../src/gates/tampering.ts';
import type { TamperingLook } from '../../src/tampering/looking.ts';
import { promiseValue } from '../rig/values/domain-values.ts';

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
  changedTests: [],
});

const UNEXAMINED: TamperingLook = { examined: false, reason: 'no git' };

const accepted = (...digests: readonly string[]) =>
  promiseValue('session-a', {
    accepted: digests.map((digest) => ({ digest, by: 'person', at: 'x', reason: 'r' })),
  });

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
    const block = tamperedFault({ id: 'p', tampering: 'block' }, promise, look, passed);
    expect(block).toEqual(
      open && {
        kind: 'tampered',
        id: 'p',
        findings: open.map((digest) => ({ digest, path: 'a.test.js', line: 3, detail: 'd' })),
      },
    );
    expect(tamperedFault({ id: 'p', tampering: 'warn' }, promise, look, passed)).toBeUndefined();
    expect(tamperingPassage(promise, look, passed).tampering).toBe(passage);
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
    const fault = unexaminedFault({ id: 'p', tampering: 'block' }, promise, look);
    expect(fault).toEqual(reason && { kind: 'tampering-unexamined', id: 'p', reason });
    expect(unexaminedFault({ id: 'p', tampering: 'warn' }, promise, look)).toBeUndefined();
  });
});

describe('the stricter of the setting in force and that of the making counts', () => {
  it.each<[kept: unknown, now: 'warn' | 'block', isShut: boolean]>([
    [{ 'gates.tampering': 'block' }, 'warn', true],
    [{ 'gates.tampering': 'warn' }, 'block', true],
    [{ 'gates.tampering': 'warn' }, 'warn', false],
    [{ 'gates.tampering': 'other' }, 'warn', false],
    [{}, 'warn', false],
    [undefined, 'warn', false],
    ['block', 'warn', false],
  ])('%j and %s', (settings, tampering, isShut) => {
    const kept = settings === undefined ? {} : { settings };
    const promise = promiseValue('session-a', { ...kept, base_commit: 'c'.repeat(40) });
    const gate = { id: 'p', tampering };
    expect(tamperedFault(gate, promise, lookAt('a'), []) !== undefined).toBe(isShut);
    expect(unexaminedFault(gate, promise, UNEXAMINED) !== undefined).toBe(isShut);
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

it('what a merge or a pull brought is no finding that counts', () => {
  expect(findingsIn(lookAt())).toEqual([]);
});
