import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';
import { hostedSession, runsOnPosix } from '../../rig/worlds/stop-gate.ts';

/** A project whose session has promised something by the real command, and started it. */
async function promisingProject() {
  const project = createProject();
  const { stdout } = await project.run('cs-promise', [
    '--create',
    'Login works',
    '--ac',
    'Tests pass',
  ]);
  const id = /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? '';
  await project.run('cs-promise', ['--start', id]);
  const session = hostedSession(project);
  const file = join(project.state, 'promises', `${id}.json`);
  return { project, id, file, session };
}

type Promising = Awaited<ReturnType<typeof promisingProject>>;

/** Edits the promise's file as text. */
function edit({ file }: Promising, from: string | RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`nothing to edit in ${text}`);
  writeFileSync(file, edited);
}

function editDocument({ file }: Promising, parts: object): void {
  const document = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...document, ...parts }));
}

const inGit = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', ['-C', folder, ...args], { stdio: 'pipe' });

/** What was done to a promise by something else than the suite, and how it is told. */
const DEEDS: readonly (readonly [string, (world: Promising) => void, string])[] = [
  ['its file was removed', ({ file }) => rmSync(file), 'its file is gone'],
  [
    'the state folder was removed',
    ({ project }) => rmSync(project.state, { recursive: true }),
    'its file is gone',
  ],
  [
    'git removed what it does not track',
    ({ project }) => {
      inGit(project.folder, 'init', '-q');
      inGit(project.folder, 'clean', '-fdxq');
    },
    'its file is gone',
  ],
  [
    'it was moved among those that have ended',
    ({ file, id, project }) => {
      mkdirSync(join(project.state, 'history'), { recursive: true });
      renameSync(file, join(project.state, 'history', `${id}.json`));
    },
    'its file is gone',
  ],
  [
    'its status was edited',
    (world) => edit(world, '"in_progress"', '"verified"'),
    'status in_progress became verified',
  ],
  [
    'its criteria were removed',
    (world) => editDocument(world, { acceptance_criteria: [] }),
    'criterion AC-1 is gone',
  ],
  [
    'a criterion was met by an edit',
    (world) =>
      editDocument(world, {
        acceptance_criteria: [
          { id: 'AC-1', description: 'Tests pass', status: 'met', evidence: 'they do' },
        ],
      }),
    'criterion AC-1 became met',
  ],
  [
    'it was given to another session by an edit',
    (world) => edit(world, new RegExp(`"owned_by": "${SESSION}"`), '"owned_by": "another"'),
    'this session no longer owns it',
  ],
];

