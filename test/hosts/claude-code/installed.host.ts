import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import hooks from '../../../hooks/hooks.json' with { type: 'json' };
import manifest from '../../../package.json' with { type: 'json' };
import {
  CLAUDE_CODE_WORDS,
  hookLine,
  INSTALLATIONS,
  userGuard,
} from '../../../src/domain/host/guarded-command.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { forgetSuite, writeProgram } from '../../rig/worlds/hooked-project.ts';
import { outcomeOf } from '../../rig/worlds/project.ts';
import { PACKAGE, SUITE } from '../../rig/worlds/suite.ts';
import { type ModelTurn, runs, type Script, says } from '../scripted-model.ts';
import { EVIDENCE, isBlocked, OVERRIDE, obedient, stubborn } from './agent-scripts.ts';
import { type ClaudeCodeProject, claudeCodeProject, describeClaudeCode } from './claude-project.ts';

/** Hooks in the settings of a project, on machines that have the suite and on machines that have not. */

/** A checkout whose hooks were installed on a machine with the suite. Its sessions have none on their `PATH`. */
async function checkout(script: Script, ...install: readonly string[]): Promise<ClaudeCodeProject> {
  const world = await bareCheckout(script);
  await installIn(world, install);
  forgetSuite(join(world.project.folder, '..', 'home'));
  return world;
}

function bareCheckout(script: Script): Promise<ClaudeCodeProject> {
  const env = { IS_SANDBOX: '1', PATH: process.env['PATH'] ?? '' };
  return claudeCodeProject(script, { withoutHooks: true, env });
}

