import { describe, expect, it } from 'vitest';
import { criteriaOf } from '../../../src/domain/promise/promise.ts';
import {
  answersLine,
  bundleOf,
  knownKeys,
  linesFor,
  newKey,
  promiseOf,
  provedCriterion,
} from '../../rig/values/bundles.ts';
import { criterion } from '../../rig/values/promises.ts';

const ID = 'promise-0000aaaa';
const key = newKey();
const VERIFIED = {
  status: 'verified',
  verification: {
    verified_at: '2026-02-17T10:30:00Z',
    gates: { self_report: 'passed', proofs: 'passed', judge: 'skipped' },
  },
};

describe('a promise that travels', () => {
  it('comes out as it went in: criteria, checks and proofs', () => {
    const promise = promiseOf(ID, {
      acceptance_criteria: [provedCriterion('AC-1'), criterion('AC-2')],
    });
    const bundle = bundleOf(linesFor(promise, key), knownKeys(key));
    expect(bundle).toMatchObject({ ignored: [], broken: [], gaps: [] });
    const [attested] = bundle.promises;
    expect(attested?.promise).toMatchObject({
      id: ID,
      title: `Title of ${ID}`,
      status: 'in_progress',
    });
    const [first, second] = criteriaOf(attested?.promise ?? promise);
    expect(first).toMatchObject({ id: 'AC-1', checks: [{ kind: 'command', run: 'npm test' }] });
    expect(first?.proof).toMatchObject({ exit_code: 0, output_tail: '42 passed' });
    expect(second).toMatchObject({ id: 'AC-2', status: 'pending' });
    expect(attested?.statements.map(({ predicate }) => predicate.says)).toEqual([
      'record',
      'test-result',
    ]);
  });

  it('leaves behind what means something on its own machine alone', () => {
    const promise = promiseOf(ID, {
      acceptance_criteria: [
        provedCriterion('AC-1', {
          trust: 'seal',
          waived: { by: 'person', at: '2026-02-17T10:30:00Z', reason: 'no time' },
        }),
      ],
    });
    const [attested] = bundleOf(linesFor(promise, key)).promises;
    const [first] = criteriaOf(attested?.promise ?? promise);
    expect(Object.keys(first ?? {})).not.toContain('waived');
    expect(Object.keys(first ?? {})).not.toContain('trust');
    expect(Object.keys(first?.proof ?? {})).not.toContain('checkout');
    expect(attested?.promise.ownership).toEqual({ owned_by: null });
    expect(attested?.record.waived).toEqual([
      { ac_id: 'AC-1', at: '2026-02-17T10:30:00Z', reason: 'no time' },
    ]);
  });

  it('comes without its secrets, which are counted', () => {
    const promise = promiseOf(ID, {
      acceptance_criteria: [provedCriterion('AC-1', { evidence: 'the password is hunter2' })],
    });
    const [attested] = bundleOf(linesFor(promise, key)).promises;
    expect(criteriaOf(attested?.promise ?? promise)[0]?.evidence).toBe(
      'the password is [redacted: password]',
    );
    expect(attested?.record.redacted).toEqual([{ kind: 'password', count: 1 }]);
  });

  it('says how it was verified', () => {
    const bundle = bundleOf(linesFor(promiseOf(ID, VERIFIED), key), knownKeys(key));
    const [verification] = bundle.statements.filter(
      ({ predicate }) => predicate.says === 'verification',
    );
    expect(verification?.predicate).toMatchObject({
      promise: ID,
      attested: {
        at: '2026-02-17T10:30:00Z',
        properties: [
          'COMPLETION_PROMISE_VERIFIED',
          'COMPLETION_PROMISE_GATE_PROOFS_PASSED',
          'COMPLETION_PROMISE_GATE_SELF_REPORT_PASSED',
        ],
        gates: { judge: 'skipped' },
      },
    });
    expect(bundle.gaps).toEqual([]);
  });
});

describe('the signature of a line', () => {
  const lines = linesFor(promiseOf(ID), key);
  const statusOf = (content: readonly string[], keys = knownKeys(key)) =>
    bundleOf(content, keys).statements.map(({ signed }) => signed.status);

  it('is of a known key, whatever else is known', () => {
    expect(statusOf(lines, [...knownKeys(newKey()), ...knownKeys(key)])).toEqual([
      'known',
      'known',
      'known',
    ]);
  });

  it('is of an unknown key where none is given', () => {
    expect(statusOf(lines, [])).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it('is of an unknown key where another one is given', () => {
    expect(statusOf(lines, knownKeys(newKey()))).toEqual(['unknown', 'unknown', 'unknown']);
  });
});

describe('a Sigstore bundle', () => {
  const sigstore = (parts: object) => ({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: 'x' } },
    ...parts,
  });
  const lines = linesFor(promiseOf(ID), key);
  const wrapped = lines.map((line) => sigstore({ dsseEnvelope: JSON.parse(line) }));

  it('is read as the envelope in it, on each line', () => {
    const content = wrapped.map((one) => JSON.stringify(one));
    const keys = knownKeys(key);
    expect(bundleOf(content, keys)).toEqual(bundleOf(lines, keys));
  });

  it('is read where it takes several lines', () => {
    const content = JSON.stringify(wrapped[0], null, 2).split('\n');
    const { broken, ignored, statements } = bundleOf(content, knownKeys(key));
    expect({ broken, ignored }).toEqual({ broken: [], ignored: [] });
    expect(statements.map(({ signed }) => signed.status)).toEqual(['known']);
  });

  it('is named where it signs a file and no statement', () => {
    const content = [JSON.stringify(sigstore({ messageSignature: {} }))];
    expect(bundleOf(content, knownKeys(key)).ignored).toEqual([
      {
        line: 1,
        reason: 'it is no envelope: it is a Sigstore bundle without a `dsseEnvelope`',
      },
    ]);
  });
});

it('answers come out as they went in', () => {
  const answers = {
    promise: ID,
    asks: '0'.repeat(64),
    validator: 'ci',
    at: '2026-02-17T10:30:00Z',
    url: null,
    answers: [
      {
        ac_id: 'AC-1',
        verdict: 'PASS' as const,
        reasoning: 'All 1 checks passed.',
        evidence_digest: null,
        results: [{ name: 'npm test', status: 'PASS', detail: 'exit code 0' }],
      },
    ],
  };
  const [statement] = bundleOf([answersLine(answers, key)], knownKeys(key)).statements;
  expect(statement?.predicate).toEqual({ says: 'answers', promise: ID, attested: answers });
});
