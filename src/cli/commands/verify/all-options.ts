import type { Result } from '../../../domain/base/result.ts';
import { success } from '../../../domain/base/result.ts';
import { isOwnedBy, type NamedPromise } from '../../../domain/promise/promise.ts';
import type { PromiseListing } from '../../../store/promise-store.ts';
import { actorOf, type Suite } from '../../../suite.ts';
import type { Arguments } from '../../command.ts';

/** How many promises are judged at a time: by default, and at the most. */
export const USUALLY_AT_ONCE = 3;
export const MOST_AT_ONCE = 8;

/** What is about one promise, and says nothing of all. */
const OF_ONE = ['promise', 'proof', 'type', 'task-id'] as const;

/** What is wrong with the options of `--all`; nothing where they fit, or where it is not given. */
export function allFault(args: Arguments): string | undefined {
  if (!args.given('all')) {
    const stray = ['mine', 'at-once'].find((name) => args.given(name));
    return stray === undefined ? undefined : `--${stray} goes with --all`;
  }
  const ofOne = OF_ONE.find((name) => args.given(name));
  if (ofOne !== undefined) return `--all and --${ofOne} cannot be given together`;
  return atOnceOf(args) === undefined
    ? `--at-once takes a number from 1 to ${MOST_AT_ONCE}`
    : undefined;
}

/** How many promises are judged at a time; nothing where what is given is no such number. */
export function atOnceOf(args: Arguments): number | undefined {
  const text = args.text('at-once');
  if (text === undefined) return USUALLY_AT_ONCE;
  const number = Number(text);
  return /^\d$/.test(text) && number >= 1 && number <= MOST_AT_ONCE ? number : undefined;
}

/** The open promises that `--all` is about, and those that cannot be read. Fails: `--mine` without a session. */
export async function promisesOf(args: Arguments, suite: Suite): Promise<Result<PromiseListing>> {
  const listed = await suite.promises.listActive();
  if (!listed.ok || !args.given('mine')) return listed;
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const { session } = actor.value;
  const isMine = ({ promise }: NamedPromise): boolean => isOwnedBy(promise, session);
  return success({ ...listed.value, promises: listed.value.promises.filter(isMine) });
}
