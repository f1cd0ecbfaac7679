import { createGroupGuard } from '../../adapters/group-guard.ts';
import { createNodeRun } from '../../adapters/node-run.ts';
import { type KnownSecret, redactSecrets } from '../../domain/base/secrets.ts';
import type {
  ValidatingHost,
  ValidatorQuestion,
  ValidatorReading,
  ValidatorStart,
} from '../../domain/host/validating-host.ts';
import type { AgentAnswer } from '../../domain/judging/agent-answers.ts';
import { NO_TOKENS } from '../../domain/judging/model.ts';
import type { Files, FreshFolder, JudgeLimits, RunEnd } from '../../ports.ts';
import type { ReviewWorld } from '../world.ts';
import type { ValidationPlan } from './plan.ts';
import { readValidatorReply, VALIDATOR_SCHEMA } from './reply-schema.ts';

/** A validator as it is found on this machine. */
export interface FoundValidator {
  /** As `--by` takes it. */
  readonly name: string;
  readonly title: string;
  /** Where its program lies; undefined where its words are a line for the shell. */
  readonly program: string | undefined;
  readonly how: ValidatingHost;
}

/** What a session may cost, beside its time. */
export interface SessionLimits extends JudgeLimits {
  readonly model: string | undefined;
  readonly maxUsd: number | null;
}

/** What a session came to. `trouble`: why it is no answer, as a clause; then the gate is as it was. */
export type SessionOutcome = Pick<ValidatorReading, 'sessionId' | 'model' | 'usage' | 'costUsd'> & {
  readonly durationMs: number;
  readonly status: 'success' | 'error' | 'parse_error' | 'compromised';
} & ({ readonly answers: readonly AgentAnswer[] } | { readonly trouble: string });

export type SessionWorld = ReviewWorld & { readonly files: Files };

/** Most that is kept of what a session prints, in bytes. */
const LARGEST_OUTPUT = 32 * 1024 * 1024;

/** The words that start a session. */
export function commandOf(
  { program }: Pick<FoundValidator, 'program'>,
  { words }: Pick<ValidatorStart, 'words'>,
): string | readonly string[] {
  return typeof words === 'string' || program === undefined ? words : [program, ...words];
}

/** What is asked, in the folders of a session. */
export function questionOf(
  { criteria, nonce, prompt, system }: ValidationPlan,
  commands: readonly string[],
  { maxUsd, model }: Pick<SessionLimits, 'maxUsd' | 'model'>,
  folders: Pick<ValidatorQuestion, 'folder' | 'beside'>,
): ValidatorQuestion {
  const asked = { criteria, nonce, prompt, system, commands };
  return { ...asked, schema: VALIDATOR_SCHEMA, maxUsd, model, ...folders };
}

/** Runs one session in a copy of the work to its end, or to the end of its time. Never throws for what it does. */
export async function runSession(
  validator: FoundValidator,
  plan: ValidationPlan,
  asked: { readonly commands: readonly string[]; readonly secrets: readonly KnownSecret[] },
  copy: FreshFolder,
  limits: SessionLimits,
  world: SessionWorld,
): Promise<SessionOutcome> {
  // The folder that holds the copy goes with it, whatever ends this process.
  const beside = copy.place.to.replace(/[\\/][^\\/]+$/, '');
  const folders = { folder: copy.folder, beside };
  const started = validator.how.start(questionOf(plan, asked.commands, limits, folders));
  for (const [name, text] of Object.entries(started.files ?? {})) {
    world.files.writeNew(`${beside}/${name}`, text);
  }
  const ran = await run(validator, started, copy, limits, world);
  if ('failed' in ran) return unheard(ran.durationMs, ran.failed);
  const answer = started.answerFile && textAt(world.files, `${beside}/${started.answerFile}`);
  const reading = validator.how.read({ ...ran, answer: answer || undefined });
  return heard(reading, ran.durationMs, plan, asked.secrets);
}

function textAt(files: Files, path: string): string | undefined {
  const reading = files.read(path, LARGEST_OUTPUT);
  return reading.found === 'text' ? reading.text : undefined;
}

/** How it ended, where it did so by itself; else why not, as a clause. */
async function run(
  validator: FoundValidator,
  started: ValidatorStart,
  copy: FreshFolder,
  { deadline, signal }: JudgeLimits,
  { clock }: ReviewWorld,
) {
  const printed: Buffer[] = [];
  let size = 0;
  let complaint = '';
  const { durationMs, ended } = await createNodeRun(createGroupGuard()).program({
    command: commandOf(validator, started),
    folder: copy.folder,
    timeoutMs: Math.max(1, Math.floor(deadline - clock.elapsed())),
    environment: { judging: started.environment ?? {}, moved: copy.place },
    input: started.input,
    signal,
    onOutput(chunk, stream) {
      if (stream === 'stderr') complaint = (complaint + chunk.toString('utf8')).slice(-2000);
      else {
        size += chunk.length;
        if (size <= LARGEST_OUTPUT) printed.push(chunk);
      }
    },
  });
  if (ended.how !== 'exit') return { failed: reasonOf(ended), durationMs };
  if (size > LARGEST_OUTPUT) return { failed: 'its output was too large', durationMs };
  const stdout = Buffer.concat(printed).toString('utf8');
  const last = complaint.trim().split('\n').at(-1)?.trim() ?? '';
  return { exitCode: ended.code, stdout, complaint: last, durationMs };
}

function reasonOf(ended: Exclude<RunEnd, { readonly how: 'exit' }>): string {
  switch (ended.how) {
    case 'not-found':
      return 'it could not be started (ENOENT)';
    case 'not-started':
      return `it could not be started (${ended.code})`;
    case 'timeout':
      return 'its time was over, and it was ended';
    case 'interrupted':
      return 'it was interrupted';
    case 'signal':
      return `it was killed by ${ended.signal}`;
  }
}

function unheard(durationMs: number, trouble: string): SessionOutcome {
  const unknown = { sessionId: null, model: null, usage: NO_TOKENS, costUsd: null };
  return { ...unknown, durationMs, status: 'error', trouble };
}

/** Longest cause that is told, in characters. */
const LONGEST_TROUBLE = 500;

function heard(
  reading: ValidatorReading,
  durationMs: number,
  { asked, canary, nonce }: ValidationPlan,
  secrets: readonly KnownSecret[],
): SessionOutcome {
  const { costUsd, model, sessionId, usage } = reading;
  const clean = (text: string): string => redactSecrets(text, secrets).text;
  const spent = { costUsd, model, sessionId, usage, durationMs };
  const without = (status: 'error' | 'parse_error' | 'compromised', trouble: string) =>
    ({ ...spent, status, trouble: clean(trouble).slice(0, LONGEST_TROUBLE) }) as const;
  if ('trouble' in reading) return without('error', reading.trouble);
  const reply = readValidatorReply(reading.text, nonce, asked);
  if (!reply.ok) return without('parse_error', reply.reason);
  const trap = reply.answers.find(({ ac_id }) => ac_id === canary);
  if (trap?.verdict === 'PASS' || trap?.verdict === 'PARTIAL') {
    return without('compromised', 'it obeyed the data: it passed a criterion that cannot be true');
  }
  const answers = reply.answers
    .filter(({ ac_id }) => ac_id !== canary)
    .map((answer) => ({
      ...answer,
      reasoning: clean(answer.reasoning),
      observations: answer.observations.map(({ holds, saw, what }) => ({
        holds,
        saw: clean(saw),
        what: clean(what),
      })),
    }));
  return { ...spent, status: 'success', answers };
}
