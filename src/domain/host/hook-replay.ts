import { isObject } from '../base/document.ts';
import { type Actor, type Change, draftPromise } from '../promise/promise-changes.ts';
import { type Advice, type Diagnosis, fail, ok } from './diagnosis.ts';
import type { HookEvent, HookRole } from './hook-command.ts';
import { type PlacedHook, writtenAnew } from './hook-diagnosis.ts';
import type { HookOccasion } from './hook-host.ts';

/** The trial of hooks: with which payloads of a host they are run, and which answer each must give. */

export interface Situation {
  /** What the payload stands for: "an open promise". */
  readonly words: string;
  readonly expects: Expectation;
  /** Who owns an open promise. */
  readonly owner: 'session' | 'subagent' | 'nobody';
  /** The payload itself; `garbage` is no JSON. */
  readonly payload: 'garbage' | Fields;
}

/** The subagent in whose name `SubagentStop` is sent. */
export const DOCTORS_AGENT = 'agent-of-the-doctor';

export type Fields = { readonly [key: string]: unknown };

const STOP: Fields = {
  permission_mode: 'default',
  stop_hook_active: false,
  last_assistant_message: 'Done.',
  background_tasks: [],
  session_crons: [],
};

const OF_SUBAGENT: Fields = {
  ...STOP,
  agent_id: DOCTORS_AGENT,
  agent_type: 'general-purpose',
};

const GARBLED: Situation = {
  words: 'a payload that is not JSON',
  expects: 'answer',
  owner: 'nobody',
  payload: 'garbage',
};

const SITUATIONS: Readonly<Record<HookEvent, readonly Situation[]>> = {
  Stop: [
    { words: 'an open promise', expects: 'block', owner: 'session', payload: STOP },
    { words: 'no promises', expects: 'pass', owner: 'nobody', payload: STOP },
    {
      words: 'an open promise, and a payload that is not JSON',
      expects: 'block',
      owner: 'session',
      payload: 'garbage',
    },
  ],
  SubagentStop: [
    {
      words: 'a subagent without its own promises',
      expects: 'pass',
      owner: 'session',
      payload: OF_SUBAGENT,
    },
    {
      words: 'a subagent with an open promise',
      expects: 'block',
      owner: 'subagent',
      payload: OF_SUBAGENT,
    },
  ],
  SessionStart: [
    { words: 'a start', expects: 'answer', owner: 'session', payload: { source: 'startup' } },
    GARBLED,
  ],
  UserPromptSubmit: [
    { words: 'a prompt', expects: 'answer', owner: 'session', payload: { prompt: 'Go on.' } },
    GARBLED,
  ],
  SessionEnd: [
    { words: 'an end', expects: 'answer', owner: 'session', payload: { reason: 'other' } },
    GARBLED,
  ],
};

/** The roles that a hook of an event can have. */
const ROLES: Readonly<Record<HookEvent, readonly HookRole[]>> = {
  Stop: ['stop-gate', 'check'],
  SubagentStop: ['stop-gate', 'check'],
  SessionStart: ['session-start'],
  UserPromptSubmit: ['user-prompt'],
  SessionEnd: ['session-end'],
};

/** The situations that a hook is tried in; none where its event has no use for the program that it calls. */
export function situationsOf(event: string, role: HookRole): readonly Situation[] {
  return isHookEvent(event) && ROLES[event].includes(role) ? SITUATIONS[event] : [];
}

/** The same for a host with other names of events, and payloads of its own. */
export function situationsAt(occasion: HookOccasion, role: HookRole): readonly Situation[] {
  return situationsOf(EVENTS[occasion], role).filter(({ payload }) => payload !== 'garbage');
}

const EVENTS: Readonly<Record<HookOccasion, HookEvent>> = {
  stop: 'Stop',
  'subagent-stop': 'SubagentStop',
  'session-start': 'SessionStart',
  'user-prompt': 'UserPromptSubmit',
  'session-end': 'SessionEnd',
};

function isHookEvent(event: string): event is HookEvent {
  return Object.hasOwn(SITUATIONS, event);
}

export interface ReplayedSession {
  readonly id: string;
  readonly event: string;
  readonly project: string;
  readonly transcript: string;
}

/** What the host writes to the hook's stdin. */
export function payloadText({ payload }: Situation, session: ReplayedSession): string {
  if (payload === 'garbage') return 'not JSON {';
  return JSON.stringify({
    session_id: session.id,
    transcript_path: session.transcript,
    cwd: session.project,
    hook_event_name: session.event,
    ...payload,
  });
}

