import type { ChainFault } from '../promise/ledger-chain.ts';
import { type Diagnosis, note } from './diagnosis.ts';

/** What a ledger at `place` shows that does not hold together, or why it cannot be looked at. */
export function diagnoseChain(
  broken: { readonly place: string } & (
    | { readonly fault: ChainFault }
    | { readonly reason: string }
  ),
): Diagnosis {
  const { place } = broken;
  if ('reason' in broken) {
    return note('ledger', `${place} was not looked at: ${broken.reason}`, MOVE_IT);
  }
  const { line, why } = broken.fault;
  const detail = `line ${line + 1} of ${place} ${FAULTS[why]}`;
  return note('ledger', detail, 'Something else than the suite wrote there; nothing needs repair');
}

const MOVE_IT = 'Move it away while no session runs; a new one begins then';

const FAULTS: Readonly<Record<ChainFault['why'], string>> = {
  unchained: 'has no digest of the line before it',
  broken: 'does not follow from the line before it',
  'other-log': 'takes over another log than the one before it',
  unreadable: 'is no line of a ledger',
};
