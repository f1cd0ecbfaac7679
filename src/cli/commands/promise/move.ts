import { type Result, success } from '../../../domain/base/result.ts';
import type { CompletionPromise } from '../../../domain/promise/promise.ts';
import {
  type Actor,
  adoptPromise,
  type Change,
  cancelPromise,
  releasePromise,
  startPromise,
} from '../../../domain/promise/promise-changes.ts';
import { oneLine } from '../../../report/printable.ts';
import { ownerText } from '../../../report/promise-text.ts';
import { actorOf } from '../../../suite.ts';
import { warningOf } from '../../print.ts';
import type { PromiseAction } from './action.ts';

type Move = (id: string, promise: CompletionPromise, actor: Actor) => Result<Change>;

/** An action that takes only the promise's id: its option, its change, and the word for its end. */
function moveAction(option: string, move: Move, done: string): PromiseAction {
  return async (args, suite) => {
    const id = args.text(option) ?? '';
    const actor = actorOf(suite);
    if (!actor.ok) return actor;
    const changed = await suite.promises.change(id, (promise) => move(id, promise, actor.value));
    if (!changed.ok) return changed;
    const { after, warnings } = changed.value;
    const text = [
      `${done} promise: ${suite.style.bold(id)}`,
      `  Owner:  ${ownerText(after)}`,
      `  Status: ${oneLine(after.status)}`,
    ].join('\n');
    return success({ text, json: { id, promise: after }, notes: warnings.map(warningOf) });
  };
}

export const startAction = moveAction('start', startPromise, 'Started');
export const adoptAction = moveAction('adopt', adoptPromise, 'Adopted');
export const releaseAction = moveAction('release', releasePromise, 'Released');
export const cancelAction = moveAction('cancel', cancelPromise, 'Cancelled');
