import { describe, expect, it } from 'vitest';
import { digestOfChecks, PROOF_SOURCES } from '../../../src/domain/promise/proof.ts';
import {
  answerOfRun,
  areProved,
  feedbackOfResult,
  holdsRedacted,
  isUnrepeatable,
  type ProvingRun,
  recordRuns,
} from '../../../src/domain/standing/proving.ts';
import type { Verdict } from '../../../src/domain/validation/validation-response.ts';
import { actorValue, NOW, promiseValue } from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';
import {
  BOUND,
  CHECK,
  CHECKS,
  criterionValue,
  proofParts,
  runValue,
  selfChosen,
} from '../../rig/values/proof-values.ts';

const ACTOR = actorValue('session-a');
const HIDDEN = { kind: 'command', run: 'curl -H [redacted: token]' };
const COMMAND = {
  argv: ['npm', 'test'],
  exit_code: 0,
  signal: null,
  started_at: '2026-03-04T05:00:01Z',
  duration_ms: 100,
  output_tail: '42 passed\n',
  output_sha256: 'abc',
  output_bytes: 10,
};
const FACTS = { tests_run: 42, program: { path: '/opt/jest', sha256: 'def' } };
const SHOWN = { kind: 'kept', base: 'c0ffee' } as const;
const ARTIFACT = { path: 'out/report.html', bytes: 7, sha256: 'fed' };
const TESTS = { skipped: 1, deleted: 0, focused: 0 };
const PASSED = { name: 'command_npm test', status: 'PASS', detail: 'exit code 0' } as const;
const RED = { name: 'command_npm test', status: 'FAIL', detail: 'exit code 1' } as const;
const UNSEEN = { name: 'file_exists_a.txt', status: 'SKIPPED', detail: 'no folder' } as const;
const BARE = { command: undefined, results: [PASSED] } as const;

describe('the answer of a run in full', () => {
  const answer = (parts: Partial<ProvingRun>) =>
    answerOfRun('promise-1', runValue(criterionValue({ checks: CHECKS }), 'PASS', parts), NOW);

  it('of a run without a command holds nothing of one', () => {
    expect(answer(BARE)).toStrictEqual({
      task_id: 'prove-promise-1-AC-1',
      verdict: 'PASS',
      criteria_results: [PASSED],
      timestamp: NOW,
      confidence: 1,
      reasoning: 'All 1 checks passed.',
      tree: 'now',
    });
  });

  it.each<[string, Partial<ProvingRun>, object]>([
    ['where it ran, if that is elsewhere', { checkout: '/side' }, { checkout: '/side' }],
    ['the command', { command: COMMAND }, { command: COMMAND }],
    ['what it says of the work', { shown: SHOWN }, { shown: SHOWN }],
    ['no state that it is bound to', { binding: { bound: false, reason: 'r' } }, { tree: null }],
    [
      'all that failed or was not looked at',
      { results: [RED, PASSED, UNSEEN] },
      {
        criteria_results: [RED, PASSED, UNSEEN],
        verdict: 'FAIL',
        confidence: 0.66,
        reasoning: 'npm test: exit code 1; a.txt: no folder',
      },
    ],
  ])('holds %s', (_what, parts, held) => {
    expect(answer({ ...BARE, ...parts })).toStrictEqual({ ...answer(BARE), ...held });
  });
});

/** What a run leaves of the one criterion of a promise. */
function after(one: PromiseParts, verdict: Verdict, parts: Partial<ProvingRun>, source?: string) {
  const promise = promiseValue('session-a', { acceptance_criteria: [one] });
  const [before = criterionValue()] = promise.acceptance_criteria ?? [];
  const run = runValue(before, verdict, parts, source);
  const change = recordRuns(promise, [run], ACTOR, new Map());
  return change?.promise.acceptance_criteria?.[0];
}

