import type { ActFault } from '../domain/promise/person-act.ts';
import { criteriaOf, type NamedPromise } from '../domain/promise/promise.ts';
import type { UnconfirmedEnd } from '../domain/session/session-end.ts';
import type { CommandLines } from './command-lines.ts';
import { firstFew } from './first-few.ts';
import { oneLine } from './printable.ts';

/** What is said of a person's act that stands in a file and does not count. */

/** How many are named before they are only counted. */
const MOST_NAMED = 5;

const FAULTS: Readonly<Record<ActFault, string>> = {
  unnamed: 'it refers to no ledger line, so it was written by hand or by an older version',
  'no-line': 'there is no such line at that place',
  'other-act': 'the line it refers to is about something else',
  'not-inherited': 'it belongs to another session, and no line says that this session continues it',
  'taken-back': 'a later line undoes it',
  'too-far': 'too many lines follow for a gate to check whether it was undone',
};

/** Why an act does not count, to follow what it says. */
export function actFaultText(fault: ActFault): string {
  return `the ledger does not confirm it: ${FAULTS[fault]}`;
}

/** A line for each waiver of these promises that does not count, with the command by which a person can give it. */
export function unconfirmedWaiverLines(
  promises: readonly NamedPromise[],
  commands: CommandLines,
): readonly string[] {
  const found = promises.flatMap(({ id, promise }) =>
    criteriaOf(promise).flatMap(({ id: criterion, waived }) =>
      waived?.unconfirmed === undefined ? [] : [{ id, criterion, fault: waived.unconfirmed }],
    ),
  );
  const { more, named } = firstFew(found, MOST_NAMED);
  return [
    ...named.map(
      ({ criterion, fault, id }) =>
        `${oneLine(criterion)} of ${oneLine(id)} is waived in its file, but ${actFaultText(fault)}. It does not count. A person can run, in a terminal: ${commands.waive(id, criterion)}`,
    ),
    ...(more > 0 ? [`${more} more waivers do not count.`] : []),
  ];
}

/** A line for each acceptance of these promises that does not count, with the command by which it can be given. */
export function unconfirmedAcceptanceLines(
  promises: readonly NamedPromise[],
  commands: CommandLines,
): readonly string[] {
  const found = promises.flatMap(({ id, promise }) =>
    (promise.accepted ?? []).flatMap(({ digest, unconfirmed: fault }) =>
      fault === undefined ? [] : [{ id, digest, fault }],
    ),
  );
  const { more, named } = firstFew(found, MOST_NAMED);
  return [
    ...named.map(
      ({ digest, fault, id }) =>
        `The finding ${oneLine(digest)} of ${oneLine(id)} is accepted in its file, but the ledger does not confirm it: ${FAULTS[fault]}. It does not count. Another session, or a person in a terminal, can run: ${commands.accept(id, digest)}`,
    ),
    ...(more > 0 ? [`${more} more acceptances do not count.`] : []),
  ];
}

/** The line for an end of a session that does not count; none where there is none. */
export function unconfirmedEndLines(
  end: UnconfirmedEnd | undefined,
  session: string,
  commands: CommandLines,
): readonly string[] {
  if (end === undefined) return [];
  return [
    `The file of session ${oneLine(session)} says that a person ended it, but ${actFaultText(end.fault)}. It does not count. A person can run, in a terminal: ${commands.end(session)}`,
  ];
}
