import type { Redacted } from '../domain/secrets.ts';
import { dollars } from './dollars.ts';
import { redactedText } from './judge-text.ts';
import { oneLine, printable } from './printable.ts';

/** What a review would send, as a dry run shows it. */
export interface DryRun {
  readonly model: string;
  readonly system: string;
  readonly user: string;
  readonly schema: unknown;
  readonly maxTokens: number;
  readonly promptTokens: number;
  /** US dollars: for the prompt and a reply of usual length, and at the most. */
  readonly estimatedUsd: number | undefined;
  readonly highestUsd: number;
  /** The model may think first, which the estimate leaves out. */
  readonly mayThink: boolean;
  readonly redacted: readonly Redacted[];
  /** Criteria that are failed in code, and why. */
  readonly settled: readonly { readonly ac_id: string; readonly reasoning: string }[];
  readonly suspicious: readonly {
    readonly ac_id: string | undefined;
    readonly signs: readonly string[];
  }[];
  readonly isCut: boolean;
  readonly asks: number;
}

/** The whole request for people. Nothing was sent, and nothing written. */
export function dryRunText(run: DryRun): string {
  const estimate =
    run.estimatedUsd === undefined
      ? 'unknown (the prices of this model are not known)'
      : `about ${dollars(run.estimatedUsd)}${run.mayThink ? ' and what the model thinks' : ''}`;
  return [
    'DRY RUN: nothing is sent, nothing is written.',
    `Model: ${oneLine(run.model)}`,
    `Criteria asked about: ${run.asks}`,
    `Estimated tokens: ${run.promptTokens} in, at most ${run.maxTokens} out`,
    `Estimated cost: ${estimate}; reserved for the call: ${dollars(run.highestUsd)}`,
    ...(run.redacted.length > 0 ? [`Redacted: ${redactedText(run.redacted)}`] : []),
    ...(run.isCut ? ['Evidence is cut short, since there are many criteria.'] : []),
    ...run.suspicious.map(
      ({ ac_id, signs }) =>
        `Speaks to the judge: ${oneLine(ac_id ?? 'the promise itself')} (${signs.join(', ')})`,
    ),
    ...run.settled.map(
      ({ ac_id, reasoning }) => `Failed without asking: ${oneLine(ac_id)} (${reasoning})`,
    ),
    ...(run.asks === 0
      ? ['No criterion is left to ask about: no call would be made.']
      : requestLines(run)),
  ].join('\n');
}

/** The request itself, part by part. */
export function requestLines({
  schema,
  system,
  user,
}: Pick<DryRun, 'schema' | 'system' | 'user'>): readonly string[] {
  return [
    '',
    '--- system ---',
    printable(system),
    '',
    '--- user ---',
    printable(user),
    '',
    '--- reply schema ---',
    JSON.stringify(schema, null, 2),
  ];
}
