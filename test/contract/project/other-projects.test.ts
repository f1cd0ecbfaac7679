import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFolders, type Folders } from '../../rig/worlds/folders.ts';
import { type Outcome, SESSION } from '../../rig/worlds/project.ts';
import { runsOnPosix } from '../../rig/worlds/stop-gate.ts';

/** What happens where the shell stands in another project than the session's, or in none that there is. */

const CREATE = 'cs-promise --create P --ac done';

/** The session's project is `one`. */
function worldOf(lines: string): Folders {
  const folders = createFolders();
  folders.setUp(lines);
  return folders;
}

function idIn({ stdout }: Outcome): string {
  return /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? 'no promise';
}

interface Foreign {
  readonly what: string;
  readonly world: string;
  readonly stands: string;
  /** The project that the search finds there. */
  readonly found: string;
  /** The project of the session; `one` where it is left out. */
  readonly named?: string;
}

const FOREIGN: readonly Foreign[] = [
  {
    what: 'another repository',
    world: 'repository one two; mkdir two/src',
    stands: 'two/src',
    found: 'two',
  },
  {
    what: 'another repository that has state',
    world: 'repository one two; mkdir two/src; state two',
    stands: 'two/src',
    found: 'two',
  },
  {
    what: 'another repository that has a configuration',
    world: 'repository one two; mkdir two/src; config two',
    stands: 'two/src',
    found: 'two',
  },
  {
    what: 'a submodule of the project',
    world: 'repository one library; git -C one submodule --quiet add ../library part',
    stands: 'one/part',
    found: 'one/part',
  },
  {
    what: 'a repository inside the project',
    world: 'repository one one/vendor/part',
    stands: 'one/vendor/part',
    found: 'one/vendor/part',
  },
  {
    what: 'the repository around the project, which is one of its own',
    world: 'repository one one/vendor/part',
    stands: 'one',
    named: 'one/vendor/part',
    found: 'one',
  },
  {
    what: 'a linked worktree of another repository',
    world: 'repository one two; git -C two worktree add -q ../tree',
    stands: 'tree',
    found: 'two',
  },
  {
    what: 'a copy of the repository',
    world: 'repository one; git clone -q one copy',
    stands: 'copy',
    found: 'copy',
  },
  {
    what: 'a folder without a repository',
    world: 'repository one; mkdir two',
    stands: 'two',
    found: 'two',
  },
  {
    what: 'a folder without a repository, from a project without one',
    world: 'mkdir one two; state two',
    stands: 'two',
    found: 'two',
  },
  {
    what: 'the folder above a project without a repository',
    world: 'mkdir -p two/one',
    stands: 'two',
    named: 'two/one',
    found: 'two',
  },
  {
    what: 'a folder whose name begins with that of the project',
    world: 'mkdir one one-more',
    stands: 'one-more',
    found: 'one-more',
  },
];

describe.skipIf(!runsOnPosix)('a promise is made nowhere, and -C is asked for, in', () => {
  it.each(FOREIGN.map((row) => [row.what, row] as const))('%s', async (_what, row) => {
    const { at, shell, withPromises } = worldOf(row.world);
    const named = at(row.named ?? 'one');
    const place = { stands: row.stands, variables: { CS_PROJECT_DIR: named } };
    const { code, stderr, stdout } = await shell(CREATE, place);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^Error: /);
    for (const said of [named, at(row.found), '-C ']) expect(stderr).toContain(said);
    expect(withPromises()).toEqual([]);
    expect(await shell(`${CREATE} -C .`, place)).toMatchObject({ code: 0 });
    expect(withPromises()).toEqual([row.stands]);
  });

  it('another repository, from a file that defines it', async () => {
    const { at, shell, withPromises } = worldOf('repository one two');
    const definition = { title: 'P', acceptance_criteria: ['done'] };
    writeFileSync(at('promise.json'), JSON.stringify(definition));
    const variables = { CS_PROJECT_DIR: at('one') };
    const line = 'cs-promise --create --from ../promise.json';
    const refused = await shell(line, { stands: 'two', variables });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('-C ');
    expect(withPromises()).toEqual([]);
    expect(await shell(line, { stands: 'one', variables })).toMatchObject({ code: 0 });
  });
});

