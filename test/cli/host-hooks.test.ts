import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HostName } from '../../src/hosts/hosts.ts';
import { knownHost } from '../rig/values/hook-writings.ts';
import {
  createHookedProject,
  type HookedProject,
  writeProgram,
} from '../rig/worlds/hooked-project.ts';

/** A host, and where its hooks lie below the user's home and below the project. */
interface Row {
  readonly host: HostName;
  readonly user: string;
  readonly shared: string;
  /** What others may have there: a hook of theirs at the same event, with comments where the host reads them. */
  readonly others: string;
}

const ROWS: readonly Row[] = [
  {
    host: 'codex',
    user: '.codex/hooks.json',
    shared: '.codex/hooks.json',
    others: `{
  "hooks": {
    "Stop": [ { "hooks": [ { "type": "command", "command": "mine", "timeout": 5 } ] } ]
  },
  "mine": 1.0
}
`,
  },
  {
    host: 'gemini',
    user: '.gemini/settings.json',
    shared: '.gemini/settings.json',
    others: `{
  // how I like it
  "ui": { "theme": "x" }, /* dark */
  "hooks": {
    "AfterAgent": [
      { "matcher": "*", "hooks": [ { "type": "command", "command": "mine" } ] } // first
    ],
  },
}
`,
  },
  {
    host: 'copilot',
    user: '.copilot/hooks/completion-promise.json',
    shared: '.github/hooks/completion-promise.json',
    others: '{"version":1,"hooks":{"agentStop":[{"type":"command","bash":"mine"}]}}',
  },
  {
    host: 'cursor',
    user: '.cursor/hooks.json',
    shared: '.cursor/hooks.json',
    others: `{
\t"version": 1,
\t"hooks": {
\t\t"stop": [
\t\t\t{ "command": "mine" } // first
\t\t]
\t}
}`,
  },
];

const OPENCODE: Row = {
  host: 'opencode',
  user: '.config/opencode/plugins/completion-promise.js',
  shared: '.opencode/plugins/completion-promise.js',
  others: '',
};

/** A project that is the top of a checkout, so that no search goes beyond it. */
function hooked(tools?: readonly string[]): HookedProject {
  const project = createHookedProject(tools);
  mkdirSync(join(project.folder, '.git'));
  return project;
}

const homeOf = ({ folder }: HookedProject): string => join(folder, '..', 'home');

function put(path: string, text: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** By which a change of a file or a folder is seen. */
function marksOf(path: string) {
  const { ino, mtimeMs, size } = statSync(path);
  return { ino, mtimeMs, size };
}

const run = (project: HookedProject, ...words: readonly string[]) =>
  project.cs(['hooks', ...words], { env: { XDG_CONFIG_HOME: '' } });

const without = (text: string) =>
  text.replace(/\/\*.*?\*\/|\/\/.*$/gm, '').replace(/,(\s*[}\]])/g, '$1');

/** The guard that the lines of a user's hooks run. */
const guardOf = (host: HostName): string => knownHost(host).setup.words.guard.user;

const IS_POSIX = process.platform !== 'win32';

