import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, onTestFinished } from 'vitest';
import { type ModelTurn, runs, type Script, type SeenRequest, says } from '../scripted-model.ts';
import { EVIDENCE } from './agent-scripts.ts';
import { type ClaudeCodeProject, claudeCodeProject, describeClaudeCode } from './claude-project.ts';

/**
 * Scenarios of the real Claude Code: what an agent does, turn by turn, and what is then expected of the
 * stop gate. The hooks are the user's, so that they hold in every folder.
 */

/** One turn of the agent's model: what it does, or how it decides that by what it was told. */
export type Step = ModelTurn | Script;

export interface Scenario {
  /** What is done in the scratch project before the session. */
  readonly setUp?: (place: Place) => void;
  /** The turns of the session's model. A last turn that decides is repeated; else the model says that it is done. */
  readonly agent: readonly Step[];
  /** The turns of the subagent that `delegate` starts. */
  readonly subagent?: readonly Step[];
  /** The turns of the model after the session was resumed. */
  readonly resumed?: readonly Step[];
  /** What is done in the project before the session is resumed. */
  readonly beforeResuming?: (place: Place) => void;
  /** The permission mode in which it is resumed, where it is not the one that asks nobody. */
  readonly resumedMode?: string;
  /** The folder in which the host is started, from the project's. */
  readonly launchIn?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** After how many seconds the host is ended, and the scenario failed. */
  readonly limitSeconds?: number;
  /** How long the host waits for its stop hooks, in seconds, where it is not as it is installed. */
  readonly stopSeconds?: number;
}

/** The scratch folders of a scenario. */
export interface Place {
  /** The project, a git repository with one commit. */
  readonly folder: string;
  /** The folder around it, with the user's home in `home`. */
  readonly root: string;
  /** Runs lines of a shell in the project; a fault of any of them is thrown. */
  sh(lines: string): string;
}

/** What happened in a scenario. */
export interface Seen extends Place {
  readonly session: string;
  /** What the model was told at each block of the session's stops. */
  readonly blocks: readonly string[];
  /** For each request of the session's model: what came since it spoke last. */
  readonly told: readonly string[];
  /** The same for the subagent's. */
  readonly subagentTold: readonly string[];
  /** What the user was shown beside the model's words. */
  readonly shown: string;
  readonly exitCode: number | null;
  /** The session's duration. */
  readonly seconds: number;
  /** The promises that lie in the state folder of a folder, by their paths from the project's. */
  promisesIn(folder: string): readonly string[];
}

/** Tests a scenario: what the agent does, and what must be seen of it. */
export function scenario(
  name: string,
  parts: Scenario,
  expectations: (seen: Seen) => void | Promise<void>,
): void {
  it(name, async () => expectations(await play(name, parts)));
}

export { describeClaudeCode };

/** The agent runs a command line in its shell. */
export function bash(command: string, parts: object = {}): ModelTurn {
  return runs(command, parts);
}

export const say = says;

/** Makes a promise of one criterion in a folder and starts it there; `words` are further options. */
export function promise(folder = '.', words = ''): ModelTurn {
  const make = `cs-promise --create "Sign-in" --ac "Users can sign in" ${words} | tee "${ID_FILE}"`;
  return bash(`cd "${folder}" && ${make} && cs-promise --start "${PROMISE}"`);
}

/** The id of the promise that the agent made last, for a command line of the agent. */
const ID_FILE = '$HOME/promise-id';
export const PROMISE = `$(grep -o 'promise-[0-9a-f]*' "${ID_FILE}" | head -1)`;

/** Does the command that it was told is next, and is done where it was told none. */
export const follow: Script = ({ latest }) => {
  const command = /\bNext: (cs(?:-promise --| promise | )(?:start|meet) .+)$/m.exec(latest)?.[1];
  return command === undefined ? says('Done.') : runs(command.replace('[what shows it]', EVIDENCE));
};

/** Gives the rest to a subagent. */
export function delegate(parts: object = {}): ModelTurn {
  const input = { description: 'A part', prompt: DELEGATED, subagent_type: 'general-purpose' };
  return { uses: 'Agent', input: { ...input, ...parts } };
}

const DELEGATED = 'You are the subagent of this scenario.';

/** How the host begins what it tells the model of a block. */
const FEEDBACK = 'Stop hook feedback:';

