import { describe, expect, it } from 'vitest';
import {
  acceptedDigests,
  acceptFindings,
  expectedAcceptance,
  isOwnWork,
  unacceptedOf,
} from '../../../src/domain/promise/acceptance.ts';
import { digestsNamed, findingName } from '../../../src/domain/promise/finding-name.ts';
import type { Acceptance, JudgmentRecord } from '../../../src/domain/promise/promise.ts';
import type { TamperingFinding } from '../../../src/domain/promise/tampering.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';

const OWNER = 'session-a';

const finding = (digest: string): TamperingFinding => ({
  kind: 'test-skipped',
  path: 'a.test.js',
  line: 1,
  detail: 'd',
  before: '',
  after: '',
  digest,
});

const acceptance = (parts: Partial<Acceptance> = {}): Acceptance => ({
  digest: 'one',
  by: 'session',
  session: 'session-b',
  at: '2026-02-17T10:30:00Z',
  reason: 'r',
  ...parts,
});

const judgment = (parts: object = {}): JudgmentRecord => ({
  status: 'success',
  verdict: 'PASS',
  tampering: ['one'],
  ...parts,
});

describe('whether a finding was accepted', () => {
  it.each<[string, Parameters<typeof promiseValue>[1], boolean]>([
    ['nobody said so', {}, false],
    ['another session did', { accepted: [acceptance()] }, true],
    ['a person did', { accepted: [acceptance({ by: 'person', session: null })] }, true],
    [
      'a person did, in the session whose work it is',
      { accepted: [acceptance({ by: 'person', session: OWNER })] },
      true,
    ],
    ['its own session did', { accepted: [acceptance({ session: OWNER })] }, false],
    ['of another finding', { accepted: [acceptance({ digest: 'two' })] }, false],
    ['the ledger has no line', { accepted: [acceptance({ unconfirmed: 'no-line' })] }, false],
    ['a judge passed it', { judgments: [judgment()] }, true],
    ['a judge failed it', { judgments: [judgment({ verdict: 'FAIL' })] }, false],
    ['a judge could not be had', { judgments: [judgment({ verdict: 'WARN' })] }, false],
    ['a run was discarded', { judgments: [judgment({ status: 'compromised' })] }, false],
    [
      'a judge passed it, of which the ledger has no line',
      { judgments: [judgment({ unconfirmed: 'no-line' })] },
      false,
    ],
    ['a judge saw another', { judgments: [judgment({ tampering: ['two'] })] }, false],
    ['a judge was shown nothing', { judgments: [judgment({ tampering: undefined })] }, false],
  ])('%s', (_what, parts, isAccepted) => {
    const promise = promiseValue(OWNER, parts);
    expect(acceptedDigests(promise).has('one')).toBe(isAccepted);
    expect(unacceptedOf(promise, [finding('one')])).toHaveLength(isAccepted ? 0 : 1);
  });
});

describe('whose work it is', () => {
  it.each<[string, string | null, string, readonly string[], boolean]>([
    ['the owner', OWNER, 'session-c', [OWNER], true],
    ['the owner, by another of its ids', OWNER, 'session-c', ['x', OWNER], true],
    ['who made it, and gave it up', null, OWNER, [OWNER], true],
    ['another session', OWNER, OWNER, ['session-b'], false],
  ])('%s', (_who, owned_by, created_by, ids, isOwn) => {
    const promise = promiseValue(OWNER, { ownership: { owned_by, created_by } });
    expect(isOwnWork(promise, { id: ids[0] ?? '', ids })).toBe(isOwn);
  });
});

describe('accepting findings', () => {
  const WORDS = { by: 'session', at: '2026-02-17T10:30:00Z', reason: 'r', session: 'session-b' };
  const found = [finding('one'), finding('two')];

  it('adds each once, with one event that all of them name', () => {
    const promise = promiseValue(OWNER, { accepted: [acceptance({ digest: 'old' })] });
    const change = acceptFindings('p', promise, ['one', 'two', 'one'], found, WORDS);
    if (!change.ok) throw new Error('refused');
    expect(change.value.event).toEqual({
      event: 'tampering.accepted',
      digests: ['one', 'two'],
      by: 'session',
      reason: 'r',
    });
    const event = { offset: 3, digest: 'd' };
    expect(change.value.naming?.(event).accepted).toEqual([
      acceptance({ digest: 'old' }),
      { digest: 'one', ...WORDS, event },
      { digest: 'two', ...WORDS, event },
    ]);
  });

  it.each<[string, Parameters<typeof promiseValue>[1], readonly string[], object]>([
    ['one that is not there', {}, ['none'], { kind: 'unknown-finding', isAccepted: false }],
    [
      'one that was accepted',
      { accepted: [acceptance()] },
      ['one'],
      { kind: 'unknown-finding', isAccepted: true, known: ['two'] },
    ],
    ['of a promise that ended', { status: 'verified' }, ['one'], { kind: 'wrong-status' }],
  ])('refuses %s', (_what, parts, digests, failure) => {
    const promise = promiseValue(OWNER, parts);
    const change = acceptFindings('p', promise, digests, found, WORDS);
    expect(change).toMatchObject({ ok: false, failure });
  });
});

describe('the line of an acceptance', () => {
  const { holds, ...expected } = expectedAcceptance('p', acceptance());

  it('is of this promise, and by who the file says', () => {
    expect(expected).toEqual({
      event: 'tampering.accepted',
      keys: { promise_id: 'p', by: 'session' },
    });
  });

  it.each<[object, boolean]>([
    [{ digests: ['one'], session_id: 'session-b' }, true],
    [{ digests: ['two', 'one'], session_id: 'session-b' }, true],
    [{ digests: ['two'], session_id: 'session-b' }, false],
    [{ digests: 'one', session_id: 'session-b' }, false],
    [{ digests: ['one'], session_id: OWNER }, false],
    [{ digests: ['one'] }, false],
  ])('%j: %j', (said, isIt) => {
    expect(holds?.({ ...said })).toBe(isIt);
  });
});

describe('a finding is named', () => {
  const digests = ['3f2a9c01d4e5b678', '3f2a9c01ffffffff', '90ab12cd34ef5678'];

  it.each<[text: string, named: readonly string[] | undefined]>([
    ['3f2a9c01d4e5b678', ['3f2a9c01d4e5b678']],
    ['3F2A9C01D', ['3f2a9c01d4e5b678']],
    ['3f2a9c01', ['3f2a9c01d4e5b678', '3f2a9c01ffffffff']],
    ['34ef5678', []],
    ['3f2a9c0', undefined],
    ['3f2a9c01d4e5b6780', undefined],
    ['3f2a9c01 ', undefined],
    ['', undefined],
  ])('by %j', (text, named) => {
    const name = findingName(text);
    expect(name && digestsNamed(name, digests)).toEqual(named);
  });
});
