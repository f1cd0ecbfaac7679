/**
 * A project with many promises in every way that they can stand, as a report is made of it: for the bench, and for a
 * look at the page.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TITLES = [
  'Parser accepts trailing commas in argument lists',
  'Rate limiter survives a restart of Redis',
  'Checkout total includes the shipping discount',
  'Migration 0042 can be rolled back on a live database',
  'Search results page loads in under 300 ms on a cold cache',
  'Password reset links expire after one hour',
  'CSV export escapes formulas and keeps Unicode',
  'Webhook deliveries are retried with backoff',
  'The onboarding tour can be left by keyboard alone',
  'Nightly report is sent once, whatever the time zone',
];
const CRITERIA = [
  ['The unit tests pass', 'npm test'],
  ['The integration tests pass against a real database', 'npm run test:integration -- --bail'],
  ['The documentation names the new option', ''],
  [
    'No request takes longer than 300 ms at the 95th percentile',
    'node bench/latency.mjs --p95 300',
  ],
];
const MODELS = ['claude-sonnet-5-5', 'claude-haiku-4-5', 'claude-opus-4-6'];
const KINDS = [
  ...['verified', 'verified', 'verified', 'verified', 'unjudged', 'skipped', 'waived'],
  ...['split', 'self', 'open', 'ready', 'rejected', 'cancelled'],
];
const DAY = 24 * 60 * 60 * 1000;

/** @param {number} moment */
const at = (moment) => `${new Date(moment).toISOString().slice(0, 19)}Z`;

/** @param {number} number */
const idOf = (number) => `promise-${(0x1a2b0000 + number * 7919).toString(16)}`;

/**
 * Writes the state of a project.
 *
 * @param {string} folder
 * @param {number} count how many promises
 * @param {number} now milliseconds since 1970
 */
export function writeReportProject(folder, count, now) {
  const state = join(folder, '.claude', 'completion-state');
  for (const name of ['promises', 'history', 'validations']) {
    mkdirSync(join(state, name), { recursive: true });
  }
  const promises = Array.from({ length: count }, (_, number) => promiseNumber(number, now));
  const ledger = chained(promises.flatMap(({ events }) => events));
  for (const { answers, promise } of promises) {
    for (const { id, waived } of promise.acceptance_criteria) {
      if (waived !== undefined) {
        Object.assign(waived, { event: ledger.places.get(`${promise.id} ${id}`) });
      }
    }
    const isClosed = promise.status === 'verified' || promise.status === 'cancelled';
    const place = isClosed ? 'history' : 'promises';
    writeFileSync(join(state, place, `${promise.id}.json`), JSON.stringify(promise, null, 2));
    if (answers.length > 0) mkdirSync(join(state, 'validations', promise.id));
    for (const { ac_id, ...answer } of answers) {
      const path = join(state, 'validations', promise.id, `${ac_id}-validation.json`);
      writeFileSync(path, JSON.stringify(answer));
    }
  }
  const calls = promises.flatMap(({ promise }) => callsFor(promise));
  writeFileSync(join(state, 'judge-cost-log.jsonl'), calls.map((line) => `${line}\n`).join(''));
  writeFileSync(join(state, 'events.jsonl'), ledger.text);
}

/**
 * @param {number} number
 * @param {number} now
 */
