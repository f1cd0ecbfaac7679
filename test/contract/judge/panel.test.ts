import { describe, expect, it } from 'vitest';
import { filesUnder, ID } from '../../rig/worlds/judged-project.ts';
import {
  byModel,
  failOnly,
  failure,
  judgment,
  passEverything,
  reply,
  silence,
  together,
} from '../../rig/worlds/messages-api.ts';
import { countsOf, IDS, type VotedProject, votedProject } from '../../rig/worlds/voted-project.ts';

const SONNET = 'claude-sonnet-5-5';
const HAIKU = 'claude-haiku-5-5';
const PASS = reply(passEverything);
const FAIL = reply(failOnly('AC-2'));
const TWO_MODELS = ['--model', 'sonnet', '--model', 'haiku'];

const modelsAsked = ({ api }: VotedProject): readonly string[] =>
  api.requests.map(({ body }) => body.model).sort();

describe('several models take turns', () => {
  it.each([
    { args: TWO_MODELS, asked: [HAIKU, SONNET], worth: 2 },
    { args: [...TWO_MODELS, '--votes', '3'], asked: [HAIKU, SONNET, SONNET], worth: 2.4 },
    { args: [...TWO_MODELS, '--votes', '4'], asked: [HAIKU, HAIKU, SONNET, SONNET], worth: 2.8 },
    { args: ['--model', 'haiku', '--votes', '2'], asked: [HAIKU, HAIKU], worth: 1.4 },
  ])('$args', async ({ args, asked, worth }) => {
    const voted = await votedProject();
    const { code, result } = await voted.vote(args);
    expect(code).toBe(0);
    expect(modelsAsked(voted)).toEqual(asked);
    expect(result.votes.map(({ model }) => model).sort()).toEqual(asked);
    expect(result.tally?.independent_votes).toBe(worth);
    expect(
      voted
        .costLines()
        .map(({ model }) => model)
        .sort(),
    ).toEqual(asked);
  });

  it('judge.panel of the project votes where several votes are asked for', async () => {
    const voted = await votedProject();
    voted.configure({ judge: { panel: 'haiku,sonnet' } });
    await voted.vote(['--votes', '2']);
    expect(modelsAsked(voted)).toEqual([HAIKU, SONNET]);
  });

  it('judge.panel does not vote where one judge is asked for', async () => {
    const voted = await votedProject();
    voted.configure({ judge: { panel: 'haiku,haiku' } });
    await voted.vote([]);
    expect(modelsAsked(voted)).toEqual([SONNET]);
  });

  it('the models of the command line stand over judge.panel', async () => {
    const voted = await votedProject();
    voted.configure({ judge: { panel: 'haiku,sonnet' } });
    await voted.vote(['--votes', '2', '--model', 'sonnet']);
    expect(modelsAsked(voted)).toEqual([SONNET, SONNET]);
  });

  it('as text: each with its votes, and how many kinds of judge there are', async () => {
    const { api, verify } = await votedProject();
    api.answer(byModel({ [SONNET]: PASS, [HAIKU]: FAIL }));
    const { stdout } = await verify(['--judge', ...TWO_MODELS, '--votes', '3']);
    expect(stdout).toContain(`Model: ${SONNET}, ${HAIKU}`);
    expect(stdout).toContain(
      `Judges: 2 kinds of judge (${SONNET} x 2, ${HAIKU} x 1), about 2.4 effective independent votes`,
    );
    expect(stdout).toMatch(new RegExp(`^ {2}2\\. FAIL {2}${HAIKU} {2}\\(AC-2\\)$`, 'm'));
  });
});

describe("a model that the API does not know ends the run: it is the caller's to put right", () => {
  it('exit 1, the others are cancelled, and nothing is recorded', async () => {
    const { api, isClosed, judgments, vote } = await votedProject();
    api.answer(together(silence, failure(404, 'not_found_error'), silence));
    const { code, result, stderr } = await vote(['--votes', '3']);
    expect(code).toBe(1);
    expect(result).toMatchObject({ status: 'error', verdict: 'FAIL' });
    expect(stderr).toContain('cannot be used');
    expect(await api.cancelled(2)).toHaveLength(2);
    expect([isClosed(), judgments()]).toEqual([false, []]);
  });

  it('though the others had a majority by then', async () => {
    const { api, isClosed, vote } = await votedProject();
    api.answer(together(PASS, PASS, failure(404, 'not_found_error')));
    expect(await vote(['--votes', '3'])).toMatchObject({ code: 1, result: { verdict: 'FAIL' } });
    expect(isClosed()).toBe(false);
  });

  it('one that is known to be none is refused before anything is sent', async () => {
    const { api, vote } = await votedProject();
    const { code } = await vote(['--model', 'sonnet', '--model', 'no model']);
    expect({ code, requests: api.requests }).toEqual({ code: 1, requests: [] });
  });
});

