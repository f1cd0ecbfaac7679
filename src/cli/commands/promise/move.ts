import type { Failure } from '../../../domain/base/failure.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { standingRejection } from '../../../domain/judging/judgment-record.ts';
import { type CompletionPromise, ownerOf } from '../../../domain/promise/promise.ts';
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
import { actorOf } from '../../../suite.ts';
import type { Arguments } from '../../command.ts';
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
  /** The word for its end. */
  readonly done: string;
  /** What it is for a person to do it for another session, where a person can. */
  readonly forGone?: string;
}

function moveAction(move: Move): PromiseAction {
  return async (args, suite) => {
    const id = args.text(move.option) ?? '';
    const actor = await actorFor(move, args, suite);
    if (!actor.ok) return actor;
    const { given, ...acting } = actor.value;
    const changed = await suite.promises.change(id, (promise) =>
      move.change(id, promise, acting, given),
    );
    if (!changed.ok) return failed(await withOwnerFate(changed.failure, suite));
    const { after, warnings } = changed.value;
    const kept = keptRequest(id, move, after);
    if (kept !== undefined) return failed(kept);
    const unkept = move.option === 'adopt' ? await keepOwnHost(suite) : [];
    const text = [
      `${move.done} promise: ${suite.style.bold(id)}`,
      `  Owner:  ${ownerText(after)}`,
      `  Status: ${oneLine(after.status)}`,
    ].join('\n');
    const notes = [...warnings, ...unkept].map(warningOf);
    return success({ text, json: { id, promise: after }, notes });
  };
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
  { forGone, option }: Move,
  args: Arguments,
  suite: Parameters<PromiseAction>[1],
): Result<Actor & { readonly given?: GivenUpBy }> | ReturnType<typeof givenUpByPerson> {
  const session = args.text('for');
  if (session === undefined || forGone === undefined) return actorOf(suite);
  return givenUpByPerson({ id: args.text(option) ?? '', session, purpose: forGone }, suite);
}

export const startAction = moveAction({ option: 'start', change: startPromise, done: 'Started' });
export const adoptAction = moveAction({ option: 'adopt', change: adoptPromise, done: 'Adopted' });
export const releaseAction = moveAction({
  option: 'release',
  change: (...given) => giveUp('release', ...given),
  done: 'Released',
  forGone: 'free it for another session',
});
export const cancelAction = moveAction({
  option: 'cancel',
  change: (...given) => giveUp('cancel', ...given),
  done: 'Cancelled',
  forGone: 'end it unfulfilled',
});
