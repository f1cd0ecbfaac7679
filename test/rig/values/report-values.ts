import type { PromiseAccount } from '../../../src/domain/account/account.ts';
import type { Cleaning, PromiseFacts } from '../../../src/domain/account/facts.ts';
import type { ProjectReport } from '../../../src/domain/account/project-report.ts';
import { promiseAccount } from '../../../src/domain/account/promise-account.ts';
import { countCosts, totalsOf } from '../../../src/domain/account/totals.ts';
import { NO_FORGE } from '../../../src/domain/base/forge.ts';
import type { CompletionPromise } from '../../../src/domain/promise/promise.ts';
import { answersIn } from '../../../src/domain/validation/validation.ts';
import type { FormatMeans, ReportFormat } from '../../../src/report/report-format.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { CHECK_SETTINGS } from './domain-values.ts';

/** A cleaning that changes nothing. */
export const NO_CLEANING: Cleaning = {
  text: (text) => text,
  command: (line) => line,
  check: ({ kind }) => kind,
};

/** What is known of a promise of which nothing is known but itself. */
export function factsOf(
  promise: CompletionPromise,
  given: Partial<PromiseFacts> = {},
): PromiseFacts {
  return {
    id: promise.id,
    promise,
    answerFor: answersIn(new Map()),
    takeTree: undefined,
    record: 'recorded',
    calls: [],
    look: undefined,
    waiting: undefined,
    capped: undefined,
    timeline: { entries: [], left_out: 0 },
    gates: { ...CHECK_SETTINGS, validation: 'required' },
    keptArtifact: () => undefined,
    checklists: [],
    ...given,
  };
}

export function accountOf(
  promise: CompletionPromise,
  given: Partial<PromiseFacts> = {},
): PromiseAccount {
  return promiseAccount(factsOf(promise, given), NO_CLEANING);
}

/** A report on some accounts. */
export function reportOf(
  promises: readonly PromiseAccount[],
  given: Partial<ProjectReport> = {},
): ProjectReport {
  return {
    made_at: '2026-02-17T10:30:00Z',
    version: '0.1.0',
    project: 'shop',
    selection: { by: 'all', words: 'all promises' },
    gaps: [],
    totals: totalsOf(promises, countCosts().totals()),
    pushed: NO_FORGE,
    fleet: null,
    promises,
    ...given,
  };
}

/** A promise with one text in every place where one can stand. */
export function promiseFullOf(text: string, id = 'promise-0badf00d'): CompletionPromise {
  return {
    id,
    title: text,
    summary: `${text} more`,
    status: 'in_progress',
    ownership: { owned_by: text, created_by: text, created_at: text, owned_since: text },
    acceptance_criteria: [
      {
        id: text,
        description: text,
        source: { file: text, line: 4, sha256: text },
        status: 'met',
        evidence: text,
        evidence_type: text,
        met_at: text,
        met_by: text,
        checks: [{ kind: 'command', run: text }],
        waived: { by: text, at: text, reason: text },
        attempts: [
          { by: 'cs prove', verdict: 'FAIL', feedback: [{ finding: text, would_satisfy: text }] },
        ],
        proof: {
          source: text,
          argv: [text, text],
          exit_code: 0,
          started_at: text,
          duration_ms: 12,
          output_tail: text,
          output_sha256: text,
          tree: null,
          not_bound: text,
          checkout: text,
          results: [{ name: text, status: 'PASS', detail: text }],
        },
      },
    ],
    judgments: [
      {
        timestamp: text,
        model: text,
        backend: text,
        session_id: text,
        status: text,
        verdict: 'FAIL',
        reasoning: text,
        criteria: [{ ac_id: text, judgment: text, reasoning: text }],
        failed: [text],
        feedback: [{ ac_id: text, finding: text, would_satisfy: text }],
        tally: {
          asked: 3,
          passed: 1,
          failed: 2,
          lost: 0,
          disputed: [text],
          dissent: [{ ac_id: text, vote: 1, model: text, judgment: 'PASS', reasoning: text }],
        },
      },
    ],
    accepted: [{ digest: text, by: text, at: text, reason: text, session: text }],
    give_up_requested: { what: 'cancel', at: text, session_id: text },
    verification: {
      verified_at: text,
      verified_by: text,
      gates: { judge: text, validation: text },
    },
  };
}

/** What reads beside such a promise. */
export function surroundingsFullOf(text: string): Partial<PromiseFacts> {
  return {
    waiting: { question: text, needs: 'decision', at: text, kind: 'asked', used: true },
    capped: { at: text, why: text, checker: text },
    timeline: {
      entries: [{ at: text, session_id: text, event: text, words: text }],
      left_out: 1,
    },
    look: {
      examined: true,
      notes: [text],
      findings: [
        {
          digest: '0123456789abcdef',
          kind: 'skipped',
          path: text,
          line: 3,
          detail: text,
          before: text,
          after: text,
        },
      ],
    },
    answerFor: () => ({
      found: 'answer',
      response: {
        verdict: 'FAIL',
        reasoning: text,
        _metadata: { stored_by: text, session_id: text, stored_at: text },
      },
    }),
  };
}

/** What formats are given beside a report, with a digest that names no style. */
export const MEANS: FormatMeans = {
  style: plainStyle,
  sha256Base64: () => 'AAAA',
  artifactBytes: () => undefined,
};

/** A report as it is written, in one. */
export function writtenAs(format: ReportFormat, report: ProjectReport, means: FormatMeans): string {
  return [...format.write(report, means)].join('');
}
