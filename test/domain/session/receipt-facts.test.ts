import { describe, expect, it } from 'vitest';
import { receiptsOf, receiverOf } from '../../../src/domain/session/receipt-facts.ts';
import { NOW, PROMISE_ID, promiseValue } from '../../rig/values/domain-values.ts';
import { criterion, type PromiseParts } from '../../rig/values/promises.ts';

const OWNER = 'session-a';

/** What the user is told of a change from one state of a promise to another; null: there was none before. */
const told = (before: PromiseParts | null, after: PromiseParts) =>
  receiptsOf({
    id: PROMISE_ID,
    before: before === null ? undefined : promiseValue(OWNER, before),
    after: promiseValue(OWNER, after),
  });

const with1 = (parts: PromiseParts): PromiseParts => ({
  acceptance_criteria: [criterion('AC-1', parts)],
});

const UNCHANGED = { skipped: 0, deleted: 0, focused: 0 };

describe('whose user is told', () => {
  it.each<[string, string | null | undefined, string | null, string | undefined]>([
    ['of the owner', 'session-a', 'session-b', 'session-b'],
    ['of the owner of a new promise', undefined, 'session-b', 'session-b'],
    ['of the owner before, where it has none any more', 'session-a', null, 'session-a'],
    ['of nobody, where none ever had it', null, null, undefined],
    ['of nobody, where none has a new promise', undefined, null, undefined],
  ])('%s', (_what, before, after, receiver) => {
    expect(
      receiverOf({
        id: PROMISE_ID,
        before: before === undefined ? undefined : promiseValue(before),
        after: promiseValue(after),
      }),
    ).toBe(receiver);
  });
});

describe('a criterion that was proved', () => {
  const proof = {
    source: 'checks',
    tree: 't1',
    results: [{ name: 'command_npm test' }, { name: 'command_other' }],
    tests_run: 7,
    tests: { skipped: 1, deleted: 2, focused: 3 },
  };
  const fact = {
    what: 'proved',
    name: `proved:${PROMISE_ID}:AC-1`,
    subject: 'npm test',
    source: 'checks',
    only: undefined,
    ran: 7,
    tests: { skipped: 1, deleted: 2, focused: 3 },
  };

  it.each<[string, PromiseParts, object]>([
    ['whole', {}, {}],
    ['of files alone', { inputs: ['src'], files: ['a.ts'] }, { only: ['src', 'a.ts'] }],
    ['by a command that was chosen', { source: 'self-chosen' }, { source: 'self-chosen' }],
    ['by what names no check', { results: [] }, { subject: 'AC-1' }],
    ['by what has no results', { results: 'npm test' }, { subject: 'AC-1' }],
    ['by a result that is none', { results: [7, { name: 'command_b' }] }, { subject: 'b' }],
    ['by a result of no name', { results: [{ name: 7 }] }, { subject: 'AC-1' }],
    ['where the number of tests is not known', { tests_run: undefined }, { ran: undefined }],
    ['where the number of tests is none', { tests_run: '7' }, { ran: undefined }],
    ['where no test changed', { tests: undefined }, { tests: UNCHANGED }],
    ['that did not fail since', { failed_at: null }, {}],
  ])('is told: %s', (_what, parts, expected) => {
    expect(told({}, with1({ proof: { ...proof, ...parts } }))).toEqual([{ ...fact, ...expected }]);
  });

  it.each<[string, PromiseParts | null, PromiseParts, boolean]>([
    ['of a new promise', null, { proof }, true],
    ['of a new criterion', { acceptance_criteria: [] }, { proof }, true],
    ['anew', with1({ proof: { ...proof, tree: 't0' } }), { proof }, true],
    [
      'beside another one',
      { acceptance_criteria: [criterion('AC-2', { proof })] },
      { proof },
      true,
    ],
    ['before', with1({ proof }), { proof, status: 'met' }, false],
    ['and failed', {}, { proof: { ...proof, failed_at: NOW } }, false],
    ['by nothing', {}, { proof: null }, false],
  ])('is told once: %s', (_what, before, parts, isTold) => {
    expect(told(before, with1(parts)).map(({ what }) => what)).toEqual(isTold ? ['proved'] : []);
  });
});

