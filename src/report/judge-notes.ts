import type { Redacted } from '../domain/base/secrets.ts';
import type { JudgeVerdict } from '../domain/judging/judgment.ts';
import { oneLine } from './printable.ts';
import { sentNotes } from './review-text.ts';

/** What there is to say of a judge's run beside its result. */
interface JudgeNoteFacts {
  readonly id: string;
  readonly verdict: JudgeVerdict;
  /** The raw cause, where it could not be judged. */
  readonly error: string | undefined;
  /** Something to know of the models, such as their end. */
  readonly modelWarnings: readonly string[];
  /** The model, where it did the work that it judges. */
  readonly sameModel: string | undefined;
  /** The address that was asked; null where nothing left the machine. */
  readonly endpoint: string | null;
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

/** The lines for stderr. `usualEndpoint`: the address that needs no mention. */
export function judgeNotes(facts: JudgeNoteFacts, usualEndpoint: string): readonly string[] {
  const { error, id, modelWarnings, sameModel, unknown, verdict } = facts;
  return [
    ...(verdict === 'WARN'
      ? [`WARNING: Gate 3 could not judge ${id}: ${oneLine(error ?? '')}`]
      : []),
    ...modelWarnings.map((warning) => `Warning: ${warning}`),
    ...sameModelNotes(sameModel),
    ...sentNotes(facts, usualEndpoint),
    ...(unknown.length > 0
      ? [`Note: the judge named unknown criteria: ${unknown.map(oneLine).join(', ')}.`]
      : []),
  ];
}
