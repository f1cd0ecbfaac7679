import type {
  ArtifactAccount,
  CriterionAccount,
  CriterionStanding,
  GateAccount,
  JudgmentAccount,
  PromiseAccount,
  PromiseStanding,
  ProofAccount,
  ProofFreshness,
  ValidationAccount,
} from '../domain/account/account.ts';
import type { Concern, ConcernKind } from '../domain/account/concern.ts';
import type { ProjectAccount } from '../domain/account/fleet-account.ts';
import type { ReportGap } from '../domain/account/project-report.ts';
import type { ReportTotals } from '../domain/account/totals.ts';
import { counted } from '../domain/base/counted.ts';
import type { Artifact } from '../domain/promise/artifact.ts';
import { dollars } from './dollars.ts';
import { proofLimits } from './proof-text.ts';
import { shownSentence } from './shown-text.ts';

/** The words of a report, which are the same in every format. What they are given is put in by the format. */

export const STANDING_WORDS: Readonly<Record<PromiseStanding, string>> = {
  verified: 'Verified',
  changed: 'Changed',
  ready: 'Ready to verify',
  met: 'Met, not ready',
  open: 'Open',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
};

export const CRITERION_WORDS: Readonly<Record<CriterionStanding, string>> = {
  proved: 'Proved',
  met: 'Met',
  stale: 'Stale',
  waived: 'Waived',
  open: 'Open',
};

interface ConcernWords {
  /** Two or three words, for a mark. */
  readonly label: string;
  /** One sentence for a reader who does not know the suite. */
  readonly means: string;
}

export const CONCERN_WORDS: Readonly<Record<ConcernKind, ConcernWords>> = {
  rejected: {
    label: 'Rejected',
    means: 'A judge failed it, and no later run or waiver lifted that.',
  },
  'changed-outside': {
    label: 'Changed outside',
    means: 'Something other than completion-promise changed its file.',
  },
  unrecorded: {
    label: 'Not in the ledger',
    means: 'Its file says that it was closed, and no line of the ledger does.',
  },
  'weakened-tests': {
    label: 'Weakened tests',
    means:
      'Tests may have been weakened since the commit that it began at, and that is not accepted.',
  },
  'cancel-requested': {
    label: 'A person must decide',
    means: 'Its session asked to give it up while a judge’s FAIL stands.',
  },
  'checklist-changed': {
    label: 'Changed checklist',
    means: 'The checklist that it was made of has other items now, or cannot be read.',
  },
  stale: {
    label: 'Stale proof',
    means: 'Files changed after its checks passed, so the checks must run again.',
  },
  'not-shown': {
    label: 'Does not show the work',
    means: 'Its checks pass without the work as well.',
  },
  failed: {
    label: 'Failed attempts',
    means: 'A check or a validator failed it last, and nothing has passed since.',
  },
  divergent: {
    label: 'Split vote',
    means: 'The judges disagreed. Their reasons stand with the promise.',
  },
  unjudged: {
    label: 'Unjudged',
    means: 'It was verified without a model’s judgment, though a judge was asked for.',
  },
  skipped: { label: 'Gate skipped', means: 'It was verified with a gate skipped on request.' },
  waived: { label: 'Waived', means: 'A person lifted at least one criterion.' },
  'self-validated': {
    label: 'Self-validated',
    means: 'The session that did the work also validated it.',
  },
  'not-bound': {
    label: 'Not bound',
    means: 'A proof cannot be compared with the files, so it never goes stale.',
  },
  capped: {
    label: 'Session capped',
    means: 'The stop gate gave up blocking its session with this promise open.',
  },
  waiting: { label: 'Waiting', means: 'Its session waits for an answer from its user.' },
  doubtful: { label: 'Low confidence', means: 'A judge passed it with little confidence.' },
  unconfirmed: {
    label: 'Unconfirmed',
    means: 'A waiver or acceptance in its file has no line in the ledger, so it does not count.',
  },
};

/** The item of a checklist that a criterion was made of. */
export function sourceWords({ file, line }: NonNullable<CriterionAccount['source']>): string {
  return `${file}:${line}`;
}

