import type { Redacted } from '../domain/base/secrets.ts';
import { paymentText } from '../domain/judging/payment.ts';
import { dollars, UNKNOWN_PRICES } from './dollars.ts';
import { redactedText } from './judge-text.ts';
import { oneLine, printable } from './printable.ts';

export const DRY_RUN_HEADING = 'DRY RUN: nothing is sent or written.';

/** What a question would send, and what that would cost. */
interface PlannedQuestion {
  /** The model of each vote; one where there is no vote. */
  readonly models: readonly string[];
  readonly backend: string;
  readonly paidBy: string;
  /** What would be started, where a program is asked. */
  readonly command: readonly string[] | null;
  readonly system: string;
  readonly user: string;
  readonly schema: unknown;
  readonly maxTokens: number;
  readonly promptTokens: number;
  /** US dollars for all votes: for the prompt and a reply of usual length, and at the most. */
  readonly estimatedUsd: number | undefined;
  readonly highestUsd: number;
  /** The model may think first, which the estimate leaves out. */
  readonly mayThink: boolean;
  readonly redacted: readonly Redacted[];
}

/** What a review of a promise would send. */
export interface DryRun extends PlannedQuestion {
  /** Criteria that are failed in code, and why. */
  readonly settled: readonly { readonly ac_id: string; readonly reasoning: string }[];
  readonly suspicious: readonly {
    readonly ac_id: string | undefined;
    readonly signs: readonly string[];
  }[];
  readonly isCut: boolean;
  readonly asks: number;
  /** What is shown of the work itself, in lines; none where nothing is. */
  readonly work: readonly string[];
  /** What stands in the way of a real run, in lines. */
  readonly ahead: readonly string[];
}

/** The whole request for people. Nothing was sent, and nothing written. */
export function dryRunText(run: DryRun): string {
  return [
    ...plannedLines(run),
    ...votesLines(run),
    `Criteria asked about: ${run.asks}`,
    ...estimateLines(run),
    ...run.work,
    ...(run.isCut ? ['Evidence is shortened because there are many criteria.'] : []),
    ...run.suspicious.map(
      ({ ac_id, signs }) =>
        `Addresses the judge: ${oneLine(ac_id ?? 'the promise itself')} (${signs.join(', ')})`,
    ),
    ...run.settled.map(
      ({ ac_id, reasoning }) => `Failed without a call: ${oneLine(ac_id)} (${reasoning})`,
    ),
    ...run.ahead,
    ...(run.asks === 0 ? ['No criteria left to judge: no call would be made.'] : requestLines(run)),
  ].join('\n');
}

export function plannedLines({ backend, models, paidBy }: PlannedQuestion): readonly string[] {
  return [
    DRY_RUN_HEADING,
    `Model: ${[...new Set(models)].map(oneLine).join(', ')}`,
    `Backend: ${backend}, ${paymentText(paidBy)}`,
  ];
}

export function estimateLines(run: PlannedQuestion): readonly string[] {
  const { estimatedUsd, highestUsd, maxTokens, models, promptTokens, redacted } = run;
  const thinking = run.mayThink ? ' plus reasoning tokens' : '';
  const estimate =
    estimatedUsd === undefined ? UNKNOWN_PRICES : `about ${dollars(estimatedUsd)}${thinking}`;
  const [each, calls] = models.length === 1 ? ['', 'the call'] : [', each', 'the calls'];
  return [
    `Estimated tokens: ${promptTokens} in, at most ${maxTokens} out${each}`,
    `Estimated cost: ${estimate}; reserved for ${calls}: ${dollars(highestUsd)}`,
    ...(redacted.length > 0 ? [`Redacted: ${redactedText(redacted)}`] : []),
  ];
}

/** What several votes differ in: the model, and the order in which each sees the criteria. */
function votesLines({ models }: DryRun): readonly string[] {
  if (models.length === 1) return [];
  const all = models.map((model, index) => `${index + 1} ${oneLine(model)}`).join(', ');
  return [
    `Votes: ${models.length} at once (${all}), each with the criteria in its own random order`,
  ];
}

/** The request itself, part by part. */
export function requestLines({
  command,
  schema,
  system,
  user,
}: Pick<PlannedQuestion, 'command' | 'schema' | 'system' | 'user'>): readonly string[] {
  return [
    ...(command === null
      ? []
      : ['', '--- command (the user text goes to its stdin) ---', JSON.stringify(command)]),
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