describe('a limit that does not allow all votes: nothing at all is sent, exit 1', () => {
  /** What one vote may cost at the most, as a refusal says it of two. */
  async function mostOfOneVote(): Promise<number> {
    const { vote } = await votedProject();
    const { stderr } = await vote(['--votes', '2', '--max-usd', '0']);
    return Number(/may cost up to \$(\d+\.\d+)/.exec(stderr)?.[1]) / 2;
  }

  it.each([
    { votes: '3', enough: 2.5, code: 1, sent: 0 },
    { votes: '3', enough: 3.5, code: 0, sent: 3 },
  ])('--max-usd for $enough of $votes: exit $code', async ({ code, enough, sent, votes }) => {
    const most = await mostOfOneVote();
    const { api, costLines, isClosed, vote } = await votedProject();
    const done = await vote(['--votes', votes, '--max-usd', (most * enough).toFixed(4)]);
    expect(done.code).toBe(code);
    expect([api.requests.length, costLines().length]).toEqual([sent, sent]);
    expect(isClosed()).toBe(code === 0);
    if (code === 1) expect(done.stderr).toContain('the limit of this run (--max-usd)');
  });

  it('judge.maxUsdPerDay for two of three, and what was held back is given back', async () => {
    const most = await mostOfOneVote();
    const { api, configure, costLines, vote } = await votedProject();
    configure({ judge: { maxUsdPerDay: Number((most * 2.5).toFixed(4)) } });
    const { code, stderr } = await vote(['--votes', '3']);
    expect(code).toBe(1);
    expect(stderr).toContain('judge.maxUsdPerDay');
    expect([api.requests, costLines()]).toEqual([[], []]);
    expect(await vote(['--votes', '2'])).toMatchObject({ code: 0 });
  });

  // Each reply uses all that was held back for it: nothing is left for another asking.
  const usage = { input_tokens: 5000, output_tokens: 16_384 };
  const dearPass = reply(passEverything, { usage });
  const dearGarbage = reply(() => 'no JSON', { usage });

  it.each([
    { what: 'that vote alone', answers: [dearPass, dearPass, dearGarbage], code: 0, lost: 1 },
    { what: 'the run', answers: [dearPass, dearGarbage, dearGarbage], code: 1, lost: 2 },
  ])('a second asking that it does not allow costs $what', async ({ answers, code, lost }) => {
    const most = await mostOfOneVote();
    const { api, vote } = await votedProject();
    api.answer(together(...answers));
    const done = await vote(['--votes', '3', '--max-usd', (most * 3.01).toFixed(4)]);
    expect({ code: done.code, lost: done.result.tally?.lost }).toEqual({ code, lost });
    expect(api.requests).toHaveLength(3);
    expect(done.stderr.includes('(--max-usd)')).toBe(code === 1);
  });
});

describe('what cannot be asked for is one clear message, exit 1', () => {
  it.each([
    { args: ['--judge', '--votes', '0'], says: '--votes takes a number from 1 to 15' },
    { args: ['--judge', '--votes', 'x'], says: '--votes takes a number from 1 to 15' },
    { args: ['--judge', '--votes', '16'], says: '--votes takes a number from 1 to 15' },
    { args: ['--judge', '--votes', '-1'], says: '--votes' },
    { args: ['--judge', '--votes', '1.5'], says: '--votes takes a number from 1 to 15' },
    { args: ['--judge', '--votes', '1e1'], says: '--votes takes a number from 1 to 15' },
    { args: ['--judge', '--votes', ''], says: '--votes' },
    { args: ['--judge', '--votes'], says: '--votes' },
    {
      args: ['--judge', '--votes', '1', ...TWO_MODELS],
      says: '--votes 1 would leave out some of the 2 models',
    },
    { args: ['--judge', '--model', ' '], says: '--model needs a value' },
    { args: ['--votes', '3'], says: '--votes goes with --judge' },
    { args: ['--early-stop'], says: '--early-stop goes with --judge' },
    {
      args: ['--judge', ...Array.from({ length: 16 }, () => ['--model', 'sonnet']).flat()],
      says: '15',
    },
  ])('$args', async ({ args, says }) => {
    const { api, isClosed, verify } = await votedProject();
    const { code, stderr } = await verify(args);
    expect(code).toBe(1);
    expect(stderr.split('\n').filter((line) => line.startsWith('Error: '))).toHaveLength(1);
    expect(stderr).toContain(says);
    expect([api.requests, isClosed()]).toEqual([[], false]);
  });
});

