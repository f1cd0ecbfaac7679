import { sha256 } from '../../adapters/file-digest.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import { type NamedPromise, ownerOf } from '../../domain/promise/promise.ts';
import {
  coverDigest,
  endIn,
  type SessionEnd,
  withEnd,
  withoutEnd,
} from '../../domain/session/session-end.ts';
import {
  endedText,
  leftOpenText,
  reopenedText,
  whichSession,
} from '../../report/session-end-text.ts';
import { unreadableNotes } from '../../report/status-text.ts';
import { openViews } from '../../state/views.ts';
import { promisesElsewhere } from '../../store/elsewhere-view.ts';
import { placeOf } from '../../store/files/state-folder.ts';
import type { PromiseListing } from '../../store/promise-store.ts';
import { readRegister } from '../../store/register.ts';
import type { Suite } from '../../suite.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { personRefusal } from '../person.ts';
import { warningOf } from '../print.ts';
import { usage } from '../usage.ts';

export const endSessionCommand: Command = {
  summary: 'Lets a session end with open promises. Only a person can, in a terminal.',
  usage: ['[<session>] --reason "…"', '[<session>] --undo'],
  positional: { name: 'session' },
  effects: ['weakens'],
  options: {
    reason: { takes: 'text', value: '"<why>"', summary: 'Why it can end' },
    undo: { takes: 'nothing', summary: 'Undo the end' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0 --reason "The rest is for next week"', 'The current session, or the only one'],
    ['$0 <session> --undo', 'The stop gate blocks it again'],
  ],
  async run(args, suite) {
    const isUndo = args.given('undo');
    const reason = (args.text('reason') ?? '').trim();
    if (isUndo && args.given('reason')) {
      return usage('--reason and --undo cannot be given together');
    }
    if (!isUndo && reason === '') {
      return usage('To end a session, --reason is required');
    }
    const listed = await suite.promises.listActive();
    if (!listed.ok) return listed;
    const session = sessionMeant(args, listed.value, suite);
    if (!session.ok) return session;
    if (isUndo) return reopen(session.value, listed.value, suite);
    // The gates count a register that cannot be read, and a store that is not asked, among the broken files.
    const { broken, promises } = readRegister(suite.register, idsOf(session.value, suite));
    const { environment, files } = suite;
    const folder = environment.projectFolder;
    const viewOf = await openViews({ files, folders: [folder] });
    const here = placeOf(files, folder) ?? folder;
    const ofHere = promises.filter(({ project }) => project === here);
    const elsewhere = promisesElsewhere(viewOf(folder), ofHere);
    const listing = { ...listed.value, broken: [...listed.value.broken, ...broken, ...elsewhere] };
    return end(session.value, reason, listing, suite);
  },
};

/** The session that is named, else that of the environment, else the only one that has open promises. */
function sessionMeant(
  args: Arguments,
  { promises }: PromiseListing,
  { commandLines, environment }: Suite,
): Result<string> {
  const named = args.positional ?? environment.session?.id;
  if (named !== undefined) return success(named);
  const owners = [...new Set(promises.flatMap(({ promise }) => ownerOf(promise) ?? []))];
  const [only, ...others] = owners;
  return only !== undefined && others.length === 0
    ? success(only)
    : usage('Which session?', whichSession(promises, commandLines));
}

/** The session of this id. The environment knows the other ids of the session that runs the command. */
function idsOf(id: string, { environment: { session } }: Suite): readonly string[] {
  return session?.ids.includes(id) ? session.ids : [id];
}

async function end(
  session: string,
  reason: string,
  listing: PromiseListing,
  suite: Suite,
): Promise<Result<Report>> {
  const kept = await suite.stopGate.read(session);
  if (!kept.ok) return kept;
  const leftOpen = ownedBy(session, listing);
  const refused = await askPerson('end a session', 'to let it end', session, leftOpen, suite);
  if (refused !== undefined) return failed(refused);
  const ended: SessionEnd = {
    by: 'person',
    at: timestamp(suite.clock.now()),
    reason,
    promises: leftOpen.map(({ id }) => id),
    unreadable: listing.broken.map(({ path }) => path),
  };
  const covers = coverDigest(ended, sha256);
  const changed = await suite.stopGate.change<SessionEnd>(session, (state) =>
    success({
      state: withEnd(state, ended),
      value: ended,
      event: { event: 'session.ended', session, reason, covers },
      naming: (event) => withEnd(state, { ...ended, event }),
    }),
  );
  if (!changed.ok) return changed;
  return success({
    text: endedText(session, reason, leftOpen.length, suite.style),
    json: { session_id: session, ended, left_open: leftOpen.map(({ id }) => id) },
    notes: [
      ...changed.value.warnings.map(warningOf),
      ...unreadableNotes(listing.broken, suite.commandLines),
    ],
  });
}

async function reopen(
  session: string,
  listing: PromiseListing,
  suite: Suite,
): Promise<Result<Report>> {
  const kept = await suite.stopGate.read(session);
  if (!kept.ok) return kept;
  // A person is not asked to confirm what would be refused anyway.
  if (endIn(kept.value) === undefined) return notEnded(session);
  const open = ownedBy(session, listing);
  const action = "undo a session's end";
  const refused = await askPerson(action, 'to block it again', session, open, suite);
  if (refused !== undefined) return failed(refused);
  const changed = await suite.stopGate.change(session, (state) =>
    endIn(state) === undefined
      ? notEnded(session)
      : success({
          state: withoutEnd(state),
          value: undefined,
          event: { event: 'session.reopened', session },
        }),
  );
  if (!changed.ok) return changed;
  return success({
    text: reopenedText(session, suite.style),
    json: { session_id: session, ended: null, left_open: open.map(({ id }) => id) },
    notes: changed.value.warnings.map(warningOf),
  });
}

/** Shows a person what the session owns, and has its id typed. Gives why that failed. */
function askPerson(
  action: string,
  purpose: string,
  session: string,
  owned: readonly NamedPromise[],
  suite: Suite,
): Promise<Failure | undefined> {
  const shown = leftOpenText(session, owned, suite.style, suite.commandLines);
  const question = `Type "${session}" ${purpose}: `;
  return personRefusal({ action, shown, question, typed: session }, suite);
}

function notEnded(session: string): Result<never> {
  return usage(`Session ${session} was not ended by a person: there is nothing to undo`);
}

function ownedBy(session: string, { promises }: PromiseListing): readonly NamedPromise[] {
  return promises.filter(({ promise }) => ownerOf(promise) === session);
}
