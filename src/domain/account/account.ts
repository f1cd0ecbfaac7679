import type { CheckStatus } from '../base/check-result.ts';
import type { ProofStanding } from '../base/failure.ts';
import type { RecordState } from '../promise/ledger.ts';
import type { ShownFact } from '../shown/fact.ts';
import type { Concern } from './concern.ts';

/**
 * What a report says of one promise: everything that is known of it, as values for any format. Its texts come from
 * outside. They are without the secrets that the suite knows, and a format still escapes them in its own way.
 * Its keys are those of the JSON output.
 */
export interface PromiseAccount {
  readonly id: string;
  readonly title: string;
  /** Null where it says no more than the title. */
  readonly summary: string | null;
  readonly standing: PromiseStanding;
  /** The status as its file has it. */
  readonly status: string;
  readonly owner: string | null;
  /** Its project and the machine on which its owner was seen last, in a report over all projects; null else. */
  readonly project: string | null;
  readonly machine: string | null;
  readonly created_by: string | null;
  readonly created_at: string | null;
  readonly verified_at: string | null;
  readonly verified_by: string | null;
  readonly tier: number | null;
  readonly criteria: readonly CriterionAccount[];
  /** How a verified promise passed each gate, in the order of the gates; empty where it is not verified. */
  readonly gates: readonly GateAccount[];
  /** Every run of a judge, in the order of time. */
  readonly judgments: readonly JudgmentAccount[];
  readonly tampering: TamperingAccount;
  /** What the calls of models for it cost; null where the log of costs cannot be read. */
  readonly cost: CostAccount | null;
  /** The question that its session waits with, where it does. */
  readonly waiting: WaitAccount | null;
  /** What its session asked a person to do, since it cannot while a judge's FAIL stands. */
  readonly request: RequestAccount | null;
  /** How its session was let go with this promise open. */
  readonly capped: CapAccount | null;
  /** How its file stands to the ledger; null where nothing is known. */
  readonly record: RecordState | null;
  readonly timeline: readonly TimelineEntry[];
  /** How many older entries the timeline leaves out. */
  readonly timeline_left_out: number;
  /** What a reader should look at, the most important first. */
  readonly concerns: readonly Concern[];
}

/**
 * How a promise stands.
 * - `verified`: it was closed through the gates.
 * - `changed`: its file says so, and something other than the suite changed that since.
 * - `ready`: no criterion is open, and the gates that go by the state are not shut: it would close.
 * - `met`: no criterion is open, and a gate is shut.
 * - `open`: something is left to do or to prove.
 * - `rejected`: a judge's FAIL stands.
 * - `cancelled`: it was given up.
 */
export const STANDINGS = [
  'verified',
  'changed',
  'ready',
  'met',
  'open',
  'rejected',
  'cancelled',
] as const;

export type PromiseStanding = (typeof STANDINGS)[number];

export interface CriterionAccount {
  readonly id: string;
  readonly description: string;
  /** The item of a checklist that it was made of. */
  readonly source: { readonly file: string; readonly line: number } | null;
  readonly standing: CriterionStanding;
  readonly evidence: string;
  readonly evidence_type: string;
  readonly met_at: string | null;
  readonly met_by: string | null;
  readonly tier: number | null;
  /** The declared checks, each on one line. */
  readonly checks: readonly string[];
  readonly proof: ProofAccount | null;
  /** The answer that Gate 2 goes by. */
  readonly validation: ValidationAccount | null;
  readonly waiver: WaiverAccount | null;
  /** How often in a row it failed before the same validator or a judge. */
  readonly failures: number;
  /** What the last attempts found that is not put right yet. */
  readonly feedback: readonly FeedbackAccount[];
}

/**
 * How a criterion stands.
 * - `proved`: a program's run stands for it, and the files are as they were.
 * - `met`: its evidence is in words, or in a proof that is bound to no state of the files.
 * - `stale`: it was proved, and the files changed since or cannot be compared.
 * - `waived`: a person lifted it.
 * - `open`: it is not met, or without evidence or proof.
 */
export const CRITERION_STANDINGS = ['proved', 'met', 'stale', 'waived', 'open'] as const;

export type CriterionStanding = (typeof CRITERION_STANDINGS)[number];

export interface ProofAccount {
  /** One of `PROOF_SOURCES`, or another word of a later version. */
  readonly source: string;
  /** The command line that ran last; null where no command did. */
  readonly command: string | null;
  readonly exit_code: number | null;
  readonly started_at: string | null;
  readonly duration_ms: number | null;
  readonly output_tail: string;
  readonly output_sha256: string | null;
  /** The globs and files that it depends on, where those are not all of the checkout. */
  readonly only: readonly string[] | null;
  /** The path of a program that ran for it and is neither the system's nor the project's own; null where none did. */
  readonly program: string | null;
  /** The tree fingerprint that it is bound to; null where it is bound to none. */
  readonly tree: string | null;
  /** The checkout that it was taken in; null for the project folder. */
  readonly checkout: string | null;
  readonly standing: ProofFreshness;
  /** What there is to say of that; empty where there is nothing. */
  readonly reason: string;
  /** The files that changed since. */
  readonly changed: readonly string[];
  readonly results: readonly ResultAccount[];
  /** What its command says of the work; null where it was not asked. */
  readonly shown: ShownFact | null;
  readonly artifacts: readonly ArtifactAccount[];
}

