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
        ? `its file is gone, and no command of the suite removed it (${oneLine(lost.project)})`
        : 'its file is gone';
    case 'cancelled':
      return 'it was cancelled';
    case 'released':
      return 'it was released, and nobody owns it';
    case 'taken-over':
      return 'another session owns it now';
    case 'changed-outside':
      return `its file was changed by something else than the suite: ${changesText(lost)} (${oneLine(lost.project)})`;
  }
}

/** Where it was known to be open. */
export function knownText({ noticed }: LostPromise): string {
  return noticed === 'by-register'
    ? 'was open when the suite last wrote it'
    : 'was open at the last stop';
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
      return `criterion ${oneLine(lessening.id)} asks for something else`;
    case 'criterion-proof':
      return `the proof of criterion ${oneLine(lessening.id)} is another one`;
    case 'judgments':
      return 'what judges said of it is not what they said';
    case 'beginning':
      return 'when, at which commit or with which settings it was made is not what the suite wrote';
    case 'accepted':
      return `the finding ${oneLine(lessening.id)} in its tests became accepted`;
    case 'owner':
      return 'this session does not own it any more';
    case 'not-known':
      return 'what it asked for before is not known';
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
          `Promises of this session are gone without having been verified: ${gone
            .map(({ how, id }) => `${oneLine(id)} (${how})`)
            .join(', ')}.`,
        ]),
    ...changed.map((one) => `Promise ${oneLine(one.id)} of this session: ${lossText(one)}.`),
  ];
}

/** What the user is told of a change that a command has shown to the session. */
export function toldText({ id, made, project }: RegisteredPromise): string {
  const what =
    made === undefined ? 'is gone' : `was changed: it is ${oneLine(made.outline.status)} now`;
  return `Promise ${oneLine(id)} of this session ${what}, and the suite did not do it (${oneLine(project)}). The session knows.`;
}
