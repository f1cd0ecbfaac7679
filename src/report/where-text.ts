import { isClosed, type NamedPromise, progressOf, titleOf } from '../domain/promise/promise.ts';
import type { Pause } from '../domain/session/pause.ts';
import { nextActions } from '../domain/standing/next-action.ts';
import { type CommandLines, nextLine } from './command-lines.ts';
import { type DecidedFolder, type DecidedFolders, mayEndIn } from './decided-folders.ts';
import { firstFew } from './first-few.ts';
import { pauseText } from './let-through-text.ts';
import { oneLine } from './printable.ts';
import { statusMark } from './promise-text.ts';
import { type ShownStore, shownStoreText } from './store-text.ts';
import type { Style } from './style.ts';

/** What `cs` alone goes by. */
interface WhereFacts {
  readonly projectFolder: string;
  /** Where the state lies, if not in that folder. */
  readonly store: ShownStore | undefined;
  /** Undefined where no session is set. */
  readonly session: string | undefined;
  /** What is decided of the session, in each folder in which it promised something; undefined where nothing is. */
  readonly decided: DecidedFolders | undefined;
  readonly active: readonly NamedPromise[];
  /** The pause of the stop gate that is in force, and the present time in milliseconds since 1970. */
  readonly paused: Pause | undefined;
  readonly now: number;
  /** Why nothing could be decided. */
  readonly fault: string | undefined;
}

/** How many promises are listed before the rest is only counted. */
const MOST_LISTED = 5;

/** Where the reader is, and the next command. */
export function whereText(facts: WhereFacts, style: Style, lines: CommandLines) {
  const { active, decided, fault, now, paused, projectFolder, session, store } = facts;
  const own = (decided?.folders ?? []).flatMap(promisesOf);
  const ids = new Set(own.map(({ named }) => named.id));
  const others = active.filter(({ id, promise }) => !ids.has(id) && !isClosed(promise)).length;
  const next = nextSteps(facts, lines);
  const { more, named } = firstFew(own, MOST_LISTED);
  const gate = gateText(facts);
  return {
    text: [
      `Project: ${oneLine(projectFolder)}`,
      ...(store === undefined ? [] : [`Store:   ${shownStoreText(store)}`]),
      `Session: ${session === undefined ? 'none' : oneLine(session)}`,
      ...(gate === undefined ? [] : [`Gate:    ${gate}`]),
      ...(paused === undefined ? [] : [`Gate:    ${pauseText(paused, now, lines)}`]),
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
      ...(store && { store }),
      session_id: session ?? null,
      may_end: decided === undefined ? null : mayEndIn(decided),
      paused: paused ?? null,
      promises: own.map(({ named: { id } }) => id),
      others,
      next,
    },
  };
}

/** A promise of the session, and its folder where that is not the project. */
interface OwnPromise {
  readonly named: NamedPromise;
  readonly folder: string | undefined;
}

/** The promises of the session that a decision is about. */
function promisesOf({ decision, folder }: DecidedFolder): readonly OwnPromise[] {
  const { inProgress, met, pending, unknown } = decision;
  return [...inProgress, ...pending, ...met, ...unknown].map(({ id, promise }) => ({
    named: { id, promise },
    folder,
  }));
}

function entry({ folder, named: { id, promise } }: OwnPromise, style: Style): string {
  const { met, total } = progressOf(promise);
  const place = folder === undefined ? '' : `  in ${oneLine(folder)}`;
  return `  ${statusMark(promise, style)} ${id}  ${oneLine(titleOf(promise))}  [${met}/${total}]${place}`;
}

function gateText({ decided }: WhereFacts): string | undefined {
  if (decided === undefined) return undefined;
  return mayEndIn(decided) ? 'open: this session can end' : 'blocked: this session cannot end';
}

/** Most commands that are named as the next ones. */
const MOST_STEPS = 3;

/** The commands that come next: what the gate waits for, else what is left to close, else a new promise. */
function nextSteps(
  { decided, fault, session }: WhereFacts,
  lines: CommandLines,
): readonly string[] {
  if (fault !== undefined) return [lines.of('cs doctor')];
  if (session === undefined) return [`eval "$(${lines.init()})"`];
  const folders = decided?.folders ?? [];
  const steps = folders.flatMap(({ decision, lines: there }) =>
    nextActions(decision).map((action) => nextLine(action, there)),
  );
  if (steps.length > 0) return steps.slice(0, MOST_STEPS);
  const [close = lines.create()] = folders.flatMap(({ decision, lines: there }) =>
    decision.met.map(({ id }) => there.verify(id)),
  );
  return [close];
}
