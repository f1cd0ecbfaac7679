import { describe, expect, it } from 'vitest';
import { metCriterion, validatorResponse } from '../../rig/values/promises.ts';
import {
  ID,
  type Judged,
  type JudgedProject,
  judgedProject,
  resultIn,
} from '../../rig/worlds/judged-project.ts';
import {
  type Behaviour,
  failOnly,
  failure,
  passEverything,
  reply,
  silence,
} from '../../rig/worlds/messages-api.ts';
import { outcomeOf } from '../../rig/worlds/project.ts';

const CRITERIA = [metCriterion('AC-1'), metCriterion('AC-2')];

/** Answers once a command has run to its end, as another session's might while the judge thinks. */
function answerAfter(
  { project }: JudgedProject,
  bin: string,
  args: readonly string[],
  answer: Behaviour,
): Behaviour {
  return (request, response) => {
    void project.run(bin, args).then((outcome) => {
      expect(outcome).toMatchObject({ code: 0 });
      answer(request, response);
    });
  };
}

const OTHERS: readonly {
  readonly what: string;
  readonly bin: string;
  readonly args: readonly string[];
  readonly says: string;
}[] = [
  {
    what: 'evidence is replaced',
    bin: 'cs-promise',
    args: ['--meet', ID, '--ac-id', 'AC-1', '--evidence', 'other evidence'],
    says: 'changed while it was being judged',
  },
  {
    what: 'a criterion is added and met',
    bin: 'cs-promise',
    args: ['--add-ac', ID, 'One more thing'],
    says: 'Not met with evidence: AC-3',
  },
  {
    what: "a validator's FAIL is stored",
    bin: 'cs-store-validation',
    args: [
      ...['--promise', ID, '--ac-id', 'AC-1', '--response'],
      JSON.stringify(validatorResponse('FAIL')),
    ],
    says: 'Gate 2 BLOCKED',
  },
  {
    what: 'the owner gives it up',
    bin: 'cs-promise',
    args: ['--release', ID],
    says: "You don't own this promise",
  },
  { what: 'it is cancelled', bin: 'cs-promise', args: ['--cancel', ID], says: 'Error: ' },
];

describe('while a judge is asked, and it says PASS', () => {
  it.each(OTHERS)('$what: the promise is not verified', async ({ args, bin, says }) => {
    const judged = await judgedProject(CRITERIA);
    judged.api.answer(answerAfter(judged, bin, args, reply(passEverything)));
    const { code, result, stderr } = await judged.judge();
    expect(code).toBe(1);
    expect(result).toMatchObject({ status: 'error', verdict: 'FAIL' });
    expect(stderr).toContain(says);
    expect(judged.promise()).not.toMatchObject({ status: 'verified' });
    expect(judged.costLines()).toMatchObject([{ verdict: 'PASS' }]);
  });

  it('the promise is started: that is nothing that was judged, and it is verified', async () => {
    const judged = await judgedProject(CRITERIA, { status: 'pending' });
    const start = answerAfter(judged, 'cs-promise', ['--start', ID], reply(passEverything));
    judged.api.answer(start);
    expect(await judged.judge()).toMatchObject({ code: 0, result: { verdict: 'PASS' } });
    expect(judged.isClosed()).toBe(true);
  });

  it('another verifies it without a judge: the later one changes nothing', async () => {
    const judged = await judgedProject(CRITERIA);
    const others = answerAfter(judged, 'cs-verify', ['--promise', ID], reply(passEverything));
    judged.api.answer(others);
    await judged.judge();
    expect(judged.promise()).toMatchObject({
      status: 'verified',
      verification: { gates: { judge: 'not-run' } },
    });
  });
});

it('a FAIL is kept with a promise that changed while it was judged: it stands', async () => {
  const judged = await judgedProject(CRITERIA);
  const meet = ['--meet', ID, '--ac-id', 'AC-1', '--evidence', 'other evidence'];
  judged.api.answer(answerAfter(judged, 'cs-promise', meet, reply(failOnly('AC-2'))));
  expect(await judged.judge()).toMatchObject({ code: 1, result: { verdict: 'FAIL' } });
  expect(judged.judgments()).toMatchObject([{ verdict: 'FAIL', failed: ['AC-2'] }]);
  expect(judged.promise()).toMatchObject({
    acceptance_criteria: [{ evidence: 'other evidence' }, {}],
  });
});

it('two judges at once: one of them closes the promise, both are heard', async () => {
  const judged = await judgedProject(CRITERIA);
  const both = await Promise.all([judged.judge(), judged.judge()]);
  expect(both.filter(({ code }) => code === 0).length).toBeGreaterThan(0);
  expect(judged.costLines().length).toBe(judged.api.requests.length);
  expect(judged.promise()).toMatchObject({ verification: { gates: { judge: 'passed' } } });
});

/** How long the API asks to wait: a judge that is interrupted does not. */
const PAUSE_SECONDS = 50;

/** Judges, and sends a signal once a request has arrived. */
async function interrupted(
  judged: JudgedProject,
  signal: NodeJS.Signals,
  answer: Behaviour,
): Promise<Judged & { readonly tookMs: number }> {
  const { api, project } = judged;
  const args = ['--judge', '--promise', ID, '--json'];
  const child = project.start('cs-verify', args, { env: api.env });
  let sentAt = Number.POSITIVE_INFINITY;
  api.answer((request, response) => {
    answer(request, response);
    sentAt = performance.now();
    child.kill(signal);
  });
  const outcome = await outcomeOf(child);
  return { ...outcome, result: resultIn(outcome), tookMs: performance.now() - sentAt };
}

describe('whoever interrupts', () => {
  it.each<[string, NodeJS.Signals, Behaviour]>([
    ['Ctrl-C while the judge thinks', 'SIGINT', silence],
    ['a polite kill while the judge thinks', 'SIGTERM', silence],
    ['a lost terminal while the judge thinks', 'SIGHUP', silence],
    [
      'Ctrl-C in the pause before another attempt',
      'SIGINT',
      failure(429, 'rate_limit_error', 'slow down', { 'retry-after': `${PAUSE_SECONDS}` }),
    ],
  ])('%s ends it at once, and nothing is decided', async (_what, signal, answer) => {
    const judged = await judgedProject(CRITERIA);
    const { code, result, stderr, tookMs } = await interrupted(judged, signal, answer);
    expect(code).toBe(130);
    expect(tookMs).toBeLessThan(PAUSE_SECONDS * 1000);
    expect(result).toMatchObject({ status: 'error', verdict: 'FAIL' });
    expect(stderr).toContain('Error: Interrupted while the judge was called. Nothing was decided.');
    expect([judged.isClosed(), judged.judgments()]).toEqual([false, []]);
    expect(judged.costLines()).toMatchObject([{ status: 'error', verdict: 'WARN' }]);
    expect(await judged.project.run('cs-verify', ['--check'])).toMatchObject({ code: 0 });
  });
});
