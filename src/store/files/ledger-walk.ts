import type { FileLine } from '../../domain/promise/ledger-chain.ts';
import type { Digests, Files } from '../../ports.ts';
import { createLineWalk, type LineWalk, type WalkedLine } from './line-walk.ts';

/**
 * The walk over the lines of a ledger, each with its digest. What follows from one another (`ledger-chain.ts`), what it
 * says of files, and how it is shown, is asked of these lines.
 */
export type LedgerWalk = LineWalk<LedgerLine>;

export type LedgerLine = FileLine & Pick<WalkedLine, 'isTooLong'>;

/** Walks over a ledger in a file. `passedOver`: as of `createLineWalk`. */
export function createLedgerWalk(
  { digests, files }: { readonly digests: Pick<Digests, 'of'>; readonly files: Files },
  path: string,
  passedOver?: number,
): LedgerWalk {
  const walk = createLineWalk(files, path, passedOver);
  const withDigest = ({ bytes, ...line }: WalkedLine): LedgerLine => {
    return { ...line, text: bytes.toString('utf8'), digest: digests.of(bytes) };
  };
  return {
    *lines() {
      for (const line of walk.lines()) yield withDigest(line);
    },
    fault: walk.fault,
    rest() {
      const line = walk.rest();
      return line === undefined ? undefined : withDigest(line);
    },
    size: walk.size,
  };
}
