import { basename, dirname } from 'node:path';
import { digestOf } from '../../domain/base/digest.ts';
import { type Claims, type ClaimWorld, createClaims } from './claim.ts';

/**
 * Exclusive commit by revision: the one way in which a promise file is replaced.
 *
 * A revision is the digest of the text that a change was made from. A writer
 *  1. writes and flushes the new text as the only entry of a folder of its own,
 *  2. claims the revision by renaming that folder to the revision's name, which fails while another
 *     claim with an entry stands there,
 *  3. reads the file again: where it is no longer what the change was made from, it withdraws,
 *  4. renames the entry over the file, which publishes the text and ends the claim in one step.
 *
 * A claim whose author has ended, or stands still, is set aside by removing its entry: step 4 of that author
 * then finds nothing to rename. So a wrong guess about which process lives delays a change and never loses one.
 */
export interface Commits extends Pick<Claims, 'draftName' | 'sweep'> {
  /**
   * Tries once to replace `path`, as last read (`base`, nothing: there was no file), by `content`. `confirm` is
   * asked last, between steps 3 and 4: where it says no, the file stays as it is.
   */
  replace(
    path: string,
    base: string | undefined,
    content: string,
    current: () => string | undefined,
    confirm?: () => boolean,
  ): CommitOutcome;
}

/**
 * `moved`: the file is no longer the base. `claimed`: another writer is committing this revision. `withdrawn`:
 * `confirm` said no.
 */
export type CommitOutcome = 'committed' | 'moved' | 'claimed' | 'withdrawn';

export function createCommits(
  world: ClaimWorld,
  folder: string,
  uniqueName: () => string,
): Commits {
  return commitsBy(createClaims(world, folder, uniqueName), world);
}

/** Commits whose claims stand beside others of the same folder. */
export function commitsBy(claims: Claims, { files }: Pick<ClaimWorld, 'files'>): Commits {
  return {
    replace(path, base, content, current, confirm = () => true) {
      const claim = claims.take(`${basename(path)}.${revisionOf(base)}`, content);
      if (claim === undefined) return 'claimed';
      let isPublished = false;
      try {
        if (current() !== base) return 'moved';
        if (!confirm()) return 'withdrawn';
        isPublished = claim.publish(path);
      } finally {
        if (!isPublished) claim.release();
      }
      if (!isPublished) return 'moved';
      files.flushFolder(dirname(path));
      return 'committed';
    },
    draftName: claims.draftName,
    sweep: claims.sweep,
  };
}

/**
 * The revision of a file: a digest of its text. It names the claim and decides nothing: whether the
 * file is still the base is seen by its whole text.
 */
export function revisionOf(text: string | undefined): string {
  return text === undefined ? 'none' : digestOf(text);
}