describe('the proof of a run in full', () => {
  const checked = criterion('AC-1', { checks: CHECKS });
  const proof = (parts: Partial<ProvingRun>, source?: string) =>
    after(checked, 'PASS', parts, source)?.proof;
  const bare = {
    source: 'checks',
    argv: null,
    exit_code: null,
    started_at: '2026-03-04T05:00:00Z',
    duration_ms: 120,
    output_tail: null,
    output_sha256: null,
    tree: 'now',
    last_change: 1000.5,
    inputs: null,
    files: [],
    checks: digestOfChecks(CHECKS),
    results: [PASSED],
  };
  const ran = {
    argv: ['npm', 'test'],
    exit_code: 0,
    started_at: '2026-03-04T05:00:01Z',
    duration_ms: 100,
    output_tail: '42 passed\n',
    output_sha256: 'abc',
  };

  it('of a run without a command holds no more than is known', () => {
    expect(proof(BARE)).toStrictEqual(bare);
  });

  it.each<[string, Partial<ProvingRun>, object]>([
    ['what the command was, and when it ran', { command: COMMAND }, ran],
    [
      'how many tests ran, and the program',
      { command: { ...COMMAND, ...FACTS } },
      { ...ran, ...FACTS },
    ],
    ['where it ran, if that is elsewhere', { checkout: '/side' }, { checkout: '/side' }],
    ['the files that it left', { artifacts: [ARTIFACT] }, { artifacts: [ARTIFACT] }],
    ['what it says of the work', { shown: SHOWN }, { shown: SHOWN }],
    [
      'the globs and files that it depends on',
      { binding: { ...BOUND, inputs: ['src/**'], files: ['a.txt'] } },
      { inputs: ['src/**'], files: ['a.txt'] },
    ],
  ])('holds %s', (_what, parts, held) => {
    expect(proof({ ...BARE, ...parts })).toStrictEqual({ ...bare, ...held });
  });

  it('holds no list of files where it left none', () => {
    expect(proof({ ...BARE, artifacts: [] })).toStrictEqual(bare);
  });

  it('holds why it is bound to no state of the files, and none of it', () => {
    const { files: _files, inputs: _inputs, last_change: _change, ...unbound } = bare;
    expect(proof({ ...BARE, binding: { bound: false, reason: 'no repository' } })).toStrictEqual({
      ...unbound,
      tree: null,
      not_bound: 'no repository',
    });
  });

  it('holds the command that the session chose, and is of no checks', () => {
    expect(proof(BARE, PROOF_SOURCES.selfChosen)).toStrictEqual({
      ...bare,
      source: 'self-chosen',
      checks: null,
      check: CHECK,
    });
  });

  it('holds what changed of the tests, where that is known', () => {
    const promise = promiseValue('session-a', { acceptance_criteria: [checked] });
    const run = runValue(criterionValue({ checks: CHECKS }), 'PASS', BARE);
    const change = recordRuns(promise, [run], ACTOR, new Map(), TESTS);
    const [one] = change?.promise.acceptance_criteria ?? [];
    expect(one?.proof).toStrictEqual({ ...bare, tests: TESTS });
  });
});

describe('evidence that a run wrote, when it passes again', () => {
  const words = 'command: npm test\nnpm test: exit code 0\nold';
  const proved = (tree: string, evidence: string = words) =>
    metCriterion('AC-1', { checks: CHECKS, evidence, proof: proofParts({ tree }) });
  const unbound = { binding: { bound: false, reason: 'r' } } as const;

  it.each<[string, PromiseParts, Partial<ProvingRun>, boolean]>([
    ['on the same files stays', proved('now'), {}, true],
    ['on other files is made anew', proved('before'), {}, false],
    ['bound to none is made anew', proved('now'), unbound, false],
    [
      'without a proof before is made anew',
      metCriterion('AC-1', { checks: CHECKS, evidence: words }),
      {},
      false,
    ],
    ['is words where another run wrote it', proved('before', 'command: npm testing\n'), {}, true],
    ['is words where only its first line is', proved('before', 'command: npm test'), {}, true],
  ])('%s', (_what, one, parts, stays) => {
    const { evidence } = after(one, 'PASS', { ...BARE, ...parts }) ?? {};
    expect(evidence === one['evidence']).toBe(stays);
  });
});

