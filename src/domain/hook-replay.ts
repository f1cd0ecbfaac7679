import { type Diagnosis, fail, ok } from './diagnosis.ts';
import { isObject } from './document.ts';

/** What a host makes of a hook's answer (FACTS, "What a Stop hook's answer does"). */

/** How a hook ended that was run as a host runs it. */
export interface HookOutcome {
  /** The exit code; nothing where it had none: it was ended, or never began. */
  readonly code: number | undefined;
  /** Why there is none, in words. */
  readonly ended: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/** What a payload must come to: a block, a stop that is let through, or an answer of any kind. */
export type Expectation = 'block' | 'pass' | 'answer';

/** One payload as it is sent to a hook. */
export interface Replay {
  readonly hook: string;
  /** What the payload stands for, in words: "an open promise". */
  readonly situation: string;
  readonly expects: Expectation;
}

type HostReading =
  | { readonly effect: 'blocks'; readonly reason: string }
  | { readonly effect: 'passes' }
  /** The host goes on as if nothing had been said. */
  | { readonly effect: 'fails'; readonly why: string };

/** Whether a hook does what its payload asks for. */
export function diagnoseReplay(
  { expects, hook, situation }: Replay,
  outcome: HookOutcome,
): Diagnosis {
  const reading = hostReading(outcome);
  const what = `${hook}: ${situation}`;
  const bad = (why: string, advice = ADVICE): Diagnosis => ({
    ...fail('replay', `${what}: ${why}`, advice),
    durationMs: outcome.durationMs,
  });
  const good = (detail: string): Diagnosis => ({
    ...ok('replay', `${what}: ${detail}`),
    durationMs: outcome.durationMs,
  });
  if (reading.effect === 'fails') return bad(`${reading.why}${said(outcome)}`);
  if (expects === 'block') {
    if (reading.effect === 'passes') return bad(`it let the session end${said(outcome)}`);
    return reading.reason === '' ? bad('it blocks and does not say why') : good('it blocks');
  }
  if (reading.effect === 'blocks') {
    return bad(`it blocks, and nobody could get through (${firstLine(reading.reason)})`);
  }
  return good(expects === 'pass' ? 'it lets the session go' : 'it answers as it should');
}

const ADVICE = 'Run the command by hand to see what it says; to write it anew: cs hooks install';

function hostReading({ code, ended, stderr, stdout }: HookOutcome): HostReading {
  if (code === undefined) return { effect: 'fails', why: ended };
  const answer = objectIn(stdout);
  if (code === 2 && !isBlock(answer)) return { effect: 'blocks', reason: stderr.trim() };
  if (answer === 'other') {
    return { effect: 'fails', why: 'its stdout is not exactly one JSON object' };
  }
  if (isBlock(answer)) {
    const { reason } = answer;
    return { effect: 'blocks', reason: typeof reason === 'string' ? reason.trim() : '' };
  }
  return code === 0 ? { effect: 'passes' } : { effect: 'fails', why: `it ended with ${code}` };
}

/** What stands on stdout: nothing, one JSON object and not a byte beside it, or something else. */
function objectIn(stdout: string): { readonly [key: string]: unknown } | 'nothing' | 'other' {
  if (stdout === '') return 'nothing';
  try {
    const value: unknown = JSON.parse(stdout);
    return isObject(value) ? value : 'other';
  } catch {
    return 'other';
  }
}

function isBlock(
  answer: ReturnType<typeof objectIn>,
): answer is { readonly [key: string]: unknown } {
  return typeof answer === 'object' && answer['decision'] === 'block';
}

function said({ stderr, stdout }: HookOutcome): string {
  const line = firstLine(stderr.trim() === '' ? stdout : stderr);
  return line === '' ? '' : ` (${line})`;
}

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n', 1);
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
