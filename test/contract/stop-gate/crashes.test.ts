import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gateInShell, startGate } from '../../rig/values/gate-input.ts';
import { criterion, promiseFile } from '../../rig/values/promises.ts';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';
import {
  createProject,
  type Outcome,
  outcomeOf,
  type Project,
  SESSION,
} from '../../rig/worlds/project.ts';
import {
  gate,
  hostedSession,
  outputOf,
  runsOnPosix,
  stopPayload,
  withoutUserMemory,
} from '../../rig/worlds/stop-gate.ts';

const ID = 'promise-0000000a';
const FILE = `stop-gate/${SESSION}.json`;
const KILLER = join(CHECKOUT, 'test', 'rig', 'torture', 'faults.cjs');

function owingProject(criteria = [criterion('AC-1')]): Project {
  const project = createProject();
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria: criteria }));
  return project;
}

/** The first stop of a turn. */
const FIRST = stopPayload(SESSION, { stop_hook_active: false });

/** A gate that kills itself before its n-th change of the file system. */
function killedAt(project: Project, step: number, parts: object = {}): Promise<Outcome> {
  const env = { NODE_OPTIONS: `--require ${KILLER}`, KILL_AT: String(step) };
  return gate(project, stopPayload(SESSION, { stop_hook_active: false, ...parts }), { env });
}

/** Far more changes of the file system than one stop makes. */
const BEYOND = 120;

describe('a gate that is killed -9', () => {
  it('before any of its changes: what is kept can be read, and the next gate answers and counts', async () => {
    const project = owingProject();
    const session = hostedSession(project);
    await session.stop();
    let finished = -1;
    for (let step = 0; step < BEYOND && finished < 0; step += 1) {
      project.write(FILE, { kept: 'by others', liveness: { idle: 0 } });
      const crash = await killedAt(project, step);
      if (crash.code === 0) finished = step;
      else expect([step, crash.signal, crash.stdout]).toEqual([step, 'SIGKILL', '']);
      expect(project.read(FILE)).toMatchObject({ kept: 'by others' });
      const next = outputOf(await gate(project, FIRST));
      expect([step, next.decision]).toEqual([step, 'block']);
      expect(Object(project.read(FILE)['liveness']).idle).toBeGreaterThan(0);
    }
    // The script did come to kill itself at every change of a stop, and then at none.
    expect(finished).toBeGreaterThan(10);
  });

  it('among many at once: the others block, and the next gate goes on where they left off', async () => {
    const project = owingProject();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => killedAt(project, index * 2)),
    );
    expect(new Set(outcomes.map(({ signal }) => signal))).toContain('SIGKILL');
    for (const outcome of outcomes.filter(({ signal }) => signal === null)) {
      expect(outputOf(outcome).decision ?? outputOf(outcome).systemMessage).toMatch(
        /block|NOT COMPLETE/,
      );
    }
    for (const name of project.list('stop-gate')) {
      if (name.endsWith('.json'))
        expect(project.read(`stop-gate/${name}`)).toHaveProperty('liveness');
    }
    const next = outputOf(await gate(project, FIRST));
    expect(next.decision ?? next.systemMessage).toMatch(/block|NOT COMPLETE/);
  });
});

describe('twenty gates at once', () => {
  it('while criteria are met: every one blocks, every change is there, and nothing is left behind', async () => {
    const ids = Array.from({ length: 9 }, (_, index) => `AC-${index + 1}`);
    const project = owingProject(ids.map((id) => criterion(id)));
    const session = hostedSession(project);
    session.say({ type: 'user' });
    const met = ids.slice(0, 8);
    const [outputs, meets] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => session.stopAgain({ stop_hook_active: false }))),
      Promise.all(
        met.map((id) =>
          project.run('cs-promise', ['--meet', ID, '--ac-id', id, '--evidence', `seen ${id}`]),
        ),
      ),
    ]);
    expect(outputs.map(({ decision }) => decision)).toEqual(Array(20).fill('block'));
    expect(meets.map(({ code, stderr }) => [code, stderr])).toEqual(met.map(() => [0, '']));
    expect(project.read(`promises/${ID}.json`)['acceptance_criteria']).toMatchObject(
      ids.map((id) => ({ id, status: met.includes(id) ? 'met' : 'pending' })),
    );
    expect((await session.stop()).reason).toContain('AC-9');
    expect(project.list('.commits')).toEqual([]);
  });
});

