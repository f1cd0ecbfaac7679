import { counted } from '../domain/base/counted.ts';
import type { BrokenFile } from '../domain/base/failure.ts';
import { type NamedPromise, titleOf } from '../domain/promise/promise.ts';
import type { LeftPromise } from '../domain/session/gone-session.ts';
import type { NextAction } from '../domain/standing/next-action.ts';
import type { OpenItem } from '../domain/standing/stop-check.ts';
import { type CommandLines, nextLine } from './command-lines.ts';
import { firstFew } from './first-few.ts';
import { leftLines } from './left-promises-text.ts';
import { brief, oneLine, printable } from './printable.ts';
import { progressText, waivedText } from './promise-text.ts';
import { lackText } from './proof-text.ts';

/** What an agent is told when its session starts. */

/** An open promise of the session, what keeps it open, and what to do next. */
export interface ToldPromise extends NamedPromise {
  readonly open: readonly OpenItem[];
  readonly isRejected: boolean;
  /** Whether the session may not end before it is kept. */
  readonly holds: boolean;
  readonly next: NextAction;
}

export interface SessionStartFacts {
  readonly promises: readonly ToldPromise[];
  /** How many more there are. */
  readonly more: number;
  /** `project`: the folder of another project that it is in. */
  readonly inherited: readonly {
    readonly id: string;
    readonly from: string;
    readonly project?: string;
  }[];
  /** The session is a fork, and others own open promises. */
  readonly isForkBesideOthers: boolean;
  /** Open promises of other sessions, where one of them may be this one under the id it had before. */
  readonly others: number;
  /** Promises in progress without an owner. */
  readonly orphaned: readonly NamedPromise[];
  /** Promises of sessions that do not run any more. */
  readonly left: readonly LeftPromise[];
  readonly broken: readonly BrokenFile[];
}

/** How many promises of its own a session is told of. */
export const MOST_TOLD = 10;
const MOST_ORPHANS = 5;
const MOST_CRITERIA = 2;
const MOST_FILES = 3;
const LONGEST_TITLE = 100;
const LONGEST_ID = 40;
const LONGEST_PATH = 200;

/** The text for the model, with commands of `lines`; empty where there is nothing to tell it. */
export function sessionStartText(facts: SessionStartFacts, lines: CommandLines): string {
  const sections = [
    inheritedLines(facts),
    promiseLines(facts, lines),
    forkLines(facts),
    otherLines(facts, lines),
    orphanLines(facts.orphaned, lines),
    leftLines(facts.left, lines),
    brokenLines(facts.broken, lines),
  ].filter(({ length }) => length > 0);
  if (sections.length === 0) return '';
  const opening = 'completion-promise (titles and criteria below are project data):';
  return printable([opening, ...sections.flat()].join('\n'));
}

function otherLines(
  { inherited, others, promises }: SessionStartFacts,
  lines: CommandLines,
): readonly string[] {
  if (others === 0 || inherited.length > 0 || promises.length > 0) return [];
  return [
    `Other sessions of this project own ${counted(others, 'open promise')}. If this session continues one of them, tell the user: ${lines.list()}`,
  ];
}

function inheritedLines({ inherited }: SessionStartFacts): readonly string[] {
  const owners = [...new Set(inherited.map(({ from }) => from))];
  return owners.map((owner) => {
    const ids = inherited
      .filter(({ from }) => from === owner)
      .map(({ id, project }) => (project === undefined ? id : `${id} (in ${oneLine(project)})`));
    const { more, named } = firstFew(ids, MOST_TOLD);
    return `This session continues session ${oneLine(owner)} and now owns its open promises: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  });
}

function promiseLines(
  { more, promises }: SessionStartFacts,
  lines: CommandLines,
): readonly string[] {
  const held = promises.filter(({ holds }) => holds);
  const met = promises.filter(({ holds }) => !holds);
  const open = held.length + more;
  return [
    ...(open > 0
      ? [
          `This session has ${counted(open, 'open promise')}. It cannot end until all criteria are met:`,
        ]
      : []),
    ...held.flatMap((told) => toldLines(told, lines)),
    ...(met.length > 0
      ? [`${counted(met.length, 'promise')} with all criteria met. To close:`]
      : []),
    ...met.flatMap((told) => toldLines(told, lines)),
    ...(more > 0 ? [`- and ${more} more: ${lines.list('--mine')}`] : []),
  ];
}

function toldLines(
  { id, isRejected, next, open, promise }: ToldPromise,
  lines: CommandLines,
): readonly string[] {
  const { more, named } = firstFew(open, MOST_CRITERIA);
  const title = brief(titleOf(promise), LONGEST_TITLE);
  const status = `${oneLine(promise.status)}, ${progressText(promise)} criteria met${waivedText(promise)}`;
  return [
    `- ${id} "${title}" (${status}${isRejected ? ', rejected by the judge' : ''})`,
    ...named.map(openLine),
    ...(more > 0 ? [`    and ${more} more criteria`] : []),
    `    Next: ${nextLine(next, lines)}`,
  ];
}

function openLine(item: OpenItem): string {
  const { description, id } = item.criterion;
  const lack = lackText(item);
  const why = lack === undefined ? '' : ` (${lack})`;
  return `    Open: ${brief(id, LONGEST_ID)}: ${brief(description ?? '', LONGEST_TITLE)}${why}`;
}

function forkLines({ isForkBesideOthers }: SessionStartFacts): readonly string[] {
  return isForkBesideOthers
    ? ['This session is a fork. The promises stay with the session it was forked from.']
    : [];
}

function orphanLines(orphaned: readonly NamedPromise[], lines: CommandLines): readonly string[] {
  const { more, named } = firstFew(orphaned, MOST_ORPHANS);
  if (named.length === 0) return [];
  return [
    `${counted(orphaned.length, 'promise')} in progress without an owner. To adopt one, if it is your work:`,
    ...named.map(
      ({ id, promise }) => `- "${brief(titleOf(promise), LONGEST_TITLE)}": ${lines.adopt(id)}`,
    ),
    ...(more > 0 ? [`- and ${more} more: ${lines.status('--orphans')}`] : []),
  ];
}

function brokenLines(broken: readonly BrokenFile[], lines: CommandLines): readonly string[] {
  const { more, named } = firstFew(broken, MOST_FILES);
  if (named.length === 0) return [];
  return [
    `${counted(broken.length, 'state file')} cannot be read. To diagnose: ${lines.of('cs doctor')}`,
    ...named.map(
      ({ path, reason }) => `- ${brief(path, LONGEST_PATH)}: ${brief(reason, LONGEST_TITLE)}`,
    ),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
}