function promiseNumber(number, now) {
  const kind = KINDS[number % KINDS.length] ?? 'verified';
  const id = idOf(number);
  const session = `session-${20260200 + (number % 17)}`;
  const created = now - ((number * 37) % 29) * DAY - (number % 20) * 3_600_000 - 6 * 3_600_000;
  const closed = created + (2 + (number % 5)) * 3_600_000;
  const isVerified = !['open', 'ready', 'rejected', 'cancelled'].includes(kind);
  const criteria = CRITERIA.slice(0, 2 + (number % 3)).map(([description, command], index) =>
    criterionNumber(index, {
      description,
      command,
      kind,
      session,
      when: created + index * 1_800_000,
    }),
  );
  const judgments = judgmentsFor(kind, number, closed, criteria);
  const gates = {
    self_report: 'passed',
    proofs: 'not-bound',
    changed_files: 'passed',
    always: 'none',
    tampering: 'none',
    validation: kind === 'skipped' ? 'skipped' : 'passed',
    judge: kind === 'unjudged' ? 'unavailable' : judgments.length > 0 ? 'passed' : 'not-run',
  };
  const promise = {
    id,
    title: TITLES[number % TITLES.length],
    summary: `${TITLES[number % TITLES.length]}, as the ticket asks, without a change of the public API.`,
    status: isVerified ? 'verified' : kind === 'cancelled' ? 'cancelled' : 'in_progress',
    acceptance_criteria: criteria,
    ownership: {
      created_by: session,
      created_at: at(created),
      owned_by: session,
      owned_since: at(created),
    },
    verification: isVerified
      ? {
          verified_at: at(closed),
          verified_by: session,
          type: 'test',
          proof: 'all criteria',
          gates,
          ...(kind === 'self' ? { self_validated: ['AC-1'] } : {}),
        }
      : { verified_at: null, verified_by: null, type: null, proof: null },
    judgments,
  };
  const answers = criteria.flatMap(({ id: ac_id, status }) =>
    status === 'met'
      ? [
          {
            ac_id,
            task_id: ac_id,
            verdict: 'PASS',
            criteria_results: [],
            timestamp: at(closed - 600_000),
            reasoning: 'The tests were run again on a clean checkout, and all of them passed.',
            _metadata: {
              stored_by: 'validator-agent',
              session_id: session,
              stored_at: at(closed - 600_000),
            },
          },
        ]
      : [],
  );
  const own = { promise_id: id, session_id: session };
  const events = [
    { timestamp: at(created), ...own, event: 'promise.created', criteria: criteria.length },
    { timestamp: at(created + 60_000), ...own, event: 'promise.started' },
    ...criteria.map(({ id: ac_id }, index) => ({
      timestamp: at(created + (index + 1) * 1_800_000),
      ...own,
      event: 'criterion.proved',
      ac_id,
      source: 'checks',
      verdict: 'PASS',
    })),
    ...criteria.flatMap(({ id: ac_id, waived }) =>
      waived === undefined
        ? []
        : [
            {
              timestamp: waived.at,
              ...own,
              event: 'criterion.waived',
              ac_id,
              reason: waived.reason,
            },
          ],
    ),
    ...judgments.map(({ timestamp, status, verdict, failed }) => ({
      timestamp,
      ...own,
      event: 'promise.judged',
      status,
      verdict,
      failed,
    })),
    ...(isVerified ? [{ timestamp: at(closed), ...own, event: 'promise.verified', gates }] : []),
    ...(kind === 'cancelled'
      ? [{ timestamp: at(closed), ...own, event: 'promise.cancelled' }]
      : []),
  ];
  return { promise, answers, events };
}

/**
 * @param {number} index
 * @param {{ description: string | undefined, command: string | undefined, kind: string, session: string, when: number }} about
 */
function criterionNumber(index, { command, description, kind, session, when }) {
  const id = `AC-${index + 1}`;
  const isOpen = kind === 'open' && index > 0;
  const isWaived = kind === 'waived' && index === 1;
  const isBound = !['ready', 'open', 'rejected', 'skipped'].includes(kind);
  const output = `> app@2.4.1 test\n\n ✓ 42 tests passed (1.3 s)\n${'  ✓ keeps the order of entries\n'.repeat(12)}`;
  return {
    id,
    description,
    status: isOpen || isWaived ? 'pending' : 'met',
    evidence:
      isOpen || isWaived
        ? null
        : `${command || 'docs/options.md, section "Trailing commas"'}: ${'42 passed, 0 failed. '.repeat(3)}`,
    evidence_type: command ? 'test' : 'manual',
    met_at: isOpen || isWaived ? null : at(when),
    met_by: isOpen || isWaived ? null : session,
    ...(isWaived
      ? { waived: { by: 'person', at: at(when), reason: 'The staging database is down this week' } }
      : {}),
    ...(command && !isOpen && !isWaived
      ? {
          proof: {
            source: 'self-chosen',
            argv: ['/bin/sh', '-c', command],
            exit_code: 0,
            started_at: at(when),
            duration_ms: 1340 + index * 4211,
            output_tail: output,
            output_sha256: createHash('sha256').update(output).digest('hex'),
            ...(isBound
              ? { tree: createHash('sha256').update(`${command}${when}`).digest('hex') }
              : { tree: null, not_bound: 'the index hides files from git' }),
            results: [{ name: 'command', status: 'PASS', detail: 'exit code 0 in 1.3 s' }],
          },
        }
      : {}),
  };
}

