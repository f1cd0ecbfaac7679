import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { criterion, promiseFile } from '../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';
import { hasTerminals } from '../rig/worlds/pseudo-terminal.ts';
import { binOf } from '../rig/worlds/suite.ts';

/** Terminals that a program makes for itself, apart from what started it. */

const ID = 'promise-0000aaaa';
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

function projectWithPromise(): Project {
  const project = createProject();
  const acceptance_criteria = [criterion('AC-1')];
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
  return project;
}

/** The words for a shell that waive the criterion. */
const waiving = (): string =>
  [process.execPath, binOf('cs-promise'), '--waive', ID, '--ac-id', 'AC-1', '--reason', 'x']
    .map((word) => `'${word}'`)
    .join(' ');

/** What a detached program prints. It begins once the shell that starts it is gone. */
function detached({ folder }: Project, command: string): Promise<string> {
  const waits = `(while kill -0 $$ 2>/dev/null; do :; done; ${command}) &`;
  return saidBy(
    spawn('sh', ['-c', waits], { ...scrubbed(folder), stdio: ['ignore', 'pipe', 'ignore'] }),
  );
}

/** Where programs start, and all that they know of who started them. */
function scrubbed(folder: string) {
  const env = { PATH: process.env['PATH'], HOME: join(folder, '..', 'home'), TERM: 'xterm' };
  return { cwd: folder, env };
}

/** What a program and all that it starts print. */
function saidBy(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.on('error', reject);
    // The pipe closes with the last program that has it.
    child.on('close', () => resolve(said));
  });
}

const PTY_OF_PYTHON = `import os,pty
if os.fork(): os._exit(0)
os.setsid()
if os.fork(): os._exit(0)
pty.spawn(['sh','-c',os.environ['WAIVE']])`;

describe.skipIf(!hasTerminals || process.platform !== 'linux')('is refused', () => {
  it.each<[string, boolean, (waive: string) => string]>([
    ['setsid and script', true, (waive) => `setsid -f script -qec "${waive}" /dev/null`],
    [
      'script below a shell',
      true,
      (waive) => `exec sh -c 'script -qec "${waive.replaceAll("'", '')}" /dev/null; :'`,
    ],
    [
      'an environment without anything',
      true,
      (waive) => `exec env -i script -qec "${waive}" /dev/null`,
    ],
    [
      'another name',
      has('bash'),
      (waive) => `exec bash -c 'exec -a sshd script -qec "${waive.replaceAll("'", '')}" /dev/null'`,
    ],
    [
      'a pseudo-terminal of python',
      has('python3'),
      (waive) => `export WAIVE="${waive}"; exec python3 -c "${PTY_OF_PYTHON}"`,
    ],
  ])('%s', async (_how, isThere, command) => {
    if (!isThere) return;
    const project = projectWithPromise();
    const said = await detached(project, command(waiving()));
    expect(said).toContain('Only a person can waive a criterion: its process tree was cut off');
    expect(JSON.stringify(project.read(`promises/${ID}.json`))).not.toContain('waived');
  });

  it.skipIf(!has('tmux'))('a terminal of tmux that nobody looks at', async () => {
    const project = projectWithPromise();
    const socket = join(project.folder, '..', 'tmux');
    const env = { PATH: process.env['PATH'], HOME: join(project.folder, '..', 'home') };
    const tmux = (...words: readonly string[]) =>
      spawnSync('tmux', ['-f', '/dev/null', '-S', socket, ...words], { cwd: project.folder, env });
    const command = `${waiving()}; tmux -S '${socket}' wait-for -S done; cat`;
    tmux('new-session', '-d', '-x', '200', '-y', '50', command);
    tmux('wait-for', 'done');
    const shown = tmux('capture-pane', '-p').stdout.toString();
    tmux('kill-server');
    expect(shown).toContain('no one is attached to this terminal of tmux');
    expect(JSON.stringify(project.read(`promises/${ID}.json`))).not.toContain('waived');
  });
});

/** Whether a test may make a container of its own: processes of which the first one is any program. */
const hasContainers =
  process.platform === 'linux' &&
  spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

/**
 * What is printed in a container whose first process is `cat`, which is no init, by a shell that lost its parent and runs
 * `detached`. The container ends with it.
 */
function contained({ folder }: Project, before: string, detached: string): Promise<string> {
  const [over, script] = [join(folder, '..', 'over'), join(folder, '..', 'detached.sh')];
  spawnSync('mkfifo', [over]);
  // Not before all is printed: what still runs is killed with the first process.
  writeFileSync(script, `${detached}\necho > '${over}'\n`);
  const first = `(${before}; setsid -f sh '${script}') & exec cat '${over}' > /dev/null`;
  const words = ['--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', first];
  return saidBy(
    spawn('unshare', words, { ...scrubbed(folder), stdio: ['ignore', 'pipe', 'ignore'] }),
  );
}

/** Until a container is older than what its first process starts itself (2 s). */
const GROWN =
  'read -r t _ < /proc/uptime; e=$((${t%.*} + 3)); until [ "${t%.*}" -gt "$e" ]; do read -r t _ < /proc/uptime; done';

describe.skipIf(!hasTerminals || !hasContainers)('where the first process is no init', () => {
  it('a terminal that lost its parent is refused', async () => {
    const project = projectWithPromise();
    const said = await contained(project, GROWN, `script -qec "${waiving()}" /dev/null`);
    expect(said).toContain('Only a person can waive a criterion: its process tree was cut off');
    expect(JSON.stringify(project.read(`promises/${ID}.json`))).not.toContain('waived');
  });
});