/** What a concern is about beyond its kind: its criteria, and its detail in words; empty where there is nothing. */
export function concernDetail({ criteria, detail, kind }: Concern): string {
  const said = detail === '' ? '' : (DETAILS[kind]?.(detail) ?? detail);
  return [criteria.join(', '), said].filter(Boolean).join(': ');
}

const DETAILS: Readonly<Partial<Record<ConcernKind, (detail: string) => string>>> = {
  'weakened-tests': (count) => counted(count, 'finding'),
  'cancel-requested': (what) => `its session asks to ${what} it`,
  unjudged: (how) => (how === 'rubric' ? 'by the offline rubric alone' : 'no judge was available'),
  skipped: (gates) => `skipped: ${gates}`,
  doubtful: (confidence) => `confidence ${confidence}`,
};

export const GATE_WORDS: ReadonlyMap<string, string> = new Map([
  ['self_report', 'Self-report'],
  ['proofs', 'Proofs'],
  ['changed_files', 'Changed files parse'],
  ['always', 'Project commands'],
  ['tampering', 'Weakened tests'],
  ['validation', 'Validation'],
  ['judge', 'Judge'],
]);

const PASSAGES: ReadonlyMap<string, string> = new Map([
  ['not-run', 'not asked for'],
  ['no-criteria', 'no criteria'],
  ['partial', 'PARTIAL'],
  ['when-present', 'passed where given'],
  ['not-bound', 'passed, not bound to the files'],
  ['not-examined', 'not examined'],
  ['warned', 'found, and let stand'],
  ['unavailable', 'asked for, not available'],
  ['rubric', 'by the offline rubric'],
  ['proof', 'by proofs'],
]);

/** How a gate was passed, in words. */
export function passageWords({ gate, passage }: Pick<GateAccount, 'gate' | 'passage'>): string {
  if (gate === 'tampering' && passage === 'none') return 'none found';
  return PASSAGES.get(passage) ?? passage;
}

const FRESHNESS: Readonly<Record<ProofFreshness, string>> = {
  fresh: 'fresh: the files are as they were',
  stale: 'stale: files changed since',
  'not-bound': 'not bound to the files',
  unproved: 'a later run did not pass',
  'checks-changed': 'the checks changed since they passed',
  unknown: 'cannot be compared with the files',
  'not-compared': 'not compared with the files',
};

/** How many changed files are named. */
const MOST_CHANGED = 5;

/** How a proof stands against the files, in words. */
export function freshnessWords({ changed, reason, standing }: ProofAccount): string {
  const named = changed.slice(0, MOST_CHANGED).join(', ');
  const more = changed.length > MOST_CHANGED ? ` and ${changed.length - MOST_CHANGED} more` : '';
  const files = named === '' ? '' : ` (${named}${more})`;
  return `${FRESHNESS[standing]}${files}${reason === '' ? '' : ` (${reason})`}`;
}

/** `exit code 0 after 1.2 s`, or that no command ran, and what less than the criterion's checks over all files it was. */
export function runWords(proof: ProofAccount): string {
  const shown = proof.shown === null ? '' : `; ${shownSentence(proof.shown).replace(/\.$/, '')}`;
  return `${endWords(proof)}${proofLimits(proof)}${shown}`;
}

function endWords({ command, duration_ms, exit_code }: ProofAccount): string {
  if (command === null) return 'checked without a command';
  const exit = exit_code === null ? 'did not end by itself' : `exit code ${exit_code}`;
  return duration_ms === null ? exit : `${exit} after ${durationWords(duration_ms)}`;
}

/** `shot.png (12.3 kB, sha256 1a2b3c4d5e6f)`: a file that a run left. */
export function artifactWords(artifact: Artifact & Partial<ArtifactAccount>): string {
  const { bytes, kept, path, sha256 } = artifact;
  const size = sizeWords(bytes);
  if (sha256 === null) return `${path} (${size}, too large to be kept)`;
  const digest = `sha256 ${sha256.slice(0, 12)}`;
  return `${path} (${size}, ${digest}${kept === null ? ', not kept here' : ''})`;
}

