import { readEnvironment, readHookEnvironment } from '../adapters/environment.ts';
import { createNodeClock } from '../adapters/node-clock.ts';
import { createNodeFiles } from '../adapters/node-files.ts';
import { readStandardInput } from '../adapters/standard-input.ts';
import { writeOutput } from '../adapters/standard-output.ts';
import { type HookPayload, parsePayload, readHookPayload } from '../domain/hook-payload.ts';
import type { StopGateState } from '../domain/stop-gate-state.ts';
import { jsonLine } from '../report/printable.ts';
import type { HookOutput } from '../stop-gate/output.ts';
import { stopperOf } from '../stop-gate/stopper.ts';
import { readSessionState } from '../store/session-memory.ts';
import { type StateFolder, stateFolderOf } from '../store/state-folder.ts';
import { EXIT } from './exit.ts';
import { isInsideJudge } from './inside-judge.ts';
import { isInsideAnother } from './nested-session.ts';
import { type AskedStop, concernsNobody, lookAtStop } from './stop-gate/look.ts';

/**
 * `cs-stop-gate`, the hook that hosts call at every stop. This file and what it imports is all that is
 * loaded where a stop concerns no checker, as most do; what answers the others is a file of its own.
 */

/** How long the host's payload is waited for, in milliseconds, and how much of it is read, in bytes. */
const INPUT_LIMITS = { mostMs: 5000, mostBytes: 32 * 1024 * 1024 } as const;

const EXIT_CODE_OPTION = '--exit-code';

/** Answers one stop, and is done once it has. False: the command line asks for more than this lane knows. */
export function runStopGateLane(args: readonly string[]): Promise<void> | false {
  if (args.some((arg) => arg !== EXIT_CODE_OPTION)) return false;
  return answer().then(args.length > 0 ? answerByExitCode : answerByObject);
}

/** What hosts of Claude Code's kind take: one object on stdout, and nothing else. */
function answerByObject(output: HookOutput): void {
  const isSaid = writeOutput(1, `${jsonLine(output)}\n`);
  // A block that could not be said is one by its exit code.
  process.exitCode = isSaid || output.decision === undefined ? EXIT.ok : EXIT.blocked;
}

/** What other hosts take: exit code 2, and the reason on stderr. */
function answerByExitCode({ decision, reason, systemMessage }: HookOutput): void {
  const said = [reason, systemMessage].filter((text) => text !== undefined).join('\n');
  if (said !== '') writeOutput(2, `${said}\n`);
  process.exitCode = decision === 'block' ? EXIT.blocked : EXIT.ok;
}

/** Whatever goes wrong, it comes to an answer that is meant. Never throws. */
async function answer(): Promise<HookOutput> {
  let payload = readHookPayload(undefined);
  try {
    if (isInsideJudge()) return {};
    const text = await readStandardInput(INPUT_LIMITS);
    const parsed = parsePayload(text);
    if (parsed !== undefined) payload = parsed;
    return await answerPayload(payload, parsed === undefined ? faultOf(text) : undefined);
  } catch (error) {
    return answerBroken(error, payload);
  }
}

/** What was wrong with a payload; `isEmpty`: nothing came at all. */
interface PayloadFault {
  readonly why: string;
  readonly isEmpty: boolean;
}

function faultOf(text: string): PayloadFault {
  const isEmpty = text.trim() === '';
  const reason = isEmpty ? 'it is empty' : 'it is not valid JSON';
  return { why: `The host's payload cannot be read: ${reason}.`, isEmpty };
}

async function answerPayload(
  payload: HookPayload,
  fault: PayloadFault | undefined,
): Promise<HookOutput> {
  const environment = readEnvironment();
  if (!environment.ok) {
    const { answerFailure } = await import('./stop-gate/answer.ts');
    return answerFailure(environment.failure, payload.isContinued === true);
  }
  const folder = stateFolderOf(environment.value.projectFolder);
  const world = {
    environment: environment.value,
    files: createNodeFiles(),
    clock: createNodeClock(),
  };
  const stopper = stopperOf(payload, ownIds(payload, world, folder));
  if (stopper === undefined) return nobodyNamed(payload, fault);
  const own = { ...environment.value, session: stopper.session };
  const asked = { ...world, environment: own, folder, payload, stopper };
  const look = lookAtStop(asked);
  if (concernsNobody(look, asked)) return {};
  const { answerStop } = await import('./stop-gate/answer.ts');
  return answerStop(asked, look, fault === undefined ? [] : [{ about: 'note', text: fault.why }]);
}

/** The ids that the environment gives, without that of a session inside of which this one runs. */
function ownIds(
  { sessionId }: HookPayload,
  { environment, files }: Pick<AskedStop, 'environment' | 'files'>,
  folder: StateFolder,
): readonly string[] {
  const ids = environment.session?.ids ?? [];
  const stateOf = (session: string): StopGateState | undefined => {
    const found = readSessionState(files, folder, session);
    return found.ok ? found.value.state : undefined;
  };
  const isNested = isInsideAnother(
    { named: ids[0], told: sessionId },
    readHookEnvironment().hostPid,
    stateOf,
  );
  return isNested ? ids.slice(1) : ids;
}

/**
 * Nobody's promises can be asked about, as with `--check`. A subagent that is not named owns nothing. A
 * payload that came and cannot be read may have named somebody.
 */
function nobodyNamed({ event }: HookPayload, fault: PayloadFault | undefined): HookOutput {
  if (event === 'SubagentStop') return {};
  const why =
    'The stop gate looked at nothing: neither the host nor the environment names a session.';
  if (fault === undefined) return { systemMessage: why };
  return fault.isEmpty
    ? { systemMessage: `${fault.why} ${why}` }
    : { decision: 'block', reason: `${fault.why} ${why} ${WAY_OUT}` };
}

const WAY_OUT =
  'Next: cs doctor. If it cannot be put right, tell the user: a person can take the hook out with cs hooks uninstall.';

/** A bug, or a part of the suite that is not there: it blocks, once in a turn and not for ever. */
function answerBroken(error: unknown, { isContinued }: HookPayload): HookOutput {
  const why = `The stop gate is broken (${error}). ${WAY_OUT}`;
  return isContinued === true
    ? { systemMessage: `NOT CHECKED: this session was let go. ${why}` }
    : { decision: 'block', reason: why };
}
