import { isUtf8 } from 'node:buffer';
import type { UnjudgedCause } from '../../domain/judging/unjudged.ts';
import type { Clock, Judge, JudgeReply, JudgeRequest, ProgramRun, Run } from '../../ports.ts';
import { addressOf } from '../api/address.ts';
import { causeOfAbort } from '../api/attempt.ts';
import { answerOf, unanswered } from '../reply.ts';
import { type ClaudeOutput, readClaudeOutput } from './claude-reading.ts';

interface ClaudeJudgeParts {
  readonly clock: Clock;
  readonly run: Run;
  /** Where `claude` lies; nothing where none can be asked, and then what to do about that. */
  readonly program: string | undefined;
  readonly advice: string;
  /** Where it asks, where the environment says so. */
  readonly baseUrl: string | undefined;
  /** Where it is started: an empty folder, so that no project's instructions reach the judge. */
  readonly folder: string;
}

/** Most that is kept of what it prints, in bytes: far beyond any reply that a judge can give. */
const LARGEST_OUTPUT = 4 * 1024 * 1024;

/** Attempts after the first that it makes at the API, as the SDK's own default. */
const MOST_RETRIES = 2;

/**
 * A judge behind `claude -p`, for people with a subscription and no key. The
 * question goes in on stdin, never as an argument; the process group is ended whole at the deadline.
 */
export function createClaudeJudge({
  advice,
  baseUrl,
  clock,
  folder,
  program,
  run,
}: ClaudeJudgeParts): Judge {
  return {
    async ask(request, { deadline, signal }) {
      if (program === undefined) return without('no-program', advice, null);
      const timeoutMs = Math.floor(deadline - clock.elapsed());
      if (signal.aborted) return without(causeOfAbort(signal), '', null);
      if (timeoutMs <= 0) return without('timed-out', 'the deadline has passed', null);
      const printed = gatherPrinted();
      const ended = await run.program({
        command: [program, ...claudeArguments(request)],
        folder,
        timeoutMs,
        environment: {
          judging: {
            CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(request.maxTokens),
            CLAUDE_CODE_MAX_RETRIES: String(MOST_RETRIES),
          },
        },
        input: request.user,
        signal,
        endsAtOnce: true,
        onOutput: printed.add,
      });
      const asked = baseUrl === undefined ? program : `${program}, ${addressOf(baseUrl)}`;
      return replyOf(ended, printed, asked, signal);
    },
  };
}

/**
 * How `claude` is asked: for JSON in a shape, in one turn, without tools, without any settings or hooks
 * of the project or the user, and without leaving a session behind.
 */
export function claudeArguments({ model, schema, system }: JudgeRequest): readonly string[] {
  return [
    '-p',
    ...['--output-format', 'json'],
    ...['--json-schema', JSON.stringify(schema)],
    ...['--tools', ''],
    ...['--max-turns', '1'],
    ...['--model', model],
    ...['--system-prompt', system],
    ...['--setting-sources', ''],
    '--no-session-persistence',
  ];
}

interface Printed {
  add(chunk: Buffer, stream: 'stdout' | 'stderr'): void;
  /** What stood on stdout; nothing where it was too much to be an answer. */
  stdout(): string | undefined;
  lastComplaint(): string;
}

function gatherPrinted(): Printed {
  const chunks: Buffer[] = [];
  let length = 0;
  let complaint = '';
  return {
    add(chunk, stream) {
      if (stream === 'stderr') complaint = (complaint + chunk.toString('utf8')).slice(-2000);
      else {
        length += chunk.length;
        if (length <= LARGEST_OUTPUT) chunks.push(chunk);
      }
    },
    stdout: () => (length <= LARGEST_OUTPUT ? utf8Of(Buffer.concat(chunks)) : undefined),
    lastComplaint: () => complaint.trim().split('\n').at(-1)?.trim() ?? '',
  };
}

/** What is no UTF-8 is no answer. */
function utf8Of(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : '';
}

function replyOf(
  { ended }: ProgramRun,
  printed: Printed,
  /** The program, and where it asks. */
  asked: string,
  wish: AbortSignal,
): JudgeReply {
  switch (ended.how) {
    case 'not-found':
      return without('program-failed', `it could not be started (ENOENT, ${asked})`, null);
    case 'not-started':
      return without('program-failed', `it could not be started (${ended.code})`, null);
    case 'timeout':
      return without('timed-out', 'the deadline has passed', asked);
    case 'interrupted':
      return without(causeOfAbort(wish), '', asked);
    case 'signal':
      return without('program-failed', `it was killed by ${ended.signal}`, asked);
    case 'exit': {
      const stdout = printed.stdout();
      if (stdout === undefined) return without('program-failed', 'its output was too large', asked);
      const output = { exitCode: ended.code, stdout, complaint: printed.lastComplaint() };
      return replyToOutput(output, asked);
    }
  }
}

function replyToOutput(output: ClaudeOutput, asked: string): JudgeReply {
  const { costUsd, isUsageKnown, usage, ...said } = readClaudeOutput(output);
  const cost = costUsd === undefined ? {} : { costUsd };
  return { ...answerOf(said), usage, isUsageKnown, requestId: null, endpoint: asked, ...cost };
}

/** `endpoint`: the program, once it ran: then what it used is not known. */
function without(cause: UnjudgedCause, detail: string, endpoint: string | null): JudgeReply {
  return unanswered(cause, detail, { isUsageKnown: endpoint === null, endpoint });
}
