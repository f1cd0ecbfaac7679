import type { CostLine } from '../judging/cost-line.ts';
import type { Artifact } from '../promise/artifact.ts';
import type { ChecklistChange } from '../promise/checklist-change.ts';
import type { RecordState } from '../promise/ledger.ts';
import type { CompletionPromise, DeclaredCheck } from '../promise/promise.ts';
import type { TamperingFinding } from '../promise/tampering.ts';
import type { TierSettings } from '../promise/tier.ts';
import type { TakeTree } from '../promise/tree.ts';
import type { CapRecord } from '../session/gate-memory.ts';
import type { Waiting } from '../session/waiting.ts';
import type { AnswerFor } from '../validation/validation.ts';
import type { TimelineEntry } from './account.ts';

/** What is known of a promise, as it was read: what an account is made of. */
export interface PromiseFacts {
  /** The name of its file. */
  readonly id: string;
  readonly promise: CompletionPromise;
  readonly answerFor: AnswerFor;
  /** Undefined where proofs are not to be compared with the files. */
  readonly takeTree: TakeTree | undefined;
  readonly record: RecordState | undefined;
  /** The calls of models for it, in the order of time; undefined where the log cannot be read. */
  readonly calls: readonly CostLine[] | undefined;
  /** A look for weakened tests; undefined where none was taken. */
  readonly look: TamperingFacts | undefined;
  readonly keptArtifact: KeptArtifactOf;
  /** The checklists that it was made of and that changed since. */
  readonly checklists: readonly ChecklistChange[];
  readonly waiting: Waiting | undefined;
  readonly capped: CapRecord | undefined;
  readonly timeline: Timeline;
  /** What closing it asks of validators and judges. */
  readonly gates: AskedGates;
}

/** The settings by which validators and judges have to answer before a promise closes. */
export interface AskedGates extends TierSettings {
  readonly validation: 'required' | 'when-present' | 'run' | 'off';
}

/** Where an artifact is kept, and the end of it where it is a text of lines; undefined where it is not kept here. */
export type KeptArtifactOf = (
  artifact: Artifact,
) => { readonly place: string; readonly tail: string } | undefined;

export interface Timeline {
  /** The latest entries, in the order of the ledger. */
  readonly entries: readonly TimelineEntry[];
  readonly left_out: number;
}

export type TamperingFacts =
  | {
      readonly examined: true;
      readonly findings: readonly TamperingFinding[];
      readonly notes: readonly string[];
    }
  | { readonly examined: false; readonly reason: string };

/** How texts get into a report: without the secrets that the suite knows. */
export interface Cleaning {
  readonly text: (text: string) => string;
  /** A command line, in which a plain word can be a password. */
  readonly command: (line: string) => string;
  /** A declared check on one line. */
  readonly check: (check: DeclaredCheck) => string;
}
