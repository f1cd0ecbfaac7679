import type { ProofStanding } from '../domain/base/failure.ts';
import type { Criterion } from '../domain/promise/promise.ts';
import {
  narrowedTo,
  PROOF_SOURCES,
  programOf,
  type UnboundProof,
} from '../domain/promise/proof.ts';
import type { OpenItem } from '../domain/standing/stop-check.ts';
import { firstFew } from './first-few.ts';
import { brief, oneLine } from './printable.ts';

/** What a criterion lacks, in words; undefined where it only lacks being met. */
export function lackText({ lack, proof }: OpenItem): string | undefined {
  if (lack === 'met') return undefined;
  if (lack === 'evidence') return 'marked met without evidence';
  return lack === 'judgment' ? 'no judge has passed it' : standingText(proof);
}

/**
 * `Open: AC-1 (its proof is stale, changed since: a.js)`: what a criterion lacks although its file may say that
 * it is met. A criterion that is not met, or whose checks have not passed, is counted as open anyway.
 */
export function notAsRecordedLines(open: readonly OpenItem[]): readonly string[] {
  return open
    .filter(({ lack, proof }) => lack !== 'met' && proof.standing !== 'unproved')
    .map((item) => `Open: ${oneLine(item.criterion.id)} (${lackText(item) ?? ''})`);
}

/** What of a proof is less than its criterion's own checks over all files. */
interface ProofScope {
  readonly source: string;
  /** The globs and files that it depends on, where those are not all. */
  readonly only: readonly string[] | null | undefined;
  /** The path of a program of it that is neither the system's nor the project's own. */
  readonly program?: string | null | undefined;
}

/** ` (self-chosen, only README.md)`, to stand wherever a proof does; empty where there is nothing to say. */
export function proofLimits(scope: ProofScope): string {
  const said = limitWords(scope);
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}

/** The same as words of their own. */
export function limitWords({ only, program, source }: ProofScope): readonly string[] {
  const globs = only ?? [];
  // All files but what commands write: a glob that takes something out begins with a mark.
  const isAllBut = globs.includes('**') && globs.every((glob) => glob === '**' || glob[0] === '!');
  const told = isAllBut
    ? globs.filter((glob) => glob !== '**').map((glob) => glob.slice(1))
    : globs;
  const { more, named } = firstFew(told, MOST_FILES);
  const paths = named.map((path) => brief(path, LONGEST_PATH)).join(', ');
  return [
    ...(source === PROOF_SOURCES.selfChosen ? ['self-chosen'] : []),
    ...(paths === ''
      ? []
      : [`${isAllBut ? 'without' : 'only'} ${paths}${more > 0 ? ` and ${more} more` : ''}`]),
    ...(program == null ? [] : [`by ${brief(program, LONGEST_PATH)}`]),
  ];
}

/** The same of a criterion; empty where it has no proof. */
export function limitsOf({ proof }: Criterion): string {
  if (!proof) return '';
  const { source } = proof;
  return proofLimits({ source, only: narrowedTo(proof), program: programOf(proof) });
}

/** A proof that is bound to no state of the files, and why. `of`: words between the criterion and the rest. */
export function unboundText({ ac_id, reason }: UnboundProof, of = ''): string {
  return `${oneLine(ac_id)}${of} is ${standingText({ standing: 'not-bound', reason })}`;
}

/** How a proof stands, in words. */
export function standingText({ changed, reason, standing }: ProofStanding): string {
  const why = reason === '' ? '' : ` (${oneLine(reason)})`;
  return `${STANDING[standing]}${changedText(changed)}${why}`;
}

/** How many changed files a text names, and how much of each path. */
const MOST_FILES = 3;
const LONGEST_PATH = 120;

/** What of it changed. A file that is gone has no time by which it could be found. */
function changedText(changed: readonly string[] | undefined): string {
  if (changed === undefined) return '';
  if (changed.length === 0) return ': a file was added, changed or removed';
  const { more, named } = firstFew(changed, MOST_FILES);
  const paths = named.map((path) => brief(path, LONGEST_PATH)).join(', ');
  return `: ${paths}${more > 0 ? ` and ${more} more` : ''}`;
}

const STANDING: Readonly<Record<ProofStanding['standing'], string>> = {
  none: 'no proof required',
  unproved: 'its checks have not passed',
  'checks-changed': 'its checks changed since they passed',
  stale: 'its proof is stale, changed since',
  unknown: 'its proof cannot be compared with the checkout',
  fresh: 'proved',
  'not-bound': 'proved, but not bound to the checkout',
};
