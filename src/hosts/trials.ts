import { join } from 'node:path';
import { folderRefusal } from '../adapters/access.ts';
import { NODE_DIGESTS } from '../adapters/file-digest.ts';
import { makeScratchFolder, removeScratchFolder } from '../adapters/scratch-folder.ts';
import type { Failure } from '../domain/base/failure.ts';
import { timestamp } from '../domain/base/time.ts';
import { type Diagnosis, note } from '../domain/host/diagnosis.ts';
import {
  DOCTORS_AGENT,
  type HookOutcome,
  openPromise,
  type ReplayedSession,
  type Situation,
} from '../domain/host/hook-replay.ts';
import type { Files, ProgramRun } from '../ports.ts';
import { failureMessage } from '../report/failure-text.ts';
import { openFileStore } from '../store/files/file-store.ts';
import { NO_REGISTER } from '../store/register.ts';
import type { HostWorld } from './host-world.ts';

/** The longest wait for a hook, in milliseconds. In a nearly empty project, no hook needs it. */
const LONGEST_WAIT_MS = 60_000;

/** Most of each stream that is kept, in characters. */
const MOST_OUTPUT = 64 * 1024;

/** One hook, to be tried in one situation. */
export interface HookTrial {
  readonly event: string;
  /** The line for the shell. */
  readonly command: string;
  /** Where the host runs it; undefined: in the scratch project. */
  readonly folder: string | undefined;
  /** How long the host waits for it. */
  readonly timeoutMs: number;
  readonly situation: Situation;
  /** What the host tells it in variables. */
  variables(session: ReplayedSession): Readonly<Record<string, string>>;
  /** What the host writes to its stdin. */
  payload(session: ReplayedSession): string;
  diagnose(outcome: HookOutcome): Diagnosis;
}

/** Runs hooks of the suite with payloads of their events, as a host would, each in a scratch project of its own. */
export async function runTrials(
  trials: readonly HookTrial[],
  world: HostWorld,
): Promise<readonly Diagnosis[]> {
  if (trials.length === 0) return [];
  const root = makeScratchFolder();
  try {
    return await Promise.all(
      trials.map((trial, index) => run(trial, join(root, String(index)), world)),
    );
  } finally {
    removeScratchFolder(root);
  }
}

/** What is said of a line that does anything else: only the host asks whether the user trusts a project. */
export function notTried(
  { command, event }: Pick<HookTrial, 'command' | 'event'>,
  check: string,
): Diagnosis {
  return note(
    check,
    `${event}: \`${command}\` does more than call completion-promise, and was not tried`,
    'Move its other actions to a separate hook',
  );
}

function notPrepared({ event }: HookTrial, failure: Failure): Diagnosis {
  const message = failureMessage(failure);
  const what = `${event}: no scratch project could be made. ${message}`;
  return note('replay', what, 'Check the folder for temporary files, then try again');
}

async function run(trial: HookTrial, scratch: string, world: HostWorld): Promise<Diagnosis> {
  const id = `doctor-${world.chance.hex(4)}`;
  const unfurnished = await furnish(scratch, id, trial.situation, world);
  if (unfurnished !== undefined) return notPrepared(trial, unfurnished);
  const transcript = writeTranscript(world.files, scratch, id);
  const session = { id, event: trial.event, project: scratch, transcript };
  return trial.diagnose(await runHook(trial, session));
}

/** Makes a scratch project, with an open promise where the situation asks for one. Gives what fails. */
async function furnish(
  scratch: string,
  session: string,
  { owner }: Situation,
  world: HostWorld,
): Promise<Failure | undefined> {
  world.files.makeFolder(scratch);
  if (owner === 'nobody') return undefined;
  const id = owner === 'session' ? session : DOCTORS_AGENT;
  const actor = { session: { id, ids: [id] }, at: timestamp(world.clock.now()) };
  const { promises } = openFileStore(
    {
      ...world,
      folderRefusal,
      digests: NODE_DIGESTS,
      register: NO_REGISTER,
      userStateFolder: join(scratch, 'of-user'),
    },
    { projectFolder: scratch, sessionId: id, activity: 'a trial of hooks' },
  );
  const made = await promises.create((free) => openPromise(free, actor));
  return made.ok ? undefined : made.failure;
}

function writeTranscript(files: Files, scratch: string, session: string): string {
  const transcript = join(scratch, `${session}.jsonl`);
  const line = { type: 'user', sessionId: session, message: { role: 'user', content: 'Go on.' } };
  files.writeNew(transcript, `${JSON.stringify(line)}\n`);
  return transcript;
}

async function runHook(trial: HookTrial, session: ReplayedSession): Promise<HookOutcome> {
  const heard = { stdout: '', stderr: '' };
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  // Every command loads the table of hosts, and few start a program.
  const { createNodeRun } = await import('../adapters/programs.ts');
  const ended = await createNodeRun().program({
    command: trial.command,
    folder: trial.folder ?? session.project,
    timeoutMs: Math.min(trial.timeoutMs, LONGEST_WAIT_MS),
    endsAtOnce: true,
    input: trial.payload(session),
    environment: { hook: trial.variables(session) },
    onOutput: (chunk, stream) => {
      if (heard[stream].length < MOST_OUTPUT)
        heard[stream] += decoders[stream].decode(chunk, { stream: true });
    },
  });
  return { ...heard, durationMs: ended.durationMs, ...endOf(ended) };
}

function endOf({ durationMs, ended }: ProgramRun): Pick<HookOutcome, 'code' | 'ended'> {
  switch (ended.how) {
    case 'exit':
      return { code: ended.code, ended: '' };
    case 'timeout': {
      const seconds = Math.round(durationMs / 1000);
      return { code: undefined, ended: `it did not answer within ${seconds} s` };
    }
    case 'signal':
      return { code: undefined, ended: `it was killed by ${ended.signal}` };
    case 'not-found':
    case 'not-started':
    case 'interrupted':
      return { code: undefined, ended: 'it cannot be started' };
  }
}
