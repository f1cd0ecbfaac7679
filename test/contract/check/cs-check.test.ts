import { describe, expect, it } from 'vitest';
import {
  criterion,
  metCriterion,
  type PromiseParts,
  promiseFile,
} from '../../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';

const ID = 'promise-0000aaaa';
const OTHER = 'another-session';
const ALL_MET = { acceptance_criteria: [metCriterion('AC-1'), metCriterion('AC-2')] };
const HALF_MET = {
  acceptance_criteria: [
    metCriterion('AC-1', { description: 'Tests pass' }),
    criterion('AC-2', { description: 'Docs updated' }),
    criterion('AC-3', { description: 'Changelog written' }),
  ],
};

function projectWith(owner: string | null, parts: PromiseParts, folder = 'promises'): Project {
  const project = createProject();
  project.write(`${folder}/${ID}.json`, promiseFile(ID, owner, parts));
  return project;
}

describe('cs-verify --check lets a session end', () => {
  it('that owns no promises, and says so only when asked', async () => {
    const project = createProject();
    expect(await project.run('cs-verify', ['--check'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
    for (const option of ['--verbose', '-v']) {
      const { code, stdout } = await project.run('cs-verify', ['--check', option]);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^No promises owned by this session\.$/m);
    }
  });

  it.each<{ whose: string; owner: string | null; parts: PromiseParts; folder?: string }>([
    { whose: 'that has met all criteria of its promise', owner: SESSION, parts: ALL_MET },
    {
      whose: 'whose promise has no criteria left',
      owner: SESSION,
      parts: { acceptance_criteria: [] },
    },
    {
      whose: 'whose promise was verified',
      owner: SESSION,
      parts: { status: 'verified', ...ALL_MET },
      folder: 'history',
    },
    {
      whose: 'whose promise was cancelled',
      owner: SESSION,
      parts: { status: 'cancelled', ...HALF_MET },
      folder: 'history',
    },
    { whose: "beside another's open promise", owner: OTHER, parts: HALF_MET },
    { whose: "beside another's pending promise", owner: OTHER, parts: { status: 'pending' } },
    { whose: 'beside a pending orphan', owner: null, parts: { status: 'pending' } },
  ])('$whose', async ({ owner, parts, folder }) => {
    const project = projectWith(owner, parts, folder);
    expect(await project.run('cs-verify', ['--check'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('beside an orphan in progress, with a warning on stderr', async () => {
    const { code, stdout, stderr } = await projectWith(null, HALF_MET).run('cs-verify', [
      '--check',
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/warning.*orphaned.*promise-0000aaaa/i);
  });
});

describe('cs-verify --check holds a session', () => {
  it('that has an unmet criterion, and tells the whole answer on stdout', async () => {
    const project = projectWith(SESSION, HALF_MET);
    const { code, stdout } = await project.run('cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stdout).toContain('COMPLETION CRITERIA NOT MET');
    expect(stdout).toContain(SESSION);
    expect(stdout).toMatch(/^IN_PROGRESS PROMISES \(1\):$/m);
    expect(stdout).toContain(`Title of ${ID}`);
    expect(stdout).toMatch(/\[MET\] AC-1: Tests pass/);
    expect(stdout).toMatch(/\[PENDING\] AC-2: Docs updated/);
    expect(stdout).toMatch(/\[PENDING\] AC-3: Changelog written/);
    expect(stdout).toContain('1/3');
    expect(stdout).toMatch(
      /^NEXT ACTION:\n\s+cs-promise --meet promise-0000aaaa --ac-id AC-2 --evidence /m,
    );
    expect(stdout).not.toContain('PENDING PROMISES');
  });

  it('and gives the reason and the next action on stderr, in brief', async () => {
    const { stdout, stderr } = await projectWith(SESSION, HALF_MET).run('cs-verify', ['--check']);
    expect(stderr).toContain(ID);
    expect(stderr).toContain('AC-2');
    expect(stderr).toContain('Docs updated');
    expect(stderr).toContain(`cs-promise --meet ${ID} --ac-id AC-2 --evidence`);
    expect(stderr.length).toBeLessThan(stdout.length);
    expect(stdout + stderr).not.toContain('--skip');
  });

  it('that has not started its promise', async () => {
    const project = projectWith(SESSION, { status: 'pending', ...ALL_MET });
    const { code, stdout, stderr } = await project.run('cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stdout).toContain('COMPLETION CRITERIA NOT MET');
    expect(stdout).toMatch(/^PENDING PROMISES \(1\):$/m);
    expect(stdout).toMatch(/^NEXT ACTION:\n\s+cs-promise --start promise-0000aaaa$/m);
    expect(stdout).not.toContain('IN_PROGRESS PROMISES');
    expect(stderr).toContain(`cs-promise --start ${ID}`);
  });

  it('for every open promise of its own and for none of the others', async () => {
    const project = createProject();
    const put = (id: string, owner: string | null, parts: PromiseParts) =>
      project.write(`promises/${id}.json`, promiseFile(id, owner, parts));
    put('promise-000000a1', SESSION, HALF_MET);
    put('promise-000000a2', SESSION, HALF_MET);
    put('promise-000000a3', SESSION, { status: 'pending' });
    put('promise-000000a4', SESSION, ALL_MET);
    put('promise-000000a5', OTHER, HALF_MET);
    put('promise-000000a6', null, HALF_MET);
    const { code, stdout, stderr } = await project.run('cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stdout).toContain('IN_PROGRESS PROMISES (2):');
    expect(stdout).toContain('PENDING PROMISES (1):');
    expect(stdout).not.toMatch(/promise-000000a[456]/);
    expect(stderr).toMatch(/orphaned.*promise-000000a6/i);
    expect(stderr).not.toMatch(/promise-000000a[45]/);
  });

  it('until it has done what NEXT ACTION says, step by step', async () => {
    const project = createProject();
    const id = await project.promise('Tests pass', 'Docs updated');
    const steps: string[] = [];
    let check = await project.run('cs-verify', ['--check']);
    while (check.code === 2 && steps.length < 5) {
      const [, option = '', criterionId] =
        /NEXT ACTION:\n\s+cs-promise (--\w+) promise-\w+(?: --ac-id (\S+))?/.exec(check.stdout) ??
        [];
      const rest = criterionId ? ['--ac-id', criterionId, '--evidence', 'Seen to work'] : [];
      const { code } = await project.run('cs-promise', [option, id, ...rest]);
      steps.push(`${option} ${criterionId ?? ''} ended with ${code}`);
      check = await project.run('cs-verify', ['--check']);
    }
    expect(steps).toEqual([
      '--start  ended with 0',
      '--meet AC-1 ended with 0',
      '--meet AC-2 ended with 0',
    ]);
    expect(check).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('as well with --verbose and with -v', async () => {
    const project = projectWith(SESSION, HALF_MET);
    const plain = await project.run('cs-verify', ['--check']);
    expect(plain.code).toBe(2);
    expect(await project.run('cs-verify', ['--check', '--verbose'])).toEqual(plain);
    expect(await project.run('cs-verify', ['-v', '--check'])).toEqual(plain);
  });
});

describe('cs-verify --check is called wrongly', () => {
  it.each([
    { what: 'without a session', args: [], session: undefined, says: 'CLAUDE_SESSION_ID not set' },
    { what: 'with an empty session', args: [], session: '', says: 'CLAUDE_SESSION_ID not set' },
    { what: 'with an unknown option', args: ['--wait'], session: SESSION, says: '--wait' },
    { what: 'with a proof', args: ['--proof', 'x'], session: SESSION, says: '--proof' },
    { what: 'with a stray word', args: ['now'], session: SESSION, says: 'now' },
  ])('$what: exit code 1, which holds nobody', async ({ args, session, says }) => {
    const project = projectWith(SESSION, HALF_MET);
    const env = { CLAUDE_SESSION_ID: session };
    const { code, stdout, stderr } = await project.run('cs-verify', ['--check', ...args], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).toContain(says);
  });
});

describe('cs-verify --check reads an option with its value attached', () => {
  it.each([{ args: ['--check=true'] }, { args: ['--check', '--json=true'] }])(
    '$args',
    async ({ args }) => {
      const project = projectWith(SESSION, HALF_MET);
      expect(await project.run('cs-verify', args)).toMatchObject({
        code: 2,
        stdout: expect.stringContaining(ID),
      });
    },
  );
});
