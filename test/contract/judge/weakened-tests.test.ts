import { describe, expect, it } from 'vitest';
import { ID } from '../../rig/worlds/judged-project.ts';
import { failOnly, failure, passEverything, reply } from '../../rig/worlds/messages-api.ts';
import { SECRET_IN_TEST, weakenedProject } from '../../rig/worlds/weakened-project.ts';

const HEADING = '# Tests that may have been weakened';

/** What the judge was sent. */
const sentTo = ({ api }: { readonly api: { readonly requests: readonly { text: string }[] } }) =>
  api.requests.map(({ text }) => JSON.parse(text));

describe('the judge is shown weakened tests', () => {
  it('as data inside of the fence, and is told what to make of them', async () => {
    const weakened = await weakenedProject();
    weakened.api.answer(reply(passEverything));
    await weakened.judge();
    const [{ messages, system }] = sentTo(weakened);
    const user = JSON.stringify(messages);
    expect(user).toContain(HEADING);
    expect(user).toMatch(
      /<data-\w+ name=\\"finding\\">\\ntest\/add\.test\.js:5: test-skipped: [^<]*<\/data-/,
    );
    expect(JSON.stringify(system)).toContain('lets more through than before');
  });

  it('without the secrets in them, and not more of one than 300 characters', async () => {
    const weakened = await weakenedProject();
    weakened.weakenLong();
    weakened.api.answer(reply(passEverything));
    await weakened.judge();
    const [{ messages }] = sentTo(weakened);
    const user = JSON.stringify(messages);
    expect(user).toContain('[redacted: GitHub token]');
    expect(user).not.toContain(SECRET_IN_TEST);
    const [, found = ''] = /name=\\"finding\\">\\n(.*?)\\n<\/data-/s.exec(user) ?? [];
    expect(found).toContain('[cut: 300 of');
  });

  it('at most 20 of them, and what was not shown is not accepted by a PASS', async () => {
    const weakened = await weakenedProject('block');
    weakened.skipMany();
    weakened.api.answer(reply(passEverything));
    expect(await weakened.judge()).toMatchObject({ code: 1 });
    const [{ messages }] = sentTo(weakened);
    expect(JSON.stringify(messages).match(/name=\\"finding\\"/g)).toHaveLength(20);
    expect(weakened.judgments()).toMatchObject([{ verdict: 'PASS' }]);
    const { stderr } = await weakened.verify();
    expect(stderr).toContain('5 findings.');
    expect(await weakened.judge()).toMatchObject({ code: 0 });
  });

  it('and where there are none, nothing is sent of it', async () => {
    const weakened = await weakenedProject();
    weakened.repository.git('checkout', '--', '.');
    weakened.api.answer(reply(passEverything));
    await weakened.judge();
    const [sent] = sentTo(weakened);
    expect(JSON.stringify(sent)).not.toMatch(/weakened|lets more through/);
  });

  it('a dry run shows what would be sent, and what would be shut', async () => {
    const weakened = await weakenedProject('block');
    const { code, stderr, stdout } = await weakened.verify(['--judge', '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toContain(HEADING);
    expect(stderr).toContain('[WEAKENED]');
    expect(stderr).toContain('Note: without a PASS of the judge');
    expect(weakened.api.requests).toHaveLength(0);
  });
});

describe('gates.tampering: block, and a judge', () => {
  it('whose PASS saw the finding opens it, and the judgment keeps its name', async () => {
    const weakened = await weakenedProject('block');
    const digests = await weakened.findings();
    weakened.api.answer(reply(passEverything));
    expect(await weakened.judge()).toMatchObject({ code: 0, result: { verdict: 'PASS' } });
    expect(weakened.judgments()).toMatchObject([{ verdict: 'PASS', tampering: digests }]);
    expect(weakened.promise()).toMatchObject({
      verification: { gates: { tampering: 'accepted', judge: 'passed' } },
    });
    expect(await weakened.project.run('cs-verify', ['--replay', ID])).toMatchObject({ code: 0 });
  });

  it.each([
    ['who fails the promise', reply(failOnly('AC-1')), 'the judge rejected'],
    ['who cannot be had', failure(401, 'authentication_error'), 'Tests are weaker'],
  ])('%s opens nothing', async (_who, answer, says) => {
    const weakened = await weakenedProject('block');
    weakened.api.answer(answer);
    const { code, stderr } = await weakened.judge();
    expect(code).toBe(1);
    expect(stderr).toContain(says);
    expect(weakened.isClosed()).toBe(false);
    expect(await weakened.verify()).toMatchObject({ code: 1 });
  });

  it('the rubric opens nothing', async () => {
    const weakened = await weakenedProject('block');
    const { code, stderr } = await weakened.verify(['--judge', '--backend', 'rubric']);
    expect(code).toBe(1);
    expect(stderr).toContain('Tests are weaker');
  });

  it('a test that is weakened while the judge is asked shuts it again', async () => {
    const weakened = await weakenedProject('block');
    weakened.api.answer((request, response) => {
      weakened.skip('adds nothing');
      reply(passEverything)(request, response);
    });
    const { code, stderr } = await weakened.judge();
    expect(code).toBe(1);
    expect(stderr).toContain('changed while it was being judged');
    expect(weakened.isClosed()).toBe(false);
  });
});