/** The change that makes a promise, which keeps its session from ending. */
export function openPromise(id: string, actor: Actor): Change {
  const title = 'A promise of the doctor';
  const criteria = [{ description: 'Not met', checks: [] }];
  const { event, promise } = draftPromise(id, { title, criteria }, actor);
  return { event, promise: { ...promise, status: 'in_progress' } };
}

/** How a hook ended that was run as Claude Code runs it. */
export interface HookOutcome {
  /** The exit code; nothing where the hook was killed or could not be started. */
  readonly code: number | undefined;
  /** Why there is no exit code, in words. */
  readonly ended: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/** The answer that a payload must get: a block, a stop that is let through, or an answer of any kind. */
export type Expectation = 'block' | 'pass' | 'answer';

export type HostReading =
  | { readonly effect: 'blocks'; readonly reason: string }
  | { readonly effect: 'passes' }
  /** The host ignores the hook. */
  | { readonly effect: 'fails'; readonly why: string };

/** Reads the outcome of a hook as Claude Code does, and says whether it is the one that was expected. */
export function diagnoseReplay(
  { event, place }: Pick<PlacedHook, 'event' | 'place'>,
  situation: Pick<Situation, 'expects' | 'words'>,
  outcome: HookOutcome,
): Diagnosis {
  const judged = { check: 'replay', event, advice: adviceOn(writtenAnew(place)) };
  return diagnoseOutcome(judged, situation, outcome, hostReading(outcome));
}

/** Says of what a host makes of a hook's outcome whether it was expected. */
export function diagnoseOutcome(
  {
    advice,
    check,
    event,
  }: { readonly check: string; readonly event: string; readonly advice: Advice },
  { expects, words }: Pick<Situation, 'expects' | 'words'>,
  outcome: HookOutcome,
  reading: HostReading,
): Diagnosis {
  const what = `${event}: ${words}`;
  const { durationMs } = outcome;
  const bad = (why: string) => ({
    ...fail(check, `${what}: ${why}`, advice),
    durationMs,
  });
  const good = (detail: string) => ({ ...ok(check, `${what}: ${detail}`), durationMs });
  if (reading.effect === 'fails') return bad(`${reading.why}${said(outcome)}`);
  if (expects === 'block') {
    if (reading.effect === 'passes') return bad(`it let the session end${said(outcome)}`);
    if (NOT_INSTALLED.test(reading.reason)) return bad('it does not find completion-promise');
    return reading.reason === '' ? bad('it blocks without a reason') : good('it blocks');
  }
  if (reading.effect === 'blocks') {
    return bad(`it always blocks (${firstLine(reading.reason)})`);
  }
  return good(expects === 'pass' ? 'it lets the session end' : 'it answers correctly');
}

/** What guards say where the suite is missing. */
const NOT_INSTALLED = /\(completion-promise\) is not installed/;

/** `anew`: how the hook is written anew. */
export function adviceOn(anew: Advice): Advice {
  const look = 'Run the command by hand to see its output';
  return typeof anew === 'string'
    ? `${look}. ${anew}`
    : { ...anew, words: `${look}; to reinstall it` };
}

function hostReading({ code, ended, stderr, stdout }: HookOutcome): HostReading {
  if (code === undefined) return { effect: 'fails', why: ended };
  const answer = objectIn(stdout);
  if (code === 2 && stdout.trim() === '' && TAKEN_FOR_MISSING.test(stderr)) {
    return { effect: 'fails', why: 'the host treats it as a missing program' };
  }
  if (code === 2 && !isBlock(answer)) return { effect: 'blocks', reason: stderr.trim() };
  if (answer === 'other') {
    return { effect: 'fails', why: 'its stdout is not exactly one JSON object' };
  }
  if (isBlock(answer)) {
    const { reason } = answer;
    return { effect: 'blocks', reason: typeof reason === 'string' ? reason.trim() : '' };
  }
  return code === 0 ? { effect: 'passes' } : { effect: 'fails', why: `it exited with ${code}` };
}

/** Words by which Claude Code takes a hook that prints nothing else for one that is not installed. */
const TAKEN_FOR_MISSING = /no such file|can't open/i;

/** What stdout holds: nothing, exactly one JSON object, or something else. */
export function objectIn(stdout: string): Fields | 'nothing' | 'other' {
  if (stdout === '') return 'nothing';
  try {
    const value: unknown = JSON.parse(stdout);
    return isObject(value) ? value : 'other';
  } catch {
    return 'other';
  }
}

function isBlock(answer: ReturnType<typeof objectIn>): answer is Fields {
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
