import { memoryIdOf } from '../../domain/gate-memory.ts';
import { type NamedPromise, ownerOf } from '../../domain/promise.ts';
import { failed, type Result, success } from '../../domain/result.ts';
import { endIn, type SessionEnd, withEnd, withoutEnd } from '../../domain/session-end.ts';
import { timestamp } from '../../domain/time.ts';
import {
  endedText,
  leftOpenText,
  reopenedText,
  whichSession,
} from '../../report/session-end-text.ts';
import { unreadableNotes } from '../../report/status-text.ts';
import type { PromiseListing } from '../../store/reading.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { personRefusal } from '../person.ts';
import { warningOf } from '../print.ts';
import type { Suite } from '../suite.ts';
import { usage } from '../usage.ts';

const HELP = 'Try: cs end-session --help';

export const endSessionCommand: Command = {
  summary: 'Lets a session end with what it left open; only a person can, on a terminal.',
  usage: ['[<session>] --reason "…"', '[<session>] --undo'],
  positional: { name: 'session' },
  options: {
    reason: { takes: 'text', summary: 'Why it may end' },
    undo: { takes: 'nothing', summary: 'Take the end back' },
    json: JSON_OPTION,
  },
  examples: [
    [
      '$0 --reason "The rest is for next week"',
      'The session that is set, or the only one there is',
    ],
    ['$0 <session> --undo', 'Its stop gate holds it again'],
  ],
  async run(args, suite) {
    const isUndo = args.given('undo');
    const reason = (args.text('reason') ?? '').trim();
    if (isUndo && args.given('reason')) {
      return usage('--reason and --undo cannot be given together', HELP);
    }
    if (!isUndo && reason === '') {
      return usage('To end a session, --reason is required: why may it?', HELP);
    }
    const listed = await suite.promises.listActive();
    if (!listed.ok) return listed;
    const session = sessionMeant(args, listed.value, suite);
    if (!session.ok) return session;
    return isUndo
      ? reopen(session.value, listed.value, suite)
      : end(session.value, reason, listed.value, suite);
  },
};

/** The one that is named, else that of the environment, else the only one that has open promises. */
function sessionMeant(
  args: Arguments,
  { promises }: PromiseListing,
  { environment }: Suite,
): Result<string> {
  const named = args.positional ?? environment.session?.id;
  if (named !== undefined) return success(named);
  const owners = [...new Set(promises.flatMap(({ promise }) => ownerOf(promise) ?? []))];
  const [only, ...others] = owners;
  return only !== undefined && others.length === 0
    ? success(only)
    : usage('Which session?', whichSession(promises));
}

async function end(
  session: string,
  reason: string,
  listing: PromiseListing,
  suite: Suite,
): Promise<Result<Report>> {
  const kept = suite.stopGate.read(memoryIdOf(session));
  if (!kept.ok) return kept;
  const leftOpen = ownedBy(session, listing);
  const refused = await personRefusal(
    {
      action: 'end a session',
      shown: leftOpenText(session, leftOpen, suite.style),
      question: `Type "${session}" to let it end: `,
      typed: session,
    },
    suite,
  );
  if (refused !== undefined) return failed(refused);
  const ended: SessionEnd = { by: 'person', at: timestamp(suite.clock.now()), reason };
  const changed = await suite.stopGate.change(memoryIdOf(session), (state) =>
    success({
      state: withEnd(state, ended),
      value: ended,
      event: { event: 'session.ended', session, reason },
    }),
  );
  if (!changed.ok) return changed;
  return success({
    text: endedText(session, reason, leftOpen.length, suite.style),
    json: { session_id: session, ended, left_open: leftOpen.map(({ id }) => id) },
    notes: [...changed.value.warnings.map(warningOf), ...unreadableNotes(listing.broken)],
  });
}

async function reopen(
  session: string,
  listing: PromiseListing,
  suite: Suite,
): Promise<Result<Report>> {
  const kept = suite.stopGate.read(memoryIdOf(session));
  if (!kept.ok) return kept;
  // What would be refused anyway is not asked about first.
  if (endIn(kept.value) === undefined) return notEnded(session);
  const open = ownedBy(session, listing);
  const refused = await personRefusal(
    {
      action: "take a session's end back",
      shown: leftOpenText(session, open, suite.style),
      question: `Type "${session}" to hold it again: `,
      typed: session,
    },
    suite,
  );
  if (refused !== undefined) return failed(refused);
  const changed = await suite.stopGate.change(memoryIdOf(session), (state) =>
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

function notEnded(session: string): Result<never> {
  return usage(`Session ${session} was not ended by a person: there is nothing to take back`);
}

function ownedBy(session: string, { promises }: PromiseListing): readonly NamedPromise[] {
  return promises.filter(({ promise }) => ownerOf(promise) === session);
}
