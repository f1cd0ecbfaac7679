import { isClosed, type NamedPromise, progressOf, titleOf } from '../domain/promise/promise.ts';
import type { NextAction } from '../domain/standing/next-action.ts';
import type { CheckDecision } from '../domain/standing/stop-check.ts';
import { type CommandLines, nextLine } from './command-lines.ts';
import { firstFew } from './first-few.ts';
import { oneLine } from './printable.ts';
import { statusMark } from './promise-text.ts';
import type { Style } from './style.ts';

/** What `cs` alone goes by. */
export interface WhereFacts {
  readonly projectFolder: string;
  /** Undefined where no session is set. */
  readonly session: string | undefined;
  /** What is decided of the session, in each folder in which it promised something. */
  readonly decisions: readonly CheckDecision[];
  readonly active: readonly NamedPromise[];
  /** Why nothing could be decided. */
  readonly fault: string | undefined;
  readonly next: readonly NextAction[];
}

/** How many promises are listed before the rest is only counted. */
const MOST_LISTED = 5;

/** Where the reader is, and the next command. */
export function whereText(
  facts: WhereFacts,
  style: Style,
  lines: CommandLines,
): { readonly text: string; readonly json: unknown } {
  const { active, decisions, fault, projectFolder, session } = facts;
  const own = ownPromises(decisions);
  const ids = new Set(own.map(({ id }) => id));
  const others = active.filter(({ id, promise }) => !ids.has(id) && !isClosed(promise)).length;
  const next = nextSteps(facts, lines);
  const { more, named } = firstFew(own, MOST_LISTED);
  const answer = answerText(facts);
  return {
    text: [
      `Project: ${oneLine(projectFolder)}`,
      `Session: ${session === undefined ? 'none' : oneLine(session)}`,
      ...(answer === undefined ? [] : [`Gate:    ${answer}`]),
      ...(fault === undefined ? [] : [fault]),
      ...named.map((one) => entry(one, style)),
      ...(more > 0 ? [`  and ${more} more: ${lines.list('--mine')}`] : []),
      ...(others === 0 ? [] : [`Others:  ${others} open: ${lines.status()}`]),
      '',
      ...next.map((line) => `Next: ${style.bold(line)}`),
      `Help: ${lines.of('cs --help')}`,
    ].join('\n'),
    json: {
      project: projectFolder,
      session_id: session ?? null,
      may_end: session === undefined || fault !== undefined ? null : mayEnd(decisions),
      promises: own.map(({ id }) => id),
      others,
      next,
    },
  };
}

/** The promises of the session that a decision is about. */
function ownPromises(decisions: readonly CheckDecision[]): readonly NamedPromise[] {
  const all = decisions.flatMap(({ inProgress, met, pending, unknown }) => [
    ...inProgress,
    ...pending,
    ...met,
    ...unknown,
  ]);
  return all.map(({ id, promise }) => ({ id, promise }));
}

function entry({ id, promise }: NamedPromise, style: Style): string {
  const { met, total } = progressOf(promise);
  return `  ${statusMark(promise, style)} ${id}  ${oneLine(titleOf(promise))}  [${met}/${total}]`;
}

function mayEnd(decisions: readonly CheckDecision[]): boolean {
  return decisions.every((decision) => decision.mayEnd);
}

function answerText({ decisions, fault, session }: WhereFacts): string | undefined {
  if (session === undefined || fault !== undefined) return undefined;
  return mayEnd(decisions) ? 'open: this session may end' : 'shut: this session may not end';
}

/** The commands that come next: what the gate waits for, else what is left to close, else a new promise. */
function nextSteps(
  { decisions, fault, next, session }: WhereFacts,
  lines: CommandLines,
): readonly string[] {
  if (fault !== undefined) return [lines.of('cs doctor')];
  if (session === undefined) return [`eval "$(${lines.init()})"`];
  if (next.length > 0) return next.slice(0, 3).map((action) => nextLine(action, lines));
  const [met] = decisions.flatMap((decision) => decision.met);
  return [met === undefined ? lines.create() : lines.verify(met.id)];
}
