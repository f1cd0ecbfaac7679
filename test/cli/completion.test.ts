import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WORDS } from '../../src/cli/command-names.ts';
import { criterion, metCriterion, type PromiseParts, promiseFile } from '../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';

/** A project with two open promises, one that has ended, and a file that cannot be read. */
function projectWithPromises(): Project {
  const project = createProject();
  project.write(
    'promises/promise-aaaa0001.json',
    promiseFile('promise-aaaa0001', SESSION, {
      acceptance_criteria: [metCriterion('AC-1'), criterion('AC-2'), criterion('AC-3')],
    }),
  );
  project.write(
    'promises/promise-bbbb0002.json',
    promiseFile('promise-bbbb0002', 'session-b', {
      acceptance_criteria: [criterion('AC-7')],
    }),
  );
  project.write(
    'promises/promise-cccc0003.json',
    promiseFile('promise-cccc0003', SESSION, { status: 'cancelled' }),
  );
  project.write('promises/promise-dddd0004.json', '');
  return project;
}

/** What the shell is offered after these words, the last of them unfinished. */
async function offered(
  project: Project,
  bin: string,
  words: readonly string[],
): Promise<readonly string[]> {
  const { code, stderr, stdout } = await project.run(bin, ['--cs-complete', ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').filter((word) => word !== '');
}

const SESSION_WORDS = ['init', 'ask', 'directive', 'pause', 'end'];

/** The nine words, and the nouns that are none of them. */
const FIRST_WORDS = [
  ...Object.keys(WORDS),
  'promise',
  'judge',
  'session',
  'store',
  'hooks',
  'config',
  'ci',
  'mcp',
  'completion',
];
const IDS = ['promise-aaaa0001', 'promise-bbbb0002'];

describe('what is offered', () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    ['the nine words and the nouns', 'cs', [''], FIRST_WORDS],
    ['the same, before a word was begun', 'cs', [], FIRST_WORDS],
    ['the commands that begin so', 'cs', ['st'], ['status', 'store']],
    ['what stands under a noun', 'cs', ['session', 'e'], ['end']],
    ['and the words of its own, where it is a command as well', 'cs', ['promise', 'c'], ['cancel']],
    ['nothing for a command that is not there', 'cs', ['nothing', ''], []],
    ['nothing for names that every object has', 'cs', ['constructor', ''], []],
    ['the options that begin so', 'cs', ['verify', '--ver'], ['--verbose']],
    ['the same for the drop-in name', 'cs-verify', ['--ver'], ['--verbose']],
    ['open promises where an option takes one', 'cs-promise', ['--start', ''], IDS],
    ['those that begin so', 'cs-promise', ['--start', 'promise-b'], ['promise-bbbb0002']],
    ['none where none begins so', 'cs-promise', ['--start', 'x'], []],
    ['the same through cs', 'cs', ['promise', '--start', ''], IDS],
    [
      'unmet criteria of the promise that was named',
      'cs-promise',
      ['--meet', 'promise-aaaa0001', '--ac-id', ''],
      ['AC-2', 'AC-3'],
    ],
    ['no criteria before a promise was named', 'cs-promise', ['--ac-id', ''], []],
    ['criteria after a positional', 'cs', ['meet', 'promise-bbbb0002', '--ac-id', 'A'], ['AC-7']],
    [
      'the types of directives',
      'cs',
      ['session', 'directive', '--add', 'x', '--type', ''],
      ['initial-request', 'follow-up', 'correction', 'constraint'],
    ],
    ['what may be needed of the user', 'cs', ['session', 'ask', 'x', '--needs', 'a'], ['access']],
    [
      'the words that an option knows',
      'cs-verify',
      ['--promise', 'promise-aaaa0001', '--type', ''],
      ['test', 'browser', 'api', 'manual'],
    ],
    ['keys of settings', 'cs', ['config', 'get', 'judge.ma'], ['judge.maxUsdPerDay']],
    ['the values of one', 'cs', ['config', 'set', 'gates.tampering', 'w'], ['warn']],
    ['yes and no', 'cs', ['config', 'set', 'tier2_enabled', 't'], ['true']],
    ['none where any is taken', 'cs', ['config', 'set', 'judge.model', 'x'], []],
    ['none to read', 'cs', ['config', 'get', 'gates.tampering', 'w'], []],
    ['what can be done', 'cs', ['config', 'un'], ['unset']],
    ['the same for quotes without a word', 'cs', ['session', '""'], SESSION_WORDS],
    ['nothing where only the user knows', 'cs-promise', ['--create', ''], []],
    ['the shells', 'cs', ['completion', 'z'], ['zsh']],
    [
      'only options once the positional is there',
      'cs',
      ['completion', 'zsh', '-'],
      ['--project', '--help'],
    ],
  ])('%s', async (_name, bin, words, expected) => {
    expect(await offered(projectWithPromises(), bin, words)).toEqual(expected);
  });

  it('options and promises, where a positional can stand', async () => {
    const words = await offered(projectWithPromises(), 'cs', ['meet', '']);
    expect(words).toEqual(
      expect.arrayContaining([...IDS, '--ac-id', '--evidence', '--json', '--help']),
    );
  });

  it('nothing of promises in a project that has none', async () => {
    expect(await offered(createProject(), 'cs-promise', ['--start', ''])).toEqual([]);
  });
});