describe.each([...ROWS, OPENCODE])('the hooks of $host', ({ host, shared, user }) => {
  it('go into the file of the user, and nowhere else, and out without a trace', async () => {
    const project = hooked();
    const home = homeOf(project);
    const before = existsSync(home) ? readdirSync(home, { recursive: true }) : [];
    const installed = await run(project, 'install', '--host', host);
    expect(installed.code).toBe(0);
    expect(installed.stdout).toContain(`Changed: ${join(home, user)}\n`);
    expect(readFileSync(join(home, user), 'utf8')).toContain(guardOf(host));
    expect(readdirSync(project.folder)).not.toContain(dirname(shared).split('/')[0]);
    const again = await run(project, 'install', '--host', host);
    expect(again.stdout).toContain(`Nothing to change in ${join(home, user)}.\n`);
    const gone = await run(project, 'uninstall', '--host', host);
    expect(gone.stdout).toContain(`Removed: ${join(home, user)} (it contained nothing else)\n`);
    expect(existsSync(join(home, user))).toBe(false);
    expect(before.every((one) => existsSync(join(home, String(one))))).toBe(true);
  });

  it('go into the file of the project with --shared, and carry a guard', async () => {
    const project = hooked();
    const { code, stdout } = await run(project, 'install', '--host', host, '--shared');
    expect(code).toBe(0);
    expect(stdout).toMatch(/: cs-hook stop \|\| exit 2 {2}\[guarded\] {2}\(/);
    const { words } = knownHost(host).setup;
    expect(readFileSync(join(project.folder, shared), 'utf8')).toContain(words.guard.project);
    const guard = readFileSync(join(project.folder, words.guard.project), 'utf8');
    expect(guard).toContain('npm install; npm link in its clone');
    expect(guard).not.toContain(homeOf(project));
  });

  it('are shown with the unit of the host, and counted by the list', async () => {
    const project = hooked();
    await run(project, 'install', '--host', host);
    const { stdout } = await run(project, '--json');
    const { places } = JSON.parse(stdout);
    expect(places.filter((one: { host: string }) => one.host === host)).toMatchObject([
      { place: 'user', path: join(homeOf(project), user) },
    ]);
  });

  it('have no place for one user in one project', async () => {
    const { code, stderr } = await run(hooked(), 'install', '--host', host, '--local');
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Use --shared or --user'),
    });
  });

  it('with --dry-run nothing is written', async () => {
    const project = hooked();
    const { stdout } = await run(project, 'install', '--host', host, '--dry-run', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ host, changed: true, dry_run: true, backup: null });
    expect(existsSync(join(homeOf(project), user))).toBe(false);
  });
});

