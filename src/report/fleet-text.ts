import { counted } from '../domain/base/counted.ts';
import {
  type FleetReading,
  type FleetSession,
  type FleetState,
  type HeldPromise,
  stateOf,
} from '../domain/session/fleet.ts';
import { capText } from './cap-text.ts';
import type { CommandLines } from './command-lines.ts';
import { firstFew } from './first-few.ts';
import { brief, oneLine, printable } from './printable.ts';
import type { Style } from './style.ts';
import { durationText, questionText } from './waiting-text.ts';

/** The sessions of all machines, for people and as data. */

const LONGEST_TITLE = 80;
const LONGEST_QUESTION = 100;

export function fleetText(
  { sessions, unowned }: FleetReading,
  style: Style,
  lines: CommandLines,
): string {
  const projects = [...new Set([...sessions, ...unowned].map(({ project }) => project))].sort();
  const heading = [style.bold('FLEET'), '====='];
  if (projects.length === 0) return [...heading, 'No session was seen.'].join('\n');
  return [
    ...heading,
    ...projects.flatMap((project) => [
      `${oneLine(project)}:`,
      ...sessions.filter((one) => one.project === project).flatMap(sessionLines),
      ...unowned
        .filter((one) => one.project === project)
        .map(({ count }) => `  ${unownedText(count, lines)}`),
    ]),
  ].join('\n');
}

function unownedText(count: number, lines: CommandLines): string {
  return `${counted(count, 'open promise')} without an owner: ${lines.of('cs promise adopt --next')}`;
}

function sessionLines(one: FleetSession): readonly string[] {
  const { machine, open, promises, session } = one;
  const on = machine === undefined ? '' : ` on ${oneLine(machine)}`;
  const more = open - promises.length;
  return [
    `  ${oneLine(session)}${on}: ${stateText(one)}`,
    ...promises.map((promise) => `      ${promiseText(promise)}`),
    ...(more > 0 ? [`      and ${counted(more, 'more promise', 'more promises')}`] : []),
  ];
}

function promiseText({ id, met, title, total }: HeldPromise): string {
  return `${oneLine(id)} "${brief(title, LONGEST_TITLE)}" (${met}/${total})`;
}

const WORDS: Readonly<Record<FleetState, string>> = {
  working: 'working',
  waiting: 'waiting for its user',
  capped: 'capped: not complete',
  silent: 'silent',
  ended: 'ended',
  'never-seen': 'never seen',
};

/** What a session does, and when it was seen last. */
function stateText(one: FleetSession): string {
  const state = stateOf(one);
  const seen = one.seenAgoMs === undefined ? '' : `, last seen ${durationText(one.seenAgoMs)} ago`;
  const { capped, waiting } = one;
  const why =
    state === 'waiting' && waiting !== null && waiting.kind !== 'plan'
      ? `: ${questionText(waiting, LONGEST_QUESTION)}`
      : state === 'capped' && capped !== undefined
        ? ` (${capText(capped)})`
        : '';
  return `${WORDS[state]}${why}${seen}`;
}

export function fleetJson({ sessions, unowned }: FleetReading): object {
  return {
    sessions: sessions.map((one) => ({
      project: one.project,
      session_id: one.session,
      machine: one.machine ?? null,
      state: stateOf(one),
      seen_ago_ms: one.seenAgoMs ?? null,
      open: one.open,
      promises: one.promises,
      waiting: one.waiting,
      capped: one.capped ?? null,
    })),
    unowned,
  };
}

const MOST_NAMED = 5;

/** What the user of a session that starts is told of sessions that are not seen any more; empty where there are none. */
export function silentMessage(silent: readonly FleetSession[], lines: CommandLines): string {
  const { more, named } = firstFew(silent, MOST_NAMED);
  if (named.length === 0) return '';
  const left = silent.reduce((sum, { open }) => sum + open, 0);
  return printable(
    [
      `${counted(left, 'open promise')} of sessions on other machines that are not seen any more. To have another session go on with one, release it in a terminal:`,
      ...named.flatMap((one) => {
        const { machine = 'a machine that is not known', session } = one;
        const seen = durationText(one.seenAgoMs ?? 0);
        return one.promises
          .slice(0, 1)
          .map(
            (promise) =>
              `  ${promiseText(promise)}, session ${oneLine(session)} on ${oneLine(machine)}, last seen ${seen} ago: ${lines.giveUpFor('release', promise.id, session)}`,
          );
      }),
      ...(more > 0 ? [`  and ${more} more sessions`] : []),
    ].join('\n'),
  );
}
