import { describe, expect, it } from 'vitest';
import { declaredText } from '../../src/checks/kinds.ts';
import type { Failure, ProofStanding } from '../../src/domain/base/failure.ts';
import { decideCheck } from '../../src/domain/standing/stop-check.ts';
import { checkText } from '../../src/report/check-text.ts';
import { listEntry, promiseText } from '../../src/report/promise-text.ts';
import {
  checkFailedWords,
  nothingToProveWords,
  unprovedWords,
  untrustedWords,
} from '../../src/report/proof-failure-text.ts';
import { standingText } from '../../src/report/proof-text.ts';
import { plainStyle } from '../../src/report/style.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';
import { checkFacts, NOW, namedPromise, sessionValue } from '../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../rig/values/promises.ts';
import {
  attemptsOf,
  CHECKS,
  proofParts,
  STATES,
  selfChosen,
  treeIs,
} from '../rig/values/proof-values.ts';

const named = (one: PromiseParts, parts: PromiseParts = {}) =>
  namedPromise('promise-1', 'session-a', { acceptance_criteria: [one], ...parts });
const show = (one: PromiseParts, parts: PromiseParts = {}) =>
  promiseText(named(one, parts), plainStyle, 3, declaredText).split('\n');
const OF_ANOTHER = proofParts({ checkout: '/side' });
const failing = (times: number) => ({
  attempts: attemptsOf(...Array.from({ length: times }, () => 'cs prove: FAIL')),
});

describe('a criterion, shown', () => {
  it.each<[string, PromiseParts, string]>([
    ['its check', { checks: CHECKS }, '      Check command: npm test'],
    [
      'its arguments',
      { checks: [{ kind: 'command', run: ['a', 'b c'] }] },
      '      Check command: a "b c"',
    ],
    [
      'its file',
      { checks: [{ kind: 'file', path: 'a', type: 'json' }] },
      '      Check file: a (json)',
    ],
    [
      'its tool results',
      { checks: [{ kind: 'tool-results', match: 'x' }] },
      '      Check tool results: x',
    ],
    [
      'a check that cannot be read',
      { checks: [{ kind: 'http' }] },
      '      Check http: `kind` is not one of command, file, report, tool-results, ci',
    ],
    ['its proof', STATES.proved, `      Proof: ${NOW}`],
    ['its self-chosen proof', { proof: selfChosen() }, `      Proof (self-chosen): ${NOW}`],
    [
      'a proof that is not bound',
      STATES['not bound'],
      `      Proof: ${NOW}, not bound to the checkout: no repository`,
    ],
    [
      'the checkout of its proof',
      { checks: CHECKS, proof: OF_ANOTHER },
      `      Proof: ${NOW}, in the checkout /side`,
    ],
    ['its last attempt', failing(1), `      Attempt: FAIL by cs prove (${NOW})`],
    ['what that found', failing(1), '        cs prove found'],
    ['how often it failed', failing(2), '      Failed 2 times in a row'],
    [
      'that it is for a person',
      failing(4),
      '      Failed 4 times in a row: needs human review (retries.max)',
    ],
    ['its tier', { tier: 2 }, '  [PENDING] AC-1: What AC-1 asks for [tier 2]'],
    [
      'escapes in a check',
      { checks: [{ kind: 'command', run: '\x1b[2J\nx' }] },
      '      Check command: \\x1b[2J x',
    ],
  ])('%s', (_name, parts, line) => {
    expect(show(criterion('AC-1', parts))).toContain(line);
  });

  it.each<[string, PromiseParts, string]>([
    ['without a check', {}, 'Check'],
    ['without a proof', { checks: CHECKS }, 'Proof'],
    ['that failed once', failing(1), 'in a row'],
  ])('%s: no line of it', (_name, parts, word) => {
    expect(show(criterion('AC-1', parts)).join('\n')).not.toContain(word);
  });

  it.each<[PromiseParts, string]>([
    [failing(0), ''],
    [failing(1), 'last attempt failed: AC-1'],
    [failing(4), 'last attempt failed: AC-1 (needs human review)'],
    [{ attempts: attemptsOf('a: FAIL', 'a: PASS') }, ''],
    [{ checks: CHECKS, proof: OF_ANOTHER }, 'proved in another checkout: AC-1'],
  ])('in a list: %j', (parts, words) => {
    const text = listEntry(named(criterion('AC-1', parts)), plainStyle, 3).join('\n');
    if (words === '') expect(text).not.toMatch(/last attempt|another checkout/);
    else expect(text.endsWith(words)).toBe(true);
  });
});

