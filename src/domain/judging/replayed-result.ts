import { isObject, textOf } from '../base/document.ts';
import {
  blockingIssues,
  judgmentsOfFindings,
  type SeverityCounts,
  severityCounts,
  verdictOfFindings,
} from './findings-policy.ts';
import { verdictOn } from './judge-policy.ts';
import {
  type CriterionJudgment,
  type JudgeVerdict,
  type ReviewFinding,
  SEVERITIES,
} from './judgment.ts';
import { type CastVote, outcomeOf } from './vote.ts';

/** Whole results of a judge, as `--json` prints them, whose verdict is computed again. No call is made. */

/** What something that a judge said comes to by the policy, beside what it says itself. */
export interface ReplayedDocument {
  readonly what: 'answer' | 'reply' | 'promise';
  /** The verdict that is recorded; null where none is. */
  readonly recorded: string | null;
  /** The verdict that follows; null where nothing is there to derive one from. */
  readonly derived: JudgeVerdict | null;
  /** What a model thinks of the whole. It decides nothing, and need not follow. */
  readonly ownVerdict: string | null;
  readonly findings: SeverityCounts;
  readonly follows: boolean;
  /** The parts that differ from what follows. */
  readonly faults: readonly DocumentFault[];
}

/** A part of a document that differs from what follows from the others. */
export interface DocumentFault {
  readonly part: string;
  readonly recorded: string;
  readonly derived: string;
}

interface Holder {
  readonly [key: string]: unknown;
}

/** Whether a document is a result of `cs-verify --judge --json`. */
export function isJudgeResult(value: unknown): value is Holder {
  return (
    isObject(value) &&
    typeof value['status'] === 'string' &&
    typeof value['verdict'] === 'string' &&
    Array.isArray(value['criteria_judgments']) &&
    isObject(value['token_cost'])
  );
}

/** Computes the verdict of a result again: from its findings, its judgments, or its votes. */
export function replayResult(result: Holder): ReplayedDocument {
  const recorded = textOf(result['verdict']);
  const findings = findingsIn(result['findings']);
  const { derived, faults } = derivedFrom(result, findings);
  const verdict: readonly DocumentFault[] =
    derived === null || derived === recorded ? [] : [{ part: 'verdict', recorded, derived }];
  const all = [...verdict, ...faults, ...blockingFault(result, findings)];
  return {
    what: 'answer',
    recorded,
    derived,
    ownVerdict: ownVerdictIn(result),
    findings: severityCounts(findings),
    follows: all.length === 0,
    faults: all,
  };
}

interface Derived {
  readonly derived: JudgeVerdict | null;
  readonly faults: readonly DocumentFault[];
}

function derivedFrom(result: Holder, findings: readonly ReviewFinding[]): Derived {
  const { status, verdict } = result;
  const said = judgmentsIn(result['criteria_judgments']);
  // A promise that something else than the judge kept open: whatever was judged of it closed nothing.
  const isRefusal = status === 'error' && verdict === 'FAIL' && textOf(result['error']) !== '';
  if (isRefusal) return { derived: 'FAIL', faults: [] };
  if (holdsVotes(result)) return byVotes(result, said);
  if (status !== 'success') {
    return { derived: status === 'compromised' ? 'FAIL' : 'WARN', faults: [] };
  }
  if (isMechanical(result)) {
    return { derived: verdictOfFindings(findings), faults: criteriaFaults(said, findings) };
  }
  // Where no model was asked there is nothing to derive from; a review of nothing passes nothing.
  const isOfNothing = said.length === 0 && !isPaid(result);
  return { derived: isOfNothing ? null : verdictOn(said), faults: [] };
}

function isMechanical({ diagnostics }: Holder): boolean {
  return isObject(diagnostics) && diagnostics['verdict_source'] === 'mechanical';
}

function ownVerdictIn({ diagnostics }: Holder): string | null {
  const own = isObject(diagnostics) ? textOf(diagnostics['inner_verdict']) : '';
  return own === '' ? null : own;
}

function isPaid({ token_cost }: Holder): boolean {
  return isObject(token_cost) && Object.values(token_cost).some((tokens) => tokens !== 0);
}

/** What was said of each criterion. A word that is neither PASS nor FAIL passes nothing. */
function judgmentsIn(list: unknown): readonly CriterionJudgment[] {
  return objectsOf(list).map((one) => ({
    ac_id: textOf(one['ac_id']),
    judgment: one['judgment'] === 'PASS' ? 'PASS' : 'FAIL',
    confidence: null,
    reasoning: textOf(one['reasoning']),
  }));
}

/** The findings of a list. One of an unknown severity counts as critical: it must not pass for less. */
function findingsIn(list: unknown): readonly ReviewFinding[] {
  return objectsOf(list).map((one) => ({
    severity: SEVERITIES.find((known) => known === one['severity']) ?? 'critical',
    description: textOf(one['description']),
    location: null,
    dimension: null,
    ac_id: typeof one['ac_id'] === 'string' ? one['ac_id'] : null,
  }));
}