describe('--dry-run --votes 3', () => {
  const dryRun = async (voted: VotedProject, args: readonly string[]) => {
    const before = [...filesUnder(voted.project.folder)];
    const words = ['--judge', '--promise', ID, '--dry-run', ...args];
    const outcome = await voted.project.run('cs-verify', words);
    expect(voted.api.requests).toEqual([]);
    expect([...filesUnder(voted.project.folder)]).toEqual(before);
    return outcome;
  };

  it('as data is the bodies of three requests', async () => {
    const { code, stdout } = await dryRun(await votedProject(), ['--votes', '3', '--json']);
    const bodies: { model: string }[] = JSON.parse(stdout);
    expect({ code, models: bodies.map(({ model }) => model) }).toEqual({
      code: 0,
      models: [SONNET, SONNET, SONNET],
    });
  });

  it('as data has a body for each model of a panel', async () => {
    const { stdout } = await dryRun(await votedProject(), [...TWO_MODELS, '--json']);
    const bodies: { model: string }[] = JSON.parse(stdout);
    expect(bodies.map(({ model }) => model)).toEqual([SONNET, HAIKU]);
  });

  it('as text says how often is asked, and what all of it may cost', async () => {
    const one = await dryRun(await votedProject(), []);
    const three = await dryRun(await votedProject(), ['--votes', '3']);
    const reserved = ({ stdout }: { readonly stdout: string }): number =>
      Number(/reserved for [^:]*: \$(\d+\.\d+)/.exec(stdout)?.[1]);
    expect(three.stdout).toContain(`Votes: 3 at once (1 ${SONNET}, 2 ${SONNET}, 3 ${SONNET})`);
    expect(reserved(three)).toBeCloseTo(reserved(one) * 3, 2);
  });
});

describe('with structured findings', () => {
  const env = { CS_STRUCTURED_FINDINGS: 'on' };
  const findings = (severity: string, ac_id: string | null) =>
    reply(() => ({
      reviewed_criteria: IDS.map((id) => ({ ac_id: id, reasoning: 'Seen.', confidence: 0.9 })),
      findings: [{ severity, description: 'x', location: null, dimension: null, ac_id }],
      reasoning: 'Looked at all.',
    }));

  it('every vote is of findings, and code makes the verdict', async () => {
    const { api, vote } = await votedProject();
    api.answer(together(findings('critical', 'AC-2'), findings('critical', 'AC-2'), PASS));
    const { code, result } = await vote(['--votes', '3'], env);
    expect({ code, verdict: result.verdict }).toEqual({ code: 1, verdict: 'FAIL' });
    expect(new Set(result.blocking_issues.map(({ ac_id }) => ac_id))).toEqual(new Set(['AC-2']));
    expect(result).toMatchObject({
      diagnostics: { findings_source: 'structured', verdict_source: 'mechanical' },
    });
  });

  it('a critical finding of a minority blocks nothing', async () => {
    const { api, vote } = await votedProject();
    api.answer(together(findings('critical', 'AC-2'), PASS, findings('minor', 'AC-1')));
    const { code, result } = await vote(['--votes', '3'], env);
    expect({ code, blocking: result.blocking_issues }).toEqual({ code: 0, blocking: [] });
    expect(result.findings.map(({ severity }) => severity)).toEqual(['minor']);
  });

  it.each([
    { what: 'nothing in particular', ac_id: null },
    { what: 'a criterion that is not there', ac_id: 'AC-99' },
  ])(
    'a critical finding about $what fails everything, and is among those that block',
    async (row) => {
      const { api, vote } = await votedProject();
      api.answer(findings('critical', row.ac_id));
      const { result } = await vote(['--votes', '3'], env);
      expect(result.verdict).toBe('FAIL');
      expect(result.blocking_issues).not.toEqual([]);
    },
  );

  it('a vote that gives no findings falls back to the plain review, and it is said', async () => {
    const { api, vote } = await votedProject();
    const plain = reply(() => ({
      criteria_judgments: IDS.map((id) => judgment(id, 'PASS')),
      reasoning: '',
    }));
    api.answer(plain);
    const voted = await vote(['--votes', '2'], env);
    expect(countsOf(voted)).toBe('2 asked: 2 passed, 0 failed, 0 lost, 0 cancelled');
    expect(voted.result).toMatchObject({ diagnostics: { findings_source: 'fallback' } });
    expect(api.requests).toHaveLength(4);
  });
});

describe('the rubric, which is no model, does not vote', () => {
  it('it speaks once', async () => {
    const { api, vote } = await votedProject();
    const { result } = await vote(['--votes', '3', '--backend', 'rubric']);
    expect(result).toMatchObject({ model: 'rubric', votes: [] });
    expect(api.requests).toEqual([]);
  });
});