/** A file that a run left. */
export interface ArtifactAccount {
  readonly path: string;
  readonly bytes: number;
  /** Null where it was too large to be kept. */
  readonly sha256: string | null;
  /** The file that it is kept in, from the project's folder; null where it is not kept here, or no longer. */
  readonly kept: string | null;
  /** The end of a log; empty for other files. */
  readonly tail: string;
}

/** As proofs stand for the gates; `not-compared`: there was no time for it, or the files are not at hand. */
export type ProofFreshness = Exclude<ProofStanding['standing'], 'none'> | 'not-compared';

export interface ResultAccount {
  readonly name: string;
  readonly status: CheckStatus;
  readonly detail: string;
}

export interface ValidationAccount {
  /** PASS, FAIL, PARTIAL or BLOCKED; null where it is none of them. */
  readonly verdict: string | null;
  /** Null where another program stored it. */
  readonly by: string | null;
  readonly at: string | null;
  readonly session_id: string | null;
  readonly reasoning: string;
  /** Whether the session that owns the promise gave it. */
  readonly self_validated: boolean;
  /** Whether it was given to other evidence than the criterion has now. */
  readonly is_about_other_evidence: boolean;
  /** Why it cannot be read, where it cannot. */
  readonly unreadable: string | null;
}

export interface WaiverAccount {
  readonly by: string;
  readonly at: string;
  readonly reason: string;
  /** Whether the ledger has it: what a file alone says does not count. */
  readonly counts: boolean;
}

interface FeedbackAccount {
  readonly finding: string;
  readonly would_satisfy: string;
}

/** How a gate was passed: the gate by its key in the promise, and the word that stands there. */
export interface GateAccount {
  readonly gate: string;
  readonly passage: string;
  /** Whether nothing was asked of the work by it, although it is a gate. */
  readonly is_weak: boolean;
}

export interface JudgmentAccount {
  readonly at: string;
  readonly model: string;
  readonly backend: string;
  readonly session_id: string;
  readonly status: string;
  readonly verdict: string;
  readonly confidence: number | null;
  readonly reasoning: string;
  readonly criteria: readonly {
    readonly ac_id: string;
    readonly judgment: string;
    readonly reasoning: string;
  }[];
  readonly feedback: readonly (FeedbackAccount & { readonly ac_id: string })[];
  /** How the votes fell; null where one judge was asked. */
  readonly votes: VotesAccount | null;
  /** US dollars of its calls; null where that is not known. */
  readonly cost_usd: number | null;
  /** Whether a model judged that did the work. */
  readonly same_model: boolean;
  /** Whether it is a PASS that a person is to look at. */
  readonly for_person: boolean;
}

export interface VotesAccount {
  readonly asked: number;
  readonly passed: number;
  readonly failed: number;
  readonly lost: number;
  readonly disputed: readonly string[];
  readonly dissent: readonly {
    readonly ac_id: string;
    readonly vote: number;
    readonly model: string;
    readonly judgment: string;
    readonly reasoning: string;
  }[];
}

export interface TamperingAccount {
  /** Whether a look was taken for this report: `recorded` tells of the last close alone. */
  readonly source: 'looked' | 'recorded' | 'not-examined';
  /** Why no look could be taken; empty where one was. */
  readonly reason: string;
  /** What was not looked at, and how the change was found; empty where no look was taken. */
  readonly notes: readonly string[];
  /** What the last close made of it, in the words of the gate; null where there was none. */
  readonly passage: string | null;
  readonly findings: readonly TamperingFindingAccount[];
  readonly acceptances: readonly AcceptanceAccount[];
}

interface TamperingFindingAccount {
  readonly digest: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
  readonly detail: string;
  readonly accepted: boolean;
}

interface AcceptanceAccount {
  readonly digest: string;
  readonly by: string;
  readonly at: string;
  readonly reason: string;
  readonly session_id: string | null;
  readonly counts: boolean;
}

export interface CostAccount {
  readonly calls: number;
  /** US dollars of the calls whose cost is known. */
  readonly cost_usd: number;
  readonly calls_of_unknown_cost: number;
}

export interface WaitAccount {
  readonly question: string;
  readonly needs: string;
  readonly at: string;
}

export interface RequestAccount {
  readonly what: string;
  readonly at: string;
  readonly session_id: string;
}

/** `why`: the word for it in the session's file. */
export interface CapAccount {
  readonly at: string;
  readonly why: string;
}

export interface TimelineEntry {
  readonly at: string;
  readonly session_id: string | null;
  /** The name of the event in the ledger. */
  readonly event: string;
  /** What it says, on one line. */
  readonly words: string;
}
