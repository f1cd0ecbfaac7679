import { describe, expect, it } from 'vitest';
import { criterion, promiseFile } from '../../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';
import {
  check,
  createWith,
  criterionOf,
  eventsOf,
  promiseOf,
  prove,
  startWith,
  writeBeside,
} from '../../rig/worlds/proving.ts';

const ID = 'promise-0000aaaa';
const TWO = ['--ac', 'Tests pass', '--ac', 'It is built'];

describe('checks at creation', () => {
  it.each([
    [['--command', 'AC-1=npm test'], { kind: 'command', run: 'npm test' }],
    [
      ['--command', 'AC-1=A=b npm test -- --x=y'],
      { kind: 'command', run: 'A=b npm test -- --x=y' },
    ],
    [['--file', 'AC-1=dist/app.js'], { kind: 'file', path: 'dist/app.js' }],
    [['--file', 'AC-1=dist/**/*.{js,json}'], { kind: 'file', path: 'dist/**/*.{js,json}' }],
    [['--tool-results', 'AC-1=npm test'], { kind: 'tool-results', match: 'npm test' }],
    [
      ['--command', 'AC-1=npm test', '--timeout', '1.5', '--exit-code', '3', '--matches', 'ok'],
      { kind: 'command', run: 'npm test', timeout_ms: 1500, exit_code: 3, matches: ['ok'] },
    ],
    [
      ['--command', 'AC-1=npm test', '--inputs', 'src/**', '--inputs', 'test/**'],
      { kind: 'command', run: 'npm test', inputs: ['src/**', 'test/**'] },
    ],
    [
      ['--file', 'AC-1=a', '--file-type', 'json', '--matches', '"ok"'],
      { kind: 'file', path: 'a', type: 'json', matches: ['"ok"'] },
    ],
  ])('%j', async (options, stored) => {
    const project = createProject();
    const id = await createWith(project, '--ac', 'a', ...options);
    expect(criterionOf(project, id).checks).toEqual([stored]);
  });

  it('are shown with the promise, and by --show', async () => {
    const project = createProject();
    const words = ['--create', 'P', ...TWO, '--command', 'AC-1=npm test', '--file', 'AC-2=a.js'];
    const { stdout } = await project.run('cs-promise', words);
    expect(stdout).toContain('Check command: npm test');
    expect(stdout).toContain('Check file: a.js');
    const [, id = ''] = /Created promise: (\S+)/.exec(stdout) ?? [];
    const shown = await project.run('cs-promise', ['--show', id]);
    expect(shown.stdout).toContain('Check command: npm test');
  });

  it('several go to one criterion, and others have none', async () => {
    const project = createProject();
    const id = await createWith(project, ...TWO, '--command', 'AC-2=a', '--file', 'AC-2=b');
    expect(criterionOf(project, id, 'AC-2').checks).toHaveLength(2);
    expect(criterionOf(project, id)).not.toHaveProperty('checks');
  });

  it('words alone do not meet a criterion that has checks', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a', '--command', 'AC-1=true');
    await project.run('cs', ['meet', id, '--ac-id', 'AC-1', '--evidence', 'seen']);
    const { code, stderr } = await check(project);
    expect(code).toBe(2);
    expect(stderr).toContain('AC-1 (a: its checks have not passed');
    expect(stderr).toContain(`Next: cs prove ${id}`);
    const verified = await project.run('cs-verify', ['--promise', id, '--skip-validation-check']);
    expect(verified.code).toBe(1);
    expect(verified.stderr).toContain('Not proved: AC-1');
  });

  it.each([
    [['--command', 'npm test'], '--command needs the criterion first'],
    [['--file', 'a.js'], '--file needs the criterion first'],
    [['--command', 'AC-3=npm test'], 'there is no criterion AC-3; there are AC-1 to AC-2'],
    [['--command', 'ac-1=npm test'], 'there is no criterion ac-1'],
    [['--command', 'AC-1='], '--command: `run` is neither a command line'],
    [['--command', 'AC-1=   '], '--command: `run` is neither a command line'],
    [['--file', 'AC-1='], '--file: `path` is not a path inside the project'],
    [['--file', 'AC-1=/etc/passwd'], '--file: `path` is not a path inside the project'],
    [['--file', 'AC-1=../a'], '--file: `path` is not a path inside the project'],
    [['--file', 'AC-1=a/../../b'], '--file: `path` is not a path inside the project'],
    [['--tool-results', 'AC-1='], '--tool-results: `match` is not a text'],
    [['--command', 'AC-1=a', '--matches', '('], '"(" is not a valid pattern'],
    [['--command', 'AC-1=a', '--inputs', ''], '"" is not a valid glob: it is empty'],
    [['--command', 'AC-1=a', '--timeout', '0'], '`timeout_ms` is not a whole number from 100'],
    [['--command', 'AC-1=a', '--timeout', '-1'], '--timeout takes a number of seconds'],
    [['--command', 'AC-1=a', '--exit-code', '256'], '`exit_code` is not from 0 to 255'],
    [['--file', 'AC-1=a', '--file-type', 'word'], '`type` is not one of json,'],
    [['--file', 'AC-1=a', '--exit-code', '1'], '--exit-code does not go with --file'],
    [['--report', 'AC-1=report.xml'], '--report: `format` is not one of ctrf, jest, junit, tap'],
    [['--report', 'AC-1=trx:a'], '--report: `format` is not one of ctrf, jest, junit, tap'],
    [['--report', 'AC-1=tap:'], '--report: `path` is not a path inside the project'],
    [['--report', 'AC-1=tap:a', '--min-tests', 'x'], '--min-tests takes a number'],
    [['--command', 'AC-1=a', '--test', 'x'], '--test does not go with --command'],
    [['--tier', '4'], '--tier takes 1, 2 or 3'],
    [['--tier', 'AC-9=2'], 'there is no criterion AC-9'],
  ])('refused: %j', async (options, says) => {
    const project = createProject();
    const { code, stderr, stdout } = await project.run('cs-promise', [
      '--create',
      'P',
      ...TWO,
      ...options,
    ]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).toContain(says);
    expect(project.list('promises')).toEqual([]);
  });

  it.each(['command', 'file', 'tool-results', 'from', 'tier', 'inputs', 'timeout', 'file-type'])(
    '--%s goes with nothing but what takes it',
    async (option) => {
      const { code, stderr } = await createProject().run('cs-promise', [
        '--list',
        `--${option}`,
        'x',
      ]);
      expect(code).toBe(1);
      expect(stderr).toContain(`--${option} goes with --create`);
    },
  );
});