describe.skipIf(!runsOnPosix)('in another repository than that of the session', () => {
  it('lists, checks and changes are about what is there', async () => {
    const { at, shell } = worldOf('repository one two');
    const id = idIn(await shell(CREATE, { stands: 'two' }));
    const place = { stands: 'two', variables: { CS_PROJECT_DIR: at('one') } };
    expect((await shell('cs-promise --list', place)).stdout).toContain(id);
    expect(await shell(`cs-promise --start ${id}`, place)).toMatchObject({ code: 0 });
    expect(await shell('cs-verify --check', place)).toMatchObject({ code: 2 });
  });

  it.each([
    ['--start', ''],
    ['--show', ''],
    ['--meet', '--ac-id AC-1 --evidence seen'],
  ])('%s of a promise of the session says where that is', async (option, rest) => {
    const { at, shell } = worldOf('repository one two');
    const id = idIn(await shell(CREATE, { stands: 'one' }));
    const place = { stands: 'two', variables: { CS_PROJECT_DIR: at('one') } };
    const { code, stderr } = await shell(`cs-promise ${option} ${id} ${rest}`, place);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^Error: Promise not found: ${id}$`, 'm'));
    expect(stderr).toMatch(new RegExp(`It is in ${at('one')}: add -C '?${at('one')}'?`));
  });

  it('two projects with promises of the session hold it both, each under its folder', async () => {
    const { at, shell, stop } = worldOf('repository one two');
    const ids = [
      idIn(await shell(CREATE, { stands: 'one' })),
      idIn(await shell(CREATE, { stands: 'two' })),
    ];
    for (const stands of ['one', 'two']) {
      const { decision, reason } = await stop({ launched: 'one', stands });
      expect(decision).toBe('block');
      for (const said of [...ids, `IN ${at('two')}:`]) expect(reason).toContain(said);
    }
  });

  it('cs alone names the folder of a promise in another, and the command for it there', async () => {
    const { at, shell } = worldOf('repository one two');
    const id = idIn(await shell(CREATE, { stands: 'two' }));
    const { stdout } = await shell('cs', { stands: 'one' });
    expect(stdout).toContain('Gate:    blocked');
    expect(stdout).toMatch(new RegExp(`${id}  P  \\[0/1\\]  in ${at('two')}$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^Next: cs promise start ${id} -C '?${at('two')}'?$`, 'm'));
  });

  it('a promise that another session made there holds no other', async () => {
    const { shell, stop } = worldOf('repository one two');
    const id = idIn(await shell(CREATE, { stands: 'two', session: 'another-session' }));
    const own = await stop({ launched: 'one', stands: 'two' });
    expect(own).not.toMatchObject({ decision: 'block' });
    expect(JSON.stringify(own)).not.toContain(id);
    const others = { launched: 'one', stands: 'one', session: 'another-session' };
    expect(await stop(others)).toMatchObject({ decision: 'block' });
  });
});

describe.skipIf(!runsOnPosix)('a folder that is not there', () => {
  it.each([
    ['-C', 'a missing folder', 'nowhere'],
    ['-C', 'a file', 'file'],
    ['--project', 'a missing folder', 'nowhere'],
    ['-C', 'a link that leads nowhere', 'link'],
  ])('%s %s: no command works on it, and each says so', async (option, _what, name) => {
    const { shell, withPromises } = worldOf(
      'repository one; touch one/file; ln -s nothing one/link',
    );
    for (const command of [CREATE, 'cs config', 'cs status', 'cs status']) {
      const outcome = await shell(`${command} ${option} ${name}`, { stands: 'one' });
      expect(outcome).toMatchObject({ code: 1, stdout: '' });
      expect(outcome.stderr).toMatch(/^Error: .*(?:nowhere|file|link)/m);
      expect(outcome.stderr).not.toMatch(/^ {4}at /m);
    }
    expect(withPromises()).toEqual([]);
  });

  it('a check of it lets no session go', async () => {
    const { shell } = worldOf('repository one');
    const { code } = await shell('cs-verify --check -C nowhere', { stands: 'one' });
    expect(code).not.toBe(0);
  });

  it('below the shell, which was removed: commands say so, and the session is held', async () => {
    const { shell, stop, withPromises } = worldOf('repository one; mkdir one/sub');
    const id = idIn(await shell(CREATE, { stands: 'one/sub' }));
    const lost = await shell(`rmdir ../sub; ${CREATE}`, { stands: 'one/sub' });
    expect(lost).toMatchObject({ code: 1, stdout: '' });
    expect(lost.stderr).toMatch(/^Error: .*current folder/m);
    expect(withPromises()).toEqual(['one']);
    const { decision, reason } = await stop({ launched: 'one', stands: 'one/sub' });
    expect(decision).toBe('block');
    expect(reason).toContain(`cs promise start ${id}`);
  });

  it('as the host of a session names it, though its promise is elsewhere: the session is held', async () => {
    const { at, shell, stop } = worldOf('repository one; mkdir launched');
    const id = idIn(await shell(CREATE, { stands: 'one' }));
    const variables = { CLAUDE_PROJECT_DIR: at('gone') };
    const { decision, reason } = await stop({ launched: 'launched', stands: 'gone', variables });
    expect(decision).toBe('block');
    expect(reason).toContain(id);
  });

  it('where a worktree with state of its own was: the session is told once what it lost', async () => {
    const { shell, setUp, stop } = worldOf(
      'repository one; git -C one worktree add -q ../tree; state tree',
    );
    const id = idIn(await shell(CREATE, { stands: 'tree' }));
    setUp('git -C one worktree remove --force ../tree');
    const call = { launched: 'one', stands: 'tree' };
    const { decision, reason, systemMessage } = await stop(call);
    expect(decision).toBe('block');
    expect(reason).toContain(id);
    expect(systemMessage).toContain(id);
    expect(await stop(call)).not.toMatchObject({ decision: 'block' });
  });
});

describe.skipIf(!runsOnPosix)('the shells of a session', () => {
  it.each(['one', "it's one $HOME"])('have its project folder from its start: %s', async (name) => {
    const { at, root, shell } = worldOf(`repository "${name.replace('$', '\\$')}"`);
    const payload = { session_id: SESSION, hook_event_name: 'SessionStart', source: 'startup' };
    writeFileSync(at('payload.json'), JSON.stringify(payload));
    const variables = { CLAUDE_PROJECT_DIR: at(name), CLAUDE_ENV_FILE: at('exports'), ROOT: root };
    const hook = await shell('cs session-start < "$ROOT/payload.json"', {
      stands: name,
      variables,
    });
    expect(hook).toMatchObject({ code: 0 });
    appendFileSync(at('exports'), '\nprintf %s "$CS_PROJECT_DIR"\n');
    const { stdout } = await shell(readFileSync(at('exports'), 'utf8'), { stands: '.' });
    expect(stdout).toBe(at(name));
  });
});

describe.skipIf(!runsOnPosix)('what else there is of state is named by cs doctor', () => {
  it.each([
    ['below the project', 'one', 'one/packages/web'],
    ['above the project, outside of its checkout', 'one/packages/web', 'one'],
  ])('%s', async (_what, stands, stray) => {
    const folders = worldOf('repository one; mkdir -p one/packages/web; state one/packages/web');
    const { at, shell } = folders;
    if (stray === 'one') folders.setUp('git -C one/packages/web init -q; state one');
    await shell(`${CREATE} -C '${at(stray)}'`, { stands });
    const { stdout } = await shell('cs doctor', { stands });
    const said = stdout.split('\n').find((line) => line.includes('another state folder'));
    for (const part of [`in ${at(stray)}:`, '1 open promise', `-C ${at(stray)}`]) {
      expect(said).toContain(part);
    }
  });

  it('nothing is named where there is nothing', async () => {
    const { at, shell } = worldOf('repository one; mkdir -p one/packages/web; state one');
    rmSync(at('one/packages'), { recursive: true });
    const { stdout } = await shell('cs doctor', { stands: 'one' });
    expect(stdout).not.toContain('another state folder');
  });
});