describe('a promise that was verified', () => {
  const closed = { status: 'verified', acceptance_criteria: [] };
  const fact = {
    what: 'verified',
    name: `verified:${PROMISE_ID}`,
    title: `Title of ${PROMISE_ID}`,
    isPartial: false,
    isUnjudged: false,
    tests: UNCHANGED,
  };
  const skipped = (gate: string) => ({
    what: 'skipped',
    name: `skipped:${PROMISE_ID}:${gate}`,
    title: fact.title,
    gate,
  });
  const answered = (id: string) => ({
    what: 'answered',
    name: `answered:${PROMISE_ID}:${id}`,
    criterion: id,
  });

  it.each<[string, PromiseParts | null, object, readonly object[]]>([
    ['by nothing that is kept', null, {}, []],
    ['by gates that are none', { gates: ['passed'] }, {}, []],
    ['through its gates', { gates: { validation: 'passed', judge: 'passed' } }, {}, []],
    ['in part', { gates: { validation: 'partial' } }, { isPartial: true }, []],
    ['without a judge', { gates: { judge: 'unavailable' } }, { isUnjudged: true }, []],
    ['past one gate', { gates: { validation: 'skipped' } }, {}, [skipped('validation')]],
    [
      'past both gates',
      { gates: { validation: 'skipped', judge: 'skipped' } },
      {},
      [skipped('validation'), skipped('judge')],
    ],
    ['with other tests', { tests: { skipped: 1 } }, { tests: { ...UNCHANGED, skipped: 1 } }, []],
    [
      'by answers of its own session',
      { self_validated: ['AC-1', 7, 'AC-2'] },
      {},
      [answered('AC-1'), answered('AC-2')],
    ],
  ])('is told: %s', (_what, verification, expected, more) => {
    expect(told({}, { ...closed, verification })).toEqual([{ ...fact, ...expected }, ...more]);
  });

  it.each<[string, PromiseParts | null, PromiseParts, number]>([
    ['at once', null, closed, 1],
    ['before', closed, closed, 0],
    ['and opened again', closed, { acceptance_criteria: [] }, 0],
    ['not', {}, { acceptance_criteria: [] }, 0],
  ])('is told once: %s', (_what, before, after, count) => {
    expect(told(before, after)).toHaveLength(count);
  });
});

describe('what a person let stand', () => {
  const waived = { by: 'person', at: NOW, reason: 'not now' };
  const unconfirmed = { ...waived, unconfirmed: 'unnamed' };
  const accepted = (...digests: readonly string[]): PromiseParts => ({
    accepted: digests.map((digest) => ({ digest, by: 'person', at: NOW, reason: 'fine' })),
  });
  const waiver = {
    what: 'waived',
    name: `waived:${PROMISE_ID}:AC-1`,
    criterion: 'AC-1',
    reason: 'not now',
  };
  const acceptance = (finding: string) => ({
    what: 'accepted',
    name: `accepted:${PROMISE_ID}:${finding}`,
    finding,
    by: 'person',
  });

  it.each<[string, PromiseParts | null, PromiseParts, readonly object[]]>([
    ['a criterion', {}, with1({ waived }), [waiver]],
    ['a criterion of a new promise', null, with1({ waived }), [waiver]],
    ['a criterion, before', with1({ waived }), with1({ waived }), []],
    [
      'a criterion, where it did not count before',
      with1({ waived: unconfirmed }),
      with1({ waived }),
      [waiver],
    ],
    ['a criterion, where it does not count', {}, with1({ waived: unconfirmed }), []],
    ['no criterion', {}, with1({ waived: null }), []],
    ['a finding', {}, accepted('f1'), [acceptance('f1')]],
    ['a finding of a new promise', null, accepted('f1'), [acceptance('f1')]],
    ['one more finding', accepted('f1'), accepted('f1', 'f2'), [acceptance('f2')]],
    ['a finding, before', accepted('f1'), accepted('f1'), []],
    ['no finding any more', accepted('f1'), { accepted: null }, []],
  ])('is told once: %s', (_what, before, after, facts) => {
    expect(told(before, after)).toEqual(facts);
  });
});