describe('--add-check', () => {
  it('adds to those there are, and says what is next', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a', '--command', 'AC-1=true');
    const words = ['--add-check', id, '--ac-id', 'AC-1', '--file', 'a.js', '--file-type', 'text'];
    const { code, stderr, stdout } = await project.run('cs-promise', words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Added check to: AC-1 of ${id}`);
    expect(stdout).toContain(`Next: cs prove ${id}`);
    expect(criterionOf(project, id).checks).toEqual([
      { kind: 'command', run: 'true' },
      { kind: 'file', path: 'a.js', type: 'text' },
    ]);
    expect(eventsOf(project).at(-1)).toMatchObject({
      event: 'check.added',
      ac_id: 'AC-1',
      kind: 'file',
    });
  });

  it('opens a criterion that was met in words', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a');
    await project.run('cs', ['meet', id, '--ac-id', 'AC-1', '--evidence', 'seen']);
    expect(await check(project)).toMatchObject({ code: 0 });
    await project.run('cs-promise', ['--add-check', id, '--ac-id', 'AC-1', '--command', 'true']);
    expect(await check(project)).toMatchObject({ code: 2 });
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    expect(await check(project)).toMatchObject({ code: 0 });
  });

  it.each([
    [[ID, '--command', 'true'], '--ac-id is required'],
    [
      [ID, '--ac-id', 'AC-1'],
      'one of --command, --file, --report, --tool-results and --ci is required',
    ],
    [[ID, '--ac-id', 'AC-1', '--command', 'a', '--file', 'b'], 'one of --command, --file'],
    [[ID, '--ac-id', 'AC-1', '--command', ''], '`run` is neither a command line'],
    [[ID, '--ac-id', 'AC-9', '--command', 'true'], 'Criterion not found: AC-9'],
    [['promise-00000000', '--ac-id', 'AC-1', '--command', 'a'], 'Promise not found'],
    [[ID, '--ac-id', 'AC-1', '--file', 'a', '--timeout', '3'], '--timeout does not go with --file'],
  ])('refused: %j', async (words, says) => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
    const { code, stderr, stdout } = await project.run('cs-promise', ['--add-check', ...words]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(says);
    expect(project.read(`promises/${ID}.json`)).toEqual(promiseFile(ID, SESSION));
  });

  it('is for the owner', async () => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, 'somebody'));
    const words = ['--add-check', ID, '--ac-id', 'AC-1', '--command', 'true'];
    const { code, stderr } = await project.run('cs-promise', words);
    expect(code).toBe(1);
    expect(stderr).toContain("You don't own this promise. Current owner: somebody");
  });
});

describe('a check that this version cannot run', () => {
  it.each([
    ['of a kind that is not known', { kind: 'browser', url: '/' }],
    ['with a demand that is not known', { kind: 'command', run: 'true', network: 'off' }],
    ['that leads out of the project', { kind: 'file', path: '../../etc/passwd' }],
  ])('is skipped and never passed: %s', async (_what, declared) => {
    const project: Project = createProject();
    const acceptance_criteria = [criterion('AC-1', { checks: [declared] })];
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
    const { code, stdout } = await prove(project, ID, ['--trust']);
    expect(code).toBe(1);
    expect(stdout).toContain('[NOT PROVED] AC-1');
    expect(stdout).toContain('this check cannot be run');
    expect(criterionOf(project, ID).checks).toEqual([declared]);
    expect(await check(project)).toMatchObject({ code: 2 });
  });
});

describe('a definition file with more on the command line', () => {
  it('holds the criteria of both, and the checks and tiers that were given for them', async () => {
    const project = createProject();
    const path = writeBeside(project, 'p.json', { title: 'T', acceptance_criteria: ['One'] });
    const words = ['--from', path, '--ac', 'Two', '--command', 'AC-2=true', '--tier', 'AC-1=2'];
    const id = await createWith(project, ...words);
    expect(promiseOf(project, id)).toMatchObject({
      title: 'P',
      acceptance_criteria: [
        { description: 'One', tier: 2 },
        { description: 'Two', checks: [{ kind: 'command', run: 'true' }] },
      ],
    });
  });
});
