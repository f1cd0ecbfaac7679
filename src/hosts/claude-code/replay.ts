import { join } from 'node:path';
import { folderRefusal } from '../../adapters/access.ts';
import { NODE_DIGESTS } from '../../adapters/file-digest.ts';
import { createNodeRun } from '../../adapters/node-run.ts';
import { makeScratchFolder, removeScratchFolder } from '../../adapters/scratch-folder.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { timestamp } from '../../domain/base/time.ts';
import { type Diagnosis, note } from '../../domain/host/diagnosis.ts';
import { hookSeconds } from '../../domain/host/hook-diagnosis.ts';
import {
  DOCTORS_AGENT,
  diagnoseReplay,
  type HookOutcome,
  openPromise,
  payloadText,
  type Situation,
  situationsOf,
} from '../../domain/host/hook-replay.ts';
import type { Files, ProgramRun } from '../../ports.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { NO_REGISTER } from '../../store/register.ts';
import { STORES } from '../../store/stores.ts';
import type { HostWorld } from '../host-world.ts';
import type { InForce } from './installed.ts';

/** The longest wait for a hook, in milliseconds. In a nearly empty project, no hook needs it. */
const LONGEST_WAIT_MS = 60_000;

/** Most of each stream that is kept, in characters. */
const MOST_OUTPUT = 64 * 1024;

/**
 * Runs every hook of the suite with the payloads of its event, as a host would. A line that does anything
 * else is not run: others may have written it, and only the host asks whether the user trusts a project.
 */
export async function replayHooks(
  hooks: readonly InForce[],
  world: HostWorld,
): Promise<readonly Diagnosis[]> {
  const all = withoutRepetition(hooks);
  const mixed = all.filter(({ reading }) => !reading.isAlone).map(notTried);
  const own = all.filter(({ reading }) => reading.isAlone);
  const trials = own.flatMap((hook) =>
    situationsOf(hook.event, hook.reading.role).map((situation) => ({ hook, situation })),
  );
  if (trials.length === 0) return mixed;
  const root = makeScratchFolder();
  try {
    const tried = await Promise.all(
      trials.map(({ hook, situation }, index) =>
        replay(hook, situation, join(root, String(index)), world),
      ),
    );
    return [...mixed, ...tried];
  } finally {
    removeScratchFolder(root);
  }
}

function notTried({ command, event }: InForce): Diagnosis {
  return note(
    'replay',
    `${event}: \`${command}\` does more than call completion-promise, and was not tried`,
    'Move its other actions to a separate hook',
  );
}

function notPrepared({ event }: InForce, failure: Failure): Diagnosis {
  const message = failureMessage(failure);
  const what = `${event}: no scratch project could be made. ${message}`;
  return note('replay', what, 'Check the folder for temporary files, then try again');
}

/** Removes equal findings: one command can stand in two places. */
function withoutRepetition(hooks: readonly InForce[]): readonly InForce[] {
  const seen = new Map(
    hooks.map((hook) => [`${hook.event} ${hook.pluginRoot} ${hook.command}`, hook]),
  );
  return [...seen.values()];
}

async function replay(
  hook: InForce,
  situation: Situation,
  scratch: string,
  world: HostWorld,
): Promise<Diagnosis> {
  const { event } = hook;
  const session = `doctor-${world.chance.hex(4)}`;
  const unfurnished = await furnish(scratch, session, situation, world);
  if (unfurnished !== undefined) return notPrepared(hook, unfurnished);
  const transcript = writeTranscript(world.files, scratch, session);
  const text = payloadText(situation, { id: session, event, project: scratch, transcript });
  const outcome = await runHook(hook, text, scratch, session, world);
  return diagnoseReplay(hook, situation, outcome);
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
  const { promises } = STORES.files(
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

async function runHook(
  hook: InForce,
  input: string,
  scratch: string,
  session: string,
  { environment }: HostWorld,
): Promise<HookOutcome> {
  const heard = { stdout: '', stderr: '' };
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const { pluginRoot: root } = hook;
  const run = await createNodeRun().program({
    command: commandLine(hook, environment.checkout),
    // The host runs hooks in the folder that it was started in, so relative paths must lead from there.
    folder: environment.checkout,
    timeoutMs: Math.min(hookSeconds(hook) * 1000, LONGEST_WAIT_MS),
    endsAtOnce: true,
    input,
    environment: {
      hook: {
        CLAUDECODE: '1',
        CLAUDE_PROJECT_DIR: scratch,
        CLAUDE_CODE_SESSION_ID: session,
        ...(hook.event === 'SessionStart' ? { CLAUDE_ENV_FILE: join(scratch, 'env.sh') } : {}),
        ...(root === undefined ? {} : { CLAUDE_PLUGIN_ROOT: root }),
      },
    },
    onOutput: (chunk, stream) => {
      if (heard[stream].length < MOST_OUTPUT)
        heard[stream] += decoders[stream].decode(chunk, { stream: true });
    },
  });
  return { ...heard, durationMs: run.durationMs, ...endOf(run) };
}

/** Names the real project's folder in a command that names programs by it, instead of the scratch one. */
function commandLine({ command, pluginRoot }: InForce, project: string): string {
  const named = /\$\{CLAUDE_PROJECT_DIR\}|\$CLAUDE_PROJECT_DIR\b/g;
  const plain = command.replaceAll(named, () => project);
  return pluginRoot === undefined
    ? plain
    : plain.replaceAll(/\$\{CLAUDE_PLUGIN_ROOT\}|\$CLAUDE_PLUGIN_ROOT\b/g, () => pluginRoot);
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
