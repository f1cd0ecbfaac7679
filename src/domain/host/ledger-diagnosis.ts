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
    return note('ledger', `${place} was not checked: ${broken.reason}`, MOVE_IT);
  }
  const { line, why } = broken.fault;
  const detail = `line ${line + 1} of ${place} ${FAULTS[why]}`;
  return note(
    'ledger',
    detail,
    'Something other than completion-promise wrote there; nothing needs repair',
  );
}

const MOVE_IT = 'Move it away while no session runs; a new one is then started';

const FAULTS: Readonly<Record<ChainFault['why'], string>> = {
  unchained: 'has no digest of the previous line',
  broken: 'does not match the line before it',
  'other-log': 'continues a different log than the one before it',
  unreadable: 'is not a ledger line',
};
