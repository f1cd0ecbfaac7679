import type { LossByRegister } from '../domain/session/lost-promise.ts';
import {
  type CheckText,
  checkJson,
  checkText,
  endedByPersonText,
  promisesIn,
} from './check-text.ts';
import { type DecidedFolder, type DecidedFolders, isKept, mayEndIn } from './decided-folders.ts';
import { failureMessage } from './failure-text.ts';
import { firstFew } from './first-few.ts';
import { knownText, lossText } from './lost-text.ts';
import { unconfirmedEndLines, unconfirmedWaiverLines } from './person-act-text.ts';
import { oneLine, printable } from './printable.ts';
import { notCheckedText, type UnreachedStore } from './unreached-text.ts';
import { type WeakenedPromise, weakerJson, weakerText } from './weaker-text.ts';

/** The texts of the check over all folders in which a session may have promises. */

/** The whole answer on stdout, and a short one for the model on stderr. */
export function foldersText(decided: DecidedFolders, verbose: boolean): CheckText {
  const { folders, lost, session } = decided;
  const ended = folders.find((folder) => folder.ended !== undefined)?.ended;
  if (ended !== undefined && mayEndIn(decided)) {
    return { stdout: '', stderr: `${endedByPersonText(ended, session)}\n` };
  }
  const texts = folders
    .filter((folder) => folder.ended === undefined)
    .map((folder) => withEndNote(textIn(verbose)(folder), folder, session));
  const all = lost.length === 0 ? texts : [...texts, lostText(decided)];
  const unreached = folders.flatMap((folder) => folder.unreached ?? []);
  return {
    stdout: all.map(({ stdout }) => stdout).join(''),
    stderr: [...all.map(({ stderr }) => stderr), ...notCheckedLines(unreached)].join(''),
  };
}

/** That what is said is not of this moment, each store once. */
function notCheckedLines(unreached: readonly UnreachedStore[]): readonly string[] {
  return [...new Set(unreached.map((one) => textOf([notCheckedText(one)])))];
}

/** The text of a folder that keeps a session, with what is wrong with an end that stands in the session's file. */
function withEndNote(text: CheckText, folder: DecidedFolder, session: string): CheckText {
  const notes = isKept(folder)
    ? unconfirmedEndLines(folder.unconfirmedEnd, session, folder.lines)
    : [];
  if (notes.length === 0) return text;
  return { ...text, stdout: text.stdout + textOf(notes.map((note) => `Note: ${note}`)) };
}

/** The text of a folder; that of a further folder begins with its name. */
function textIn(verbose: boolean): (folder: DecidedFolder) => CheckText {
  return ({ decision, folder, lines, weakened }) => {
    const text = withWeakened(checkText(decision, verbose, lines), weakened, decision.mayEnd);
    if (folder === undefined) return text;
    const named = (of: string) => (of === '' ? '' : printable(`IN ${oneLine(folder)}:\n`) + of);
    return { stdout: named(text.stdout), stderr: named(text.stderr) };
  };
}

/** Settings are a person's: the short text, which the model is shown, says nothing of them. */
function withWeakened(
  text: CheckText,
  weakened: readonly WeakenedPromise[],
  mayEnd: boolean,
): CheckText {
  const sentences = weakened.flatMap(weakerText);
  if (text.stdout === '' || sentences.length === 0) return text;
  const lines = mayEnd ? sentences : ['', ...sentences];
  return { ...text, stdout: `${text.stdout}${textOf(lines)}` };
}

/** How many lost promises the short text names before it only counts them. */
const MOST_NAMED = 3;

function lostText({ folders, lost, session }: DecidedFolders): CheckText {
  const show = statusLine(folders);
  const { more, named } = firstFew(lost, MOST_NAMED);
  const texts = named.map((one) => `${oneLine(one.id)} ${knownText(one)}; ${lossText(one)}`);
  const stdout = [
    ...(folders.some(isKept)
      ? ['']
      : [
          'COMPLETION CRITERIA NOT MET',
          '===========================',
          `Session: ${oneLine(session)}`,
          '',
        ]),
    ...lostSection(lost),
    '',
    'NEXT ACTION:',
    `  ${show}`,
  ];
  const stderr = [
    `Blocked: ${texts.join('; ')}${more > 0 ? ` and ${more} more` : ''}.`,
    `Next: ${show}`,
    'Then tell the user what happened to them and why.',
  ];
  return { stdout: textOf(stdout), stderr: textOf(stderr) };
}

/** The promises that something else than the suite removed or changed, under their heading. */
export function lostSection(lost: readonly LossByRegister[]): readonly string[] {
  return [
    `PROMISES CHANGED OUTSIDE COMPLETION-PROMISE (${lost.length}):`,
    ...lost.map((one) => `  ${oneLine(one.id)}: ${lossText(one)}`),
  ];
}

/** The command that shows the session what was changed. */
function statusLine([own]: readonly DecidedFolder[]): string {
  return own?.lines.status() ?? '';
}

function textOf(lines: readonly string[]): string {
  return `${printable(lines.join('\n'))}\n`;
}

/** The decisions as data, for `--json`: the project's own, with those of the further folders beside it. */
export function foldersJson(decided: DecidedFolders): object {
  const { folders, lost } = decided;
  const [own, ...further] = folders;
  const show = lost.length === 0 ? [] : [statusLine(folders)];
  const data = own === undefined ? {} : checkJson(own.decision, own.lines, show);
  const [unreached] = folders.flatMap((folder) => folder.unreached ?? []);
  return {
    ...data,
    ...(unreached === undefined ? {} : { not_checked: notCheckedJson(unreached) }),
    ended: folders.find((folder) => folder.ended !== undefined)?.ended ?? null,
    unconfirmed: unconfirmedJson(folders),
    may_end: mayEndIn(decided),
    lost: lost.map(lostJson),
    weaker_settings: weakerJson(own?.weakened ?? []),
    folders: further.map(({ decision, ended, folder, lines, weakened }) => ({
      folder,
      ...checkJson(decision, lines),
      weaker_settings: weakerJson(weakened),
      ended: ended ?? null,
      may_end: decision.mayEnd || ended !== undefined,
    })),
  };
}

function notCheckedJson({ at, failure }: UnreachedStore): object {
  return { reason: failureMessage(failure), known_at: at ?? null };
}

/** What stands in files as a person's act and does not count. */
function unconfirmedJson(folders: readonly DecidedFolder[]): readonly string[] {
  return folders.flatMap(({ decision, lines, unconfirmedEnd }) => [
    ...unconfirmedWaiverLines(promisesIn(decision), lines),
    ...unconfirmedEndLines(unconfirmedEnd, decision.session, lines),
  ]);
}

/** One lost promise as data. */
export function lostJson({ how, id, lessenings, now, project }: LossByRegister): object {
  return {
    id,
    folder: project,
    how,
    status: now?.outline.status ?? null,
    changes: lessenings.map(({ what, ...rest }) => ({
      what,
      ...('id' in rest ? { [what === 'accepted' ? 'finding' : 'ac_id']: rest.id } : {}),
      ...('before' in rest ? { before: rest.before, now: rest.now } : {}),
    })),
  };
}
