import { join } from 'node:path';
import { createNodeRun } from '../../../adapters/node-run.ts';
import { makeScratchFolder, removeScratchFolder } from '../../../adapters/scratch-folder.ts';
import { type Diagnosis, note } from '../../../domain/diagnosis.ts';
import { hookSeconds } from '../../../domain/diagnosis-hooks.ts';
import {
  DOCTORS_AGENT,
  openPromise,
  payloadText,
  type Situation,
  situationsOf,
} from '../../../domain/hook-payloads.ts';
import { diagnoseReplay, type HookOutcome } from '../../../domain/hook-replay.ts';
import { timestamp } from '../../../domain/time.ts';
import type { Files, ProgramRun } from '../../../ports.ts';
import { jsonDocument } from '../../../store/replace-file.ts';
import { promiseFile, stateFolderOf } from '../../../store/state-folder.ts';
import type { Suite } from '../../suite.ts';
import type { InForce } from './installed.ts';

/** Longest wait for a hook, in milliseconds: in a project that holds next to nothing, none needs it. */
const LONGEST_WAIT_MS = 60_000;

/** Most of each stream that is kept, in characters. */
const MOST_OUTPUT = 64 * 1024;

/**
 * Runs every hook of the suite with the payloads of its event, as a host would. A line that does anything
 * else is not run: it may be anybody's, and only a host asks whether a project is trusted.
 */
export async function replayHooks(
  hooks: readonly InForce[],
  suite: Suite,
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
        replay(hook, situation, join(root, String(index)), suite),
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
    `${event}: \`${command}\` does more than call the suite, and was not tried`,
    'Give what else it does a hook of its own',
  );
}

/** The same command stands in two places, and says the same twice. */
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
  suite: Suite,
): Promise<Diagnosis> {
  const { event } = hook;
  const session = `doctor-${suite.chance.hex(4)}`;
  const transcript = furnish(scratch, session, situation, suite);
  const text = payloadText(situation, { id: session, event, project: scratch, transcript });
  const outcome = await runHook(hook, text, scratch, session, suite);
  const { expects, words } = situation;
  return diagnoseReplay({ hook: event, situation: words, expects }, outcome);
}

/** Makes a project with a transcript, and where it is asked for with an open promise. */
function furnish(
  scratch: string,
  session: string,
  { owner }: Situation,
  { chance, clock, files }: Suite,
): string {
  const { promises } = stateFolderOf(scratch);
  files.makeFolder(promises);
  if (owner !== 'nobody') {
    const id = `promise-${chance.hex(4)}`;
    const promise = openPromise(
      id,
      owner === 'session' ? session : DOCTORS_AGENT,
      timestamp(clock.now()),
    );
    files.writeNew(promiseFile(promises, id), jsonDocument(promise));
  }
  return writeTranscript(files, scratch, session);
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
  { environment }: Suite,
): Promise<HookOutcome> {
  const heard = { stdout: '', stderr: '' };
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const { pluginRoot: root } = hook;
  const run = await createNodeRun().program({
    command: commandLine(hook, environment.projectFolder),
    // Where the host runs it: what is named from there must be found.
    folder: environment.projectFolder,
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

/** A program that is named by the project's folder is the project's, and not of the scratch one. */
function commandLine({ command, pluginRoot }: InForce, project: string): string {
  const plain = command.replaceAll(
    /\$\{CLAUDE_PROJECT_DIR\}|\$CLAUDE_PROJECT_DIR\b/g,
    () => project,
  );
  return pluginRoot === undefined
    ? plain
    : plain.replaceAll(/\$\{CLAUDE_PLUGIN_ROOT\}|\$CLAUDE_PLUGIN_ROOT\b/g, () => pluginRoot);
}

function endOf({ durationMs, ended }: ProgramRun): Pick<HookOutcome, 'code' | 'ended'> {
  switch (ended.how) {
    case 'exit':
      return { code: ended.code, ended: '' };
    case 'timeout':
      return {
        code: undefined,
        ended: `it did not answer within ${Math.round(durationMs / 1000)} s`,
      };
    case 'signal':
      return { code: undefined, ended: `it was ended by ${ended.signal}` };
    case 'not-found':
    case 'not-started':
    case 'interrupted':
      return { code: undefined, ended: 'it cannot be started' };
  }
}
