import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BROKEN_CASES, type BrokenCase } from '../rig/values/broken-files.ts';
import { metCriterion, promiseFile, validatorResponse } from '../rig/values/promises.ts';
import { createHookedProject, INSTALLED, standIn } from '../rig/worlds/hooked-project.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';
import { controlsIn, HOSTILE } from '../rig/worlds/terminal.ts';

const PATH = 'promises/promise-0000bbbb.json';

function projectWith(breakIt: BrokenCase['breakIt']): Project {
  const project = createProject();
  project.write('promises/promise-0000aaaa.json', promiseFile('promise-0000aaaa', 'session-b'));
  breakIt(project, PATH);
  return project;
}

describe('a sound state', () => {
  it.each<[string, (project: Project) => void]>([
    ['nothing there at all', () => undefined],
    [
      'promises, history and validations',
      (project) => {
        project.write('promises/promise-0000aaaa.json', promiseFile('promise-0000aaaa', SESSION));
        project.write(
          'history/promise-0000cccc.json',
          promiseFile('promise-0000cccc', SESSION, { status: 'verified' }),
        );
        project.write(
          'validations/promise-0000aaaa/AC-1-validation.json',
          validatorResponse('PASS'),
        );
      },
    ],
    [
      'files that are not meant as promises',
      (project) => {
        project.write('promises/.hidden.json', 'x');
        project.write('promises/notes.txt', 'x');
        project.write('promises/promise-1.json.tmp', 'x');
      },
    ],
  ])('%s: says so, exit 0', async (_name, prepare) => {
    const project = createHookedProject();
    standIn(project.programs);
    project.writeSettings({ hooks: INSTALLED });
    prepare(project);
    const { code, stderr, stdout } = await project.cs(['doctor']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^\[OK\] \d+ checks\. To list them: cs doctor --verbose\nThe state folder is in order\.\n$/,
    );
    const whole = await project.cs(['doctor', '--verbose']);
    expect(whole.stdout).toMatch(/^(?:\[OK\] .*\n)+The state folder is in order\.\n$/);
    const sound = whole.stdout.match(/^\[OK\] /gm)?.length;
    expect(stdout).toContain(`[OK] ${sound} checks`);
  });

  it('needs no session, and has nothing to repair', async () => {
    const project = createProject(undefined);
    const { stdout } = await project.run('cs', ['doctor', '--repair', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ sound: true, findings: [] });
  });

  it('does not make up for a gate that is not there', async () => {
    const { code, stdout } = await createProject().run('cs', ['doctor']);
    expect(code).toBe(1);
    expect(stdout).toContain('[FAIL] hooks.stop: no stop hook anywhere');
    expect(stdout).toContain('The state folder is in order.\n2 checks failed.\n');
  });
});

describe('a promise file that cannot be used is listed with its reason, exit 1', () => {
  it.each(BROKEN_CASES)('$name', async ({ breakIt, reason }) => {
    const project = projectWith(breakIt);
    const { code, stderr, stdout } = await project.run('cs', ['doctor']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain(`[BLOCKS] ${join(project.state, PATH)}: ${reason}\n`);
    expect(stdout).toContain('1 problem');
    expect(stdout).toContain('cs doctor --repair');
    expect(stdout).not.toContain('promise-0000aaaa');
  });

  it.each(BROKEN_CASES)(
    '$name: and keeps the gate shut, with file, reason and way out',
    async ({ breakIt, reason }) => {
      const project = projectWith(breakIt);
      const { code, stderr, stdout } = await project.run('cs-verify', ['--check']);
      expect(code).toBe(2);
      expect(stdout).toContain(`${join(project.state, PATH)}: ${reason}\n`);
      expect(stderr).toContain(`${join(project.state, PATH)} cannot be read (${reason})`);
      expect(stderr).toContain('Next: cs doctor\n');
    },
  );

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'no permission (not as root, whom nothing stops)',
    async () => {
      const project = projectWith((at, path) => {
        chmodSync(at.write(path, '{}'), 0o000);
      });
      const { code, stdout } = await project.run('cs', ['doctor']);
      expect(code).toBe(1);
      expect(stdout).toContain('there is no permission to read it');
    },
  );

  it('a name that cannot be an id', async () => {
    const project = createProject();
    project.write('promises/promise 1.json', promiseFile('promise-1', 'session-b'));
    const { code, stdout } = await project.run('cs', ['doctor']);
    expect(code).toBe(1);
    expect(stdout).toContain('promise 1.json: its name is not a valid promise id');
  });

  it('as data', async () => {
    const project = createProject();
    const path = project.write(PATH, '');
    const { code, stdout } = await project.run('cs', ['doctor', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      sound: false,
      findings: [{ kind: 'broken', file: { path, reason: 'it is empty' }, blocks_gates: true }],
    });
  });

  it('alone, where all the rest is as it should be', async () => {
    const project = createHookedProject();
    standIn(project.programs);
    project.writeSettings({ hooks: INSTALLED });
    project.write(PATH, '');
    const { code, stdout } = await project.cs(['doctor']);
    expect(code).toBe(1);
    expect(stdout).not.toContain('[FAIL]');
    expect(stdout).toContain('1 problem in ');
  });
});

