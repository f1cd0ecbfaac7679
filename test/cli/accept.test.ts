import { describe, expect, it } from 'vitest';
import { metCriterion } from '../rig/values/promises.ts';
import { ID, judgedProject } from '../rig/worlds/judged-project.ts';
import { SESSION } from '../rig/worlds/project.ts';
import { startWith } from '../rig/worlds/proving.ts';
import {
  agentAbove,
  NOT_A_PERSON,
  runOnTerminal,
  whyNoPerson,
} from '../rig/worlds/pseudo-terminal.ts';
import { accept, weakenedProject } from '../rig/worlds/weakened-project.ts';

const BECAUSE = ['--because', 'the rule was dropped'];
const PROMPT = `Type "${ID}" to accept it: `;

describe('the session whose work it is', () => {
  it.each(NOT_A_PERSON)('%s cannot accept what was found in it', async (_name, env, reason) => {
    const weakened = await weakenedProject('block');
    const digests = await weakened.findings();
    const before = weakened.promise();
    const { code, stderr } = await weakened.project.run(
      'cs',
      ['promise', 'accept', ...digests, ...BECAUSE],
      {
        env,
      },
    );
    expect(code).toBe(1);
    expect(stderr).toContain(`Error: This session cannot accept findings in its own work on ${ID}`);
    if (agentAbove === undefined || Object.keys(env).length > 0) expect(stderr).toContain(reason);
    expect(stderr).toContain(`cs judge ${ID}`);
    expect(stderr).toContain(`cs promise accept ${digests[0]} --because "[why]" --promise ${ID}`);
    expect(weakened.promise()).toEqual(before);
  });

  it('is known by any of its ids', async () => {
    const weakened = await weakenedProject('block');
    const args = ['promise', 'accept', ...(await weakened.findings()), ...BECAUSE, '--json'];
    const env = { CLAUDE_SESSION_ID: 'session-b', CLAUDE_CODE_SESSION_ID: SESSION };
    const { code, stdout } = await weakened.project.run('cs', args, { env });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'own-findings' } });
  });

  it('cannot give the promise up for as long as it takes to accept', async () => {
    const weakened = await weakenedProject('block');
    const digests = await weakened.findings();
    await weakened.project.run('cs-promise', ['--release', ID]);
    expect(await accept(weakened, digests, SESSION)).toMatchObject({ code: 1 });
  });

  it('is not let through by who accepted it before the promise became theirs', async () => {
    const weakened = await weakenedProject('block');
    const digests = await weakened.findings();
    const other = { env: { CLAUDE_SESSION_ID: 'session-of-another' } };
    await weakened.project.run('cs-promise', ['--release', ID]);
    expect(await accept(weakened, digests)).toMatchObject({ code: 0 });
    await weakened.project.run('cs-promise', ['--adopt', ID], other);
    const { code, stderr } = await weakened.project.run('cs-verify', ['--promise', ID], other);
    expect(code).toBe(1);
    expect(stderr).toContain('that was not accepted');
  });
});

describe('without a session', () => {
  it('only a person can', async () => {
    const weakened = await weakenedProject('block');
    const { code, stderr } = await accept(weakened, await weakened.findings(), '');
    expect(code).toBe(1);
    expect(stderr).toContain('Error: Only a person can accept a finding without a session');
  });
});

describe.skipIf(whyNoPerson !== undefined)('a person on a real terminal', () => {
  it.each([
    ['in the session whose work it is', {}],
    ['without a session', { CLAUDE_SESSION_ID: '' }],
  ])('%s accepts by typing the id, and is shown what it is about', async (_where, env) => {
    const weakened = await weakenedProject('block');
    const digests = await weakened.findings();
    const args = ['promise', 'accept', ...digests, '--because', 'dropped'];
    const confirmed = { prompt: PROMPT, answer: ID };
    const { code, shown } = await runOnTerminal(weakened.project, 'cs', args, confirmed, env);
    expect(code).toBe(0);
    const [before = ''] = shown.split(PROMPT);
    expect(before).toContain("test.skip('adds'");
    expect(weakened.promise()).toMatchObject({
      accepted: [{ digest: digests[0], by: 'person', reason: 'dropped' }],
    });
    expect(await weakened.verify()).toMatchObject({ code: 0 });
  });

  it('who types something else accepts nothing', async () => {
    const weakened = await weakenedProject('block');
    const args = ['promise', 'accept', ...(await weakened.findings()), '--because', 'dropped'];
    const conversation = { prompt: PROMPT, answer: 'yes' };
    const { code, shown } = await runOnTerminal(weakened.project, 'cs', args, conversation);
    expect(code).toBe(1);
    expect(shown).toContain('it was not confirmed');
    expect(JSON.stringify(weakened.promise())).not.toContain('accepted');
  });
});