async function installIn(
  { project }: ClaudeCodeProject,
  options: readonly string[],
): Promise<void> {
  const programs = join(project.folder, '..', 'programs');
  const { code, stderr } = await project.run('cs', ['hooks', 'install', ...options], {
    env: { PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  if (code !== 0) throw new Error(`cs hooks install ended with ${code}: ${stderr}`);
}

/** The same with the package among the project's dependencies, its programs linked as npm links them. */
async function withDependency(
  script: Script,
  ...install: readonly string[]
): Promise<ClaudeCodeProject> {
  const world = await bareCheckout(script);
  const { folder } = world.project;
  const modules = join(folder, 'node_modules');
  for (const part of ['plugin', 'package.json']) {
    cpSync(join(PACKAGE, part), join(modules, manifest.name, part), { recursive: true });
  }
  mkdirSync(join(modules, '.bin'));
  for (const [name, file] of Object.entries(manifest.bin)) {
    symlinkSync(join('..', manifest.name, file), join(modules, '.bin', name));
  }
  await installIn(world, install);
  forgetSuite(join(folder, '..', 'home'));
  world.project.put('.gitignore', 'node_modules/\n');
  world.project.put('.git/info/exclude', '.claude/*local*\n');
  world.project.commit('The gate, for all');
  return world;
}

/** What is seen of a session. */
async function ask(world: ClaudeCodeProject, prompt = 'What is 1+1?', folder?: string) {
  const seenBefore = world.model.seen.length;
  const mode = ['--permission-mode', 'bypassPermissions'];
  const { outcome, result, shown } = await world.session(prompt, mode, folder);
  const seen = world.model.seen.slice(seenBefore);
  return { requests: seen.length, result, shown, code: outcome.code, seen };
}

/** Runs a session in which nothing is allowed but by the settings. */
async function askUnallowed(world: ClaudeCodeProject): Promise<void> {
  const words = ['-p', 'Look around', '--output-format', 'json', '--permission-mode', 'default'];
  await outcomeOf(world.client(words));
}

/** What the host showed its user at the start of sessions. */
const toldAtStart = (world: ClaudeCodeProject): readonly string[] =>
  [...world.transcripts().matchAll(/"type":"hook_system_message","content":"([^"]*)"/g)].map(
    ([, text = '']) => text,
  );

const OFF = expect.stringMatching(
  /is off: it is not installed on this machine\. To install it: npm install; npm link in its clone/,
);

/** One model turn after the other; then it says that it is done. */
const inTurn =
  (...turns: readonly (ModelTurn | Script)[]): Script =>
  (request) => {
    const turn = turns[request.turn] ?? says('Done.');
    return typeof turn === 'function' ? turn(request) : turn;
  };

const missing = (install: string): string => `Next: ${install}.`;

/** Keeps a promise of another session in the project. */
const promised = ({ project }: ClaudeCodeProject): void =>
  void project.write('promises/promise-0000bbbb.json', promiseFile('promise-0000bbbb', 'another'));

describeClaudeCode('on a machine without the suite, shared hooks', () => {
  it('let a question be one request and its answer, and the user is told once that the gate is off', async () => {
    const world = await checkout(stubborn, '--shared');
    const { code, requests, result, seen, shown } = await ask(world);
    expect([requests, result, code, shown]).toEqual([1, 'Done.', 0, '']);
    expect(toldAtStart(world)).toEqual([OFF]);
    expect(seen[0]?.text).not.toContain('is off');
  });

  it('do so, too, where they name paths that are not there any more', async () => {
    const world = await checkout(stubborn, '--shared', '--absolute');
    const { guard } = CLAUDE_CODE_WORDS;
    const file = join(world.project.folder, guard.project);
    const moved = readFileSync(file, 'utf8').replaceAll(SUITE, `${SUITE}/where it was before`);
    world.project.put(guard.project, moved);
    const { code, requests, result } = await ask(world);
    expect([requests, result, code]).toEqual([1, 'Done.', 0]);
    expect(toldAtStart(world)).toEqual([OFF]);
  });

  it('hold a session where something is promised, and name the installation', async () => {
    const world = await checkout(stubborn, '--shared');
    promised(world);
    const { requests, seen, shown } = await ask(world);
    expect([requests, shown]).toEqual([9, expect.stringContaining(OVERRIDE)]);
    expect(seen[1]?.latest).toContain(missing(INSTALLATIONS.global));
    expect(toldAtStart(world)).toEqual([expect.stringContaining('sessions cannot end')]);
  });

  it('block whatever is promised where they were installed with --strict', async () => {
    const { requests, shown } = await ask(await checkout(stubborn, '--shared', '--strict'));
    expect([requests, shown]).toEqual([9, expect.stringContaining(OVERRIDE)]);
  });
});

describeClaudeCode('hooks for PowerShell', () => {
  it('are given to it as they were written, with the payload, and block a session that promised', async () => {
    const env = { IS_SANDBOX: '1' };
    const world = await claudeCodeProject(obedient, { withoutHooks: true, env });
    const { folder } = world.project;
    const log = join(folder, '..', 'pwsh.log');
    // No PowerShell runs here: a shell does what these lines mean, and writes down how it was started.
    writeProgram(
      join(folder, '..', 'programs', 'pwsh'),
      [
        `for word; do line=$word; done; printf '%s\\n' "$*" >>'${log}'`,
        'case $line in *"(-not $?) { exit 2 }"*) sh -c "${line%%;*} || exit 2" ;; *) sh -c "${line%%;*}" ;; esac',
      ].join('\n'),
    );
    await installIn(world, ['--shell', 'powershell']);
    const { requests, seen } = await ask(world, 'Build the sign-in');
    expect(readFileSync(log, 'utf8')).toContain('-Command cs-hook stop; if (-not $?) { exit 2 }\n');
    expect(seen.filter(isBlocked).length).toBeGreaterThan(0);
    expect(requests).toBeGreaterThan(2);
  });
});

describeClaudeCode("on a machine without the suite, the user's own hooks", () => {
  it.each(['--user', '--local'])('let go where nothing is promised, with %s', async (place) => {
    const world = await checkout(stubborn, place);
    const { requests, result } = await ask(world);
    expect([requests, result]).toEqual([1, 'Done.']);
    expect(toldAtStart(world)).toEqual([OFF]);
    promised(world);
    expect(await ask(world)).toMatchObject({ requests: 9 });
  });

  it('decide by themselves where their guard is gone as well', async () => {
    const world = await checkout(stubborn, '--local');
    rmSync(join(world.project.folder, '..', 'home', CLAUDE_CODE_WORDS.guard.user));
    expect(await ask(world)).toMatchObject({ requests: 1, result: 'Done.' });
    promised(world);
    expect(await ask(world)).toMatchObject({ requests: 9 });
  });
});

describeClaudeCode('a program that was removed, where the hooks run in bash', () => {
  const GONE = '/nowhere/bin/cs-hook';
  const ofPlugin = hooks.hooks.Stop[0]?.hooks[0]?.command ?? '';

  it.each<[string, string, number]>([
    // What the client does with the words of shells is why the lines look first.
    ['opens a gate whose line just starts it', `"${GONE}" stop || exit 2`, 1],
    ['… or has a shell start it', `sh "${GONE}" stop || exit 2`, 1],
    // … and why the front says something on stdout, too, where Node ends with 2.
    ['blocks where stdout is not empty', `echo said; cat "${GONE}" || exit 2`, 9],
    [
      'blocks by the line that is installed',
      hookLine('stop', { ...userGuard(CLAUDE_CODE_WORDS), file: `"${GONE}"` }, CLAUDE_CODE_WORDS),
      9,
    ],
    [
      'blocks by the line of the plugin',
      ofPlugin.replaceAll('${CLAUDE_PLUGIN_ROOT}/bin/cs-hook', GONE),
      9,
    ],
  ])('%s', async (_name, line, expected) => {
    const world = await bareCheckout(stubborn);
    promised(world);
    world.project.put('gate.sh', line);
    const command = 'bash "$CLAUDE_PROJECT_DIR/gate.sh"';
    const settings = { hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } };
    world.project.put('.claude/settings.json', JSON.stringify(settings));
    const { requests, shown } = await ask(world);
    expect([requests, shown.includes(OVERRIDE)]).toEqual([expected, expected > 1]);
  });
});

/** Makes a promise and starts it, by the commands that session start gives to the agent's shells. */
const promise = runs(
  'cs-promise --create "Sign-in" --ac "Users can sign in" && cs-promise --start "$(basename .claude/completion-state/promises/*.json .json)"',
);

const meet = runs(
  `cs-promise --meet "$(basename .claude/completion-state/promises/*.json .json)" --ac-id AC-1 --evidence "${EVIDENCE}"`,
);

describeClaudeCode('a suite that is a dependency of the project', () => {
  it('holds a session by its promise, and lets it go', async () => {
    const world = await withDependency(inTurn(promise, says('Done.'), meet), '--shared');
    const { seen, shown } = await ask(world, 'Build the sign-in');
    expect(seen.map(({ latest }) => latest.includes('Blocked: '))).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(shown).not.toContain(OVERRIDE);
  });

  it('lets a session without promises end while it is not installed', async () => {
    const world = await withDependency(stubborn, '--shared');
    execFileSync('rm', ['-rf', join(world.project.folder, 'node_modules')]);
    const { requests, result } = await ask(world);
    expect([requests, result]).toEqual([1, 'Done.']);
    expect(toldAtStart(world)).toEqual([expect.stringContaining('To install it: npm install')]);
  });

  it.each(['--local', '--shared'])(
    'lets a question in a linked worktree be one request, with %s',
    async (place) => {
      const world = await withDependency(stubborn, place);
      world.project.git('worktree', 'add', '--quiet', '../tree');
      const tree = join(world.project.folder, '..', 'tree');
      const { requests, result } = await ask(world, 'What is 1+1?', tree);
      expect([requests, result]).toEqual([1, 'Done.']);
      expect(toldAtStart(world)).toHaveLength(1);
    },
  );

  it('that is removed under a session with an open promise opens no gate', async () => {
    const world = await withDependency(inTurn(promise, runs('rm -rf node_modules')), '--shared');
    const { seen, shown } = await ask(world, 'Build the sign-in');
    expect(seen[3]?.latest).toContain(missing(INSTALLATIONS.dependency));
    expect(shown).toContain(OVERRIDE);
  });

  it('… and none where the promise is removed with it', async () => {
    const remove = runs('rm -rf node_modules .claude/completion-state');
    const world = await withDependency(inTurn(promise, remove), '--shared');
    const { seen } = await ask(world, 'Build the sign-in');
    expect(seen[3]?.latest).toContain(missing(INSTALLATIONS.dependency));
  });

  it('that is being installed anew holds until it is there, and then answers', async () => {
    const [away, back] = ['mv node_modules ../away', 'mv ../away node_modules'];
    const world = await withDependency(
      inTurn(promise, runs(away), says('Done.'), runs(back), says('Done.'), meet),
      '--shared',
    );
    const { requests, seen, shown } = await ask(world, 'Build the sign-in');
    expect(seen[3]?.latest).toContain(missing(INSTALLATIONS.dependency));
    expect(seen[5]?.latest).toContain('Blocked: ');
    expect([requests, shown.includes(OVERRIDE)]).toEqual([7, false]);
  });

  it('holds a session that went to a branch without it', async () => {
    const world = await withDependency(
      inTurn(promise, runs('git checkout --quiet main~1 && rm -rf node_modules')),
      '--shared',
    );
    const { seen } = await ask(world, 'Build the sign-in');
    // The guard is gone with the branch: the line names it.
    expect(seen[3]?.latest).toContain(CLAUDE_CODE_WORDS.guard.project);
  });
});

describeClaudeCode('in default permission mode', () => {
  const CALLS = [
    'cs-status',
    'cs-verify --check',
    'cs promise --list',
    'cs prove promise-0000bbbb',
    'cs-verify --judge --promise promise-0000bbbb',
    'cs-promise --cancel promise-0000bbbb',
    'cs-status && cs prove promise-0000bbbb',
  ];

  it.each<[string, readonly string[], readonly string[]]>([
    ['every call of the suite asks', [], []],
    ['those of harmless commands do not, with --allow', ['--allow'], CALLS.slice(0, 3)],
  ])('%s', async (_name, options, unasked) => {
    const script = inTurn(...CALLS.map((line) => runs(line)));
    const world = await claudeCodeProject(script, { withoutHooks: true });
    promised(world);
    await installIn(world, options);
    await askUnallowed(world);
    const answers = world.model.seen.slice(1).map(({ latest }) => latest);
    const asked = CALLS.filter((_line, index) => /requires? approval/.test(answers[index] ?? ''));
    expect(answers.length).toBeGreaterThanOrEqual(CALLS.length);
    expect(asked).toEqual(CALLS.filter((line) => !unasked.includes(line)));
  });
});
