import type { OwnerFate } from '../../../domain/base/failure.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { timestamp } from '../../../domain/base/time.ts';
import { type Rejection, standingRejection } from '../../../domain/judging/judgment-record.ts';
import { type CompletionPromise, ownerOf, titleOf } from '../../../domain/promise/promise.ts';
import {
  type Actor,
  closedFault,
  type GivenUpBy,
} from '../../../domain/promise/promise-changes.ts';
import { standingRequest } from '../../../domain/standing/giving-up.ts';
import { requestMark } from '../../../report/give-up-text.ts';
import { oneLine } from '../../../report/printable.ts';
import { progressText } from '../../../report/promise-text.ts';
import type { Suite } from '../../../suite.ts';
import type { Option } from '../../command.ts';
import { personRefusal } from '../../person.ts';
import { fateOf } from '../../session-hosts.ts';

export const FOR_OPTIONS: Readonly<Record<string, Option>> = {
  for: {
    takes: 'word',
    value: '<session>',
    summary:
      "With --release and --cancel: act for this session, which no longer runs or cannot because of a judge's FAIL; only a person can, in a terminal",
  },
};

/** A promise that a person gives up for the session that owns it. */
interface GivenUpFor {
  readonly id: string;
  readonly session: string;
  /** Completes "to …". */
  readonly purpose: string;
}

const FATES: Readonly<Record<OwnerFate, string>> = {
  gone: 'no longer runs',
  running: 'is still running',
  unknown: 'may still be running: unknown',
};

/** The FAIL that stands, and whether its session asked for what the person is about to do. */
function standsLine(promise: CompletionPromise, { at, failed: ids }: Rejection): string {
  const request = standingRequest(promise);
  const asked = request === undefined ? '' : `; ${requestMark(request)} on ${oneLine(request.at)}`;
  return `  A judge's FAIL of ${ids.map(oneLine).join(', ') || 'all of it'} stands (${oneLine(at)})${asked}.`;
}

/**
 * A person who acts for a session, once confirmed: one that does not run any more, or one that cannot do it because a
 * judge's FAIL stands. Fails where that session does not own the promise or can do it itself, and where there is no
 * person or the person does not confirm.
 */
export async function givenUpByPerson(
  { id, purpose, session }: GivenUpFor,
  suite: Suite,
): Promise<Result<Actor & { readonly given: GivenUpBy }>> {
  const found = await suite.promises.find(id);
  if (!found.ok) return found;
  const { promise } = found.value;
  const owner = ownerOf(promise);
  const fate = await fateOf(session, suite);
  if (owner !== session) return failed({ kind: 'not-owner', id, owner, fate });
  const closed = closedFault(id, promise, 'be given up');
  if (closed !== undefined) return failed(closed);
  const rejection = standingRejection(promise);
  if (fate === 'running' && rejection === undefined) {
    return failed({ kind: 'session-running', session });
  }
  const refused = await personRefusal(
    {
      action: 'release or cancel a promise for another session',
      shown: [
        `${id}: ${oneLine(titleOf(promise))} (${progressText(promise)} criteria met)`,
        `  Its session ${oneLine(session)} ${FATES[fate]}.`,
        ...(rejection === undefined ? [] : [standsLine(promise, rejection)]),
      ].join('\n'),
      question: `Type "${oneLine(id)}" to ${purpose}: `,
      typed: id,
    },
    suite,
  );
  if (refused !== undefined) return failed(refused);
  return success({
    session: { id: session, ids: [session] },
    at: timestamp(suite.clock.now()),
    given: { by: 'person' },
  });
}
