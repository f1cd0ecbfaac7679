import type { Failure, ProofStanding } from '../base/failure.ts';
import type { JudgeResult } from '../judging/judgment.ts';
import type { JudgedEvidence, Wanted } from '../judging/judgment-record.ts';
import type { Substance } from '../judging/substance.ts';
import type { ProofType } from '../promise/evidence.ts';
import type { Criterion, NamedPromise } from '../promise/promise.ts';
import type { Session } from '../promise/session.ts';
import type { TierSettings } from '../promise/tier.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { AnswerFor } from '../validation/validation.ts';
import type { TierOne } from './tier-one.ts';

/** What a promise is to be closed by: the words of a call, and the settings in force. */
export interface ClosingRequest {
  /** Whether the promise is to be closed, or judged by another session for the one that may close it. */
  readonly to: 'close' | 'judge';
  readonly proof: string | undefined;
  readonly type: ProofType;
  readonly validation: Configuration['gates']['validation'] | 'skipped';
  readonly tampering: Configuration['gates']['tampering'];
  readonly shown: Configuration['gates']['shown'];
  readonly judge: JudgeDemand;
  /** The tiers that can ask for more than this call gives. */
  readonly tiers: TierSettings;
  /** What an earlier PASS must have had to serve, beside its votes. */
  readonly serving: Pick<Wanted, 'independent' | 'sees'>;
}

/** Whether a judge is asked, and what it takes for its gate to be open. */
export type JudgeDemand =
  | { readonly demand: 'none' }
  | { readonly demand: 'skip' }
  | {
      readonly demand: 'ask';
      /** About all criteria, or about those whose tier asks for it. */
      readonly about: 'all' | 'by-tier';
      /** Where the judge cannot be had: go on unjudged, or stay shut. */
      readonly onUnavailable: 'warn' | 'block';
      /** Whether the project wants a model's judgment, which the rubric is not. */
      readonly wantsModel: boolean;
      /** How many votes are asked for. */
      readonly votes: number;
      /** The models' ids, or the name of a judge that is no model. */
      readonly model: string;
      /** Whether a model would be asked, and not rules: what rules say is not kept, and lifts nothing. */
      readonly isModel: boolean;
      /** Whether a judge is asked even where an earlier PASS on the same evidence would serve. */
      readonly isAnew: boolean;
    };

/** One run of the judge on a promise. */
export interface JudgeRun {
  readonly result: JudgeResult;
  readonly backend: string;
  /** Whether a model judged. A judge that follows rules satisfies no tier, and nothing of it is kept. */
  readonly byModel: boolean;
  /** The address or program that was asked; null where nothing left the machine. */
  readonly endpoint: string | null;
  /** The model that did the work, where that is known. */
  readonly sessionModel: string | null;
  /** The digest of what was judged. */
  readonly digest: string;
  /** Digests of the evidence that it was asked about. */
  readonly evidence: JudgedEvidence;
  /** What of the work itself it was shown. */
  readonly sees: readonly string[];
  /** Whether it, or one vote of it, is a model that did the work. */
  readonly isSameModel: boolean;
  /** The names of the findings in the tests that the judge was shown. */
  readonly tampering: readonly string[];
  /** What the caller has to put right: nothing was decided, whatever the result says was spent. */
  readonly fault: Failure | undefined;
}

/** All that the gates decide by. What is dear is gathered late: a gate is asked once what it needs is there. */
export interface ClosingFacts extends NamedPromise {
  readonly request: ClosingRequest;
  /** Who closes the promise, or has it judged. */
  readonly session: Session;
  readonly answerFor: AnswerFor;
  readonly proofOf: (criterion: Criterion) => ProofStanding;
  /** What the judge is shown of the work itself. It looks at most once, since it is asked at several gates. */
  readonly substance: () => Substance | undefined;
  /** How the changed files and the project's own commands came out; missing until they were looked at. */
  readonly tierOne?: TierOne;
  /** What something else than the suite did to the promise, untold; known with `tierOne`. */
  readonly untold?: Failure | undefined;
  /**
   * What came of the judge; missing until that is known.
   * - `unasked`: none was asked, since none is wanted, nothing is to be judged, or an earlier PASS serves.
   * - `passes`: what if a judge passed the promise, having seen what there is?
   */
  readonly judged?: JudgeRun | 'unasked' | 'passes';
}

/** The run of the judge, where one was asked. */
export function runIn({ judged }: Pick<ClosingFacts, 'judged'>): JudgeRun | undefined {
  return typeof judged === 'object' ? judged : undefined;
}