/**
 * @param {string} kind
 * @param {number} number
 * @param {number} closed
 * @param {readonly { id: string }[]} criteria
 */
function judgmentsFor(kind, number, closed, criteria) {
  if (kind === 'unjudged' || (number % 4 === 3 && kind !== 'rejected' && kind !== 'split'))
    return [];
  const isFail = kind === 'rejected';
  const isSplit = kind === 'split';
  return [
    {
      timestamp: at(closed - 300_000),
      session_id: `session-${20260200 + (number % 17)}`,
      backend: 'api',
      model: MODELS[number % MODELS.length],
      status: 'success',
      verdict: isFail ? 'FAIL' : 'PASS',
      overall_confidence: isFail ? 0.87 : 0.94,
      reasoning: isFail
        ? 'The evidence for AC-1 shows 42 passing tests, and none of them calls the code that was changed.'
        : 'Each criterion has the output of a run that fits it, and the runs are of the tree that was changed.',
      criteria: criteria.map(({ id }) => ({
        ac_id: id,
        judgment: isFail && id === 'AC-1' ? 'FAIL' : 'PASS',
        reasoning: 'The output names the tests that the criterion is about.',
      })),
      failed: isFail ? ['AC-1'] : [],
      feedback: isFail
        ? [
            {
              ac_id: 'AC-1',
              finding: 'No test calls parseArguments with a trailing comma.',
              would_satisfy: 'A test that fails on the revision before and passes now.',
            },
          ]
        : [],
      ...(isSplit
        ? {
            tally: {
              asked: 3,
              passed: 2,
              failed: 1,
              lost: 0,
              cancelled: 0,
              divergent: true,
              disputed: ['AC-2'],
              dissent: [
                {
                  ac_id: 'AC-2',
                  vote: 3,
                  model: MODELS[2],
                  judgment: 'FAIL',
                  reasoning:
                    'The integration tests were run with --bail, so a later failure would not show.',
                },
              ],
              judges: {},
              independent_votes: 3,
            },
          }
        : {}),
    },
  ];
}

/** @param {{ id: string, judgments: readonly { timestamp: string, model: string | undefined, verdict: string }[] }} promise */
function callsFor({ id, judgments }) {
  return judgments.map(({ model, timestamp, verdict }) => {
    const size = Number.parseInt(id.slice(-3), 16);
    return JSON.stringify({
      timestamp: at(Date.parse(timestamp) - 9000),
      promise_id: id,
      input_tokens: 3000 + (size % 900) * 4,
      output_tokens: 500 + (size % 300),
      model,
      latency_ms: 8400,
      verdict,
      kind: 'promise-review',
      status: 'success',
      cost_usd: Math.round((0.006 + (size % 700) / 20_000) * 1e5) / 1e5,
    });
  });
}

/**
 * The lines of a ledger, and where those of waivers begin.
 *
 * @param {readonly { timestamp: string, event: string, promise_id: string, ac_id?: string | undefined }[]} events
 */
function chained(events) {
  /** @type {Map<string, { offset: number, digest: string }>} */
  const places = new Map();
  /** @type {string | null} */
  let prev = null;
  let text = '';
  for (const event of [...events].sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1))) {
    /** @type {string} */
    const line = JSON.stringify({ ...event, prev });
    prev = createHash('sha256').update(line).digest('hex');
    if (event.event === 'criterion.waived') {
      places.set(`${event.promise_id} ${event.ac_id}`, { offset: text.length, digest: prev });
    }
    text += `${line}\n`;
  }
  return { text, places };
}