describe('a whole folder that cannot be used', () => {
  it.each<[string, (project: Project) => void, string]>([
    ['promises is a file', (project) => project.write('promises', 'x'), 'it is not a folder'],
    [
      'promises is a link that leads out of the state folder',
      (project) => {
        mkdirSync(join(project.folder, 'elsewhere'));
        project.write('events.jsonl', '');
        symlinkSync(join(project.folder, 'elsewhere'), join(project.state, 'promises'));
      },
      'it is a link that leads outside the state folder',
    ],
    [
      'promises is a link that leads nowhere',
      (project) => {
        project.write('events.jsonl', '');
        symlinkSync(join(project.folder, 'not-mounted'), join(project.state, 'promises'));
      },
      'it is a broken link',
    ],
  ])('%s: is listed, and keeps the gate shut', async (_name, breakIt, reason) => {
    const project = createProject();
    breakIt(project);
    const doctor = await project.run('cs', ['doctor']);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain(`[BLOCKS] ${join(project.state, 'promises')}: ${reason}\n`);
    const check = await project.run('cs-verify', ['--check']);
    expect(check.code).toBe(2);
    expect(check.stderr).toContain(reason);
  });
});

it('leaves alone what others put beside the state of sessions and validations', async () => {
  const project = createProject();
  for (const path of ['sessions/.gitkeep', 'validations/.DS_Store']) project.write(path, 'x');
  const { stdout } = await project.run('cs', ['doctor']);
  expect(stdout).toContain('\nThe state folder is in order.\n');
});

describe('what is broken elsewhere is listed, but keeps no gate shut', () => {
  it.each<[string, (project: Project) => string, string]>([
    [
      'an ended promise',
      (project) => project.write('history/promise-0000cccc.json', '{'),
      'it is not valid JSON',
    ],
    [
      'a validation',
      (project) => project.write('validations/promise-0000aaaa/AC-1-validation.json', ''),
      'it is empty',
    ],
    [
      'a validation that is not an object',
      (project) => project.write('validations/promise-0000aaaa/AC-1-validation.json', '[]'),
      'it is not an object',
    ],
    [
      'a validation that is a folder',
      (project) =>
        dirname(project.write('validations/promise-0000aaaa/AC-1-validation.json/x', '')),
      'it is a folder',
    ],
    [
      'a link out where the validations of a promise should be',
      (project) => {
        mkdirSync(join(project.folder, 'elsewhere'));
        const link = join(dirname(project.write('validations/x', '')), 'promise-0000aaaa');
        symlinkSync(join(project.folder, 'elsewhere'), link);
        return link;
      },
      'it is a link that leads outside the state folder',
    ],
    [
      'a file where the folder of the validations should be',
      (project) => project.write('validations', 'x'),
      'it is not a folder',
    ],
    [
      'a file where the folder of the sessions should be',
      (project) => project.write('sessions', 'x'),
      'it is not a folder',
    ],
    [
      'the state of a session',
      (project) => project.write('sessions/session-1/session-state.json', '{'),
      'it is not valid JSON',
    ],
  ])('%s', async (_name, breakIt, reason) => {
    const project = createProject();
    const path = breakIt(project);
    const { code, stdout } = await project.run('cs', ['doctor']);
    expect(code).toBe(1);
    expect(stdout).toContain(`[BROKEN] ${path}: ${reason}`);
    expect((await project.run('cs-verify', ['--check'])).code).toBe(0);
  });

  it.each<[string, (project: Project) => void, boolean, string]>([
    [
      'a promise that ended but was not moved to the history',
      (project) => {
        project.write(
          'promises/promise-0000cccc.json',
          promiseFile('promise-0000cccc', SESSION, { status: 'cancelled' }),
        );
      },
      false,
      '[LEFT] promise-0000cccc has ended but was not moved to history/',
    ],
    [
      'a file that says that it is another promise',
      (project) => {
        const parts = { acceptance_criteria: [metCriterion('AC-1')] };
        project.write(
          'promises/promise-0000cccc.json',
          promiseFile('promise-\x1b[2J', SESSION, parts),
        );
      },
      true,
      '[NOTE] promise-0000cccc: the file says its id is promise-\\x1b[2J',
    ],
  ])('%s', async (_name, prepare, isSound, line) => {
    const project = createProject();
    prepare(project);
    const { stdout } = await project.run('cs', ['doctor']);
    expect(stdout).toContain(line);
    expect(stdout.includes('The state folder is in order.')).toBe(isSound);
    expect((await project.run('cs-verify', ['--check'])).code).toBe(0);
  });
});

it.skipIf(process.platform === 'win32')(
  'nothing in the name of the project is obeyed by a terminal',
  async () => {
    const project = createProject();
    const folder = join(project.folder, `p${HOSTILE.replaceAll('/', '')}`);
    const promises = join(folder, '.claude', 'completion-state', 'promises');
    mkdirSync(promises, { recursive: true });
    writeFileSync(join(promises, 'promise-0000bbbb.json'), '{');
    writeFileSync(join(folder, '.claude', 'settings.json'), '{');
    const env = { CLAUDE_PROJECT_DIR: folder };
    for (const args of [['doctor'], ['doctor', '--repair'], ['doctor', '--json'], ['hooks']]) {
      const { stderr, stdout } = await project.run('cs', args, { env });
      expect([args, controlsIn(stdout + stderr)]).toEqual([args, []]);
    }
    const { stdout } = await project.run('cs', ['doctor'], { env });
    expect(stdout).toMatch(/^1 problem in .*\\x1b/m);
  },
);
