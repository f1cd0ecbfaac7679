import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headingOf, OLD_NAMES, WORDS } from '../../src/cli/command-names.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { criterion, metCriterion, promiseFile } from '../rig/values/promises.ts';
import { createProject, type Outcome, type Project, SESSION } from '../rig/worlds/project.ts';
import { runOnTerminal, whyNoPerson } from '../rig/worlds/pseudo-terminal.ts';

/** The commands of daily use, by the names and with the few words that people try. */

const ONE = 'promise-0000aaaa';
const TWO = 'promise-0000bbbb';

function projectWith(...ids: readonly string[]): Project {
  const project = createProject();
  for (const id of ids) {
    const acceptance_criteria = [criterion('AC-1'), criterion('AC-2')];
    project.write(`promises/${id}.json`, promiseFile(id, SESSION, { acceptance_criteria }));
  }
  return project;
}

const cs = (project: Project, ...args: readonly string[]): Promise<Outcome> =>
  project.run('cs', args);

/** The criteria of a promise that are met. */
const metIn = (project: Project, id: string): readonly string[] => {
  const criteria = project.read(`promises/${id}.json`)['acceptance_criteria'];
  if (!Array.isArray(criteria)) return [];
  return criteria.flatMap((one) => (one.status === 'met' ? [String(one.id)] : []));
};

describe('cs do', () => {
  it('makes a promise, starts it, and says what is next', async () => {
    const project = createProject();
    const { code, stderr, stdout } = await cs(project, 'do', 'Login works', '--ac', 'Docs say how');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('no hook of completion-promise has seen'),
    });
    const [, id = ''] = /^Promised and started: (promise-[0-9a-f]{8})$/m.exec(stdout) ?? [];
    expect(stdout).toContain(`Next: cs meet ${id} AC-1 --evidence`);
    expect(project.read(`promises/${id}.json`)).toMatchObject({
      title: 'Login works',
      status: 'in_progress',
    });
  });

  it.each<[what: string, args: readonly string[], checks: readonly (string | undefined)[]]>([
    [
      'a check for the first criterion',
      ['--ac', 'a', '--ac', 'b', '--check', 'x'],
      ['x', undefined],
    ],
    ['one for each', ['--ac', 'a', '--ac', 'b', '--check', 'x', '--check', 'y'], ['x', 'y']],
    [
      'one for a named criterion',
      ['--ac', 'a', '--ac', 'b', '--check', 'AC-2=y'],
      [undefined, 'y'],
    ],
    ['the same by its number', ['--ac', 'a', '--ac', 'b', '--check', '2=y'], [undefined, 'y']],
    ['a check that is the criterion', ['--check', 'x'], ['x']],
    ['a check twice', ['--ac', 'a', '--ac', 'b', '--check', 'x', '--check', 'x'], ['x', 'x']],
  ])('declares %s', async (_what, args, checks) => {
    const project = createProject();
    const { stdout } = await cs(project, 'do', 'T', ...args, '--json');
    const { promise } = JSON.parse(stdout);
    expect(
      promise.acceptance_criteria.map(
        (one: { checks?: { run: string }[] }) => one.checks?.[0]?.run,
      ),
    ).toEqual(checks);
  });

  it.each<[args: readonly string[], says: string]>([
    [[], 'A title is required: what will be done?'],
    [['T'], 'At least one --ac is required'],
    [['T', '--ac', 'a', '--check', 'x', '--check', 'y'], 'There are more checks than criteria'],
    [['T', '--ac', 'a', '--check', 'AC-2=x'], 'there is no criterion AC-2'],
    [['T', 'U', '--ac', 'a'], 'Unexpected argument: U'],
  ])('%j: %s', async (args, says) => {
    const project = createProject();
    const { code, stderr } = await cs(project, 'do', ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(says);
    expect(project.exists('promises')).toBe(false);
  });
});