describe('a promise that something else than the suite took from its session', () => {
  it.each(DEEDS)('blocks one stop where %s, and the user is told', async (_what, deed, said) => {
    const world = await promisingProject();
    deed(world);
    const { decision, reason, systemMessage } = await world.session.stop();
    expect(decision).toBe('block');
    expect(reason).toContain(`${world.id} was open when last written; its file`);
    expect(reason).toContain(said);
    expect(reason).toContain('tell the user');
    expect(systemMessage).toContain(world.id);
    expect(await world.session.stop()).not.toHaveProperty('decision');
  });

  it.each(DEEDS)(
    'blocks --check where %s, until cs-status has told of it',
    async (_what, deed, said) => {
      const { project, ...world } = await promisingProject();
      deed({ project, ...world });
      for (const _ of ['first', 'second']) {
        const { code, stderr, stdout } = await project.run('cs-verify', ['--check']);
        expect(code).toBe(2);
        expect(stdout).toContain('COMPLETION CRITERIA NOT MET');
        expect(stdout).toContain('PROMISES CHANGED OUTSIDE COMPLETION-PROMISE (1):');
        expect(stdout).toMatch(/NEXT ACTION:\n {2}cs-status\n$/);
        expect(stderr).toContain(said);
        expect(stderr).toContain('Next: cs-status');
      }
      const status = await project.run('cs-status', []);
      expect(status.stdout).toContain('PROMISES CHANGED OUTSIDE COMPLETION-PROMISE (1):');
      expect(status.stdout).toContain(said);
      expect(await project.run('cs-verify', ['--check'])).toMatchObject({ code: 0, stdout: '' });
      expect((await project.run('cs-status', [])).stdout).not.toContain(
        'OUTSIDE COMPLETION-PROMISE (',
      );
    },
  );

  it('is told to the user where cs-status has told the session, and blocks no more', async () => {
    const world = await promisingProject();
    rmSync(world.file);
    await world.project.run('cs-status', []);
    const { decision, systemMessage } = await world.session.stop();
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain(`Promise ${world.id} of this session is gone`);
    expect(await world.session.stop()).toEqual({});
  });

  it('is told with one that is still open', async () => {
    const world = await promisingProject();
    await world.project.run('cs-promise', ['--create', 'Another', '--ac', 'It works']);
    rmSync(world.file);
    const { reason } = await world.session.stop();
    expect(reason).toContain('not started');
    expect(reason).toContain('its file is gone');
    expect((await world.session.stop()).reason).not.toContain('its file is gone');
  });

  it('is told once, whether the stop gate remembers it of the last stop or not', async () => {
    const world = await promisingProject();
    await world.session.stop();
    rmSync(world.file);
    const { reason = '' } = await world.session.stop();
    expect(reason.split(world.id)).toHaveLength(2);
    expect(await world.session.stop()).toEqual({});
  });

  it('is told again where its file is changed once more', async () => {
    const world = await promisingProject();
    edit(world, '"Tests pass"', '"Tests run"');
    edit(world, /"AC-1"/, '"AC-2"');
    expect((await world.session.stop()).reason).toContain('criterion AC-1 is gone');
    edit(world, '"in_progress"', '"cancelled"');
    expect((await world.session.stop()).reason).toContain('became cancelled');
    expect(await world.session.stop()).toEqual({});
  });

  it.each(DEEDS)('is nothing to another session where %s', async (_what, deed) => {
    const world = await promisingProject();
    deed(world);
    const env = { CLAUDE_SESSION_ID: 'another-session' };
    expect(await hostedSession(world.project, 'another-session').stop({}, { env })).toEqual({});
    const check = await world.project.run('cs-verify', ['--check'], { env });
    expect(check).toMatchObject({ code: 0, stdout: '' });
    expect((await world.project.run('cs-status', [], { env })).stdout).not.toContain('OUTSIDE');
    // Neither has told the session itself.
    expect((await world.session.stop()).decision).toBe('block');
  });
});

describe('what the suite itself did is no news', () => {
  it.each<[string, readonly (readonly [string, readonly string[], string?])[]]>([
    [
      'verified',
      [
        ['cs-promise', ['--meet', 'ID', '--ac-id', 'AC-1', '--evidence', 'seen']],
        ['cs-verify', ['--promise', 'ID', '--skip-validation-check']],
      ],
    ],
    ['cancelled', [['cs-promise', ['--cancel', 'ID']]]],
    ['released', [['cs-promise', ['--release', 'ID']]]],
    [
      'released, and taken over by another session',
      [
        ['cs-promise', ['--release', 'ID']],
        ['cs-promise', ['--adopt', 'ID'], 'another-session'],
        [
          'cs-promise',
          ['--meet', 'ID', '--ac-id', 'AC-1', '--evidence', 'seen'],
          'another-session',
        ],
      ],
    ],
  ])('%s', async (_how, commands) => {
    const { id, project, session } = await promisingProject();
    for (const [bin, args, as = SESSION] of commands) {
      const words = args.map((word) => (word === 'ID' ? id : word));
      const { code, stderr } = await project.run(bin, words, { env: { CLAUDE_SESSION_ID: as } });
      expect([code, stderr.includes('Error')]).toEqual([0, false]);
    }
    expect(await project.run('cs-verify', ['--check'])).toMatchObject({ code: 0, stdout: '' });
    expect((await session.stop()).decision).toBeUndefined();
    // What was verified was told of as such, once.
    expect(await session.stop()).toEqual({});
  });

  it('in another folder, where its project was moved to', async () => {
    const { id, project } = await promisingProject();
    const moved = join(project.folder, '..', 'moved');
    renameSync(project.folder, moved);
    const at = { cwd: moved, env: { CLAUDE_PROJECT_DIR: moved } };
    const session = hostedSession(project);
    const { reason } = await session.stop({ cwd: moved }, at);
    expect(reason).toContain(`${id} has 1 open criterion`);
    expect(reason).not.toContain('gone');
    // The register has followed, so the promise may be kept there.
    await project.run('cs-promise', ['--meet', id, '--ac-id', 'AC-1', '--evidence', 'seen'], at);
    await project.run('cs-verify', ['--promise', id, '--skip-validation-check'], at);
    const { decision, systemMessage } = await session.stop({ cwd: moved }, at);
    expect(decision).toBeUndefined();
    expect(systemMessage).toMatch(/^Verified: /);
    expect((await project.run('cs-verify', ['--check'], at)).code).toBe(0);
  });
});

