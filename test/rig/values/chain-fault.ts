import { sha256 } from '../../../src/adapters/file-digest.ts';
import { readLedgerLine } from '../../../src/domain/promise/ledger.ts';
import { type ChainFault, createLedgerChain } from '../../../src/domain/promise/ledger-chain.ts';

/** The first fault of a whole ledger. `texts`: every line without its end; `isWhole`: the last one has an end, too. */
export function chainFault(texts: readonly string[], isWhole = false): ChainFault | undefined {
  const whole = Buffer.from(texts.join('\n'));
  const chain = createLedgerChain((bytes) => sha256(whole.subarray(0, bytes)));
  let start = 0;
  for (const [index, text] of texts.entries()) {
    const isEnded = isWhole || index < texts.length - 1;
    const end = start + Buffer.byteLength(text) + (isEnded ? 1 : 0);
    const line = { text, digest: sha256(text), start, end, isEnded };
    const fault = chain.follow(line, readLedgerLine(text));
    if (fault !== undefined) return fault;
    start = end;
  }
  return chain.finish();
}
