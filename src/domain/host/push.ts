import { checksOf, type NamedPromise } from '../promise/promise.ts';
import type { StandingRun } from '../session/standing-log.ts';
import type { OpenItem } from '../standing/stop-check.ts';

/** What git tells a `pre-push` hook. */

/** A ref that is pushed, and what it is to point at. */
export interface PushedRef {
  readonly ref: string;
  /** The object: a commit, or what a tag names. */
  readonly object: string;
}

/**
 * Reads `<local ref> <object> <remote ref> <object there>`, a line for each ref. A ref that is deleted has nothing that
 * could be held against anything.
 */
export function pushedRefs(text: string): readonly PushedRef[] {
  return text.split('\n').flatMap((line) => {
    const [, object, ref] = /^.+ ([0-9a-f]{40,64}) (\S+) [0-9a-f]{40,64}$/.exec(line) ?? [];
    return object === undefined || ref === undefined || /^0+$/.test(object)
      ? []
      : [{ ref, object }];
  });
}

/** An open promise, as a push meets it. */
export interface PromiseAtPush {
  readonly named: NamedPromise;
  /** What keeps it open; nothing of one that was not started. */
  readonly items: readonly OpenItem[];
  /** Whether it is of the session that pushes. */
  readonly isOwn: boolean;
}

/** Whether only a pipeline can prove a criterion, which begins at the push. */
export function isAfterPush({ criterion, lack }: OpenItem): boolean {
  return lack === 'proof' && checksOf(criterion).some(({ kind }) => kind === 'ci');
}

/** What is known of a push. */
export interface PushFacts {
  /** Whether the commit that is checked out is pushed. */
  readonly isHere: boolean;
  /** The refs that other commits are pushed to: nothing is known of their files. */
  readonly others: readonly string[];
  /** The files here that are not as in the commit that is checked out. */
  readonly differing: readonly string[];
  readonly promises: readonly PromiseAtPush[];
  /** Whether the project has standing checks, and how they came out on the files here. */
  readonly isAsked: boolean;
  readonly standing: readonly { readonly run: Pick<StandingRun, 'outcome'> }[];
}

/** The promises that hold a push: those of the session that pushes. What others do is not for it to end. */
export function holdingPromises({ isHere, promises }: PushFacts): readonly PromiseAtPush[] {
  return isHere ? promises.filter(({ isOwn }) => isOwn) : [];
}

/** Whether a standing check fails on the files here. One that cannot run, or does not settle, is for the user to mend. */
export function isStandingRed({ standing }: Pick<PushFacts, 'standing'>): boolean {
  return standing.some(({ run }) => run.outcome === 'failed');
}
