import { describe, expect, it } from 'vitest';
import { criterion, metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';

describe('cs-promise --list and --mine', () => {
  it('say that there are none', async () => {
    const project = createProject();
    for (const option of ['--list', '--mine']) {
      const { code, stdout } = await project.run('cs-promise', [option]);
      expect({ code, stdout }).toEqual({ code: 0, stdout: 'No promises found.\n' });
    }
  });

  it('give status, id, owner, title and progress of every open promise', async () => {
    const project = createProject();
    const half = { acceptance_criteria: [metCriterion('AC-1'), criterion('AC-2')] };
    project.write('promises/promise-000000a1.json', promiseFile('promise-000000a1', SESSION, half));
    project.write(
      'promises/promise-000000a2.json',
      promiseFile('promise-000000a2', 'another-session', { status: 'pending' }),
    );
    project.write('promises/promise-000000a3.json', promiseFile('promise-000000a3', null));
    project.write(
      'history/promise-000000a4.json',
      promiseFile('promise-000000a4', SESSION, { status: 'verified' }),
    );
    const { code, stdout } = await project.run('cs-promise', ['--list']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^PROMISES:$/m);
    expect(stdout).toMatch(
      /\[IN_PROGRESS\] promise-000000a1.*session-of-the-test\s+Title of promise-000000a1\s+\[1\/2 AC met\]/,
    );
    expect(stdout).toMatch(
      /\[PENDING\] promise-000000a2.*another-session\s+Title of promise-000000a2\s+\[0\/1 AC met\]/,
    );
    expect(stdout).toMatch(
      /\[IN_PROGRESS\] promise-000000a3.*\(orphaned\)\s+Title of promise-000000a3\s+\[0\/1 AC met\]/,
    );
    expect(stdout).not.toContain('promise-000000a4');

    const mine = await project.run('cs-promise', ['--mine']);
    expect(mine.code).toBe(0);
    expect(mine.stdout).toMatch(/^MY PROMISES \(session: session-of-the-test\):$/m);
    expect(mine.stdout.match(/promise-000000a\d/g)).toContain('promise-000000a1');
    expect(mine.stdout).not.toMatch(/promise-000000a[234]/);
  });

  it('show a status that a later version brings as it stands', async () => {
    const project = createProject();
    const id = 'promise-000000a1';
    project.write(`promises/${id}.json`, promiseFile(id, SESSION, { status: 'suspended' }));
    const { code, stdout } = await project.run('cs-promise', ['--list']);
    expect(code).toBe(0);
    expect(stdout).toContain('[SUSPENDED]');
  });
});

describe('cs-promise --show', () => {
  it('shows ownership, status, each criterion with its evidence, and the progress in %', async () => {
    const project = createProject();
    const id = 'promise-000000a1';
    const acceptance_criteria = [
      metCriterion('AC-1', { description: 'Tests pass', evidence: '42 of 42' }),
      criterion('AC-2', { description: 'Docs updated' }),
      criterion('AC-3'),
      criterion('AC-4'),
    ];
    project.write(`promises/${id}.json`, promiseFile(id, SESSION, { acceptance_criteria }));
    const { code, stdout } = await project.run('cs-promise', ['--show', id]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^PROMISE: promise-000000a1$/m);
    expect(stdout).toContain('Title of promise-000000a1');
    expect(stdout).toMatch(/owner.*session-of-the-test/i);
    expect(stdout).toContain('2026-02-17T10:30:00Z');
    expect(stdout).toMatch(/status.*in_progress/i);
    expect(stdout).toMatch(/\[MET\] AC-1: Tests pass\n.*42 of 42/);
    expect(stdout).toMatch(/\[PENDING\] AC-2: Docs updated/);
    expect(stdout).toContain('25%');
    expect(stdout).toMatch(/verification/i);
  });

  it('shows how a promise of the history was verified', async () => {
    const project = createProject();
    const id = 'promise-000000a1';
    const verification = {
      verified_at: '2026-02-18T08:00:00Z',
      verified_by: 'who-verified-it',
      type: 'browser',
      proof: 'Seen in the browser',
    };
    project.write(
      `history/${id}.json`,
      promiseFile(id, null, { status: 'verified', verification }),
    );
    const { code, stdout } = await project.run('cs-promise', ['--show', id]);
    expect(code).toBe(0);
    expect(stdout).toContain('(orphaned)');
    for (const text of ['verified', ...Object.values(verification)]) expect(stdout).toContain(text);
  });

  it('needs no session', async () => {
    const project = createProject();
    const id = await project.promise('Tests pass');
    const env = { CLAUDE_SESSION_ID: undefined };
    for (const args of [['--show', id], ['--list']]) {
      const { code, stdout } = await project.run('cs-promise', args, { env });
      expect(code).toBe(0);
      expect(stdout).toContain(id);
    }
  });
});
