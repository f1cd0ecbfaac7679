import { describe, expect, it } from 'vitest';
import type { CheckoutFacts } from '../../../src/domain/attestation/matching.ts';
import {
  answersLine,
  bundleOf,
  knownKeys,
  linesFor,
  newKey,
  promiseOf,
  provedCriterion,
  SUBJECTS,
  TREE,
} from '../../rig/values/bundles.ts';
import { HERE, verdictOn } from '../../rig/values/held-bundles.ts';

/** What was done to a bundle, and what verifying it says. */

const key = newKey();
const other = newKey();
const keys = knownKeys(key);
const VERIFIED = promiseOf('promise-0000aaaa', {
  status: 'verified',
  verification: { verified_at: '2026-02-17T10:30:00Z', gates: { proofs: 'passed' } },
});
const LINES = linesFor(VERIFIED, key);
const [FIRST = '', SECOND = '', RECORD = '', VERIFICATION = ''] = LINES;
const ANOTHER = linesFor(promiseOf('promise-0000bbbb'), key);
const OLDER = linesFor(
  promiseOf('promise-0000aaaa', { acceptance_criteria: [provedCriterion('AC-1')] }),
  key,
);

type Envelope = {
  payload: string;
  payloadType: string;
  signatures: { keyid: string; sig: string }[];
};

/** A line with its envelope changed. */
function changed(line: string, change: (envelope: Envelope) => object): string {
  const envelope: Envelope = JSON.parse(line);
  return JSON.stringify({ ...envelope, ...change(envelope) });
}

/** A line whose payload says something else, as text. */
function saying(line: string, from: string, to: string): string {
  return changed(line, ({ payload }) => {
    const text = Buffer.from(payload, 'base64').toString();
    if (!text.includes(from)) throw new Error(`the payload does not say ${from}`);
    return { payload: Buffer.from(text.replace(from, to)).toString('base64') };
  });
}

/** A text with one letter of it exchanged. */
const flipped = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);

const bytesOf = (lines: readonly string[]): Uint8Array => Buffer.from(`${lines.join('\n')}\n`);

it('the bundle as it was written holds', () => {
  expect(verdictOn(bytesOf(LINES), keys)).toMatchObject({ outcome: 'holds', whys: [] });
});

describe('what means the same holds', () => {
  it.each<[string, Uint8Array]>([
    ['in another order', bytesOf([...LINES].reverse())],
    ['with line ends of Windows', Buffer.from(`${LINES.join('\r\n')}\r\n`)],
    ['without a line end', Buffer.from(LINES.join('\n'))],
    ['with blank lines', Buffer.from(`\n \n${LINES.join('\n\n\t\n')}\n`)],
    ['with a line twice', bytesOf([...LINES, FIRST])],
    ['with a promise more', bytesOf([...LINES, ...ANOTHER])],
    [
      'with keys that nobody signed',
      bytesOf([changed(FIRST, () => ({ note: 'x' })), SECOND, RECORD, VERIFICATION]),
    ],
    [
      'with the name of another key',
      bytesOf([
        changed(FIRST, ({ signatures: [one] }) => ({ signatures: [{ ...one, keyid: other.id }] })),
        SECOND,
        RECORD,
        VERIFICATION,
      ]),
    ],
    [
      'without the name of a key',
      bytesOf([
        changed(FIRST, ({ signatures: [one] }) => ({ signatures: [{ sig: one?.sig }] })),
        SECOND,
        RECORD,
        VERIFICATION,
      ]),
    ],
    [
      'in the URL-safe alphabet',
      bytesOf(
        LINES.map((line) =>
          changed(line, ({ payload }) => ({
            payload: payload.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
          })),
        ),
      ),
    ],
    [
      'with a signature of somebody else beside the known one',
      bytesOf([
        changed(FIRST, ({ signatures }) => ({
          signatures: [{ keyid: other.id, sig: 'AAAA' }, ...signatures],
        })),
        SECOND,
        RECORD,
        VERIFICATION,
      ]),
    ],
  ])('%s', (_what, bytes) => {
    expect(verdictOn(bytes, keys)).toMatchObject({ outcome: 'holds', whys: [] });
  });
});

