import {
  type Lessening,
  lesseningsOf,
  lesseningsTogether,
  type PromiseOutline,
} from './promise-outline.ts';
import type { RegisteredPromise, WrittenPromise } from './register.ts';

/** What is found of a registered promise now, in all folders that are looked at. */
export type PromiseNow =
  | {
      readonly found: 'file';
      /** The real path of the project folder that it is in. */
      readonly project: string;
      readonly digest: string;
      readonly outline: PromiseOutline;
      /** Whether its owner is the session, under any of its ids. */
      readonly isOwn: boolean;
      /** Whether the suite left it so, by the last line of the ledger on it. Asked only where it matters. */
      isRecorded(): boolean;
    }
  /** `isRecorded`: whether the last line of the ledger on it says that it was removed. */
  | { readonly found: 'nothing'; isRecorded(): boolean }
  /** It is there and cannot be read: the gate names such files by itself. */
  | { readonly found: 'unread' };

/** What became of a registered promise outside of the suite. */
export type Alteration =
  | { readonly how: 'vanished'; readonly project: string; readonly id: string }
  | {
      readonly how: 'changed-outside';
      readonly project: string;
      readonly id: string;
      /** As it is now, to be registered as told; undefined where the session does not have it any more. */
      readonly now: Pick<WrittenPromise, 'digest' | 'outline'> | undefined;
      readonly lessenings: readonly Lessening[];
    }
  /** It is in another folder now, as where its user moved the project: no fault. */
  | {
      readonly how: 'moved';
      readonly id: string;
      readonly from: string;
      readonly to: string;
      readonly now: Pick<WrittenPromise, 'digest' | 'outline'>;
    };

/**
 * Compares a registered promise with what is found of it. Nothing is said of one that was only intended, of one
 * whose change the ledger has, nor of one that is as open as it was; but what the session is still to be told of
 * is said, whatever came after it.
 */
export function alterationsOf(
  registered: RegisteredPromise,
  now: PromiseNow,
): readonly Alteration[] {
  const { id, lessenings, made, project } = registered;
  const found = alterationsSince(registered, now);
  const isSaid = now.found === 'unread' || found.some(({ how }) => how === 'vanished');
  if (lessenings.length === 0 || isSaid) return found;
  const since = found.flatMap((one) => (one.how === 'changed-outside' ? one.lessenings : []));
  const isThere = made !== undefined && now.found === 'file';
  return [
    ...found.filter(({ how }) => how === 'moved'),
    {
      how: 'changed-outside',
      project,
      id,
      now: isThere ? { digest: now.digest, outline: now.outline } : undefined,
      lessenings: lesseningsTogether(lessenings, since),
    },
  ];
}

/** What became of a promise since the suite wrote it. */
function alterationsSince(
  { id, intended, made, project }: RegisteredPromise,
  now: PromiseNow,
): readonly Alteration[] {
  if (made === undefined || now.found === 'unread') return [];
  if (now.found === 'nothing') {
    return now.isRecorded() ? [] : [{ how: 'vanished', project, id }];
  }
  const { digest, outline, project: to } = now;
  const moved: readonly Alteration[] =
    to === project ? [] : [{ how: 'moved', id, from: project, to, now: { digest, outline } }];
  if (digest === made.digest || digest === intended?.digest) return moved;
  const lost: readonly Lessening[] = now.isOwn ? [] : [{ what: 'owner' }];
  const lessenings = [...lesseningsOf(made.outline, outline), ...lost];
  if (lessenings.length === 0 || now.isRecorded()) return moved;
  return [
    ...moved,
    { how: 'changed-outside', project: to, id, now: { digest, outline }, lessenings },
  ];
}
