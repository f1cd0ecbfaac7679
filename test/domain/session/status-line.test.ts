import { describe, expect, it } from 'vitest';
import type { NamedPromise } from '../../../src/domain/promise/promise.ts';
import { type StatusLineFacts, statusLine } from '../../../src/domain/session/status-line.ts';
import { decideCheck } from '../../../src/domain/standing/stop-check.ts';
import { statusLineText } from '../../../src/report/status-line-text.ts';
import { checkFacts, namedPromise, sessionValue } from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';
import { STATES, treeIs } from '../../rig/values/proof-values.ts';

const ME = 'session-a';
const SESSION = sessionValue(ME, 'session-of-the-hook');

/** One criterion after so many failed checks in a row. */
const failed = (id: string, times = 1): PromiseParts =>
  criterion(id, { attempts: Array(times).fill({ by: 'cs prove', verdict: 'FAIL' }) });
const rejection = (...ids: readonly string[]) => ({
  judgments: [{ status: 'success', verdict: 'FAIL', failed: ids }],
});

/** A promise by its number, with these criteria. */
function mine(
  number: number,
  criteria: readonly PromiseParts[],
  parts: PromiseParts = {},
): NamedPromise {
  return namedPromise(`promise-${number}`, ME, { acceptance_criteria: criteria, ...parts });
}

/** The line of a session that has these promises, and sees the tree `now`. */
function lineOf(promises: readonly NamedPromise[], parts: Partial<StatusLineFacts> = {}): string {
  const facts = { ...checkFacts(SESSION, promises), takeTree: treeIs('now') };
  const folder = { promises, decision: decideCheck(facts) };
  return statusLineText(
    statusLine({
      session: SESSION,
      folders: [folder],
      lost: 0,
      isWaiting: false,
      isLetGo: false,
      ...parts,
    }),
  );
}

const MET = metCriterion('AC-1');
const OPEN = criterion('AC-2');

describe('the line of one promise', () => {
  it.each<[string, NamedPromise, string]>([
    ['in progress', mine(1, [MET, OPEN, criterion('AC-3')]), '1/3'],
    ['without criteria', mine(1, []), '0/0 · not verified'],
    ['marked met without evidence', mine(1, [metCriterion('AC-1', { evidence: '' }), MET]), '1/2'],
    [
      'marked met without evidence, not started',
      mine(1, [metCriterion('AC-1', { evidence: '' }), MET], { status: 'pending' }),
      '1/2 · not started',
    ],
    ['that is not started', mine(1, [MET, OPEN], { status: 'pending' }), '1/2 · not started'],
    ['whose check failed', mine(1, [MET, failed('AC-2')]), '1/2 · AC-2 failed'],
    [
      'whose check failed and then passed',
      mine(1, [
        MET,
        criterion('AC-2', {
          attempts: [
            { by: 'cs prove', verdict: 'FAIL' },
            { by: 'cs prove', verdict: 'PASS' },
          ],
        }),
      ]),
      '1/2',
    ],
    [
      'that a validator failed although it is met',
      mine(1, [metCriterion('AC-1', { attempts: [{ by: 'a reviewer', verdict: 'FAIL' }] })]),
      '1/1 · AC-1 failed',
    ],
    ['that failed too often', mine(1, [MET, failed('AC-2', 9)]), '1/2 · AC-2 needs human review'],
    ['that is proved', mine(1, [metCriterion('AC-1', STATES.proved)]), '1/1 · not verified'],
    [
      'whose proof is stale',
      mine(1, [metCriterion('AC-1', STATES.stale), OPEN]),
      '0/2 · AC-1 proof is stale',
    ],
    ['whose checks never ran', mine(1, [metCriterion('AC-1', STATES.unproved)]), '0/1'],
    ['that is met', mine(1, [MET]), '1/1 · not verified'],
    [
      'with a criterion that a person waived',
      mine(1, [MET, criterion('AC-2', { waived: { by: 'person', at: '', reason: 'no' } })]),
      '1/1 · not verified',
    ],
    [
      'that a judge rejected',
      mine(1, [MET, OPEN], rejection('AC-1')),
      '1/2 · AC-1 rejected by the judge',
    ],
    [
      'that a judge rejected as a whole',
      mine(1, [MET], rejection()),
      '1/1 · rejected by the judge',
    ],
    ['that still is to be judged', mine(1, [MET], { tier: 2 }), '0/1 · AC-1 not judged'],
    [
      'of a status that is not known',
      mine(1, [OPEN], { status: 'on-hold' }),
      '0/1 · of unknown status',
    ],
    ['that has ended', mine(1, [MET], { status: 'verified' }), ''],
    ['of another session', namedPromise('promise-1', 'another', {}), ''],
    ['of nobody', namedPromise('promise-1', null, {}), ''],
    [
      'whose criterion has a hostile id',
      mine(1, [failed('AC\u001b[31m\nred and long as a page')]),
      '0/1 · AC\\x1b[31m red and … failed',
    ],
  ])('%s', (_what, promise, line) => {
    expect(lineOf([promise])).toBe(line);
  });
});

describe('the line of several', () => {
  it('is of the one that needs most, and counts the others', () => {
    const fine = mine(1, [MET]);
    const open = mine(2, [MET, OPEN]);
    const bad = mine(3, [failed('AC-1')]);
    expect(lineOf([fine, open])).toBe('1/2 · +1 more');
    expect(lineOf([fine, open, bad])).toBe('0/1 · AC-1 failed · +2 more');
    expect(lineOf([bad, open, mine(4, [MET], rejection('AC-1'))])).toBe(
      '1/1 · AC-1 rejected by the judge · +2 more',
    );
  });

  it('takes those of all folders together', () => {
    const folderOf = (promise: NamedPromise) => ({
      promises: [promise],
      decision: decideCheck(checkFacts(SESSION, [promise])),
    });
    const folders = [folderOf(mine(1, [OPEN])), folderOf(mine(2, [failed('AC-1')]))];
    expect(lineOf([], { folders })).toBe('0/1 · AC-1 failed · +1 more');
  });
});

describe('the line says besides', () => {
  const open = mine(1, [MET, OPEN]);
  const broken = [{ path: '/promises/promise-2.json', reason: 'it is empty' }];
  const unread = { promises: [], decision: decideCheck(checkFacts(SESSION, [], broken)) };

  it.each<[string, readonly NamedPromise[], Partial<StatusLineFacts>, string]>([
    ['nothing, where nothing is promised', [], {}, ''],
    ['that the session waits', [open], { isWaiting: true }, '1/2 · waiting for you'],
    ['that it was let go', [open], { isLetGo: true }, '1/2 · capped: not complete'],
    ['nothing of that once all is met', [mine(1, [MET])], { isLetGo: true }, '1/1 · not verified'],
    ['what was lost', [open], { lost: 2 }, '1/2 · 2 changed from outside'],
    ['what was lost where nothing is left', [], { lost: 1 }, '1 changed from outside'],
    ['that files cannot be read', [], { folders: [unread] }, 'state unreadable'],
  ])('%s', (_what, promises, parts, line) => {
    expect(lineOf(promises, parts)).toBe(line);
  });
});