describe.each(ROWS)('the settings of $host', ({ host, others, user }) => {
  it('keep what others have there, and have their bytes again in the end', async () => {
    const project = hooked();
    const path = put(join(homeOf(project), user), others);
    await run(project, 'install', '--host', host);
    const text = readFileSync(path, 'utf8');
    for (const line of without(others).match(/"command": ?"mine"|"bash":"mine"/g) ?? []) {
      expect(text).toContain(line);
    }
    for (const comment of others.match(/\/\*.*?\*\/|\/\/.*$/gm) ?? [])
      expect(text).toContain(comment);
    expect(without(text)).toContain(guardOf(host));
    expect(() => JSON.parse(without(text))).not.toThrow();
    await run(project, 'uninstall', '--host', host);
    expect(readFileSync(path, 'utf8')).toBe(others);
  });

  it('that cannot be read are refused with the place of the fault, and not touched', async () => {
    const project = hooked();
    const broken = '{\n  "hooks": {\n    "Stop" [\n}';
    const path = put(join(homeOf(project), user), broken);
    const { code, stderr } = await run(project, 'install', '--host', host);
    expect(code).toBe(1);
    expect(stderr).toContain(path);
    expect(stderr).toContain('at line 3, column');
    expect(readFileSync(path, 'utf8')).toBe(broken);
  });

  it('that begin with a byte order mark are refused, and keep it', async () => {
    const project = hooked();
    const path = put(join(homeOf(project), user), '\uFEFF{}\n');
    const { code, stderr } = await run(project, 'install', '--host', host);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'it is not valid JSON (a byte order mark at line 1, column 1)',
      ),
    });
    expect(readFileSync(path, 'utf8')).toBe('\uFEFF{}\n');
  });

  it.each<[string, (path: string) => void, string]>([
    ['null', (path) => void put(path, 'null\n'), 'it is not an object'],
    ['a list', (path) => void put(path, '[1]\n'), 'it is not an object'],
    [
      'hooks that are a text',
      (path) => void put(path, '{"hooks":"x"}'),
      '`hooks` is not an object',
    ],
    [
      'bytes that are no text',
      (path) => void put(path, Buffer.from([0x7b, 0xff])),
      'not valid UTF-8',
    ],
    ['10 MB', (path) => void put(path, `{"a":"${'x'.repeat(1e7)}"}`), 'it is too large'],
    ['a folder', (path) => void mkdirSync(path, { recursive: true }), 'it is a folder'],
  ])('that are %s are refused in one line, and not touched', async (_what, make, reason) => {
    const project = hooked();
    const path = join(homeOf(project), user);
    make(path);
    const before = marksOf(path);
    for (const action of ['install', 'uninstall']) {
      const { code, stderr } = await run(project, action, '--host', host);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^Error: .* cannot be used: /);
      expect(stderr).toContain(path);
      expect(stderr).toContain(reason);
      expect(stderr).not.toMatch(/^ {4}at /m);
    }
    expect(marksOf(path)).toEqual(before);
  });

  it('lose nothing to several that install at once', async () => {
    const project = hooked();
    const path = put(join(homeOf(project), user), others);
    const outcomes = await Promise.all(
      Array.from({ length: 3 }, () =>
        project.cs(['hooks', 'install', '--host', host], {
          env: { XDG_CONFIG_HOME: '' },
          alone: true,
        }),
      ),
    );
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await run(project, 'install', '--host', host)).stdout).toContain('Nothing to change');
    expect(readFileSync(path, 'utf8')).toContain('mine');
    // That of Cursor lies beside its settings.
    const guard = basename(guardOf(host));
    const left = readdirSync(dirname(path)).filter((name) => name !== guard);
    expect(left).toEqual([basename(path)]);
    await run(project, 'uninstall', '--host', host);
    expect(readFileSync(path, 'utf8')).toBe(others);
  });

  it('that were an empty file are removed in the end', async () => {
    const project = hooked();
    const path = put(join(homeOf(project), user), '');
    await run(project, 'install', '--host', host);
    expect(readFileSync(path, 'utf8')).toContain(guardOf(host));
    await run(project, 'uninstall', '--host', host);
    expect(existsSync(path)).toBe(false);
  });

  it('that are a link stay one', async () => {
    const project = hooked();
    const target = put(join(homeOf(project), 'dotfiles', 'x.json'), '{"version":1,"mine":true}');
    const path = join(homeOf(project), user);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
    expect((await run(project, 'install', '--host', host)).code).toBe(0);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toContain(guardOf(host));
    expect((await run(project, 'uninstall', '--host', host)).code).toBe(0);
    expect(readFileSync(target, 'utf8')).toBe('{"version":1,"mine":true}');
  });

  it.runIf(IS_POSIX)('that are a pipe, or may not be read, are refused at once', async () => {
    const project = hooked();
    const path = join(homeOf(project), user);
    mkdirSync(dirname(path), { recursive: true });
    execFileSync('mkfifo', [path]);
    const { code, stderr } = await run(project, 'install', '--host', host);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(path) });
  });

  it('hold both hooks and what another installation added beside them', async () => {
    const project = hooked();
    const path = put(join(homeOf(project), user), others);
    const calls = ['install', 'install', 'install'].map((action) =>
      run(project, action, '--host', host),
    );
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual([0, 0, 0]);
    const text = readFileSync(path, 'utf8');
    const stops = text.match(/ stop(?=\|\||;|&&)/g) ?? [];
    expect(stops.length + text.split('cs-stop-gate --host').length - 1).toBe(
      text.includes('ubagent') || host === 'codex' ? 2 : 1,
    );
  });
});

