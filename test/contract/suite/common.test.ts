import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promiseFile } from '../../rig/values/promises.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';

const ID = 'promise-0000aaaa';
const BINS = ['cs-init', 'cs-promise', 'cs-verify', 'cs-status', 'cs-store-validation'];
const COMMANDS = ['promise', 'verify', 'status', 'meet', 'prove', 'hooks', 'doctor', 'completion'];

describe('--help', () => {
  it.each([
    ...BINS.map((bin) => ({ bin, args: ['--help'] })),
    ...COMMANDS.map((command) => ({ bin: 'cs', args: [command, '--help'] })),
    { bin: 'cs-promise', args: ['-h'] },
    { bin: 'cs-verify', args: ['--check', '--help'] },
    { bin: 'cs-promise', args: ['--create', 'Title', '--help'] },
  ])('$bin $args explains itself, with no session and no project', async ({ bin, args }) => {
    const project = createProject();
    const env = { CLAUDE_SESSION_ID: undefined, CLAUDE_PROJECT_DIR: '/nowhere/at/all' };
    const { code, stdout, stderr } = await project.run(bin, args, { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const called = [bin, ...args.filter(isCommand)].join(' ');
    expect(stdout).toMatch(new RegExp(`^Usage: ${called}\\b`, 'm'));
    expect(stdout).toContain('--help');
  });

  it.each([
    { bin: 'cs-promise', words: ['--create', '--add-ac', '--meet', '--list', '--mine', '--show'] },
    { bin: 'cs-promise', words: ['--start', '--adopt', '--release', '--cancel', '--evidence'] },
    { bin: 'cs-verify', words: ['--check', '--verbose', '-v', '--promise', '--proof', '--type'] },
    { bin: 'cs-verify', words: ['--skip-validation-check', '--skip-llm-gate', '--task-id'] },
    { bin: 'cs-init', words: ['--initiative', '--show', '--check-orphans'] },
    { bin: 'cs-status', words: ['--mine', '--orphans', '--history', '--json'] },
    {
      bin: 'cs-store-validation',
      words: ['--promise', '--ac-id', '--response', '--response-file'],
    },
    {
      bin: 'cs-promise',
      words: ['--from', '--add-check', '--command', '--file', '--tool-results'],
    },
    { bin: 'cs-promise', words: ['--inputs', '--timeout', '--exit-code', '--matches', '--run'] },
    { bin: 'cs-store-validation', words: ['--validator'] },
    { bin: 'cs', words: ['do', 'status', 'help --all'] },
  ])('of $bin names $words', async ({ bin, words }) => {
    const { stdout } = await createProject().run(bin, ['--help']);
    for (const word of words) expect(stdout).toContain(word);
  });

  function isCommand(word: string): boolean {
    return COMMANDS.includes(word);
  }
});

describe('an option that a command does not know', () => {
  it.each([
    ...BINS.map((bin) => ({ bin, args: ['--bogus'], named: '--bogus' })),
    { bin: 'cs', args: ['--bogus'], named: '--bogus' },
    { bin: 'cs', args: ['meet', ID, '--bogus'], named: '--bogus' },
    { bin: 'cs', args: ['status', '--bogus'], named: '--bogus' },
    { bin: 'cs-verify', args: ['--check', '--bogus'], named: '--bogus' },
    { bin: 'cs-promise', args: ['--list', '--bogus=1'], named: '--bogus' },
    { bin: 'cs-promise', args: ['--list', '-x'], named: '-x' },
    { bin: 'cs-promise', args: ['--list', '--no-mine'], named: '--no-mine' },
    { bin: 'cs-promise', args: ['--list', '--constructor'], named: '--constructor' },
    { bin: 'cs-promise', args: ['--list', '--__proto__.a', 'b'], named: '--__proto__.a' },
  ])('is named: $bin $args', async ({ bin, args, named }) => {
    const { code, stdout, stderr } = await createProject().run(bin, args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: /);
    expect(stderr.split('\n')[0]).toContain(named);
  });

  it.each([
    { bin: 'cs-promise', args: ['--lsit'], meant: '--list' },
    { bin: 'cs-promise', args: ['--creat', 'Title'], meant: '--create' },
    { bin: 'cs-promise', args: ['--meet', ID, '--ac_id', 'AC-1'], meant: '--ac-id' },
    { bin: 'cs-verify', args: ['--chekc'], meant: '--check' },
    { bin: 'cs-verify', args: ['--check', '--verbos'], meant: '--verbose' },
    { bin: 'cs-verify', args: ['--skip-llm-gates'], meant: '--skip-llm-gate' },
    { bin: 'cs-init', args: ['--inititive', 'x'], meant: '--initiative' },
    { bin: 'cs-status', args: ['--jsn'], meant: '--json' },
    { bin: 'cs-store-validation', args: ['--respons', '{}'], meant: '--response' },
    { bin: 'cs', args: ['meet', ID, '--evidenc', 'x'], meant: '--evidence' },
    { bin: 'cs', args: ['statsu'], meant: 'cs status' },
    { bin: 'cs', args: ['verfy', '--check'], meant: 'cs verify' },
    { bin: 'cs', args: ['--hlep'], meant: '--help' },
  ])('and what was meant: $meant for $bin $args', async ({ bin, args, meant }) => {
    const { code, stdout, stderr } = await createProject().run(bin, args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).toContain(`Did you mean ${meant}?`);
  });

  it('changes nothing, whatever else was asked', async () => {
    const project = createProject();
    const args = ['--create', 'Title', '--ac', 'Tests pass', '--bogus'];
    expect(await project.run('cs-promise', args)).toMatchObject({ code: 1 });
    expect(project.list('promises')).toEqual([]);
  });
});

describe('a word too many', () => {
  it.each([
    {
      bin: 'cs-promise',
      args: ['--create', 'Login', 'works', '--ac', 'Tests pass'],
      word: 'works',
    },
    { bin: 'cs-promise', args: ['--list', 'all'], word: 'all' },
    { bin: 'cs-status', args: ['all'], word: 'all' },
    { bin: 'cs', args: ['frobnicate'], word: 'frobnicate' },
  ])('is named: $bin $args', async ({ bin, args, word }) => {
    const project = createProject();
    const { code, stdout, stderr } = await project.run(bin, args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: /);
    expect(stderr.split('\n')[0]).toContain(word);
    expect(project.list('promises')).toEqual([]);
  });
});

describe('an option without its value', () => {
  it.each([
    { bin: 'cs-promise', args: ['--show'], option: '--show' },
    { bin: 'cs-promise', args: ['--create', 'Title', '--ac'], option: '--ac' },
    { bin: 'cs-promise', args: ['--add-ac', ID], option: '--add-ac' },
    { bin: 'cs-promise', args: ['--meet', '--ac-id', 'AC-1', '--evidence', 'x'], option: '--meet' },
    { bin: 'cs-verify', args: ['--promise'], option: '--promise' },
    { bin: 'cs-verify', args: ['--promise', '--proof', 'x'], option: '--promise' },
    { bin: 'cs-init', args: ['--initiative'], option: '--initiative' },
    { bin: 'cs-store-validation', args: ['--promise', ID, '--ac-id'], option: '--ac-id' },
  ])('is named: $bin $args', async ({ bin, args, option }) => {
    const { code, stdout, stderr } = await createProject().run(bin, args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: /);
    expect(stderr.split('\n')[0]).toContain(option);
  });
});

describe('the language', () => {
  it('is English on a German machine', async () => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
    const german = { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de' };
    const lines: readonly (readonly [bin: string, ...args: string[]])[] = [
      ['cs-promise', '--help'],
      ['cs-promise', '--show'],
      ['cs-promise', '--bogus'],
      ['cs-promise', '--show', ID],
      ['cs-verify', '--check'],
      ['cs-store-validation', '--promise', ID, '--ac-id', 'AC-1', '--response', '{'],
    ];
    for (const [bin, ...args] of lines) {
      const english = await project.run(bin, args, { env: { LANG: 'C' } });
      expect(await project.run(bin, args, { env: german })).toEqual(english);
    }
  });
});

describe('a state folder that cannot be written', () => {
  it('is an error that begins like any other', async () => {
    const project = createProject();
    mkdirSync(join(project.folder, '.claude'));
    writeFileSync(join(project.folder, '.claude', 'completion-state'), 'a file in its place');
    const { code, stderr } = await project.run('cs-promise', ['--create', 'Title', '--ac', 'x']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).not.toMatch(/\bat .*\.(cjs|ts):\d+/);
  });
});
