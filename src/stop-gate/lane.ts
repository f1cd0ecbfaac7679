import { join } from 'node:path';
import {
  checkoutSeenFrom,
  type Environment,
  projectSeenFrom,
  readEnvironment,
  readHookEnvironment,
} from '../adapters/environment.ts';
import { isInsideJudge } from '../adapters/inside-judge.ts';
import { isInsideAnother } from '../adapters/nested-session.ts';
import { createNodeClock, millisecondsSinceStart } from '../adapters/node-clock.ts';
import { createNodeFiles } from '../adapters/node-files.ts';
import { readStandardInput } from '../adapters/standard-input.ts';
import { writeOutput } from '../adapters/standard-output.ts';
import { userStateFolder } from '../adapters/user-folder.ts';
import { type HookPayload, parsePayload, readHookPayload } from '../domain/host/hook-payload.ts';
import type { StopGateState } from '../domain/session/stop-gate-state.ts';
import { laneViews } from '../lane-views.ts';
import type { Files } from '../ports.ts';
import { EXIT } from '../report/exit.ts';
import { jsonLine } from '../report/printable.ts';
import { readRegister } from '../store/session-folders.ts';
import { REGISTER_VIEWS } from '../store/session-views.ts';
import type { PayloadFault } from './answer.ts';
import { heldByFault, letGoByFault } from './broken.ts';
import { checkersConcernedBy } from './checkers.ts';
import type { LoadReviews } from './gate-world.ts';
import { type AskedStop, lookAtStop, memoryFolderOf, type SeenStop } from './look.ts';
import type { HookOutput } from './output.ts';
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

/** How the answer is given, by the option that asks for it. */
const WAYS: ReadonlyMap<string | undefined, (output: HookOutput) => void> = new Map([
  [undefined, answerByObject],
  ['--exit-code', answerByExitCode],
  ['--watched', answerToWatch],
]);

/**
 * Answers one stop. False: the command line asks for more than this lane knows. `loadReviews` loads what
 * asks a model, for the checkers that do.
 */
export function runStopGateLane(
  args: readonly string[],
  loadReviews: LoadReviews,
): Promise<void> | false {
  const [option] = args;
  const giveAnswer = WAYS.get(option);
  if (giveAnswer === undefined || args.some((arg) => arg !== option)) return false;
  return answer(loadReviews).then(giveAnswer);
}

/** Prints the answer as Claude Code reads it: exactly one object on stdout. */
function answerByObject(output: HookOutput): void {
  const isSaid = writeOutput(1, `${jsonLine(output)}\n`, MOST_WRITING_MS);
  // Where the block could not be written, the exit code blocks.
  process.exitCode = isSaid || output.decision === undefined ? EXIT.ok : EXIT.blocked;
}

/** Prints the answer for a host that `bin/cs-hook` stands before. */
function answerToWatch(output: HookOutput): void {
  answerByObject(output);
  if (process.exitCode === EXIT.ok) process.exitCode = EXIT.answered;
}

/** Gives the answer as other hosts read it: exit code 2, with the reason on stderr. */
function answerByExitCode({ decision, reason, systemMessage }: HookOutput): void {
  const said = [reason, systemMessage].filter((text) => text !== undefined).join('\n');
  if (said !== '') writeOutput(2, `${said}\n`, MOST_WRITING_MS);
  process.exitCode = decision === 'block' ? EXIT.blocked : EXIT.ok;
}

/** Answers whatever goes wrong on the way. Never throws. */
async function answer(loadReviews: LoadReviews): Promise<HookOutput> {
  let payload = readHookPayload(undefined);
  try {
    if (isInsideJudge()) return {};
    const text = await readStandardInput(INPUT_LIMITS);
    const parsed = parsePayload(text);
    if (parsed !== undefined) payload = parsed;
    const fault = parsed === undefined ? faultOf(text) : undefined;
    return await answerPayload(payload, fault, loadReviews);
  } catch (error) {
    return answerBroken(error, payload);
  }
}

/** What is wrong with a payload that cannot be read. */
function faultOf(text: string): PayloadFault {
  const isEmpty = text.trim() === '';
  const reason = isEmpty ? 'it is empty' : 'it is not valid JSON';
  return { why: `The host's payload cannot be read: ${reason}.`, isEmpty };
}