describe('what was changed is noticed', () => {
  const rest = [SECOND, RECORD, VERIFICATION];
  it.each<[string, Uint8Array, string, readonly string[]]>([
    [
      'the verdict in a payload',
      bytesOf([saying(FIRST, 'PASSED', 'FAILED'), ...rest]),
      'does-not-fit',
      ['gap', 'broken-line'],
    ],
    [
      'a key in a payload',
      bytesOf([saying(RECORD, '"promise":', '"promisE":'), FIRST, SECOND, VERIFICATION]),
      'does-not-fit',
      ['broken-line', 'gap'],
    ],
    [
      'the digest of a subject',
      bytesOf([saying(FIRST, TREE, 'cd'.repeat(32)), ...rest]),
      'does-not-fit',
      ['broken-line', 'gap'],
    ],
    [
      'the commit of a subject',
      bytesOf([saying(FIRST, 'cd'.repeat(20), 'ce'.repeat(20)), ...rest]),
      'does-not-fit',
      ['broken-signature'],
    ],
    [
      'the time of a verification',
      bytesOf([FIRST, SECOND, RECORD, saying(VERIFICATION, '10:30', '11:30')]),
      'does-not-fit',
      ['broken-signature'],
    ],
    [
      'a property of a verification',
      bytesOf([FIRST, SECOND, RECORD, saying(VERIFICATION, 'GATE_PROOFS', 'GATE_JUDGED')]),
      'does-not-fit',
      ['broken-signature'],
    ],
    [
      'the type of a payload',
      bytesOf([
        changed(FIRST, () => ({ payloadType: 'application/vnd.in-toto.link+json' })),
        ...rest,
      ]),
      'does-not-fit',
      ['broken-signature'],
    ],
    [
      'the type of a payload, to one that is left aside',
      bytesOf([changed(FIRST, () => ({ payloadType: 'text/plain' })), ...rest]),
      'does-not-fit',
      ['gap'],
    ],
    [
      'a letter of a signature',
      bytesOf([
        changed(FIRST, ({ signatures: [one] }) => ({
          signatures: [{ ...one, sig: flipped(one?.sig ?? '', 10) }],
        })),
        ...rest,
      ]),
      'does-not-fit',
      ['broken-signature'],
    ],
    [
      'a signature, to that of another line',
      bytesOf([changed(FIRST, () => ({ signatures: JSON.parse(SECOND).signatures })), ...rest]),
      'does-not-fit',
      ['broken-signature'],
    ],
    [
      'a signature, to none',
      bytesOf([changed(FIRST, () => ({ signatures: [] })), ...rest]),
      'not-established',
      ['unsigned'],
    ],
    [
      'a payload and its signer',
      bytesOf(linesFor(VERIFIED, other)),
      'not-established',
      ['unknown-signer'],
    ],
    [
      'a payload and its signer, under the name of the known key',
      bytesOf(linesFor(VERIFIED, { ...other, id: key.id })),
      'does-not-fit',
      ['broken-signature'],
    ],
    [
      'the line of a proof, taken out',
      bytesOf([SECOND, RECORD, VERIFICATION]),
      'does-not-fit',
      ['gap'],
    ],
    [
      'the line of the record, taken out',
      bytesOf([FIRST, SECOND, VERIFICATION]),
      'does-not-fit',
      ['gap'],
    ],
    [
      'the line of the verification, taken out',
      bytesOf([FIRST, SECOND, RECORD]),
      'does-not-fit',
      ['gap'],
    ],
    [
      'a line of another promise, without its record',
      bytesOf([...LINES, ANOTHER[0] ?? '']),
      'does-not-fit',
      ['gap'],
    ],
    ['the lines of an older state, put in', bytesOf([...LINES, ...OLDER]), 'does-not-fit', ['gap']],
    [
      'the record of an older state, in the place of the other',
      bytesOf([FIRST, SECOND, OLDER[1] ?? '', VERIFICATION]),
      'does-not-fit',
      ['gap'],
    ],
    ['a line, cut off', Buffer.from(LINES.join('\n').slice(0, -40)), 'does-not-fit', ['gap']],
    [
      'a line, cut off at its beginning',
      bytesOf([FIRST.slice(20), ...rest]),
      'does-not-fit',
      ['gap'],
    ],
    [
      'two values on a line',
      bytesOf([`${FIRST}${SECOND}`, RECORD, VERIFICATION]),
      'does-not-fit',
      ['gap'],
    ],
    ['a zero byte', bytesOf([`${FIRST}\0`, ...rest]), 'does-not-fit', ['gap']],
    [
      'bytes that are no text',
      Buffer.concat([Buffer.from([0xff, 0xfe]), bytesOf(LINES)]),
      'does-not-fit',
      ['gap'],
    ],
    [
      'a key of the envelope, written twice',
      bytesOf([FIRST.replace('{', '{"payload":"AAAA",'), ...rest]),
      'does-not-fit',
      ['gap'],
    ],
    ['everything', Buffer.from('nothing of it\n'), 'not-established', ['nothing']],
    ['everything, to nothing', Buffer.from('\n'), 'unreadable', ['it is empty']],
  ])('%s', (_what, bytes, outcome, whys) => {
    const verdict = verdictOn(bytes, keys);
    expect(verdict.outcome).toBe(outcome);
    expect([...verdict.whys].sort()).toEqual([...whys].sort());
  });

  it('a huge line is refused before it is read', () => {
    const bytes = Buffer.alloc(33 * 1024 * 1024, 'x');
    expect(verdictOn(bytes, keys)).toMatchObject({ whys: ['it is larger than 32 MB'] });
  });

  it('so are too many lines', () => {
    const bytes = Buffer.from('{}\n'.repeat(20_001));
    expect(verdictOn(bytes, keys)).toMatchObject({ whys: ['it has more than 20000 lines'] });
  });

  it('a bundle is never established without a known key', () => {
    expect(verdictOn(bytesOf(LINES), [])).toMatchObject({ outcome: 'not-established' });
  });
});