/** A size: `340 bytes`, `1.2 kB`, `3.4 MB`. */
function sizeWords(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `PARTIAL by val-1 (itself)`: the answer that Gate 2 goes by. */
export function answerWords(answer: ValidationAccount): string {
  const by = `${answer.by ?? 'another program'}${answer.self_validated ? ' (itself)' : ''}`;
  return answer.unreadable ?? `${answer.verdict ?? 'unknown'} by ${by}`;
}

/** A duration: `340 ms`, `1.2 s`, `3 min 5 s`. */
function durationWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;
}

/** `2 of 3 votes passed`, or who judged alone; with what became of votes that were lost. */
export function votesWords({ votes }: JudgmentAccount): string {
  if (votes === null) return 'one judge';
  const lost = votes.lost === 0 ? '' : `, ${votes.lost} lost`;
  return `${votes.passed} of ${votes.asked} votes passed${lost}`;
}

/** How a promise passed, or what its run came to: `PASS`, or `WARN (api_error)`. */
export function verdictWords({ status, verdict }: JudgmentAccount): string {
  return status === 'success' ? verdict : `${verdict} (${status})`;
}

const GAPS: Readonly<Record<ReportGap['what'], string>> = {
  promise: 'A promise cannot be read',
  ledger: 'The ledger is not whole',
  'cost-log': 'Costs are not complete',
  proofs: 'Proofs were not all compared',
};

/** What a report cannot tell, in one sentence without a full stop. */
export function gapWords({ place, reason, what }: ReportGap): string {
  return `${GAPS[what]}: ${place}: ${reason}`;
}

/** A time of the state files for people: `2026-02-17 10:30 UTC`; another text as it is. */
export function timeWords(time: string): string {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::[\d.]+)?Z$/.exec(time) ?? [];
  return day === undefined ? time : `${day} ${minute} UTC`;
}

/** The first digits of a digest, enough to tell it from others. */
export function shortDigest(digest: string): string {
  return digest.slice(0, 12);
}

/** What a lead reads first: how many promises are verified. */
export function headlineWords({ promises, standings }: ReportTotals): string {
  const { verified } = standings;
  if (promises === 0) return 'No promises';
  if (promises === 1)
    return verified === 1 ? 'The promise is verified' : 'The promise is not verified';
  if (verified === promises) return `All ${promises} promises are verified`;
  if (verified === 0) return `None of ${promises} promises is verified`;
  return `${verified} of ${promises} promises ${verified === 1 ? 'is' : 'are'} verified`;
}

/** Where a promise lives, in a report over all projects; nothing in one on a single project. */
export function placeWords({
  machine,
  project,
}: Pick<PromiseAccount, 'machine' | 'project'>): readonly string[] {
  if (project === null) return [];
  return [machine === null ? project : `${project} on ${machine}`];
}

/** A project of a store in figures. */
export function projectWords(one: ProjectAccount): string {
  const silent = one.silent === 0 ? '' : ` (${one.silent} silent)`;
  return [
    `${counted(one.promises, 'promise')}, ${one.verified} verified`,
    ...(one.with_concerns === 0 ? [] : [`${one.with_concerns} to look at`]),
    `${counted(one.sessions, 'session')}${silent}`,
    ...(one.cost_usd === null || one.cost_usd === 0 ? [] : [dollars(one.cost_usd)]),
  ].join(', ');
}

/** What was done, in figures: of nothing that was not used. */
export function figureWords(totals: ReportTotals): readonly string[] {
  const { cost, criteria, criterion_standings: by, judge_runs: judge } = totals;
  if (criteria === 0) return [];
  const runs = counted(judge.runs, 'run');
  return [
    `${by.proved} of ${counted(criteria, 'criterion', 'criteria')} proved by a program`,
    ...(by.met > 0 ? [`${by.met} met in words`] : []),
    ...(judge.runs > 0
      ? [`judges passed ${judge.passed} and failed ${judge.failed} of ${runs}`]
      : []),
    ...(cost === null || cost.calls === 0
      ? []
      : [`${dollars(cost.cost_usd)} for ${counted(cost.calls, 'call')}`]),
  ];
}