describe('the project that -C names', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['folders', ['--list', '-C', ''], ['other', 'place']],
    ['folders that begin so', ['--list', '--project', 'pl'], ['place']],
    ['folders in a folder', ['--list', '-C', '../pro'], ['../project']],
    ['hidden ones where that is typed', ['--list', '-C', '.cl'], ['.claude']],
    ['nothing below what is not a folder', ['--list', '-C', 'a.txt/'], []],
    ['its promises', ['-C', 'other', '--start', ''], ['promise-eeee0005']],
  ])('%s', async (_what, words, expected) => {
    const project = projectWithPromises();
    for (const name of ['place', 'other', 'has space', '$(touch owned)']) {
      mkdirSync(join(project.folder, name));
    }
    writeFileSync(join(project.folder, 'a.txt'), '');
    const file = promiseFile('promise-eeee0005', SESSION);
    const path = '../../other/.claude/completion-state/promises/promise-eeee0005.json';
    project.write(path, file);
    expect(await offered(project, 'cs-promise', words)).toEqual(expected);
  });
});

describe('ids that a shell or a terminal would obey are not offered', () => {
  it.each([
    '$(touch owned)',
    '`touch owned`',
    'AC;reboot',
    'AC 1',
    '*',
    '\x1b[2J',
    'AC-1\nAC-2',
    "'",
    '~',
  ])('%j', async (id) => {
    const project = createProject();
    const parts: PromiseParts = { acceptance_criteria: [criterion(id), criterion('AC-9')] };
    project.write(
      'promises/promise-aaaa0001.json',
      promiseFile('promise-aaaa0001', SESSION, parts),
    );
    const words = ['--meet', 'promise-aaaa0001', '--ac-id', ''];
    expect(await offered(project, 'cs-promise', words)).toEqual(['AC-9']);
  });
});

describe('the script for each shell', () => {
  it.each(['bash', 'zsh', 'fish'])(
    '%s: is printed, and asks every command of the suite',
    async (shell) => {
      const { code, stdout } = await createProject().run('cs', ['completion', shell]);
      expect(code).toBe(0);
      expect(stdout).toContain('--cs-complete');
      for (const name of [
        'cs',
        'cs-init',
        'cs-promise',
        'cs-status',
        'cs-store-validation',
        'cs-verify',
      ]) {
        expect(stdout).toMatch(new RegExp(`(^|\\s)${name}(\\s|$)`, 'm'));
      }
    },
  );

  it.each([[[]], [['tcsh']], [['constructor']], [['__proto__']], [['']]])(
    '%j: says which there are',
    async (args) => {
      const { code, stderr } = await createProject().run('cs', ['completion', ...args]);
      expect(code).toBe(1);
      expect(stderr).toContain('Error: Which shell? One of: bash, zsh, fish');
    },
  );

  it.each(['bash', 'zsh', 'fish'])(
    '%s: that shell, where there is one, finds no fault in its syntax',
    async (shell) => {
      const { stdout } = await createProject().run('cs', ['completion', shell]);
      const { error, status } = spawnSync(shell, ['-n'], { input: stdout });
      if (error === undefined) expect(status).toBe(0);
    },
  );
});