async function play(name: string, parts: Scenario): Promise<Seen> {
  const turns = turnsOf(parts);
  const world = await claudeCodeProject(turns.script, {
    forAllProjects: true,
    // Nobody is asked for permissions; a superuser must say that this is a sandbox.
    env: { IS_SANDBOX: '1', ...parts.env },
    ...(parts.stopSeconds === undefined ? {} : { stopSeconds: parts.stopSeconds }),
  });
  const place = placeOf(world);
  const end = () => endProcesses(place.root);
  onTestFinished(end);
  const limit = parts.limitSeconds && setTimeout(end, parts.limitSeconds * 1000);
  parts.setUp?.(place);
  const session = randomUUID();
  const folder = join(place.folder, parts.launchIn ?? '.');
  const started = performance.now();
  const mode = (name = 'bypassPermissions') => ['--permission-mode', name];
  const first = await world.session(
    'Build the sign-in',
    ['--session-id', session, ...mode()],
    folder,
  );
  clearTimeout(limit);
  turns.resume();
  parts.beforeResuming?.(place);
  const results =
    parts.resumed === undefined
      ? [first]
      : [
          first,
          await world.session('Go on', ['--resume', session, ...mode(parts.resumedMode)], folder),
        ];
  const seen: Seen = {
    ...place,
    session,
    blocks: turns.main.filter((told) => told.includes(FEEDBACK)),
    told: turns.main,
    subagentTold: turns.sub,
    shown: results.map(({ shown }) => shown).join('\n'),
    exitCode: results.at(-1)?.outcome.code ?? null,
    seconds: (performance.now() - started) / 1000,
    promisesIn: (path) => promisesBelow(join(place.folder, path)),
  };
  record(name, seen, [
    ...turns.sub.map((told) => `--- the subagent was told\n${told}`),
    ...world.stops().map((stop) => `--- the host asked its stop hooks\n${JSON.stringify(stop)}`),
    ...results.map(({ outcome }) => `--- stdout\n${outcome.stdout}`),
  ]);
  return seen;
}

/** The scripts of a scenario's models, and what they were told. */
function turnsOf({ agent, resumed = [], subagent = [] }: Scenario) {
  const main: string[] = [];
  const sub: string[] = [];
  let steps = agent;
  let done = 0;
  const script: Script = (request) => {
    if (request.told.includes(DELEGATED)) {
      sub.push(request.latest);
      return turnAt(subagent, sub.length - 1, request);
    }
    if (!request.tools.includes('Bash')) return says('Something aside.');
    main.push(request.latest);
    return turnAt(steps, main.length - 1 - done, request);
  };
  const resume = (): void => {
    steps = resumed;
    done = main.length;
  };
  return { main, sub, script, resume };
}

function turnAt(steps: readonly Step[], index: number, request: SeenRequest) {
  const last = steps.at(-1);
  const step = steps[index] ?? (typeof last === 'function' ? last : says('Done.'));
  return typeof step === 'function' ? step(request) : step;
}

function placeOf({ project }: ClaudeCodeProject): Place {
  const { folder } = project;
  const root = join(folder, '..');
  const author = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org'];
  const git = `git() { command git ${author.join(' ')} -c protocol.file.allow=always "$@"; }`;
  const env = { PATH: process.env['PATH'], HOME: join(root, 'home'), GIT_CONFIG_NOSYSTEM: '1' };
  const sh = (lines: string): string =>
    execFileSync('bash', ['-euc', `${git}\n${lines}`], { cwd: folder, env, encoding: 'utf8' });
  return { folder, root, sh };
}

function promisesBelow(folder: string): readonly string[] {
  const promises = join(folder, '.claude', 'completion-state', 'promises');
  return existsSync(promises) ? readdirSync(promises).filter((one) => one.endsWith('.json')) : [];
}

/**
 * Ends the host and what it left running, hooks that hang say: every process whose home is the
 * scenario's. Only where the system shows the environment of processes.
 */
function endProcesses(root: string): void {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      if (variables.includes(`HOME=${join(root, 'home')}`)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended, or is another user's.
    }
  }
}

/** Keeps what was seen as a file in the folder that `HOSTS_RECORD` names, to be read by people. */
function record(
  name: string,
  { blocks, seconds, shown, told }: Seen,
  rest: readonly string[],
): void {
  const folder = process.env['HOSTS_RECORD'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const requests = told.map((latest, index) => `--- request ${index + 1}, what is new\n${latest}`);
  const summary = `${name}\n${blocks.length} block(s), ${told.length} request(s), ${seconds.toFixed(1)} s`;
  const text = [summary, ...requests, '--- shown to the user', shown, ...rest].join('\n');
  writeFileSync(join(folder, `${name.replace(/[^a-z0-9]+/gi, '-')}.txt`), text);
}
