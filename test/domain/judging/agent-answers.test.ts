import { describe, expect, it } from 'vitest';
import {
  type AgentAnswer,
  agentNameIn,
  agentValidator,
  answerOfVotes,
  emptinessOf,
  heldToItsWord,
  isOutdated,
  type Observation,
  responseOf,
} from '../../../src/domain/judging/agent-answers.ts';
import { agentFailsIn } from '../../../src/domain/judging/agent-fails.ts';
import type { Verdict } from '../../../src/domain/validation/validation-response.ts';
import { NOW, namedPromise } from '../../rig/values/domain-values.ts';
import { metCriterion } from '../../rig/values/promises.ts';

const saw = (what: string, holds = true): Observation => ({ what, saw: 'exit code 0', holds });
const answer = (verdict: Verdict, ...observations: readonly Observation[]): AgentAnswer => ({
  ac_id: 'AC-1',
  verdict,
  reasoning: 'It holds.',
  observations,
});

describe('the name of a validator that is run', () => {
  it('is told from all others by how it begins', () => {
    expect(agentValidator('claude')).toBe('run:claude');
    expect(agentNameIn('run:claude')).toBe('claude');
    expect(agentNameIn('run:')).toBe('');
  });

  it.each(['claude', 'rerun:claude', 'claude run:', ''])('%j is the name of another', (name) => {
    expect(agentNameIn(name)).toBeUndefined();
  });
});

describe('an answer is held to what it saw', () => {
  it.each<[string, AgentAnswer]>([
    ['a PASS that saw nothing against it', answer('PASS', saw('npm test'))],
    ['a PASS that saw nothing', answer('PASS')],
    ['a PARTIAL', answer('PARTIAL', saw('npm test', false))],
    ['a FAIL', answer('FAIL', saw('npm test', false))],
  ])('%s stays', (_what, given) => {
    expect(heldToItsWord(given)).toBe(given);
  });

  it('a PASS over what it saw against it is a FAIL that says so', () => {
    const given = answer('PASS', saw('npm test', false), saw('a.ts:1'), saw('npm run x', false));
    expect(heldToItsWord(given)).toEqual({
      ...given,
      verdict: 'FAIL',
      reasoning:
        'It passes the criterion over what it saw against it ' +
        '(npm test: exit code 0; npm run x: exit code 0). It holds.',
    });
  });
});

describe('an answer that looked at nothing', () => {
  it.each<[string, AgentAnswer, boolean]>([
    ['a PASS', answer('PASS'), true],
    ['a PARTIAL', answer('PARTIAL'), true],
    ['a PASS that names blanks', answer('PASS', saw(' ')), true],
    ['a PASS that names something', answer('PASS', saw(' '), saw('npm test')), false],
    ['a FAIL', answer('FAIL'), false],
    ['a BLOCKED', answer('BLOCKED'), false],
  ])('%s: counts for nothing: %j', (_what, given, isEmpty) => {
    const { verdict } = given;
    expect(emptinessOf(given)).toBe(
      isEmpty ? `it answers ${verdict} for AC-1 and names nothing that it ran or read` : undefined,
    );
  });
});

describe('what comes of several answers, with how many asked for', () => {
  it.each<[readonly Verdict[], number, Verdict | undefined]>([
    [[], 3, undefined],
    [['PASS'], 1, 'PASS'],
    [['PARTIAL'], 1, 'PARTIAL'],
    [['PASS', 'PASS', 'FAIL'], 3, 'PASS'],
    [['PARTIAL', 'PASS', 'FAIL'], 3, 'PARTIAL'],
    [['PARTIAL', 'PASS', 'PASS'], 3, 'PASS'],
    [['PARTIAL', 'PASS'], 2, 'PARTIAL'],
    [['PASS', 'FAIL', 'FAIL'], 3, 'FAIL'],
    [['PASS', 'FAIL'], 2, 'FAIL'],
    [['FAIL'], 3, 'FAIL'],
    [['BLOCKED', 'FAIL'], 3, 'FAIL'],
    [['PASS'], 3, undefined],
    [['PASS', 'BLOCKED'], 3, 'BLOCKED'],
    [['BLOCKED'], 1, 'BLOCKED'],
  ])('%j of %i: %s', (verdicts, asked, outcome) => {
    const votes = verdicts.map((verdict) => answer(verdict));
    const first = votes.find(({ verdict }) => verdict === outcome);
    expect(answerOfVotes(votes, asked)).toBe(first);
  });
});

const RECORD = {
  host: 'claude',
  model: null,
  sessions: ['s'],
  cost_usd: null,
  duration_ms: 1,
  votes: { asked: 1, heard: 1 },
  evidence: 'e',
  tree: 't',
};

describe('a stored answer', () => {
  it('holds what was seen, and by whom', () => {
    const given = answer('PARTIAL', saw('npm test'), saw('a.ts:1', false));
    expect(responseOf('promise-1', given, RECORD, NOW)).toEqual({
      task_id: 'promise-1/AC-1',
      verdict: 'PARTIAL',
      criteria_results: [
        { name: 'npm test', status: 'PASS', detail: 'exit code 0' },
        { name: 'a.ts:1', status: 'FAIL', detail: 'exit code 0' },
      ],
      reasoning: 'It holds.',
      timestamp: NOW,
      validator: RECORD,
    });
  });

  it.each<[string, unknown, string | null, boolean]>([
    ['of another validator', undefined, 't', false],
    ['of a validator that is a name', 'ada', 't', false],
    ['about the same', RECORD, 't', false],
    ['about other evidence', { ...RECORD, evidence: 'old' }, 't', true],
    ['about other files', RECORD, 'later', true],
    ['about files that cannot be told', { ...RECORD, tree: null }, null, true],
  ])('%s may be given again: %4$s', (_what, validator, tree, isOld) => {
    expect(isOutdated({ validator }, { evidence: 'e', tree })).toBe(isOld);
  });
});

it('the FAILs of validators that are run are told, where nothing followed from the same', () => {
  const attempt = (by: string, verdict: string) => ({
    by,
    verdict,
    at: NOW,
    feedback: [{ finding: `${by} found` }, { finding: 'more' }],
  });
  const promise = namedPromise('promise-1', 'session-a', {
    acceptance_criteria: [
      metCriterion('AC-1', {
        attempts: [
          attempt('run:claude', 'FAIL'),
          attempt('ada', 'FAIL'),
          attempt('run:codex', 'FAIL'),
          attempt('run:codex', 'PASS'),
        ],
      }),
      metCriterion('AC-2', {
        attempts: [attempt('run:claude', 'FAIL')],
        waived: { by: 'person', at: NOW, reason: 'old' },
      }),
    ],
  });
  expect(agentFailsIn(promise)).toEqual([
    {
      id: 'promise-1',
      criterion: 'AC-1',
      by: 'run:claude',
      at: NOW,
      findings: ['run:claude found', 'more'],
    },
  ]);
});