describe('cs promise --create --start', () => {
  it.each<[what: string, args: readonly string[]]>([
    ['at the end', ['--create', 'Login works', '--ac', 'a', '--start']],
    ['before another option', ['--create', 'Login works', '--start', '--ac', 'a']],
    ['behind a joined value', ['--create=Login works', '--ac=a', '--start', '--json']],
  ])('starts what it makes, with --start %s', async (_where, args) => {
    const project = createProject();
    const { code, stdout } = await cs(project, 'promise', ...args);
    expect(code).toBe(0);
    const [id = ''] = /promise-[0-9a-f]{8}/.exec(stdout) ?? [];
    expect(project.read(`promises/${id}.json`)).toMatchObject({ status: 'in_progress' });
  });

  it.each<[what: string, args: readonly string[], says: string]>([
    ['a line that begins with --start', ['--start', '--create', 'x', '--ac', 'a'], 'needs a value'],
    ['an empty id', ['--start', '', '--create', 'x', '--ac', 'a'], 'needs a value'],
    ['a joined empty id', ['--start=', '--create', 'x', '--ac', 'a'], 'needs a value'],
    ['an id', ['--create', 'x', '--ac', 'a', '--start', ONE], 'cannot be given together'],
    ['--start alone', ['--start'], 'needs a value'],
  ])('refuses %s', async (_what, args, says) => {
    const project = createProject();
    const { code, stderr } = await cs(project, 'promise', ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(says);
    expect(project.exists('promises')).toBe(false);
  });
});

describe('the promise that is meant', () => {
  it.each<[what: string, args: readonly string[]]>([
    ['the only open one', ['meet', 'AC-1', '--evidence', 'seen']],
    ['the criterion by its number', ['meet', '1', '--evidence', 'seen']],
    ['the beginning of an id', ['meet', 'promise-0000a', 'ac-1', '--evidence', 'seen']],
    ['without promise-', ['meet', '0000a', '1', '--evidence', 'seen']],
    ['an option in the place of the word', ['meet', ONE, '--ac-id', '1', '--evidence', 'seen']],
    ['the drop-in option', ['promise', '--meet', '0000a', '--ac-id', '1', '--evidence', 'seen']],
  ])('%s', async (_what, args) => {
    const project = projectWith(ONE);
    const { code, stderr } = await cs(project, ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(metIn(project, ONE)).toEqual(['AC-1']);
  });

  it('is asked for where several are open, by ids and titles', async () => {
    const project = projectWith(ONE, TWO);
    const { code, stderr } = await cs(project, 'meet', '1', '--evidence', 'seen');
    expect(code).toBe(1);
    expect(stderr).toContain(
      `Which promise? This session has 2 open: ${ONE} (Title of ${ONE}), ${TWO} (Title of ${TWO})`,
    );
    expect([...metIn(project, ONE), ...metIn(project, TWO)]).toEqual([]);
  });

  it('is asked for where several begin so', async () => {
    const { code, stderr } = await cs(projectWith(ONE, TWO), 'show', '0000');
    expect(code).toBe(1);
    expect(stderr).toContain(`Several promises start with 0000: ${ONE}, ${TWO}`);
  });

  it('of an open and an ended one is the open one', async () => {
    const project = projectWith(ONE);
    project.write(`history/${TWO}.json`, promiseFile(TWO, SESSION, { status: 'verified' }));
    expect((await cs(project, 'status', '0000')).stdout).toContain(`PROMISE: ${ONE}`);
    expect((await cs(project, 'status', '0000b')).stdout).toContain(`PROMISE: ${TWO}`);
  });

  it.each(['cancel', 'release', 'adopt'])('has to be named to %s', async (verb) => {
    const project = projectWith(ONE);
    const { code, stderr } = await cs(project, verb);
    expect(code).toBe(1);
    expect(stderr).toContain('Which promise? Name its id');
    expect(project.read(`promises/${ONE}.json`)).toEqual(
      promiseFile(ONE, SESSION, {
        acceptance_criteria: [criterion('AC-1'), criterion('AC-2')],
      }),
    );
  });

  it('is not another session’s', async () => {
    const project = createProject();
    project.write(`promises/${ONE}.json`, promiseFile(ONE, 'another'));
    const { code, stderr } = await cs(project, 'meet', '1', '--evidence', 'seen');
    expect(code).toBe(1);
    expect(stderr).toContain('Which promise? This session has no open promise');
    expect(stderr).toContain(`Open in this project: ${ONE} (`);
  });

  it('is never left out for a drop-in name', async () => {
    const { code, stderr } = await projectWith(ONE).run('cs-verify', []);
    expect(code).toBe(1);
    expect(stderr).toContain('--check or --promise <id> is required');
  });
});

describe('cs prove', () => {
  async function declared(command: string): Promise<Project> {
    const project = createProject();
    writeFileSync(join(project.folder, 'passes.cjs'), '');
    await cs(project, 'do', 'T', '--ac', 'a', '--ac', 'b', '--check', command);
    return project;
  }

  it('meets the criterion that declares exactly this command', async () => {
    const project = await declared('node passes.cjs');
    const { code, stdout } = await cs(project, 'prove', '--', 'node', 'passes.cjs');
    expect(code).toBe(0);
    expect(stdout).toContain('[PROVED] AC-1');
    expect(stdout).toContain('Progress: 1/2');
  });

  it('runs nothing that no criterion declares', async () => {
    const project = await declared('node passes.cjs');
    const { code, stderr } = await cs(project, 'prove', '--', 'node', 'passes.cjs', 'more');
    expect(code).toBe(1);
    expect(stderr).toContain('Declared: AC-1: node passes.cjs');
  });

  it('takes no promise beside the command', async () => {
    const { code, stderr } = await cs(createProject(), 'prove', ONE, '--', 'true');
    expect(code).toBe(1);
    expect(stderr).toContain('Either name the promise, or the command after --');
  });
});

describe('cs promise validate', () => {
  const reviewed = async (env: Readonly<Record<string, string>>): Promise<Project> => {
    const project = createProject();
    const acceptance_criteria = [metCriterion('AC-1')];
    project.write(`promises/${ONE}.json`, promiseFile(ONE, SESSION, { acceptance_criteria }));
    const words = ['promise', 'validate', ONE, '1', '--pass', '--reason', 'ran it: 42 passed'];
    const { code } = await project.run('cs', words, { env });
    expect(code).toBe(0);
    return project;
  };

  it('opens Gate 2, as another session’s word', async () => {
    const project = await reviewed({ CLAUDE_SESSION_ID: 'reviewer' });
    const { code, stdout } = await cs(project, 'verify');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^VERIFIED: .*: 1\/1 criteria met; test: AC-1; not judged\.\n$/);
    expect((await cs(project, 'status', '--history')).stdout).not.toContain('self-validated');
  });

  it('by the owner’s own session shows as self-validated wherever the promise is shown', async () => {
    const project = await reviewed({});
    const { stdout } = await cs(project, 'verify');
    expect(stdout).toContain('; answered by the session itself: AC-1; ');
    expect((await cs(project, 'status', '--history')).stdout).toContain('self-validated');
    expect((await cs(project, 'status', ONE)).stdout).toContain('Self-validated: AC-1');
    expect(project.read(`history/${ONE}.json`)['verification']).toMatchObject({
      self_validated: ['AC-1'],
    });
  });

  it.each<[args: readonly string[], says: string]>([
    [[ONE, '1', '--reason', 'x'], 'Give one of --pass and --fail'],
    [[ONE, '1', '--pass', '--fail', '--reason', 'x'], 'Give one of --pass and --fail'],
    [[ONE, '1', '--pass'], '--reason is required'],
    [[ONE, '1', '--pass', '--reason', '[what was observed]'], '--reason is required'],
    [[ONE, '--pass', '--reason', 'x'], 'Which criterion?'],
  ])('%j: %s', async (args, says) => {
    const project = projectWith(ONE);
    const { code, stderr } = await cs(project, 'promise', 'validate', ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(says);
    expect(project.exists('validations')).toBe(false);
  });
});

describe('cs promise start', () => {
  it('is no error where the promise was started already', async () => {
    const { code, stderr, stdout } = await cs(projectWith(ONE), 'start');
    expect(code).toBe(0);
    expect(stdout).toContain(`Started promise: ${ONE}`);
    expect(stderr).toContain('already started');
  });

  it('is one for the drop-in name, as it was', async () => {
    const { code } = await projectWith(ONE).run('cs-promise', ['--start', ONE]);
    expect(code).toBe(1);
  });
});

describe('cs check and cs judge', () => {
  it.each<[what: string, words: readonly string[]]>([
    ['the fast lane', ['check']],
    ['the full lane', ['check', '--no-such', '--json']],
  ])('check answers in its own spelling: %s', async (_what, words) => {
    const project = projectWith(ONE);
    const { code, stdout } = await cs(project, ...words.slice(0, 1));
    expect(code).toBe(2);
    expect(stdout).toContain(`cs meet ${ONE} AC-1 --evidence`);
    expect(stdout).not.toContain('cs-promise');
  });

  it('judge shows what would be sent', async () => {
    const { code, stdout } = await cs(projectWith(ONE), 'judge', '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('DRY RUN');
  });
});

describe.skipIf(whyNoPerson !== undefined)('a terminal without a session', () => {
  const env = { CLAUDE_SESSION_ID: '', NO_COLOR: '1' };
  const on = (project: Project, ...words: readonly string[]) =>
    runOnTerminal(project, 'cs', words, [], env);

  it('has one for the project once cs do has promised, and says so', async () => {
    const project = createProject();
    expect((await on(project, 'prove')).shown).toContain('Which promise?');
    const made = await on(project, 'do', 'It works', '--check', 'true');
    expect(made.shown).toContain('Opened a session for this project, terminal-');
    expect((await on(project, 'prove')).shown).toContain('[PROVED] AC-1');
    expect((await on(project)).shown).toMatch(/Gate: {4}open.*Proved: AC-1/s);
    expect((await on(project, 'verify')).shown).toContain('VERIFIED');
    expect((await on(project)).shown).toContain('Nothing is open. Verified last:');
  });

  it('is none for the names of the scripts, for agents, and where nothing is a terminal', async () => {
    const project = createProject();
    const unset = { env: { CLAUDE_SESSION_ID: undefined } };
    const { stderr } = await project.run('cs', ['do', 'It works', '--ac', 'It does'], unset);
    expect(stderr).toContain('CLAUDE_SESSION_ID not set');
    const words = ['--create', 'It works', '--ac', 'It does'];
    const byScript = await runOnTerminal(project, 'cs-promise', words, [], env);
    expect(byScript.shown).toContain('CLAUDE_SESSION_ID not set');
    const agent = { ...env, CODEX_SANDBOX: 'seatbelt' };
    const byAgent = await runOnTerminal(project, 'cs', ['do', ...words.slice(1)], [], agent);
    expect(byAgent.shown).not.toContain('Opened a session');
    expect(project.list('promises')).toEqual([]);
  });
});

describe('cs alone', () => {
  it.each<[what: string, project: () => Project, says: readonly string[]]>([
    [
      'a session that promised nothing',
      createProject,
      ['Gate:    open', 'Next: cs setup\nNext: cs do "[title]"'],
    ],
    [
      'a session with something open',
      () => projectWith(ONE),
      ['Gate:    blocked', `[IN_PROGRESS] ${ONE}`, '[0/2 AC met]', `Next: cs meet ${ONE} AC-1`],
    ],
  ])('%s', async (_what, project, says) => {
    const { code, stdout } = await cs(project());
    expect(code).toBe(0);
    for (const words of says) expect(stdout).toContain(words);
  });

  it('a shell without a session', async () => {
    const env = { CLAUDE_SESSION_ID: undefined };
    const { stdout } = await projectWith(ONE).run('cs', [], { env });
    expect(stdout).toContain('Session: none');
    expect(stdout).toContain(ONE);
    expect(stdout).toContain('Next: eval "$(cs session init)"');
  });

  it('a project in which nothing was installed or promised', async () => {
    const env = { CLAUDE_SESSION_ID: undefined };
    const { stdout } = await createProject().run('cs', [], { env });
    expect(stdout).toMatch(/\nNothing is open\.\nNext: cs setup\n$/);
  });

  it('says a state that cannot be read', async () => {
    const project = projectWith(ONE);
    project.write('promises/promise-0badf00d.json', '{"id":');
    expect((await cs(project)).stdout).toContain('Next: cs doctor');
  });

  it('answers as data', async () => {
    const { stdout } = await cs(projectWith(ONE), '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      session_id: SESSION,
      may_end: false,
      promises: [{ id: ONE }],
    });
  });
});

describe('help', () => {
  it('lists the nine words, and where the rest is and what is next', async () => {
    const { stdout } = await cs(projectWith(ONE), '--help');
    expect([...stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name)).toEqual(
      Object.keys(WORDS),
    );
    expect(stdout).toMatch(/\nWhat is next here: cs\nEverything else: cs help --all\n$/);
  });

  it.each(Object.keys(COMMANDS))(
    '--all lists %s once, unless hosts alone call it',
    async (name) => {
      const { stdout } = await cs(createProject(), 'help', '--all');
      const times = headingOf(name) === undefined ? 0 : 1;
      expect([...stdout.matchAll(new RegExp(`^ {2}${name}(?: {2}|$)`, 'gm'))]).toHaveLength(times);
    },
  );

  it.each([['session'], ['help', 'session'], ['session', '--help']])(
    'a noun that is no command lists what stands under it: cs %s %s',
    async (...words) => {
      const { code, stdout } = await cs(createProject(), ...words.filter(Boolean));
      expect(code).toBe(0);
      expect(stdout).toContain('  session ask ');
    },
  );

  it.each(Object.entries(OLD_NAMES))('cs %s is cs %s now, and says so', async (old, name) => {
    const { stderr, stdout } = await cs(createProject(), old, '--help');
    expect(stdout).toContain(`Usage: cs ${name}`);
    expect(stderr).toBe(`cs ${old} is cs ${name} now.\n`);
  });

  it('an old name says nothing of it to a program', async () => {
    const { code, stderr, stdout } = await cs(projectWith(ONE), 'show', ONE, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ id: ONE });
  });

  it.each(['exit-codes', 'environment', 'states', 'meet', 'cs-promise'])(
    'cs help %s',
    async (word) => {
      const { code, stdout } = await cs(createProject(), 'help', word);
      expect(code).toBe(0);
      expect(stdout).toContain('Docs: docs/');
      expect(stdout).not.toMatch(/\[(?:string|boolean|array)\]/);
    },
  );

  it.each(Object.keys(COMMANDS))('cs %s --help has one usage line and examples', async (name) => {
    const { code, stdout } = await cs(createProject(), ...name.split(' '), '--help');
    expect(code).toBe(0);
    expect(stdout.match(/^Usage: /gm)).toHaveLength(1);
    expect(stdout).toContain('Examples:');
  });

  it.each([['lint'], ['promise', 'lint']])('a command that is gone: cs %s', async (...words) => {
    const { code, stderr } = await cs(projectWith(ONE), ...words, ONE);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: cs (promise )?lint is gone\.\ncs meet refuses /);
  });

  it.each<[word: string, meant: string]>([
    ['new', 'do'],
    ['create', 'do'],
    ['done', 'meet'],
    ['close', 'verify'],
    ['test', 'prove'],
    ['verfy', 'verify'],
    ['undo', 'setup undo'],
    ['edit', 'promise --add-ac'],
    ['session innit', 'session init'],
    ['promise acept', 'promise accept'],
  ])('cs %s: did you mean cs %s?', async (word, meant) => {
    const { code, stderr } = await cs(createProject(), ...word.split(' '));
    expect(code).toBe(1);
    expect(stderr).toContain(`Unknown command: ${word}\nDid you mean cs ${meant}?`);
  });

  it('cs -V is cs --version', async () => {
    expect(await cs(createProject(), '-V')).toEqual(await cs(createProject(), '--version'));
  });

  it('completion-promise is the same program, and names itself', async () => {
    const { code, stdout } = await projectWith(ONE).run('completion-promise', []);
    expect(code).toBe(0);
    expect(stdout).toContain(`Next: completion-promise meet ${ONE} AC-1`);
  });
});