describe('a hook of an older form', () => {
  it.each<[HostName, string, object, string]>([
    [
      'codex',
      '.codex/hooks.json',
      { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'cs-hook stop || exit 2' }] }] } },
      'Stop',
    ],
    [
      'gemini',
      '.gemini/settings.json',
      {
        hooks: {
          AfterAgent: [{ hooks: [{ type: 'command', command: 'cs-hook stop', timeout: 60 }] }],
        },
      },
      'AfterAgent',
    ],
    [
      'cursor',
      '.cursor/hooks.json',
      { version: 1, hooks: { stop: [{ command: 'cs-stop-gate --host cursor', loop_limit: 5 }] } },
      'stop',
    ],
  ])('of %s is replaced', async (host, file, settings, event) => {
    const project = hooked();
    const path = put(join(homeOf(project), file), JSON.stringify(settings));
    const { stdout } = await run(project, 'install', '--host', host);
    expect(stdout).toContain(`[REPLACED] ${event}: cs-hook stop || exit 2  [guarded]`);
    expect(JSON.parse(readFileSync(path, 'utf8')).hooks[event]).toHaveLength(1);
  });
});

describe('what is written for a host', () => {
  const installed = async (host: HostName, file: string, ...words: readonly string[]) => {
    const project = hooked();
    await run(project, 'install', '--host', host, ...words);
    const base = words.includes('--shared') ? project.folder : homeOf(project);
    return JSON.parse(readFileSync(join(base, file), 'utf8'));
  };

  it('Gemini CLI: milliseconds', async () => {
    const { hooks } = await installed('gemini', '.gemini/settings.json');
    expect(hooks.AfterAgent[0].hooks[0]).toMatchObject({ type: 'command', timeout: 60_000 });
    expect(hooks.BeforeAgent[0].hooks[0]).toMatchObject({ timeout: 30_000 });
  });

  it('Copilot CLI: a line for each shell where others share the file', async () => {
    const { hooks, version } = await installed(
      'copilot',
      '.github/hooks/completion-promise.json',
      '--shared',
    );
    expect(version).toBe(1);
    expect(hooks.agentStop[0]).toMatchObject({
      type: 'command',
      bash: expect.stringContaining('.github/hooks/cs-hook'),
      env: { HELD: expect.stringContaining('"decision":"block"') },
      powershell: expect.stringMatching(/^cs-stop-gate\.cmd --host copilot; if \(-not \$\?\)/),
      timeoutSec: 60,
    });
    expect(Object.keys(hooks)).toEqual([
      'sessionStart',
      'userPromptSubmitted',
      'agentStop',
      'subagentStop',
      'sessionEnd',
    ]);
  });

  it('Cursor: as many prompts of the hook as the gate may need', async () => {
    const { hooks, version } = await installed('cursor', '.cursor/hooks.json');
    expect(version).toBe(1);
    expect(hooks.stop[0]).toMatchObject({ loop_limit: 100, timeout: 60 });
    expect(hooks.sessionStart[0]).not.toHaveProperty('loop_limit');
  });

  it('Codex: the programs of a dependency from the top of the checkout, which no variable names', async () => {
    const project = hooked();
    const modules = join(project.folder, 'node_modules');
    put(join(modules, 'completion-promise', 'package.json'), '{"name":"completion-promise"}');
    for (const name of ['cs', 'cs-hook', 'cs-stop-gate']) {
      put(join(modules, '.bin', name), '');
    }
    await run(project, 'install', '--host', 'codex', '--shared');
    expect(readFileSync(join(project.folder, '.codex', 'hooks.json'), 'utf8')).toContain(
      'cd $(git rev-parse --show-cdup).;g=.codex/hook;',
    );
    expect(readFileSync(join(project.folder, '.codex', 'hook'), 'utf8')).toContain(
      '"${0%/*}/../node_modules/.bin/cs-hook"',
    );
  });
});

