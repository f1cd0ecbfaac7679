import type { PromiseStanding, StatusLine, Trouble } from '../domain/session/status-line.ts';
import { brief } from './printable.ts';

/** A criterion's id is cut where it is longer: a status line has one line for everything. */
const LONGEST_ID = 20;

/** What is said of a trouble, of a criterion or of the whole promise. */
const WORDS: Readonly<Record<Trouble, string>> = {
  rejected: 'rejected by the judge',
  'for-person': 'needs human review',
  failed: 'failed',
  'unknown-status': 'of unknown status',
  stale: 'proof is stale',
  'not-started': 'not started',
  'not-judged': 'not judged',
  none: '',
  'not-verified': 'not verified',
};

/** Said where the state cannot be looked at. */
export const UNREADABLE = 'state unreadable';

/** One line for the user's status line; empty where there is nothing to say. */
export function statusLineText(line: StatusLine): string {
  const { broken, isLetGo, isWaiting, lost, others, promise } = line;
  return [
    ...(promise === undefined ? [] : standingParts(promise)),
    ...(others > 0 ? [`+${others} more`] : []),
    ...(lost > 0 ? [`${lost} changed from outside`] : []),
    ...(broken > 0 ? [UNREADABLE] : []),
    ...(isLetGo ? ['capped: not complete'] : []),
    ...(isWaiting ? ['waiting for you'] : []),
  ].join(' · ');
}

function standingParts({ criterion, met, total, trouble }: PromiseStanding): readonly string[] {
  const progress = `${met}/${total}`;
  const words = WORDS[trouble];
  if (words === '') return [progress];
  return [progress, criterion === undefined ? words : `${brief(criterion, LONGEST_ID)} ${words}`];
}
