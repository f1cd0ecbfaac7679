import { failed, type Result, success } from '../../../domain/base/result.ts';
import { timestamp } from '../../../domain/base/time.ts';
import { ownerOf, titleOf } from '../../../domain/promise/promise.ts';
import {
  type Actor,
  closedFault,
  type GivenUpBy,
} from '../../../domain/promise/promise-changes.ts';
import { oneLine } from '../../../report/printable.ts';
import { progressText } from '../../../report/promise-text.ts';
import type { Suite } from '../../../suite.ts';
import type { Option } from '../../command.ts';
import { personRefusal } from '../../person.ts';
import { fateOf } from '../../session-hosts.ts';

export const FOR_OPTIONS: Readonly<Record<string, Option>> = {
  for: {
    takes: 'word',
    summary:
      'With --release and --cancel: for this session, which does not run any more; only a person can, on a terminal',
  },
};

/** A promise that a person gives up for the session that owns it. */
interface GivingUp {
  readonly id: string;
  readonly session: string;
  /** Completes "to …". */
  readonly purpose: string;
}

/**
 * A person who acts for a session that does not run any more, once confirmed. Fails where that session does not own
 * the promise or still runs, and where there is no person or the person does not confirm.
 */
export async function givenUpByPerson(
  { id, purpose, session }: GivingUp,
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
  if (fate === 'running') return failed({ kind: 'session-running', session });
  const known = fate === 'gone' ? 'does not run any more' : 'may still run: nothing here tells';
  const refused = await personRefusal(
    {
      action: 'give up a promise for another session',
      shown: [
        `${id}: ${oneLine(titleOf(promise))} (${progressText(promise)} criteria met)`,
        `  Its session ${oneLine(session)} ${known}.`,
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
