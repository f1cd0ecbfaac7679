import type { FileLine } from '../../domain/promise/ledger-chain.ts';
import type { Digests, Files } from '../../ports.ts';
import { createLineWalk, type WalkedLine } from './line-walk.ts';

/** Reads a ledger line by line from its beginning on, as `LineWalk` does; each line with its digest. */
export interface LedgerWalk {
  readOn(onLine: (line: FileLine) => void): string | undefined;
  rest(): FileLine | undefined;
  size(): number;
}

export function createLedgerWalk(
  { digests, files }: { readonly digests: Digests; readonly files: Files },
  path: string,
): LedgerWalk {
  const walk = createLineWalk(files, path);
  const withDigest = ({ bytes, end, isEnded, start }: WalkedLine): FileLine => {
    return { text: bytes.toString('utf8'), digest: digests.of(bytes), start, end, isEnded };
  };
  return {
    readOn: (onLine) => walk.readOn((line) => onLine(withDigest(line))),
    rest() {
      const line = walk.rest();
      return line === undefined ? undefined : withDigest(line);
    },
    size: walk.size,
  };
}
