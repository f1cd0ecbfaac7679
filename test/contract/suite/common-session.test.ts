import { describe, expect, it } from 'vitest';
import { criterion, metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';

const ID = 'promise-0000aaaa';

/** Every way in which an owner can change a promise. */
const CHANGES = [
  { bin: 'cs-promise', args: ['--add-ac', ID, 'One more thing'] },
  { bin: 'cs-promise', args: ['--meet', ID, '--ac-id', 'AC-1', '--evidence', 'Seen to work'] },
  { bin: 'cs', args: ['meet', ID, '--ac-id', 'AC-1', '--evidence', 'Seen to work'] },
  { bin: 'cs', args: ['meet', ID, '--ac-id', 'AC-1', '--run', '--', 'touch', 'ran'] },
  { bin: 'cs', args: ['prove', ID, '--trust'] },
  { bin: 'cs-promise', args: ['--add-check', ID, '--ac-id', 'AC-1', '--command', 'true'] },
  { bin: 'cs-promise', args: ['--start', ID] },
  { bin: 'cs-promise', args: ['--release', ID] },
  { bin: 'cs-promise', args: ['--cancel', ID] },
  { bin: 'cs-verify', args: ['--promise', ID, '--skip-validation-check'] },
];
const ADOPTION = { bin: 'cs-promise', args: ['--adopt', ID] };
const CREATION = { bin: 'cs-promise', args: ['--create', 'Title', '--ac', 'Tests pass'] };

const PENDING = { status: 'pending', acceptance_criteria: [metCriterion('AC-1')] };

describe('a command that changes something', () => {
  it.each([...CHANGES, ADOPTION, CREATION])(
    'needs a session: $bin $args',
    async ({ bin, args }) => {
      const project = createProject();
      const file = promiseFile(ID, args === ADOPTION.args ? null : SESSION, PENDING);
      project.write(`promises/${ID}.json`, file);
      for (const id of [undefined, '']) {
        const env = { CLAUDE_SESSION_ID: id, CLAUDE_CODE_SESSION_ID: id };
        const { code, stdout, stderr } = await project.run(bin, args, { env });
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
        expect(stderr).toMatch(/^Error: CLAUDE_SESSION_ID not set\. /);
      }
      expect(project.list('promises')).toEqual([`${ID}.json`]);
      expect(project.read(`promises/${ID}.json`)).toEqual(file);
    },
  );

  it.each(CHANGES)("leaves another's promise alone: $bin $args", async ({ bin, args }) => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, 'another-session', PENDING));
    const { code, stdout, stderr } = await project.run(bin, args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: You don't own this promise\. Current owner: another-session$/m);
    expect(project.read(`promises/${ID}.json`)).toEqual(
      promiseFile(ID, 'another-session', PENDING),
    );
  });

  it.each(CHANGES)('leaves an orphan alone: $bin $args', async ({ bin, args }) => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, null, PENDING));
    const { code, stderr } = await project.run(bin, args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: You don't own this promise\. Current owner: /);
    expect(project.read(`promises/${ID}.json`)).toEqual(promiseFile(ID, null, PENDING));
  });

  it.each([...CHANGES, ADOPTION, { bin: 'cs-promise', args: ['--show', ID] }])(
    'says that a promise does not exist: $bin $args',
    async ({ bin, args }) => {
      const project = createProject();
      const { code, stdout, stderr } = await project.run(bin, args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^Error: Promise not found: promise-0000aaaa$/m);
      expect(project.list('promises')).toEqual([]);
    },
  );
});

describe('the session', () => {
  const HOST = 'session-of-the-host';

  it.each([
    { own: SESSION, host: HOST, creates: SESSION },
    { own: undefined, host: HOST, creates: HOST },
    { own: '', host: HOST, creates: HOST },
    { own: SESSION, host: '', creates: SESSION },
  ])('that creates is $creates, of $own and $host', async ({ own, host, creates }) => {
    const project = createProject();
    const env = { CLAUDE_SESSION_ID: own, CLAUDE_CODE_SESSION_ID: host };
    const { code, stdout } = await project.run(CREATION.bin, CREATION.args, { env });
    expect(code).toBe(0);
    expect(stdout).toContain(creates);
    const [name = ''] = project.list('promises');
    expect(project.read(`promises/${name}`)).toMatchObject({
      ownership: { created_by: creates, owned_by: creates },
    });
  });

  it.each([SESSION, HOST])('owns under either id: %s', async (owner) => {
    const project = createProject();
    const env = { CLAUDE_CODE_SESSION_ID: HOST };
    project.write(
      `promises/${ID}.json`,
      promiseFile(ID, owner, { acceptance_criteria: [criterion('AC-1')] }),
    );
    expect(await project.run('cs-verify', ['--check'], { env })).toMatchObject({ code: 2 });
    const mine = await project.run('cs-promise', ['--mine'], { env });
    expect(mine.stdout).toContain(ID);
    const meet = ['--meet', ID, '--ac-id', 'AC-1', '--evidence', 'Seen to work'];
    expect(await project.run('cs-promise', meet, { env })).toMatchObject({ code: 0 });
    expect(await project.run('cs-verify', ['--check'], { env })).toMatchObject({ code: 0 });
    expect(project.read(`promises/${ID}.json`)).toMatchObject({ ownership: { owned_by: owner } });
  });

  it('is not a third one', async () => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, 'another-session'));
    const env = { CLAUDE_CODE_SESSION_ID: HOST };
    expect(await project.run('cs-verify', ['--check'], { env })).toMatchObject({ code: 0 });
    expect(await project.run('cs-promise', ['--cancel', ID], { env })).toMatchObject({ code: 1 });
  });
});