describe('a proof by a command of the session, after that command failed', () => {
  const other = { kind: 'command', run: 'make' };
  const failed = (chosen: unknown, declared: PromiseParts, kept: PromiseParts) => {
    const one = metCriterion('AC-1', { proof: selfChosen({ check: chosen }) });
    const run = runValue(criterionValue(), 'FAIL', {}, PROOF_SOURCES.selfChosen);
    const checks = [{ kind: 'command', ...declared }];
    const { provable } = run;
    const parts = {
      provable: { ...provable, declared: checks },
      kept: { checks: [{ kind: 'command', ...kept }], text: 'x' },
    };
    return after(one, 'FAIL', parts, PROOF_SOURCES.selfChosen)?.proof?.['failed_at'] === NOW;
  };

  it.each<[string, unknown, PromiseParts, PromiseParts, boolean]>([
    ['as it was given', CHECK, CHECK, other, true],
    ['as it was kept, without its secret', HIDDEN, CHECK, HIDDEN, true],
    ['with its keys in another order', { run: 'npm test', kind: 'command' }, CHECK, CHECK, true],
    ['not where another ran', CHECK, other, other, false],
  ])('is marked as failed %s', (_what, chosen, declared, kept, isMarked) => {
    expect(failed(chosen, declared, kept)).toBe(isMarked);
  });
});

describe('the evidence of a run', () => {
  const evidence = (parts: Partial<ProvingRun>) =>
    after(criterion('AC-1'), 'PASS', { ...BARE, ...parts })?.evidence;
  const head = 'command: npm test\nnpm test: exit code 0';
  const output = (output_tail: string) => ({ command: { ...COMMAND, output_tail } });
  const long = (length: number) => ({ ...PASSED, detail: 'd'.repeat(length) });
  /** How long a detail may be for the evidence to be as long as it may be, without any output. */
  const most = 2000 - 'command: npm test\nnpm test: '.length;

  it.each<[string, Partial<ProvingRun>, string]>([
    ['without output', {}, head],
    ['with output of blanks', output(' \n'), head],
    ['with output', output('\n 42 passed \n'), `${head}\n42 passed`],
    [
      'with several results',
      { results: [PASSED, { ...PASSED, name: 'file_exists_a' }] },
      `${head}\na: exit code 0`,
    ],
  ])('%s', (_what, parts, whole) => {
    expect(evidence(parts)).toBe(whole);
  });

  it.each<[string, number, number]>([
    ['room for one character of output', most - 2, 2000],
    ['no room for output behind its line', most - 1, 1999],
    ['all room taken', most, 2000],
    ['more than there is room for', most + 9, 2000],
  ])('%s', (_what, length, whole) => {
    const text = evidence({ command: COMMAND, results: [long(length)] });
    expect(text).toHaveLength(whole);
  });

  it('leaves out the beginning of an output that is too long', () => {
    expect(evidence(output(`a${'b'.repeat(1999)}c`))).toBe(
      `${head}\n${'b'.repeat(2000 - head.length - 2)}c`,
    );
  });
});

describe('what is to be run again', () => {
  it.each<[string, PromiseParts, boolean]>([
    ['words alone', {}, true],
    ['a command of the session', { proof: selfChosen() }, true],
    ['one that is kept without its secret', { proof: selfChosen({ check: HIDDEN }) }, false],
    ['checks beside it', { checks: CHECKS, proof: selfChosen({ check: HIDDEN }) }, true],
  ])('%s: can be: %j', (_what, parts, canBe) => {
    expect(isUnrepeatable(criterionValue(parts))).toBe(!canBe);
  });

  it.each<[unknown, boolean]>([
    [undefined, false],
    [null, false],
    [[CHECK], false],
    [[HIDDEN], true],
    ['[redacted: token]', true],
  ])('%j holds a secret no more: %s', (value, isRedacted) => {
    expect(holdsRedacted(value)).toBe(isRedacted);
  });
});

it.each<[string, readonly Verdict[], boolean]>([
  ['none', [], true],
  ['one that passed', ['PASS'], true],
  ['one that failed', ['FAIL'], false],
  ['one that failed among others', ['PASS', 'FAIL'], false],
  ['one that was not looked at', ['PASS', 'BLOCKED'], false],
])('runs all of which passed: %s', (_what, verdicts, expected) => {
  const one = criterionValue({ checks: CHECKS });
  expect(areProved(verdicts.map((verdict) => runValue(one, verdict)))).toBe(expected);
});

it.each([
  [RED, { finding: 'npm test: exit code 1', would_satisfy: 'that it passes' }],
  [
    { ...RED, output: 'not ok 3' },
    { finding: 'npm test: exit code 1', would_satisfy: 'that it passes', output: 'not ok 3' },
  ],
  [UNSEEN, { finding: 'a.txt: no folder', would_satisfy: 'that it can be run, and passes' }],
])('what %j asks for', (result, feedback) => {
  expect(feedbackOfResult(result)).toStrictEqual(feedback);
});
