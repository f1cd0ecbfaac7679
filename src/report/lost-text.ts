import type { LossByRegister, LostPromise } from '../domain/session/lost-promise.ts';
import type { Lessening } from '../domain/session/promise-outline.ts';
import type { RegisteredPromise } from '../domain/session/register.ts';
import { firstFew } from './first-few.ts';
import { oneLine } from './printable.ts';

/** How a promise that was lost is told to the session and to its user. */

/** How many changes of one promise are named before the others are only counted. */
const MOST_CHANGES = 5;

/** What became of a promise, without its id. */
export function lossText(lost: LostPromise): string {
  switch (lost.how) {
    case 'vanished':
      return lost.noticed === 'by-register'
        ? `its file is gone, and no command removed it (${oneLine(lost.project)})`
        : 'its file is gone';
    case 'cancelled':
      return 'it was cancelled';
    case 'released':
      return 'it was released and has no owner';
    case 'taken-over':
      return 'another session owns it now';
    case 'changed-outside':
      return `its file was changed from outside: ${changesText(lost)} (${oneLine(lost.project)})`;
  }
}

/** Where it was known to be open. */
export function knownText({ noticed }: LostPromise): string {
  return noticed === 'by-register' ? 'was open when last written' : 'was open at the last stop';
}

function changesText({ lessenings }: Pick<LossByRegister, 'lessenings'>): string {
  const { more, named } = firstFew(lessenings, MOST_CHANGES);
  return [...named.map(changeText), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function changeText(lessening: Lessening): string {
  switch (lessening.what) {
    case 'status':
      return `status ${oneLine(lessening.before)} became ${oneLine(lessening.now)}`;
    case 'criterion-gone':
      return `criterion ${oneLine(lessening.id)} is gone`;
    case 'criterion-met':
      return `criterion ${oneLine(lessening.id)} became met`;
    case 'criterion-changed':
      return `criterion ${oneLine(lessening.id)} was reworded`;
    case 'criterion-proof':
      return `the proof of criterion ${oneLine(lessening.id)} was replaced`;
    case 'judgments':
      return 'its judgments were altered';
    case 'beginning':
      return 'its record of when, at which commit or with which settings it was made was altered';
    case 'accepted':
      return `the finding ${oneLine(lessening.id)} in its tests was marked accepted`;
    case 'owner':
      return 'this session no longer owns it';
    case 'not-known':
      return 'its earlier content is unknown';
  }
}

/** The losses in one line for the user; nothing where there are none. */
export function lostUserLines(lost: readonly LostPromise[]): readonly string[] {
  const changed = lost.filter(({ how }) => how === 'changed-outside');
  const gone = lost.filter(({ how }) => how !== 'changed-outside');
  return [
    ...(gone.length === 0
      ? []
      : [
          `Promises of this session are gone and were not verified: ${gone
            .map(({ how, id }) => `${oneLine(id)} (${how})`)
            .join(', ')}.`,
        ]),
    ...changed.map((one) => `Promise ${oneLine(one.id)} of this session: ${lossText(one)}.`),
  ];
}

/** What the user is told of a change that a command has shown to the session. */
export function toldText({ id, made, project }: RegisteredPromise): string {
  const what =
    made === undefined ? 'is gone' : `was changed: it is now ${oneLine(made.outline.status)}`;
  return `Promise ${oneLine(id)} of this session ${what}, by something other than completion-promise (${oneLine(project)}). The session has been told.`;
}
