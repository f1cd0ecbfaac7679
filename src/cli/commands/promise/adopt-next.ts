import { inOrder } from '../../../domain/base/canonical.ts';
import type { Failure } from '../../../domain/base/failure.ts';
import { failed } from '../../../domain/base/result.ts';
import { isClosed, type NamedPromise, ownerOf } from '../../../domain/promise/promise.ts';
import { withValues } from '../../command.ts';
import { usage } from '../../usage.ts';
import type { PromiseAction } from './action.ts';
import { adoptAction } from './move.ts';

/**
 * Adopts the promise without an owner that was made first. Of several sessions that ask at once, each gets another one:
 * who comes too late for a promise goes on to the next.
 */
export const adoptNextAction: PromiseAction = async (args, suite) => {
  const named = args.text('promise');
  if (named !== undefined) return usage('--next chooses the promise: name none beside it');
  const listed = await suite.promises.listActive();
  if (!listed.ok) return listed;
  for (const { id } of waiting(listed.value.promises)) {
    const adopted = await adoptAction(withValues(args, { promise: [id] }), suite);
    if (adopted.ok || !isTakenMeanwhile(adopted.failure)) return adopted;
  }
  return failed({ kind: 'nothing-to-adopt' });
};

/** The open promises without an owner, the oldest first. */
function waiting(promises: readonly NamedPromise[]): readonly NamedPromise[] {
  const madeAt = ({ promise }: NamedPromise): string => promise.ownership.created_at ?? '';
  return promises
    .filter(({ promise }) => ownerOf(promise) === null && !isClosed(promise))
    .toSorted((one, other) => inOrder(madeAt(one), madeAt(other)));
}

/** Whether a promise was adopted or ended since the list was made. */
function isTakenMeanwhile({ kind }: Failure): boolean {
  return kind === 'not-orphaned' || kind === 'wrong-status' || kind === 'promise-not-found';
}