function objectsOf(list: unknown): readonly Holder[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** Criteria that are judged otherwise than the findings on them say. */
function criteriaFaults(
  said: readonly CriterionJudgment[],
  findings: readonly ReviewFinding[],
): readonly DocumentFault[] {
  const derived = judgmentsOfFindings(said, findings, []);
  return said.flatMap(({ ac_id, judgment }, index) => {
    const follows = derived[index]?.judgment ?? 'FAIL';
    return follows === judgment ? [] : [criteriaFault(ac_id, judgment, follows)];
  });
}

const criteriaFault = (ac_id: string, recorded: string, derived: string): DocumentFault => ({
  part: 'criteria',
  recorded: `${ac_id} ${recorded}`,
  derived: `${ac_id} ${derived}`,
});

/** The blocking issues must be the critical ones among the findings, all of them. */
function blockingFault(
  { blocking_issues }: Holder,
  findings: readonly ReviewFinding[],
): readonly DocumentFault[] {
  const named = (list: readonly ReviewFinding[]): string =>
    list
      .map(({ ac_id, description }) => `${ac_id ?? ''}: ${description}`)
      .sort()
      .join('; ');
  const recorded = named(findingsIn(blocking_issues));
  const derived = named(blockingIssues(findings));
  return recorded === derived ? [] : [{ part: 'blocking_issues', recorded, derived }];
}

function holdsVotes({ tally, votes }: Holder): boolean {
  return isObject(tally) && Array.isArray(votes) && votes.length > 0;
}

/** The majority of the votes, and where the result or a vote differs from what was said in it. */
function byVotes({ tally, votes }: Holder, said: readonly CriterionJudgment[]): Derived {
  const cast = objectsOf(votes).map(castVote);
  const casts = cast.map((one) => one.vote);
  const asked = Math.max(numberIn(tally, 'asked'), cast.length);
  const ids = [
    ...new Set([
      ...said.map(({ ac_id }) => ac_id),
      ...casts.flatMap((vote) =>
        vote.cast === 'decided' ? vote.judgments.map(({ ac_id }) => ac_id) : [],
      ),
    ]),
  ];
  const { criteria, isCompromised, verdict } = outcomeOf(casts, asked, ids);
  const isDecided = verdict !== 'WARN' && !isCompromised;
  const wrong = isDecided ? said.filter((one) => criteria.get(one.ac_id) !== one.judgment) : [];
  return {
    derived: verdict,
    faults: [
      ...cast.flatMap(({ fault }) => fault),
      ...sideFaults(tally, casts),
      ...wrong.map(({ ac_id, judgment }) =>
        criteriaFault(ac_id, judgment, criteria.get(ac_id) ?? 'WARN'),
      ),
    ],
  };
}

/** A vote as it was cast, its verdict computed from what it said of each criterion. */
function castVote(vote: Holder): {
  readonly vote: CastVote;
  readonly fault: readonly DocumentFault[];
} {
  const { status } = vote;
  if (status === 'compromised' || status === 'cancelled')
    return { vote: { cast: status }, fault: [] };
  const judgments = judgmentsIn(vote['criteria_judgments']);
  // One that was answered and lost all the same, as by an interruption, is printed without judgments.
  if (status !== 'success' || judgments.length === 0) return { vote: { cast: 'lost' }, fault: [] };
  const verdict = verdictOn(judgments);
  const recorded = textOf(vote['verdict']);
  const part = `vote ${numberIn(vote, 'vote')}`;
  const fault = recorded === verdict ? [] : [{ part, recorded, derived: verdict }];
  return { vote: { cast: 'decided', verdict, judgments }, fault };
}

function sideFaults(tally: unknown, casts: readonly CastVote[]): readonly DocumentFault[] {
  return (['passed', 'failed'] as const).flatMap((side) => {
    const verdict = side === 'passed' ? 'PASS' : 'FAIL';
    const counted = casts.filter(
      (vote) => vote.cast === 'decided' && vote.verdict === verdict,
    ).length;
    const recorded = numberIn(tally, side);
    return recorded === counted
      ? []
      : [{ part: 'tally', recorded: `${recorded} ${side}`, derived: `${counted} ${side}` }];
  });
}

function numberIn(holder: unknown, key: string): number {
  const value = isObject(holder) ? holder[key] : undefined;
  return typeof value === 'number' ? value : 0;
}

/** How many documents follow, and how many of the FAILs among them say why as findings. */
export interface ReplaySum {
  readonly documents: number;
  readonly follow: number;
  readonly mismatches: number;
  /** Those that hold nothing to derive a verdict from. */
  readonly underivable: number;
  readonly fails: number;
  readonly failsWithFindings: number;
  readonly findings: SeverityCounts;
}

/** Sums up documents. */
export function sumOfReplays(documents: readonly ReplayedDocument[]): ReplaySum {
  const fails = documents.filter(({ derived }) => derived === 'FAIL');
  const total = (severity: keyof SeverityCounts): number =>
    documents.reduce((sum, { findings }) => sum + findings[severity], 0);
  return {
    documents: documents.length,
    follow: documents.filter(({ derived, follows }) => follows && derived !== null).length,
    mismatches: documents.filter(({ follows }) => !follows).length,
    underivable: documents.filter(({ derived, follows }) => follows && derived === null).length,
    fails: fails.length,
    failsWithFindings: fails.filter(({ findings }) =>
      Object.values(findings).some((count) => count > 0),
    ).length,
    findings: {
      critical: total('critical'),
      major: total('major'),
      minor: total('minor'),
      info: total('info'),
    },
  };
}

export const NO_FINDINGS: SeverityCounts = severityCounts([]);