async function answerPayload(
  payload: HookPayload,
  fault: PayloadFault | undefined,
  loadReviews: LoadReviews,
): Promise<HookOutput> {
  const found = readEnvironment();
  if (!found.ok) {
    const { answerFailure } = await import('./answer.ts');
    return answerFailure(found.failure, payload.isContinued === true);
  }
  const files = createNodeFiles(readingMsLeft);
  const { environment, shellProject } = seenByShell(payload, found.value, files);
  const { projectFolder } = environment;
  const { agentId, sessionId } = payload;
  const ids = [...(environment.session?.ids ?? []), sessionId, agentId];
  const owners = [...new Set(ids.filter((id) => id !== undefined))];
  const register = REGISTER_VIEWS.files(files, userStateFolder());
  const [first = ''] = owners;
  const registered = readRegister(register, { id: first, ids: owners }).promises;
  const places = registered.map(({ project }) => project);
  const viewOf = await laneViews({
    files,
    owners,
    folders: [projectFolder, ...(shellProject === undefined ? [] : [shellProject]), ...places],
    registered,
    isAtWork: true,
    leftMs: readingMsLeft,
  });
  const world = {
    environment,
    payload,
    files,
    view: viewOf(projectFolder),
    viewOf,
    register,
    shellProject,
    clock: createNodeClock(),
  };
  const stopper = stopperOf(payload, ownIds(world));
  if (stopper === undefined) {
    // A subagent without a name owns no promises.
    if (payload.event === 'SubagentStop') return {};
    const { answerUnnamed } = await import('./answer.ts');
    return answerUnnamed(fault);
  }
  const own = { ...environment, session: stopper.session };
  const seen = lookAtStop({ ...world, environment: own, stopper });
  const concerned = checkersConcernedBy(seen);
  const notes = fault === undefined ? [] : [fault.why];
  const isSilent = notes.length === 0 && !hasSettingsToTell(seen) && seen.view.shared === undefined;
  if (concerned.length === 0 && isSilent) return {};
  const { answerStop } = await import('./answer.ts');
  return answerStop(seen, concerned, notes, loadReviews);
}

/** The project folder and the checkout that the agent's shell works on, where the host says where that stands. */
function seenByShell(
  { folder }: HookPayload,
  environment: Environment,
  files: Files,
): Pick<AskedStop, 'environment' | 'shellProject'> {
  if (folder === undefined) return { environment, shellProject: undefined };
  const { projectFolder } = environment;
  // From the top of a checkout that is no linked worktree, the search comes to no other folder.
  const isTop = folder === projectFolder && files.isOwnFolder(join(folder, '.git'));
  const checkout = isTop ? folder : checkoutSeenFrom(folder, projectFolder);
  const shellProject = isTop ? folder : projectSeenFrom(folder, projectFolder);
  return { environment: { ...environment, checkout }, shellProject };
}

/** The user of a session is told of settings that cannot be read, even where they concern no checker. */
function hasSettingsToTell({ settings, stopper }: SeenStop): boolean {
  return !settings.ok && !stopper.isSubagent;
}

/** The ids that the environment gives, without that of a session inside of which this one runs. */
function ownIds(asked: Omit<AskedStop, 'stopper'>): readonly string[] {
  const ids = asked.environment.session?.ids ?? [];
  const stateOf = (session: string): StopGateState | undefined => {
    const registered = readRegister(asked.register, { id: session, ids: [session] });
    const found = asked.viewOf(memoryFolderOf(asked, registered)).stopGateState(session);
    return found.ok ? found.value : undefined;
  };
  const isNested = isInsideAnother(
    ids[0],
    asked.payload.sessionId,
    readHookEnvironment().hostPid,
    stateOf,
  );
  return isNested ? ids.slice(1) : ids;
}

/** A bug, or a part of the suite that is missing, blocks a session, but only once in a turn. */
function answerBroken(error: unknown, { isContinued }: HookPayload): HookOutput {
  const why = `The stop gate crashed (${error}).`;
  return isContinued === true
    ? letGoByFault(`the stop gate stopped blocking this session. ${why}`)
    : heldByFault(why);
}
