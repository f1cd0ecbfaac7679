import { join } from 'node:path';
import {
  checkoutSeenFrom,
  type Environment,
  projectSeenFrom,
  readEnvironment,
  readHookEnvironment,
  readVariable,
} from '../adapters/environment.ts';
import { isInsideJudge } from '../adapters/inside-judge.ts';
import { isInsideAnother } from '../adapters/nested-session.ts';
import { createNodeClock, millisecondsSinceStart } from '../adapters/node-clock.ts';
import { createNodeFiles } from '../adapters/node-files.ts';
import { readStandardInput } from '../adapters/standard-input.ts';
import { writeOutput } from '../adapters/standard-output.ts';
import { surroundings } from '../adapters/surroundings.ts';
import { lazily } from '../domain/base/lazily.ts';
import type { HookOutput } from '../domain/host/dialect.ts';
import { type HookHost, hostOf, type PayloadFields } from '../domain/host/hook-host.ts';
import { type HookPayload, parseFields } from '../domain/host/hook-payload.ts';
import type { StopGateState } from '../domain/session/stop-gate-state.ts';
import { EXIT } from '../report/exit.ts';
import { openForLane, rememberedSession } from '../session/look.ts';
import { heldByFault, letGoByFault } from './broken.ts';
import { standingChecks } from './checkers/standing-checks.ts';
import { checkersConcernedBy } from './checkers.ts';
import type { LoadReviews } from './examined-stop.ts';
import { type AskedStop, lookAtStop, type SeenStop } from './look.ts';
import type { PayloadFault } from './response.ts';
import { stopperOf } from './stopper.ts';

/**
 * `cs-stop-gate`, the hook that hosts call at every stop. This file and what it imports is all that is
 * loaded where a stop concerns no checker, as most stops do. The answer to the others is a file of its own.
 */

/** How long the host's payload is waited for, in milliseconds, and how much of it is read, in bytes. */
const INPUT_LIMITS = { mostMs: 5000, mostBytes: 32 * 1024 * 1024 } as const;

/** How long the gate may read what concerns a stop, in milliseconds since its start. */
const MOST_READING_MS = 20_000;

/** How long a host that does not read its answer is waited for, in milliseconds. */
const MOST_WRITING_MS = 10_000;

function readingMsLeft(): number {
  return MOST_READING_MS - millisecondsSinceStart();
}

/** What the lane is handed: what the command line says, what lies above the lane, and what most stops never load. */
interface LaneParts {
  /** The host that calls, where the command line names it. */
  readonly named: string | undefined;
  readonly way: keyof typeof WAYS;
  /** The table of all hosts. */
  readonly hosts: readonly HookHost[];
  /** The host that a call is answered as which none of them is told from. */
  readonly unknown: HookHost;
  /** Loads what asks a model, for the checkers that do. */
  readonly loadReviews: LoadReviews;
}

/** How the answer is given. */
const WAYS = {
  'as-host': (output: HookOutput, host: HookHost) => void respondAsHost(output, host),
  'by-exit-code': respondByExitCode,
  'to-the-watch': respondToWatch,
} as const;

/** Answers one stop. */
export async function runStopGate(parts: LaneParts): Promise<void> {
  const { host, output, payload } = await respond(parts);
  WAYS[parts.way](withoutBlock(output, payload), host);
}

/** Prints the answer as the host reads it; whether all of it could be written. */
function respondAsHost(
  output: HookOutput,
  { dialect }: HookHost,
  { exitCode, stderr, stdout } = dialect.stop(output),
): boolean {
  const isSaid = stdout === '' || writeOutput(1, stdout, MOST_WRITING_MS) === undefined;
  if (stderr !== '') writeOutput(2, stderr, MOST_WRITING_MS);
  // Where the block could not be written, the exit code blocks.
  surroundings().exitCode = isSaid || output.decision === undefined ? exitCode : EXIT.blocked;
  return isSaid;
}

/** Prints the answer for a host that `bin/cs-hook` stands before. */
function respondToWatch(output: HookOutput, host: HookHost): void {
  const { stop, watchedStop = stop } = host.dialect;
  if (!respondAsHost(output, host, watchedStop(output))) return;
  const around = surroundings();
  around.exitCode = around.exitCode === EXIT.ok ? EXIT.answered : EXIT.answeredByTwo;
}

/** Gives the answer as an exit code, with the reason on stderr and nothing on stdout. */
function respondByExitCode({ decision, reason, systemMessage }: HookOutput): void {
  const said = [reason, systemMessage].filter((text) => text !== undefined).join('\n');
  if (said !== '') writeOutput(2, `${said}\n`, MOST_WRITING_MS);
  surroundings().exitCode = decision === 'block' ? EXIT.blocked : EXIT.ok;
}

/** An answer, and the host that it is for. */
interface StopResponse {
  readonly host: HookHost;
  readonly output: HookOutput;
  readonly payload: HookPayload;
}

/** An aborted turn starts no other one, whatever is open and whatever went wrong: its user is told instead. */
function withoutBlock(output: HookOutput, { isAborted }: HookPayload): HookOutput {
  const { decision, reason, systemMessage = reason } = output;
  if (isAborted !== true || decision === undefined) return output;
  return systemMessage === undefined ? {} : { systemMessage };
}

