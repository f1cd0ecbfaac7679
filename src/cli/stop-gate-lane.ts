import { readEnvironment } from '../adapters/environment.ts';
import { createNodeClock } from '../adapters/node-clock.ts';
import { createNodeFiles } from '../adapters/node-files.ts';
import { readStandardInput } from '../adapters/standard-input.ts';
import { parseDocument } from '../domain/document.ts';
import type { Failure } from '../domain/failure.ts';
import { type HookPayload, readHookPayload } from '../domain/hook-payload.ts';
import { unexpectedFailure } from '../domain/unexpected.ts';
import { failureText } from '../report/failure-text.ts';
import { jsonLine } from '../report/printable.ts';
import { type HookOutput, outputOf, unrememberedOutput } from '../stop-gate/output.ts';
import { stopperOf } from '../stop-gate/stopper.ts';
import { stateFolderOf } from '../store/state-folder.ts';
import { EXIT } from './exit.ts';
import { isInsideJudge } from './inside-judge.ts';
import { answerStopper } from './stop-gate/answer.ts';
import { tolerateBrokenStreams } from './streams.ts';

/**
 * `cs-stop-gate`, the hook that hosts call at every stop. This file and what it imports is all that is
 * loaded before a review or a program is needed (DESIGN §7).
 */

/** How long the host's payload is waited for, in milliseconds, and how much of it is read, in bytes. */
const INPUT_LIMITS = { mostMs: 2000, mostBytes: 32 * 1024 * 1024 } as const;

const EXIT_CODE_OPTION = '--exit-code';

/** Answers one stop, and is done once it has. False: the command line asks for more than this lane knows. */
export function runStopGateLane(args: readonly string[]): Promise<void> | false {
  if (args.some((arg) => arg !== EXIT_CODE_OPTION)) return false;
  tolerateBrokenStreams('may-the-session-end');
  return answerStop().then(args.length > 0 ? answerByExitCode : answerByObject);
}

/** What hosts of Claude Code's kind take: one object on stdout, and nothing else. */
function answerByObject(output: HookOutput): void {
  process.stdout.write(`${jsonLine(output)}\n`);
  process.exitCode = EXIT.ok;
}

/** What other hosts take: exit code 2, and the reason on stderr. */
function answerByExitCode({ decision, reason, systemMessage }: HookOutput): void {
  const said = [reason, systemMessage].filter((text) => text !== undefined).join('\n');
  if (said !== '') process.stderr.write(`${said}\n`);
  process.exitCode = decision === 'block' ? EXIT.blocked : EXIT.ok;
}

/** Whatever goes wrong, it comes to an answer that is meant. Never throws. */
async function answerStop(): Promise<HookOutput> {
  let payload = readHookPayload(undefined);
  try {
    if (isInsideJudge()) return {};
    const text = await readStandardInput(INPUT_LIMITS);
    const parsed = parseDocument(text);
    if (parsed.ok) payload = readHookPayload(parsed.value);
    const unread = parsed.ok ? undefined : `The host's payload cannot be read: ${parsed.reason}.`;
    return await answerPayload(payload, unread);
  } catch (error) {
    return answerFailure(unexpectedFailure(error), payload);
  }
}

async function answerPayload(
  payload: HookPayload,
  unread: string | undefined,
): Promise<HookOutput> {
  const environment = readEnvironment();
  if (!environment.ok) return answerFailure(environment.failure, payload);
  const stopper = stopperOf(payload, environment.value.session?.ids ?? []);
  if (stopper === undefined) return nobodyNamed(payload, unread);
  const { answer, advice } = await answerStopper({
    environment: environment.value,
    files: createNodeFiles(),
    clock: createNodeClock(),
    folder: stateFolderOf(environment.value.projectFolder),
    payload,
    stopper,
  });
  const notes = unread === undefined ? [] : [{ about: 'note', text: unread } as const];
  return outputOf(answer, [...notes, ...advice], stopper.session.id);
}

/** Nobody's promises can be asked about, as with `--check`. A subagent that is not named owns nothing. */
function nobodyNamed({ event }: HookPayload, unread: string | undefined): HookOutput {
  if (event === 'SubagentStop') return {};
  const why = `The stop gate looked at nothing: neither the host nor the environment names a session.`;
  return { systemMessage: unread === undefined ? why : `${unread} ${why}` };
}

/** Nothing is known and nothing can be counted: blocked once, and not for ever. */
function answerFailure(failure: Failure, { isContinued }: HookPayload): HookOutput {
  return unrememberedOutput(failureText(failure).message, isContinued === true);
}
