import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalText } from '../domain/base/canonical.ts';
import { digestOf } from '../domain/base/digest.ts';
import { lazily } from '../domain/base/lazily.ts';
import type { Checkout, KeptTestLooks, Seals } from '../ports.ts';
import { makeFolders, NO_DEADLINE, readBounded } from './bounded-files.ts';
import { headCommit } from './git/base.ts';
import { replaceByDraft } from './patient-rename.ts';
import { attempt } from './quiet-looks.ts';

/** Largest text that is kept, in bytes. */
const LARGEST_KEPT = 1024 * 1024;

const LIMITS = { mostBytes: LARGEST_KEPT, leftMs: NO_DEADLINE, follow: false };

/** What looks for weakened tests in a checkout are kept with. */
interface KeepingWorld {
  /** A folder of the user's own. */
  readonly folder: string;
  /** The checkout, as a real path. */
  readonly place: string;
  readonly checkout: Checkout;
  readonly seals: Seals;
  /** Whether all looks are taken at one moment, so that the state of the checkout is asked for once. */
  readonly atOnce?: boolean;
}

/**
 * Keeps what looks at a checkout found, a file for each thing that was looked for. A text counts only with the seal of
 * the user's own key, and while the commit that is checked out and the fingerprint of all files are what they were. What
 * cannot be kept is looked at anew.
 */
export function createKeptTestLooks({
  atOnce = false,
  checkout,
  folder,
  place,
  seals,
}: KeepingWorld): KeptTestLooks {
  const stateNow = (): string | undefined => {
    const head = headCommit(place);
    const tree = head === undefined ? undefined : checkout.snapshot().digest(ALL_FILES);
    return tree?.bound === true ? `${head} ${tree.digest}` : undefined;
  };
  const stateBefore = () => lazily(() => attempt(stateNow));
  const once = stateBefore();
  return {
    open(about) {
      const before = atOnce ? once : stateBefore();
      const path = join(folder, `tests-${digestOf(`${place}\n${about}`)}`);
      const sealed = (state: string, text: string): string =>
        canonicalText(['test look', place, about, state, text]);
      return {
        recall() {
          const reading = readBounded(path, LIMITS);
          const kept = reading.found === 'bytes' ? reading.bytes.toString('utf8') : '';
          const [seal = '', state = '', text] = partsOf(kept);
          const isKept = text !== undefined && state !== '' && before() === state;
          return isKept && attempt(() => seals.isSealed(sealed(state, text), seal)) === true
            ? text
            : undefined;
        },
        remember(text) {
          const state = before();
          // Where a file changed meanwhile, nothing says which of its contents was looked at.
          if (state === undefined || attempt(stateNow) !== state) return;
          attempt(() =>
            replace(folder, path, `${seals.seal(sealed(state, text))}\n${state}\n${text}`),
          );
        },
      };
    },
  };
}

const ALL_FILES = { inputs: null, files: [] };

function partsOf(kept: string): readonly string[] {
  const first = kept.indexOf('\n');
  const second = kept.indexOf('\n', first + 1);
  return second < 0
    ? []
    : [kept.slice(0, first), kept.slice(first + 1, second), kept.slice(second + 1)];
}

function replace(folder: string, path: string, content: string): void {
  if (Buffer.byteLength(content) > LARGEST_KEPT) return;
  makeFolders(folder, 0o700);
  const draft = `${path}.${process.pid}`;
  try {
    replaceByDraft(path, draft, content);
  } finally {
    rmSync(draft, { force: true });
  }
}