describe('the check says what is lacking', () => {
  it.each<[string, PromiseParts, string, string]>([
    [
      'no proof',
      metCriterion('AC-1', STATES.unproved),
      '      Open: its checks have not passed',
      'cs prove promise-1',
    ],
    [
      'a stale proof',
      metCriterion('AC-1', STATES.stale),
      '      Open: its proof is stale, changed since',
      'cs prove promise-1',
    ],
    [
      'a stale proof of another checkout',
      metCriterion('AC-1', { checks: CHECKS, proof: proofParts({ checkout: '/side', tree: 'x' }) }),
      '      Open: its proof is stale, changed since (in the checkout /side)',
      'cs prove promise-1',
    ],
    [
      'other checks',
      metCriterion('AC-1', STATES['other checks']),
      '      Open: its checks changed since they passed',
      'cs prove promise-1',
    ],
    [
      'no judge',
      metCriterion('AC-1', { tier: 2 }),
      '      Open: no judge has passed it',
      'cs-verify --judge --promise promise-1',
    ],
    [
      'what the last attempt found',
      criterion('AC-1', failing(1)),
      '      Last attempt: cs prove found',
      'cs-promise --meet promise-1 --ac-id AC-1',
    ],
    [
      'that it is for a person',
      criterion('AC-1', failing(4)),
      '      Needs human review: failed 4 times in a row (retries.max).',
      'stop trying and tell the user',
    ],
  ])('%s', (_name, one, line, next) => {
    const facts = checkFacts(sessionValue('session-a'), [named(one)]);
    const { stderr, stdout } = checkText(
      decideCheck({ ...facts, takeTree: treeIs('now') }),
      false,
      LINES_HERE,
    );
    expect(stdout.split('\n')).toContain(line);
    expect(stdout).toContain(next);
    expect(stderr).toContain(next);
    expect(stdout + stderr).not.toContain('--skip');
  });

  it('that a promise is to be verified', () => {
    const facts = checkFacts(sessionValue('session-a'), [named(metCriterion('AC-1'))]);
    const settings = { ...facts.settings, endRequires: 'verified' } as const;
    const { stderr, stdout } = checkText(decideCheck({ ...facts, settings }), false, LINES_HERE);
    expect(stdout).toContain('PROMISES TO VERIFY (1):');
    expect(stdout).toContain('  cs-verify --promise promise-1');
    expect(stderr).toContain('is not verified');
  });
});

it.each<[ProofStanding['standing'], string, string]>([
  ['none', '', 'no proof required'],
  ['unproved', '', 'its checks have not passed'],
  ['checks-changed', '', 'its checks changed since they passed'],
  ['stale', '', 'its proof is stale, changed since'],
  ['unknown', 'git broke', 'its proof cannot be compared with the checkout (git broke)'],
  ['fresh', '', 'proved'],
  ['not-bound', 'no\nrepository', 'proved, but not bound to the checkout (no repository)'],
])('%s, in words', (standing, reason, text) => {
  expect(standingText({ standing, reason })).toBe(text);
});

it.each<[readonly string[] | undefined, string]>([
  [undefined, ''],
  [[], ': a file was added, changed or removed'],
  [['a.ts'], ': a.ts'],
  [['a\n\x1b[2Jb', 'ä.ts'], ': a \\x1b[2Jb, ä.ts'],
  [['a', 'b', 'c', 'd', 'e'], ': a, b, c and 2 more'],
])('a stale proof with %j changed since, in words', (changed, words) => {
  const text = standingText({ standing: 'stale', reason: 'in the checkout /side', changed });
  expect(text).toBe(`its proof is stale, changed since${words} (in the checkout /side)`);
});

type Of<Kind extends Failure['kind']> = Extract<Failure, { kind: Kind }>;

describe('what went wrong, in words', () => {
  it('not proved', () => {
    const failure: Of<'unproved'> = {
      kind: 'unproved',
      id: 'promise-1',
      criteria: [
        { id: 'AC-1', description: 'tests pass', proof: { standing: 'stale', reason: '' } },
      ],
    };
    const { advice = [], message } = unprovedWords(failure, LINES_HERE);
    expect(message).toContain('AC-1');
    expect(advice).toContain('Next: cs prove promise-1');
    expect(advice.join('\n')).toContain('A person can waive it: cs-promise --waive promise-1');
  });

  it("another's commands", () => {
    const commands = [{ criterion: 'AC-1', command: 'rm -rf /\n\x1b[2J' }];
    const { advice = [] } = untrustedWords(
      { kind: 'untrusted-checks', id: 'promise-1', commands },
      LINES_HERE,
    );
    expect(advice[0]).toBe('  [AC-1] rm -rf / \\x1b[2J');
    expect(advice[1]).toContain('cs prove promise-1 --trust');
  });

  it('a check that failed', () => {
    const failure: Of<'check-failed'> = {
      kind: 'check-failed',
      id: 'promise-1',
      criterion: 'AC-1',
      troubles: [{ name: 'command_x', status: 'FAIL', detail: 'exit code 1' }],
      output: 'red\n',
    };
    const { advice = [], message } = checkFailedWords(failure);
    expect(message).toContain('AC-1 of promise-1 is not met');
    expect(advice.join('\n')).toContain('x: exit code 1');
    expect(advice.at(-1)).toBe('The criterion is unchanged.');
    expect(JSON.stringify(checkFailedWords({ ...failure, output: ' ' }))).not.toContain(
      'last words',
    );
  });

  it.each([
    [[], 'any criterion'],
    [['AC-2'], 'AC-2'],
  ])('nothing to run: %j', (criteria, words) => {
    const { message } = nothingToProveWords(
      {
        kind: 'nothing-to-prove',
        id: 'promise-1',
        criteria,
      },
      LINES_HERE,
    );
    expect(message).toContain(words);
  });
});