/** The user's register of the session of the test. */
function registerOf(project: Project): string {
  const home = join(project.folder, '..', 'home');
  const places = [
    ['.local', 'state'],
    ['Library', 'Application Support'],
    ['AppData', 'Local'],
  ].map((place) => join(home, ...place, 'completion-promise', 'sessions'));
  const place = places.find((one) => existsSync(one)) ?? '';
  const [name = ''] = readdirSync(place).filter((one) => one.startsWith(SESSION));
  return join(place, name);
}

describe('the register', () => {
  it('makes the gates look where no folder leads to', async () => {
    const { id, project } = await promisingProject();
    const elsewhere = join(project.folder, '..', 'elsewhere');
    mkdirSync(elsewhere);
    const at = { cwd: elsewhere, env: { CLAUDE_PROJECT_DIR: elsewhere } };
    const { decision, reason } = await hostedSession(project).stop({ cwd: elsewhere }, at);
    expect(decision).toBe('block');
    expect(reason).toMatch(new RegExp(`^IN .*project:\nBlocked: ${id} has 1 open criterion`));
    expect(reason).toMatch(/--type test -C \S*project$/m);
    const check = await project.run('cs-verify', ['--check'], at);
    expect(check.code).toBe(2);
    expect(check.stdout).toMatch(/^IN .*project:\nCOMPLETION CRITERIA NOT MET\n/);
    expect(check.stderr).toContain(`${id} has 1 open criterion`);
    const json = await project.run('cs-verify', ['--check', '--json'], at);
    expect(JSON.parse(json.stdout)).toMatchObject({
      may_end: false,
      in_progress: [],
      folders: [{ may_end: false, in_progress: [{ id }] }],
    });
  });

  it('makes a gate pass over nothing where it is gone', async () => {
    const { file, id, project, session } = await promisingProject();
    rmSync(registerOf(project));
    expect((await session.stop()).reason).toContain(`${id} has 1 open criterion`);
    rmSync(file);
    expect((await session.stop()).reason).toContain(`${id} was open at the last stop`);
  });

  it('blocks where it cannot be read, with the way out', async () => {
    const { project, session } = await promisingProject();
    const file = registerOf(project);
    writeFileSync(file, `no line\n${readFileSync(file, 'utf8')}`);
    rmSync(project.state, { recursive: true });
    for (const { reason, said } of [
      { ...(await session.stop()), said: 'cannot be read' },
      { reason: (await project.run('cs-verify', ['--check'])).stderr, said: 'cannot be read' },
    ]) {
      expect(reason).toContain(said);
      expect(reason).toContain('Next: cs doctor');
    }
    const other = { CLAUDE_SESSION_ID: 'another-session' };
    expect(await hostedSession(project, 'another-session').stop({}, { env: other })).toEqual({});
  });

  it.skipIf(!runsOnPosix)('names a folder that is gone with its promises, once', async () => {
    const { id, project } = await promisingProject();
    const elsewhere = join(project.folder, '..', 'elsewhere');
    mkdirSync(elsewhere);
    rmSync(project.folder, { recursive: true });
    const at = { cwd: elsewhere, env: { CLAUDE_PROJECT_DIR: elsewhere } };
    const session = hostedSession(project);
    const { decision, reason } = await session.stop({ cwd: elsewhere }, at);
    expect(decision).toBe('block');
    expect(reason).toContain(`${id} was open when last written; its file is gone`);
    expect(await session.stop({ cwd: elsewhere }, at)).toEqual({});
  });

  it('reports nothing that was only intended', async () => {
    const { file, id, project, session } = await promisingProject();
    const register = registerOf(project);
    const lines = readFileSync(register, 'utf8').split('\n');
    const intended = lines.filter((line) => line.includes('"intended"') && line.includes(id));
    expect(intended).not.toEqual([]);
    writeFileSync(register, intended.map((line) => `${line}\n`).join(''));
    rmSync(file);
    expect(await session.stop()).toEqual({});
    expect((await project.run('cs-verify', ['--check'])).code).toBe(0);
  });
});