describe('all hosts', () => {
  it('are those of which there is a program or a folder; the others are named', async () => {
    const project = hooked([]);
    writeProgram(join(project.programs, 'gemini'), 'true');
    mkdirSync(join(homeOf(project), '.codex'), { recursive: true });
    const { code, stdout } = await run(project, 'install', '--host', 'all');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Codex:\n {2}\[ADDED\] SessionStart/m);
    expect(stdout).toMatch(/^Gemini CLI:\n {2}\[ADDED\] SessionStart/m);
    expect(stdout).toContain(
      `Skipped: Cursor (no cursor-agent or cursor on PATH, and no ${join(homeOf(project), '.cursor')})\n`,
    );
    const removed = await run(project, 'uninstall', '--host', 'all', '--user', '--json');
    const { hosts } = JSON.parse(removed.stdout);
    expect(
      hosts
        .filter((one: { changed: boolean }) => one.changed)
        .map((one: { host: string }) => one.host),
    ).toEqual(['codex', 'gemini']);
  });

  it('are done as far as can be, and those that could not be are named', async () => {
    const project = hooked();
    put(join(homeOf(project), '.codex', 'hooks.json'), '{');
    mkdirSync(join(homeOf(project), '.cursor'), { recursive: true });
    const { code, stderr, stdout } = await run(project, 'install', '--host', 'all', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ failed: ['codex'] });
    expect(stderr).toContain('Codex: ');
    expect(existsSync(join(homeOf(project), '.cursor', 'hooks.json'))).toBe(true);
  });

  it.each([
    [
      'emacs',
      'Unknown host: emacs. Use one of claude-code, codex, gemini, copilot, cursor, opencode, or all',
    ],
    ['claude', 'Did you mean --host claude-code?'],
  ])('an unknown one is refused, and told what there is: %s', async (name, says) => {
    const { code, stderr } = await run(hooked(), 'install', '--host', name);
    expect([code, stderr]).toEqual([1, expect.stringContaining(says)]);
  });
});

describe('one gate', () => {
  it('Copilot CLI gets none in the project where it runs that of Claude Code', async () => {
    const project = hooked();
    await run(project, 'install', '--shared');
    const { stdout } = await run(project, 'install', '--host', 'copilot', '--shared');
    expect(stdout).toContain('Not added: Copilot CLI runs the hooks in ');
    expect(existsSync(join(project.folder, '.github'))).toBe(false);
  });

  it.each<HostName>(['copilot', 'cursor'])(
    '%s gets one of its user beside that of the project, and its user is told',
    async (host) => {
      const project = hooked();
      await run(project, 'install', '--shared');
      const { code, stderr } = await run(project, 'install', '--host', host);
      expect(code).toBe(0);
      expect(stderr).toContain('as well, ');
      expect(stderr).toContain('the gate runs twice there');
    },
  );
});

describe('a file that is not the suite’s', () => {
  it('stands in the way of the plugin, and stays', async () => {
    const project = hooked();
    const path = put(join(homeOf(project), OPENCODE.user), 'export const Mine = 1;\n');
    for (const action of ['install', 'uninstall']) {
      const { code, stderr } = await run(project, action, '--host', 'opencode');
      expect({ code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('it is not a plugin of completion-promise'),
      });
    }
    expect(readFileSync(path, 'utf8')).toBe('export const Mine = 1;\n');
  });

  it('an older plugin of the suite is replaced, and kept aside', async () => {
    const project = hooked();
    const older =
      '// completion-promise for OpenCode, version 0\nconst CALLS = {"stop":"cs-hook stop"};\n';
    put(join(homeOf(project), OPENCODE.user), older);
    const { stdout } = await run(project, 'install', '--host', 'opencode', '--json');
    const { backup, hooks } = JSON.parse(stdout);
    expect(readFileSync(backup, 'utf8')).toBe(older);
    expect(hooks).toContainEqual(expect.objectContaining({ event: 'Stop', change: 'replaced' }));
  });
});