/** Answers whatever goes wrong on the way. Never throws. */
async function respond(parts: LaneParts): Promise<StopResponse> {
  let host = hostCalling(parts, {});
  let payload = host.readPayload({});
  try {
    if (isInsideJudge()) return { host, output: {}, payload };
    const text = await readStandardInput(INPUT_LIMITS);
    const fields = parseFields(text);
    const fault = fields === undefined ? faultOf(text) : undefined;
    host = hostCalling(parts, fields ?? {});
    payload = host.readPayload(fields ?? {});
    return { host, payload, output: await respondToPayload({ ...parts, host, payload }, fault) };
  } catch (error) {
    return { host, payload, output: responseBroken(error, payload) };
  }
}

function hostCalling({ hosts, named, unknown }: LaneParts, fields: PayloadFields): HookHost {
  return hostOf(hosts, { fields, variable: readVariable }, named) ?? unknown;
}

/** What is wrong with a payload that cannot be read. */
function faultOf(text: string): PayloadFault {
  const isEmpty = text.trim() === '';
  const reason = isEmpty ? 'it is empty' : 'it is not valid JSON';
  return { why: `The host's payload cannot be read: ${reason}.`, isEmpty };
}

/** A stop, as its host calls for an answer. */
interface CalledStop extends LaneParts {
  readonly host: HookHost;
  readonly payload: HookPayload;
}

async function respondToPayload(
  { host, hosts, loadReviews, payload }: CalledStop,
  fault: PayloadFault | undefined,
): Promise<HookOutput> {
  const found = readEnvironment({ hosts, caller: host, folder: payload.folder });
  if (!found.ok) {
    const { responseToFailure } = await import('./response.ts');
    return responseToFailure(found.failure, payload.isContinued === true);
  }
  const { environment, shellProject } = seenByShell(payload, found.value);
  const { projectFolder } = environment;
  const { agentId, sessionId } = payload;
  const ids = [...(environment.session?.ids ?? []), sessionId, agentId];
  const owners = [...new Set(ids.filter((id) => id !== undefined))];
  const opened = await openForLane({
    owners,
    folders: [projectFolder, shellProject ?? projectFolder],
    isAtWork: true,
    leftMs: readingMsLeft,
  });
  const world = {
    ...opened,
    environment,
    host,
    payload,
    shellProject,
    clock: createNodeClock(),
  };
  const stopper = stopperOf(payload, ownIds(world), environment.unnamed);
  if (stopper === undefined) {
    // A subagent without a name owns no promises.
    if (payload.event === 'SubagentStop') return {};
    const { responseToUnnamed } = await import('./response.ts');
    return responseToUnnamed(fault);
  }
  const own = { ...environment, session: stopper.session };
  const seen = lookAtStop({ ...world, environment: own, stopper });
  const concerned = checkersConcernedBy(seen);
  const notes = fault === undefined ? [] : [fault.why];
  const isShared = seen.folders[0]?.view.shared !== undefined;
  const isSilent = notes.length === 0 && !hasSettingsToTell(seen) && !isShared;
  if (concerned.length === 0 && isSilent) return {};
  const standing = await standingAt(seen);
  const isAlone = concerned.every(({ name }) => name === standingChecks.name);
  if (isAlone && isSilent && standing?.endsUntouched() === true) return {};
  const { respondToStop } = await import('./response.ts');
  return respondToStop(seen, concerned, notes, loadReviews, () => standing?.look());
}

/** The project folder and the checkout that the agent's shell works on, where the host says where that stands. */
function seenByShell(
  { folder }: HookPayload,
  environment: Environment,
): Pick<AskedStop, 'environment' | 'shellProject'> {
  if (folder === undefined) return { environment, shellProject: undefined };
  const { projectFolder } = environment;
  // From the top of a checkout that is no linked worktree, the search comes to no other folder.
  const { isOwnFolder } = createNodeFiles(readingMsLeft);
  const isTop = folder === projectFolder && isOwnFolder(join(folder, '.git'));
  const checkout = isTop ? folder : checkoutSeenFrom(folder, projectFolder);
  const shellProject = isTop ? folder : projectSeenFrom(folder, projectFolder);
  return { environment: { ...environment, checkout }, shellProject };
}

/** The standing checks of a stop, looked at when they are first asked about, and once; undefined where none are. */
async function standingAt(seen: SeenStop) {
  if (seen.stopper.isSubagent || !standingChecks.concerns(seen)) return undefined;
  const { endsUntouched, lookAtStanding } = await import('./standing-at-stop.ts');
  const look = lazily(() => lookAtStanding(seen));
  return {
    look,
    endsUntouched(): boolean {
      const found = look();
      return found !== undefined && endsUntouched(found);
    },
  };
}

/** The user of a session is told of settings that cannot be read, even where they concern no checker. */
function hasSettingsToTell({ settings, stopper }: SeenStop): boolean {
  return !settings.ok && !stopper.isSubagent;
}

/** The ids that the environment gives, without that of a session inside of which this one runs. */
function ownIds(asked: Omit<AskedStop, 'stopper'>): readonly string[] {
  const ids = asked.environment.session?.ids ?? [];
  const stateOf = (id: string): StopGateState | undefined => {
    const { kept } = rememberedSession(asked, asked.environment.projectFolder, { id, ids: [id] });
    return kept.ok ? kept.value : undefined;
  };
  const isNested = isInsideAnother(
    ids[0],
    asked.payload.sessionId,
    readHookEnvironment(asked.host).hostPid,
    stateOf,
  );
  return isNested ? ids.slice(1) : ids;
}

/** A bug, or a part of the suite that is missing, blocks a session, but only once in a turn. */
function responseBroken(error: unknown, { isContinued }: HookPayload): HookOutput {
  const why = `The stop gate crashed (${error}).`;
  return isContinued === true
    ? letGoByFault(`the stop gate stopped blocking this session. ${why}`)
    : heldByFault(why);
}
