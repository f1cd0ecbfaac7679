import type { Failure } from '../../../domain/base/failure.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { standingRejection } from '../../../domain/judging/judgment-record.ts';
import { type CompletionPromise, isOwnedBy, ownerOf } from '../../../domain/promise/promise.ts';
import {
  type Actor,
  adoptPromise,
  type Change,
  type GivenUpBy,
  startPromise,
} from '../../../domain/promise/promise-changes.ts';
import { giveUp, standingRequest } from '../../../domain/standing/giving-up.ts';
import { oneLine } from '../../../report/printable.ts';
import { ownerText } from '../../../report/promise-text.ts';
import { actorOf, type Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { warningOf } from '../../print.ts';
import { keepOwnHost, withOwnerFate } from '../../session-hosts.ts';
import type { PromiseAction } from './action.ts';
import { givenUpByPerson } from './given-up.ts';

/** An action that takes only the promise's id. */
interface Move {
  readonly option: string;
  readonly change: (
    id: string,
    promise: CompletionPromise,
    actor: Actor,
    given?: GivenUpBy,
  ) => Result<Change>;
  /** Whether the promise is there already, so that a second call does no harm. */
  readonly isThere?: (promise: CompletionPromise, actor: Actor) => boolean;
  /** The word for its end. */
  readonly done: string;
  /** What it is for a person to do it for another session, where a person can. */
  readonly forGone?: string;
}

function moveAction(move: Move): PromiseAction {
  return async (args, suite) => {
    const id = args.text('promise') ?? '';
    const actor = await actorFor(move, args, suite);
    if (!actor.ok) return actor;
    const { given, ...acting } = actor.value;
    // The drop-in name refuses it, as the script did.
    const isLenient = move.isThere !== undefined && suite.spelling !== 'drop-in';
    const there = isLenient ? await suite.promises.find(id) : undefined;
    if (there?.ok === true && move.isThere?.(there.value.promise, acting) === true) {
      return success(movedReport(move, id, there.value.promise, [ALREADY_STARTED], suite));
    }
    const changed = await suite.promises.change(id, (promise) =>
      move.change(id, promise, acting, given),
    );
    if (!changed.ok) return failed(await withOwnerFate(changed.failure, suite));
    const { after, warnings } = changed.value;
    const kept = keptRequest(id, move, after);
    if (kept !== undefined) return failed(kept);
    const unkept = move.option === 'adopt' ? await keepOwnHost(suite) : [];
    return success(movedReport(move, id, after, [...warnings, ...unkept].map(warningOf), suite));
  };
}

const ALREADY_STARTED = 'Note: already started; nothing was changed.';

function movedReport(
  { done }: Move,
  id: string,
  promise: CompletionPromise,
  notes: readonly string[],
  { style }: Suite,
): Report {
  const text = [
    `${done} promise: ${style.bold(id)}`,
    `  Owner:  ${ownerText(promise)}`,
    `  Status: ${oneLine(promise.status)}`,
  ].join('\n');
  return { text, json: { id, promise }, notes };
}

/** What a change came to that only a person can make: the promise is as it was, with the request for it. */
function keptRequest(id: string, { option }: Move, after: CompletionPromise): Failure | undefined {
  const request = standingRequest(after);
  if (request === undefined || request.what !== option) return undefined;
  const { failed = [] } = standingRejection(after) ?? {};
  const owner = ownerOf(after) ?? request.session_id;
  return { kind: 'person-to-give-up', id, what: request.what, owner, failed };
}

/** The session that acts; with `--for`, the one that a person acts for. */
function actorFor(
  { forGone }: Move,
  args: Arguments,
  suite: Parameters<PromiseAction>[1],
): Result<Actor & { readonly given?: GivenUpBy }> | ReturnType<typeof givenUpByPerson> {
  const session = args.text('for');
  if (session === undefined || forGone === undefined) return actorOf(suite);
  return givenUpByPerson({ id: args.text('promise') ?? '', session, purpose: forGone }, suite);
}

export const startAction = moveAction({
  option: 'start',
  change: startPromise,
  isThere: (promise, { session }) =>
    promise.status === 'in_progress' && isOwnedBy(promise, session),
  done: 'Started',
});
export const adoptAction = moveAction({ option: 'adopt', change: adoptPromise, done: 'Adopted' });
export const releaseAction = moveAction({
  option: 'release',
  change: (...given) => giveUp('release', ...given),
  done: 'Released',
  forGone: 'release it for another session',
});
export const cancelAction = moveAction({
  option: 'cancel',
  change: (...given) => giveUp('cancel', ...given),
  done: 'Cancelled',
  forGone: 'cancel it',
});