describe('where nothing can be written, an open promise blocks the first stop of a turn', () => {
  const twice = async (project: Project): Promise<readonly unknown[]> => {
    const again = stopPayload(SESSION, { stop_hook_active: true });
    const outputs = [outputOf(await gate(project, FIRST)), outputOf(await gate(project, again))];
    return outputs.map(({ decision, systemMessage = '' }) => [
      decision,
      /NOT COMPLETE.*cannot record/.test(systemMessage),
    ]);
  };

  const outside = (project: Project): string => {
    const folder = join(project.folder, '..', 'outside');
    mkdirSync(folder, { recursive: true });
    return folder;
  };

  it.each<[string, (project: Project) => void]>([
    ['the memory of sessions is a file', ({ write }) => void write('stop-gate', 'a file')],
    ['the folder of changes is a file', ({ write }) => void write('.commits', 'a file')],
    [
      'the memory of sessions is a link out of the project',
      (project) => symlinkSync(outside(project), join(project.state, 'stop-gate')),
    ],
    [
      'the folder of changes is a link out of the project',
      (project) => symlinkSync(outside(project), join(project.state, '.commits')),
    ],
  ])('%s: blocked, then let go with a word', async (_what, spoil) => {
    const project = owingProject();
    spoil(project);
    withoutUserMemory(project);
    expect(await twice(project)).toEqual([
      ['block', false],
      [undefined, true],
    ]);
    expect(execFileSync('ls', ['-A', outside(project)], { encoding: 'utf8' })).toBe('');
  });

  it.skipIf(!runsOnPosix)('a full disk: blocked, then let go with a word', async () => {
    const project = owingProject();
    const answers: (readonly unknown[])[] = [];
    for (const isContinued of [false, true]) {
      const payload = JSON.stringify(stopPayload(SESSION, { stop_hook_active: isContinued }));
      const line = 'ulimit -f 0 && exec $GATE <$PAYLOAD';
      const { decision, systemMessage = '' } = outputOf(await gateInShell(project, line, payload));
      answers.push([decision, systemMessage.includes('cannot record')]);
    }
    expect(answers).toEqual([
      ['block', true],
      [undefined, true],
    ]);
  });

  it.skipIf(!runsOnPosix || process.getuid?.() === 0).each(['.', 'stop-gate', '.commits'])(
    'a folder without the right to write: %s',
    async (name) => {
      const project = owingProject();
      mkdirSync(join(project.state, name), { recursive: true });
      execFileSync('chmod', ['-R', 'a-w', join(project.state, name)]);
      const decisions = await twice(project);
      execFileSync('chmod', ['-R', 'u+w', project.state]);
      expect(decisions).toEqual([
        ['block', false],
        [undefined, true],
      ]);
    },
  );
});

describe('a state that is not what it should be opens no gate', () => {
  const aside = ({ folder }: Project): string => join(folder, '..', 'moved');

  it.each<[string, (project: Project) => void]>([
    [
      'the state folder is a link out of the project',
      (project) => {
        renameSync(project.state, aside(project));
        symlinkSync(aside(project), project.state);
      },
    ],
    [
      'the promises are a link out of the project',
      (project) => {
        renameSync(join(project.state, 'promises'), aside(project));
        symlinkSync(aside(project), join(project.state, 'promises'));
      },
    ],
    [
      'the promises are a link to nothing',
      (project) => {
        rmSync(join(project.state, 'promises'), { recursive: true });
        symlinkSync('nowhere', join(project.state, 'promises'));
      },
    ],
    [
      'the promises are a file',
      (project) => {
        rmSync(join(project.state, 'promises'), { recursive: true });
        project.write('promises', 'a file');
      },
    ],
    [
      'a promise is a fifo',
      ({ state }) =>
        void execFileSync('mkfifo', [join(state, 'promises', 'promise-0000000b.json')]),
    ],
    [
      'a promise is a folder',
      ({ state }) => mkdirSync(join(state, 'promises', 'promise-0000000b.json')),
    ],
    ['a promise is empty', ({ write }) => void write('promises/promise-0000000b.json', '')],
    [
      'the memory of the session is a folder',
      ({ state }) => void mkdirSync(join(state, FILE), { recursive: true }),
    ],
    [
      'the memory of the session is a fifo',
      ({ state }) => {
        mkdirSync(join(state, 'stop-gate'));
        execFileSync('mkfifo', [join(state, FILE)]);
      },
    ],
    [
      'the memory of the session is a link to itself',
      ({ state }) => {
        mkdirSync(join(state, 'stop-gate'));
        symlinkSync(`${SESSION}.json`, join(state, FILE));
      },
    ],
  ])('%s', async (_what, spoil) => {
    const project = owingProject();
    spoil(project);
    expect(outputOf(await gate(project, FIRST)).decision).toBe('block');
  });
});

describe.skipIf(process.platform !== 'linux')('an answer that nobody hears', () => {
  it.each(['stdout', 'stderr'] as const)(
    'leaves no trace of an error where %s is closed',
    async (stream) => {
      const child = startGate(owingProject(), 'pipe');
      child[stream]?.destroy();
      child.stdin?.end(JSON.stringify(FIRST));
      const { stderr, stdout } = await outcomeOf(child);
      expect(stdout + stderr).not.toMatch(/^ {4}at |Unhandled/m);
    },
  );

  // The host takes exit code 0 without an object for a session that may end.
  it('does not end with 0 where it is to block and the output is a full disk', async () => {
    const project = owingProject();
    const full = openSync('/dev/full', 'w');
    const child = project.start('cs-stop-gate', [], {
      input: JSON.stringify(FIRST),
      stdio: [full, 'pipe'],
    });
    closeSync(full);
    expect((await outcomeOf(child)).code).toBe(2);
  });
});
