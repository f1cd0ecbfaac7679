import type { JudgeVerdict } from '../domain/judgment.ts';
import type { Redacted } from '../domain/secrets.ts';
import { redactedText } from './judge-text.ts';
import { oneLine } from './printable.ts';

/** What there is to say of a judge's run beside its result. */
export interface JudgeNoteFacts {
  readonly id: string;
  readonly verdict: JudgeVerdict;
  /** The raw cause, where it could not be judged. */
  readonly error: string | undefined;
  /** Something to know of the models, such as their end. */
  readonly modelWarnings: readonly string[];
  /** The model, where it did the work that it judges. */
  readonly sameModel: string | undefined;
  /** The address that was asked, where it is not the usual one. */
  readonly endpoint: string | undefined;
  readonly redacted: readonly Redacted[];
  /** Criteria that the model judged and that do not exist. */
  readonly unknown: readonly string[];
}

/** That a model judges its own work; nothing where it is another's. */
export function sameModelNotes(sameModel: string | undefined): readonly string[] {
  if (sameModel === undefined) return [];
  const model = oneLine(sameModel);
  return [
    `Warning: ${model} judges work that ${model} did: another model (--model) would be more independent.`,
  ];
}

/** The lines for stderr. */
export function judgeNotes(facts: JudgeNoteFacts): readonly string[] {
  const { endpoint, error, id, modelWarnings, redacted, sameModel, unknown, verdict } = facts;
  return [
    ...(verdict === 'WARN'
      ? [`WARNING: Gate 3 could not judge ${id}: ${oneLine(error ?? '')}`]
      : []),
    ...modelWarnings.map((warning) => `Warning: ${warning}`),
    ...sameModelNotes(sameModel),
    ...(endpoint === undefined ? [] : [`Note: the judge was asked at ${oneLine(endpoint)}.`]),
    ...(redacted.length > 0
      ? [`Note: secrets were taken out before anything was sent: ${redactedText(redacted)}.`]
      : []),
    ...(unknown.length > 0
      ? [`Note: the judge named criteria that are not there: ${unknown.map(oneLine).join(', ')}.`]
      : []),
  ];
}
