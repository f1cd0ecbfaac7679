import { isObject } from '../base/document.ts';
import type { HookRole } from './hook-command.ts';
import type { HookOccasion } from './hook-host.ts';

/** The trial of hooks: in which situations they are run, and what their hosts make of the answers. */

export interface Situation {
  /** What it is: "an open promise". */
  readonly words: string;
  readonly expects: Expectation;
  /** Who owns an open promise. */
  readonly owner: 'session' | 'subagent' | 'nobody';
  /** The payload is no JSON: the hook knows its session by a variable, if by anything. */
  readonly isGarbled?: true;
}

/** The answer that a payload must get: a block, a stop that is let through, or an answer of any kind. */
type Expectation = 'block' | 'pass' | 'answer';

const GARBLED: Situation = {
  words: 'a payload that is not JSON',
  expects: 'answer',
  owner: 'nobody',
  isGarbled: true,
};

/** What is tried at each occasion, and the roles that a hook of it can have. */
const SITUATIONS: Readonly<Record<HookOccasion, readonly Situation[]>> = {
  stop: [
    { words: 'an open promise', expects: 'block', owner: 'session' },
    { words: 'no promises', expects: 'pass', owner: 'nobody' },
    {
      words: 'an open promise, and a payload that is not JSON',
      expects: 'block',
      owner: 'session',
      isGarbled: true,
    },
  ],
  'subagent-stop': [
    { words: 'a subagent without its own promises', expects: 'pass', owner: 'session' },
    { words: 'a subagent with an open promise', expects: 'block', owner: 'subagent' },
  ],
  'session-start': [{ words: 'a start', expects: 'answer', owner: 'session' }, GARBLED],
  'user-prompt': [{ words: 'a prompt', expects: 'answer', owner: 'session' }, GARBLED],
  'session-end': [{ words: 'an end', expects: 'answer', owner: 'session' }, GARBLED],
};

/** The situations that a hook is tried in; none where its occasion has no use for the program that it calls. */
export function situationsAt(occasion: HookOccasion, role: HookRole): readonly Situation[] {
  const isGate = occasion === 'stop' || occasion === 'subagent-stop';
  const isOfUse = isGate ? role === 'stop-gate' || role === 'check' : role === occasion;
  return isOfUse ? SITUATIONS[occasion] : [];
}

export type Fields = { readonly [key: string]: unknown };

/** How a hook ended that was run as its host runs it. */
export interface HookOutcome {
  /** The exit code; nothing where the hook was killed or could not be started. */
  readonly code: number | undefined;
  /** Why there is no exit code, in words. */
  readonly ended: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

export type HostReading =
  | { readonly effect: 'blocks'; readonly reason: string }
  | { readonly effect: 'passes' }
  /** The host ignores the hook. */
  | { readonly effect: 'fails'; readonly why: string };

/** What a host goes by, as it was measured. */
export interface AnswerRules {
  /** Why an object on stdout blocks; undefined where it does not. */
  reason(answer: Fields): unknown;
  /** Whether such an object blocks whatever the exit code. */
  readonly isObjectFirst: boolean;
  /** What blocks with exit code 2 and no such object: stderr, or stdout before it; or that it passes. Else it fails. */
  readonly two?: 'stderr' | 'either' | 'passes';
  /** With which form of a block a host goes on where no reason is given. */
  readonly needsReason: { readonly object: boolean; readonly two: boolean };
  /** The members that it takes: an answer with any other is dropped as a whole. */
  readonly known?: ReadonlySet<string>;
  /** Words on stderr by which it takes a hook with exit code 2 that prints nothing else for one that is not there. */
  readonly missing?: RegExp;
}

/** What a host makes of the outcome of a hook. */
export function readAnswer(
  { code, ended, stderr, stdout }: HookOutcome,
  rules: AnswerRules,
): HostReading {
  if (code === undefined) return fails(ended);
  const answer = objectIn(stdout);
  const isObject = typeof answer === 'object';
  if (isObject && (code === 0 || rules.isObjectFirst)) {
    const unknown = Object.keys(answer).find((key) => rules.known?.has(key) === false);
    if (unknown !== undefined) return fails(`the host knows no \`${unknown}\``);
    const reason = rules.reason(answer);
    if (reason !== undefined) return blocks(reason, rules.needsReason.object);
  }
  if (code === 2 && (rules.two === 'stderr' || rules.two === 'either')) {
    if (stdout.trim() === '' && rules.missing?.test(stderr)) {
      return fails('the host treats it as a missing program');
    }
    const isOnStderr = rules.two === 'stderr' || answer === 'nothing';
    return blocks(isOnStderr ? stderr : stdout, rules.needsReason.two);
  }
  if (answer === 'other') return fails('its stdout is not exactly one JSON object');
  const passes = code === 0 || (code === 2 && rules.two === 'passes');
  return passes ? { effect: 'passes' } : fails(`it exited with ${code}`);
}

const fails = (why: string): HostReading => ({ effect: 'fails', why });

function blocks(reason: unknown, isNeeded: boolean): HostReading {
  const text = typeof reason === 'string' ? reason.trim() : '';
  return isNeeded && text === ''
    ? fails('it blocks without a reason, which the host ignores')
    : { effect: 'blocks', reason: text };
}

/** What stdout holds: nothing, exactly one JSON object, or something else. */
function objectIn(stdout: string): Fields | 'nothing' | 'other' {
  if (stdout === '') return 'nothing';
  try {
    const value: unknown = JSON.parse(stdout);
    return isObject(value) ? value : 'other';
  } catch {
    return 'other';
  }
}

/** The reason of the object by which most hosts are blocked. */
export function decidedReason({ decision, reason }: Fields): unknown {
  return decision === 'block' ? (reason ?? '') : undefined;
}