describe('held against a checkout', () => {
  const facts = (change: Partial<CheckoutFacts>): CheckoutFacts => ({ ...HERE, ...change });
  it.each<[string, CheckoutFacts, string, readonly string[]]>([
    [
      'that has other files',
      facts({ fingerprint: () => ({ bound: true, digest: 'ee'.repeat(32) }) }),
      'does-not-fit',
      ['other-files'],
    ],
    [
      'that lacks the files',
      facts({ fingerprint: () => ({ bound: false, why: 'no-match', reason: 'x' }) }),
      'does-not-fit',
      ['other-files'],
    ],
    [
      'that is none',
      facts({ fingerprint: () => ({ bound: false, why: 'no-repository', reason: 'x' }) }),
      'not-established',
      ['unknown-files'],
    ],
    [
      'that cannot be read',
      facts({ fingerprint: () => ({ bound: false, why: 'unreadable', reason: 'x' }) }),
      'not-established',
      ['unknown-files'],
    ],
    [
      'from another folder of it',
      facts({ folder: 'packages/app' }),
      'not-established',
      ['unknown-files'],
    ],
    [
      'that has the files without the commit',
      facts({ content: () => ({ ok: true, value: { tree: 'a', commit: null } }) }),
      'holds',
      [],
    ],
    [
      'whose git tells nothing',
      facts({ content: () => ({ ok: false, reason: 'x' }) }),
      'holds',
      [],
    ],
  ])('%s', (_what, here, outcome, whys) => {
    expect(verdictOn(bytesOf(LINES), keys, here)).toMatchObject({ outcome, whys });
  });

  it('a proof whose subject is not what it was bound to is broken, whoever signed it', () => {
    const subjects = SUBJECTS.map((one) =>
      one.kind === 'files' ? { ...one, digest: 'ee'.repeat(32) } : one,
    );
    const forged = bundleOf(linesFor(VERIFIED, key, subjects), keys);
    expect(forged.broken.map(({ reason }) => reason)).toEqual([
      'its subject is not what its proof was bound to',
      'its subject is not what its proof was bound to',
    ]);
  });

  it('an answer that is a FAIL does not hold', () => {
    const line = answersLine(
      {
        promise: 'promise-0000aaaa',
        asks: '0'.repeat(64),
        validator: 'ci',
        at: '2026-02-17T10:30:00Z',
        url: null,
        answers: [
          { ac_id: 'AC-1', verdict: 'FAIL', reasoning: 'x', evidence_digest: null, results: [] },
        ],
      },
      key,
    );
    expect(verdictOn(bytesOf([line]), keys)).toMatchObject({
      outcome: 'does-not-fit',
      whys: ['failed-answer'],
    });
  });
});