describe('another session', () => {
  it('accepts several at once, and the promise is found by what is in its tests', async () => {
    const weakened = await weakenedProject('block');
    weakened.skip('adds nothing');
    const digests = await weakened.findings();
    const { code, stdout } = await accept(weakened, digests);
    expect(code).toBe(0);
    expect(stdout).toContain(`Accepted: ${digests[0]}\nAccepted: ${digests[1]}\n`);
    expect(stdout).toContain('By: session session-of-another');
    expect(await weakened.verify()).toMatchObject({ code: 0 });
  });

  it('accepts for a promise that the register knows, which is no change from outside', async () => {
    const { repository } = await weakenedProject('block');
    repository.git('checkout', '--', '.');
    const id = await startWith(repository, '--ac', 'Tests pass');
    const met = ['meet', id, '--ac-id', 'AC-1', '--evidence', '2 passed'];
    await repository.run('cs', met);
    repository.put('test/add.test.js', "import { test } from 'node:test';\n");
    const verify = () => repository.run('cs-verify', ['--promise', id, '--skip-validation-check']);
    const shut = await verify();
    expect(shut.code).toBe(1);
    const digests = [...shut.stderr.matchAll(/^ +([0-9a-f]{16}) /gm)].map(([, one = '']) => one);
    const args = ['--because', 'dropped', '--promise', id];
    expect(await accept({ project: repository }, digests, undefined, args)).toMatchObject({
      code: 0,
    });
    const { stdout } = await repository.run('cs-status', []);
    expect(stdout).not.toContain('CHANGED OUTSIDE');
    expect(await verify()).toMatchObject({ code: 0 });
    expect(await repository.run('cs', ['store', 'audit'])).toMatchObject({ code: 0 });
  });

  it('gets it as data', async () => {
    const weakened = await weakenedProject();
    const digests = await weakened.findings();
    const { stdout } = await accept(weakened, digests, undefined, [...BECAUSE, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      id: ID,
      accepted: [{ digest: digests[0], by: 'session' }],
      promise: { accepted: [{}] },
    });
  });

  it('shows in the log', async () => {
    const weakened = await weakenedProject();
    const digests = await weakened.findings();
    await accept(weakened, digests);
    const { stdout } = await weakened.project.run('cs', ['promise', 'log']);
    expect(stdout).toContain(
      `weakened tests accepted by a session (${digests[0]}): the rule was dropped`,
    );
  });

  const OTHER = 'ffffffffffffffff';
  it.each([
    ['no finding', [], BECAUSE, 'Which finding?'],
    ['a word', ['zzz'], BECAUSE, 'zzz is not a finding: a finding id has 16 hexadecimal'],
    ['too few digits', ['3f2a9c0'], BECAUSE, '3f2a9c0 is not a finding'],
    ['too many digits', [`${OTHER}f`], BECAUSE, `${OTHER}f is not a finding`],
    ['no reason', [OTHER], [], '--because is required'],
    ['an empty reason', [OTHER], ['--because', ' '], '--because is required'],
    ['a finding that is nowhere', [OTHER], BECAUSE, `No open promise has ${OTHER} in its tests`],
    [
      'a finding that the promise does not have',
      [OTHER],
      [...BECAUSE, '--promise', ID],
      `No finding ${OTHER} in the tests of ${ID}`,
    ],
    [
      'a promise that is not there',
      [OTHER],
      [...BECAUSE, '--promise', 'promise-ffffffff'],
      'Promise not found',
    ],
    ['an option among the findings', ['--all'], BECAUSE, 'Unknown option: --all'],
  ])('%s is refused', async (_what, digests, args, says) => {
    const { code, stderr } = await accept(await weakenedProject(), digests, undefined, args);
    expect(code).toBe(1);
    expect(stderr).toContain('Error: ');
    expect(stderr).toContain(says);
  });

  it('is told which there are where one is not', async () => {
    const weakened = await weakenedProject();
    weakened.skipMany();
    const open = (await weakened.findings()).slice(0, 5);
    expect(open).toHaveLength(5);
    const some = await accept(weakened, [OTHER]);
    expect(some.stderr).toContain(
      `Findings: ${open.map((one) => `${one} (${ID})`).join(', ')} and 20 more`,
    );
    const its = await accept(weakened, [OTHER], undefined, [...BECAUSE, '--promise', ID]);
    expect(its.stderr).toContain(`Findings: ${open.join(', ')} and 20 more`);
  });

  it.each<[string, (digest: string) => readonly string[]]>([
    ['its first 8 digits', (digest) => [digest.slice(0, 8)]],
    ['capitals', (digest) => [digest.toUpperCase()]],
    ['both at once', (digest) => [digest.toUpperCase().slice(0, 9), digest]],
  ])('names one by %s, and the whole digest is kept', async (_how, named) => {
    const weakened = await weakenedProject();
    const [digest = ''] = await weakened.findings();
    expect(await accept(weakened, named(digest))).toMatchObject({ code: 0 });
    expect(weakened.promise()).toMatchObject({ accepted: [{ digest }] });
  });

  it('cannot accept one twice', async () => {
    const weakened = await weakenedProject();
    const digests = await weakened.findings();
    await accept(weakened, digests);
    const { code, stderr } = await accept(weakened, digests);
    expect(code).toBe(1);
    expect(stderr).toContain(`The finding ${digests[0]} of ${ID} is already accepted`);
  });

  it('is told where nothing was examined', async () => {
    const judged = await judgedProject([metCriterion('AC-1')]);
    const args = [...BECAUSE, '--promise', ID];
    const { code, stderr } = await accept(judged, [OTHER], undefined, args);
    expect(code).toBe(1);
    expect(stderr).toContain('not examined: the project is not in a git repository');
  });
});
