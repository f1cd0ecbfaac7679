import type { FailureOf, LeftOutProof } from '../domain/base/failure.ts';
import type { CommandLines } from './command-lines.ts';
import type { FailureWords } from './failure-words.ts';
import { oneLine } from './printable.ts';

/** Why a proof is not attested, in words. */
const WHY_LEFT: Readonly<Record<LeftOutProof['why'], string>> = {
  'not-bound': 'its proof is bound to no files',
  'checks-changed': 'its checks changed since it was proved',
  'failed-since': 'its proof is of another command, or that failed since',
  'shared-id': 'another criterion has the same id',
};

/** A proof that is left out, on a line. */
export function leftOutText({ ac_id, reason, why }: LeftOutProof): string {
  const detail = reason === '' ? '' : ` (${oneLine(reason)})`;
  return `${oneLine(ac_id)}: ${WHY_LEFT[why]}${detail}`;
}

/** A promise without a proof that can be attested. */
export function nothingToAttestWords(
  { id, left }: FailureOf<'nothing-to-attest'>,
  lines: CommandLines,
): FailureWords {
  return {
    message:
      left.length === 0
        ? `Promise ${oneLine(id)} has no proof to attest: no program has run for its criteria.`
        : `Promise ${oneLine(id)} has no proof that can be attested.`,
    advice: [
      ...left.map((one) => `  ${leftOutText(one)}`),
      left.length === 0
        ? `Declare a check and prove it: ${lines.addCheck(id, 'AC-1')}`
        : `Next: ${lines.prove(id)}`,
    ],
  };
}
