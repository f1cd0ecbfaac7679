import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { CHECKOUT } from './checkout.ts';
import { createGitProject, type GitProject, openGitProject, runGit } from './git-project.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';
import { createTestDatabase, type TestDatabase } from './postgresql.ts';
import { createProject, type Outcome, type RunOptions } from './project.ts';
import { runOnTerminal, type TerminalOutcome } from './pseudo-terminal.ts';
import { type GateOutput, gate, outputOf, stopPayload } from './stop-gate.ts';

/** A machine of a fleet: a name, a home and a clone of its own, and one session that works on it. */
export interface FleetMachine {
  readonly session: string;
  readonly clone: GitProject;
  /** The variables of its commands. */
  readonly env: Readonly<Record<string, string>>;
  cs(args: readonly string[], options?: RunOptions): Promise<Outcome>;
  /** Asks the stop gate. `isContinued`: whether the turn goes on because of a block. */
  stop(isContinued: boolean): Promise<GateOutput>;
  /** A person at a terminal of it, who is asked to type something. */
  person(args: readonly string[], prompt: string, answer: string): Promise<TerminalOutcome>;
  /** Gives what was done here to the others, and takes what they gave. */
  push(): void;
  pull(): void;
}

/** A server of the fleet's own with a database on it, and a repository that is cloned by its machines. */
export interface MachineFleet {
  readonly server: OwnServer;
  readonly database: TestDatabase;
  machine(name: string, session: string): FleetMachine;
  /** Everything that the database holds, but when sessions were seen. */
  contents(): Promise<unknown>;
}

const NAMING = join(CHECKOUT, 'test', 'rig', 'worlds', 'machine-name.cjs');
/** Where the repository would lie: the machines reach it by a folder, and name their project by this. */
const REMOTE = 'https://example.com/team/shop.git';
const TABLES = ['project', 'document', 'ledger', 'cost', 'spending'];

/** `files`: those of the repository. */
export async function createMachineFleet(
  files: Readonly<Record<string, string>>,
): Promise<MachineFleet> {
  const server = await createOwnServer();
  onTestFinished(() => server.remove());
  const database = await createTestDatabase(false, server.address);
  const first = createGitProject(files);
  const bare = join(first.folder, '..', 'shop.git');
  runGit(first.folder, ['clone', '--quiet', '--bare', first.folder, bare]);
  return {
    server,
    database,
    machine: (name, session) => machineOf(name, session, bare, database.address),
    contents: () =>
      Promise.all(
        TABLES.map((table) =>
          database.run(`SELECT * FROM completion_promise.${table} ORDER BY 1, 2`),
        ),
      ),
  };
}

function machineOf(name: string, session: string, bare: string, address: string): FleetMachine {
  const project = createProject(session);
  runGit(project.folder, ['clone', '--quiet', bare, '.']);
  const clone = openGitProject(project);
  clone.git('remote', 'set-url', 'origin', REMOTE);
  const env = {
    CS_STORE: address,
    CS_STORE_TIMEOUT_MS: '1500',
    NODE_OPTIONS: `--require "${NAMING}"`,
    MACHINE_NAME: name,
  };
  const here = (options: RunOptions = {}): RunOptions => ({
    ...options,
    env: { ...env, ...options.env },
  });
  return {
    session,
    clone,
    env,
    cs: (args, options) => clone.run('cs', args, here(options)),
    async stop(isContinued) {
      const payload = stopPayload(session, { stop_hook_active: isContinued });
      return outputOf(await gate(clone, payload, here()));
    },
    person: (args, prompt, answer) => runOnTerminal(clone, 'cs', args, { prompt, answer }, env),
    push() {
      clone.commit();
      clone.git('push', '--quiet', bare, 'HEAD:main');
    },
    pull: () => void clone.git('pull', '--quiet', bare, 'main'),
  };
}

/** Whether nothing of the state lies in a clone. */
export function holdsNoState({ clone }: FleetMachine): boolean {
  return (
    !existsSync(join(clone.state, 'promises')) && !existsSync(join(clone.state, 'events.jsonl'))
  );
}