describe('what agents are told', () => {
  it.each<[HostName, readonly string[], string]>([
    ['codex', [], 'home/.agents/skills'],
    ['gemini', ['--shared'], 'project/.agents/skills'],
    ['claude-code', ['--user'], 'home/.claude/skills'],
  ])('by a skill of %s %j in %s, which goes again', async (host, words, folder) => {
    const project = hooked();
    const root = join(project.folder, '..');
    const path = join(root, folder, 'completion-promise', 'SKILL.md');
    const { stdout } = await run(project, 'install', '--host', host, ...words, '--skill');
    expect(stdout).toContain(`[WRITTEN] skill: ${path}\n`);
    expect(readFileSync(path, 'utf8')).toMatch(/^---\nname: completion-promise\n/);
    const gone = await run(project, 'uninstall', '--host', host, ...words, '--skill', '--json');
    expect(JSON.parse(gone.stdout)).toMatchObject({ skill: { path, change: 'removed' } });
    expect(existsSync(join(root, folder))).toBe(false);
  });

  it('by a section of AGENTS.md, once, and never without being asked', async () => {
    const project = hooked();
    const path = put(join(project.folder, 'AGENTS.md'), '# Mine\n');
    await run(project, 'install', '--host', 'codex');
    expect(readFileSync(path, 'utf8')).toBe('# Mine\n');
    for (const change of ['written', 'unchanged']) {
      const { stdout } = await run(project, 'install', '--host', 'codex', '--agents-md', '--json');
      expect(JSON.parse(stdout)).toMatchObject({ agents_md: { path, change } });
    }
    await run(project, 'uninstall', '--host', 'codex', '--agents-md');
    expect(readFileSync(path, 'utf8')).toBe('# Mine\n');
  });

  it('a skill of that name by others is not touched', async () => {
    const project = hooked();
    const path = put(
      join(homeOf(project), '.agents/skills/completion-promise/SKILL.md'),
      '---\nname: mine\n---\n',
    );
    const { code, stderr } = await run(project, 'install', '--host', 'codex', '--skill');
    expect(code).toBe(1);
    expect(stderr).toContain('it is not the skill of completion-promise');
    expect(readFileSync(path, 'utf8')).toContain('mine');
  });
});

it.runIf(IS_POSIX && process.getuid?.() !== 0)(
  'a folder that may not be written is named',
  async () => {
    const project = hooked();
    const folder = join(homeOf(project), '.codex');
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o500);
    const { code, stderr } = await run(project, 'install', '--host', 'codex');
    chmodSync(folder, 0o700);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(folder) });
  },
);

/** Codex 0.171 cuts the hook of a session's end after 3 s, and says so at every end where more is asked for. */
it('a hook of Codex that was asked more than 3 s for at a session’s end is replaced, and its user told to review it', async () => {
  const project = hooked();
  await run(project, 'install', '--host', 'codex');
  const path = join(homeOf(project), '.codex', 'hooks.json');
  const now = readFileSync(path, 'utf8');
  expect(JSON.parse(now)).toMatchObject({ hooks: { SessionEnd: [{ hooks: [{ timeout: 3 }] }] } });
  writeFileSync(path, now.replace(/("timeout": )3\b(?!\d)/, '$130'));
  const { stderr, stdout } = await run(project, 'install', '--host', 'codex');
  expect(stdout).toMatch(/^\[REPLACED\] SessionEnd: .*\(3 s\)$/m);
  expect(stdout.match(/REPLACED/g)).toHaveLength(1);
  expect(stderr).toContain(
    'NOTE: SessionEnd changed, timeouts included: Codex skips a changed hook until you review it again.',
  );
  expect(readFileSync(path, 'utf8')).toBe(now);
  expect((await run(project, 'install', '--host', 'codex')).stderr).not.toContain('changed, ');
});

it('hooks of Gemini CLI that were installed without a name, which shows their whole line at each message, get one', async () => {
  const project = hooked();
  await run(project, 'install', '--host', 'gemini');
  const path = join(homeOf(project), '.gemini', 'settings.json');
  const now = readFileSync(path, 'utf8');
  writeFileSync(path, now.replaceAll(/\s*"name": "completion-promise",/g, ''));
  const { stdout } = await run(project, 'install', '--host', 'gemini');
  expect(stdout.match(/^\[REPLACED\] /gm)).toHaveLength(4);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(now));
});
