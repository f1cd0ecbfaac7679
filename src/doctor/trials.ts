import { join } from 'node:path';
import { makeScratchFolder, removeScratchFolder } from '../adapters/scratch-folder.ts';
import { timestamp } from '../domain/base/time.ts';
import { readGuarded } from '../domain/host/guarded-command.ts';
import type { HookOccasion } from '../domain/host/hook-host.ts';
import { type HookOutcome, type Situation, situationsAt } from '../domain/host/hook-trial.ts';
import type { PlacedHook } from '../domain/host/hooks-in-force.ts';
import { draftPromise } from '../domain/promise/promise-changes.ts';
import type { HostWorld } from '../hosts/host-world.ts';
import type { KnownHost } from '../hosts/hosts.ts';
import { HAS_FRONT } from '../hosts/programs.ts';
import { payloadAt, type TriedSession } from '../hosts/trial.ts';
import type { RunEnd } from '../ports.ts';
import { stateFolderOf } from '../store/files/state-folder.ts';
import { timeoutOf } from './seen-hosts.ts';

/** Runs hooks of the suite with payloads of their events, as a host would, each in a scratch project of its own. */

/** The longest wait for a hook, in milliseconds. In a nearly empty project, no hook needs it. */
const LONGEST_WAIT_MS = 60_000;

/** Most of each stream that is kept, in characters. */
const MOST_OUTPUT = 64 * 1024;

/** One hook in one situation. */
interface Trial {
  readonly known: KnownHost;
  readonly hook: PlacedHook;
  readonly occasion: HookOccasion;
  readonly situation: Situation;
  /** Variables beside those of the host. */
  readonly variables: Readonly<Record<string, string>>;
}

/** A trial, and how the hook ended. */
export interface Tried extends Trial {
  readonly outcome: HookOutcome;
}

/** Tries hooks of a host in every situation of their events. */
export async function tryHooks(
  known: KnownHost,
  hooks: readonly PlacedHook[],
  world: HostWorld,
): Promise<readonly Tried[]> {
  const trials = hooks.flatMap((hook) => trialsOf(known, hook));
  if (trials.length === 0) return [];
  const root = makeScratchFolder();
  try {
    return await Promise.all(
      trials.map(async (trial, at) => ({
        ...trial,
        outcome: await run(trial, join(root, String(at)), world),
      })),
    );
  } finally {
    removeScratchFolder(root);
  }
}

const OCCASIONS = ['stop', 'subagent-stop', 'session-start', 'user-prompt', 'session-end'] as const;

function trialsOf(known: KnownHost, hook: PlacedHook): readonly Trial[] {
  const { daemonPath, tellsSession } = known.setup.trial;
  const occasion = OCCASIONS.find((one) => known.host.events[one] === hook.event);
  if (occasion === undefined) return [];
  return situationsAt(occasion, hook.reading.role)
    .filter(({ isGarbled }) => isGarbled === undefined || tellsSession === true)
    .flatMap((situation) => {
      const trial = { known, hook, occasion, situation, variables: {} };
      if (!HAS_FRONT || daemonPath === undefined || situation.expects !== 'block') return [trial];
      const words = `${situation.words}, with the PATH of a daemon`;
      const asDaemon = { situation: { ...situation, words }, variables: { PATH: daemonPath } };
      return [trial, { ...trial, ...asDaemon }];
    });
}

async function run(trial: Trial, project: string, world: HostWorld): Promise<HookOutcome> {
  const { hook, known, occasion, situation } = trial;
  const [id, agent] = [`doctor-${world.chance.hex(4)}`, 'agent-of-the-doctor'];
  const transcript = join(project, `${id}.jsonl`);
  const session = { id, agent, event: hook.event, project, transcript };
  furnish(session, situation, world);
  const { pluginRoot: root } = hook;
  const payload = JSON.stringify(payloadAt(known.setup.trial, occasion, session));
  const heard = { stdout: '', stderr: '' };
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  // Few commands start a program.
  const { createNodeRun } = await import('../adapters/programs.ts');
  const { durationMs, ended } = await createNodeRun().program({
    command: commandOf(trial, world),
    folder: folderOf(trial, world) ?? project,
    input: situation.isGarbled === true ? 'not JSON {' : payload,
    environment: {
      hook: {
        ...known.setup.trial.variables(session),
        ...(root === undefined ? {} : { CLAUDE_PLUGIN_ROOT: root }),
        ...trial.variables,
      },
    },
    timeoutMs: Math.min(timeoutOf(hook, known) * known.setup.format.unitMs, LONGEST_WAIT_MS),
    endsAtOnce: true,
    onOutput: (chunk, stream) => {
      if (heard[stream].length < MOST_OUTPUT)
        heard[stream] += decoders[stream].decode(chunk, { stream: true });
    },
  });
  const code = ended.how === 'exit' ? ended.code : undefined;
  return { ...heard, durationMs, code, ended: endOf(ended, durationMs) };
}

/** How a hook ended that gave no exit code, in words. */
function endOf(ended: RunEnd, durationMs: number): string {
  switch (ended.how) {
    case 'timeout':
      return `it did not answer within ${Math.round(durationMs / 1000)} s`;
    case 'signal':
      return `it was killed by ${ended.signal}`;
    default:
      return 'it cannot be started';
  }
}

/** Makes a scratch project with a transcript, and with an open promise where the situation asks for one. */
function furnish(
  { agent, id, project, transcript }: TriedSession,
  { owner }: Situation,
  { clock, files }: HostWorld,
): void {
  const line = { type: 'user', sessionId: id, message: { role: 'user', content: 'Go on.' } };
  files.makeFolder(project);
  files.writeNew(transcript, `${JSON.stringify(line)}\n`);
  if (owner === 'nobody') return;
  const { promises } = stateFolderOf(project);
  const of = owner === 'session' ? id : agent;
  const actor = { session: { id: of, ids: [of] }, at: timestamp(clock.now()) };
  const promise = draftPromise(
    'promise-00000001',
    { title: 'A promise of the doctor', criteria: [{ description: 'Not met', checks: [] }] },
    actor,
  ).promise;
  files.makeFolder(promises);
  const open = { ...promise, status: 'in_progress' };
  files.writeNew(join(promises, `${promise.id}.json`), JSON.stringify(open));
}

/**
 * Where the host runs a hook; undefined: in the scratch project. Claude Code does so where it was started, so that
 * relative paths lead from there; and the guard of the project is in the real one.
 */
function folderOf({ hook, known: { setup } }: Trial, { environment }: HostWorld) {
  const isOfProject = readGuarded(hook.command)?.file === setup.words.guard.project;
  return isOfProject || !setup.isNamed ? environment.checkout : undefined;
}

/** The line with the real project in the place of its words for it: the programs of its dependencies lie there. */
function commandOf({ hook, known: { setup } }: Trial, { environment }: HostWorld): string {
  const { checkout } = environment;
  const { posix } = setup.project;
  const [, variable] = /^\$(\w+)$/.exec(posix) ?? [];
  const line =
    variable === undefined
      ? hook.command.replaceAll(`"${posix}"`, () => JSON.stringify(checkout))
      : withValue(hook.command, variable, checkout);
  const { pluginRoot } = hook;
  return pluginRoot === undefined ? line : withValue(line, 'CLAUDE_PLUGIN_ROOT', pluginRoot);
}

function withValue(line: string, variable: string, value: string): string {
  return line.replaceAll(new RegExp(`\\$\\{${variable}\\}|\\$${variable}\\b`, 'g'), () => value);
}
