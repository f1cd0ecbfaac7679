import { describe, expect, it } from 'vitest';
import type { TamperingLook } from '../../src/checks/tampering/looking.ts';
import type { TamperingFinding } from '../../src/domain/promise/tampering.ts';
import {
  findingsIn,
  judgedFindings,
  tamperedFault,
  tamperingPassage,
} from '../../src/gates/tampering.ts';
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

const lookAt = (...digests: readonly string[]): TamperingLook => ({
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
    ['nobody looked', undefined, [], [], undefined, undefined],
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
