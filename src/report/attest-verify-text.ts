import type { BrokenLine, BundleGap, IgnoredLine } from '../domain/attestation/bundle.ts';
import type { Signed } from '../domain/attestation/envelope.ts';
import type {
  BundleOutcome,
  BundleReason,
  HeldStatement,
  HeldSubject,
} from '../domain/attestation/matching.ts';
import type { Predicate } from '../domain/attestation/predicate.ts';
import { checkLabel } from '../domain/base/check-label.ts';
import { type CheckResult, troubles } from '../domain/base/check-result.ts';
import { counted } from '../domain/base/counted.ts';
import { subjectJson, subjectText } from './attest-text.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** A bundle that was held against this checkout, as it is told. */
export interface HeldBundle {
  readonly path: string;
  readonly outcome: BundleOutcome;
  readonly reasons: readonly BundleReason[];
  readonly statements: readonly HeldStatement[];
  readonly ignored: readonly IgnoredLine[];
  readonly broken: readonly BrokenLine[];
  readonly gaps: readonly BundleGap[];
  /** Null where nothing was to run. */
  readonly rerun: readonly RerunReport[] | null;
  readonly stored: readonly StoredAttested[];
}

interface RerunReport {
  readonly promise: string;
  readonly ac_id: string;
  readonly verdict: string | null;
  readonly results: readonly CheckResult[];
  readonly reason: string;
}

/** An answer of a bundle that was to be stored. */
export interface StoredAttested {
  readonly promise: string;
  readonly ac_id: string;
  readonly verdict: string;
  readonly stored_by: string;
  /** The verdict that Gate 2 goes by now; null where nothing was stored. */
  readonly governing: string | null;
  /** Why it was not stored; empty where it was. */
  readonly left: string;
}

/** What a bundle comes to, for people: each statement, what is wrong, and the whole. */
export function heldText(held: HeldBundle, style: Style): string {
  const { broken, gaps, ignored, rerun, statements, stored } = held;
  return [
    ...statements.map((one) => statementText(one, style)),
    ...broken.map(
      ({ line, reason, signed }) =>
        `${style.bad('[BROKEN]')} line ${line}: ${oneLine(reason)} (${signedText(signed)})`,
    ),
    ...gaps.map((gap) => `${style.bad('[MISMATCH]')} ${gapText(gap)}`),
    ...ignored.map(
      ({ line, reason }) => `${style.caution('[IGNORED]')} line ${line}: ${oneLine(reason)}`,
    ),
    ...(rerun ?? []).map((one) => rerunText(one, style)),
    ...stored.map(storedText),
    summaryText(held, style),
  ].join('\n');
}

function statementText(statement: HeldStatement, style: Style): string {
  const { held, line, predicate, signed } = statement;
  return [
    `${markOf(statement, style)} line ${line}: ${predicateText(predicate)}`,
    `    ${signedText(signed)}`,
    ...held.map((one) => `    ${heldSubjectText(one)}`),
  ].join('\n');
}

/** What stands in front of a statement: the worst that is known of it. */
function markOf({ matches, predicate, signed }: HeldStatement, style: Style): string {
  if (signed.status === 'broken') return style.bad('[BROKEN]');
  if (predicate.says === 'other') return style.caution('[IGNORED]');
  if (matches === 'no') return style.bad('[OTHER FILES]');
  if (signed.status === 'unsigned') return style.caution('[NOT SIGNED]');
  if (signed.status === 'unknown') return style.caution('[UNKNOWN SIGNER]');
  return matches === 'unknown' ? style.caution('[CANNOT TELL]') : style.good('[MATCHES]');
}

function predicateText(predicate: Predicate): string {
  switch (predicate.says) {
    case 'test-result': {
      const { criterion } = predicate.attested;
      return `proof of ${oneLine(criterion.id)} of ${oneLine(predicate.promise)}: ${oneLine(criterion.description)}`;
    }
    case 'record':
      return `record of ${oneLine(predicate.promise)}: ${oneLine(predicate.attested.promise.title ?? '')} (${oneLine(predicate.attested.promise.status)})`;
    case 'verification':
      return `verification of ${oneLine(predicate.promise)} at ${oneLine(predicate.attested.at)}`;
    case 'answers': {
      const { answers, at, validator } = predicate.attested;
      const verdicts = answers.map(({ ac_id, verdict }) => `${oneLine(ac_id)} ${verdict}`);
      return `answers of ${oneLine(validator)} to ${oneLine(predicate.promise)} at ${oneLine(at)}: ${verdicts.join(', ')}`;
    }
    case 'other':
      return `a statement that is not understood here: ${oneLine(predicate.type)}`;
  }
}

function signedText(signed: Signed): string {
  switch (signed.status) {
    case 'known': {
      const names = signed.by.map(({ id, name, whose }) =>
        whose === 'own' ? `this user's own key ${id}` : `${oneLine(name)}, key ${id}`,
      );
      const misnamed = signed.isMisnamed ? ' (the envelope names another key)' : '';
      return `signed by ${names.join('; ')}${misnamed}`;
    }
    case 'broken':
      return `the signature is not that of ${namedKeys(signed.keyids)}: what was signed was changed, or the signature`;
    case 'unknown':
      return `signed by an unknown key (it says ${namedKeys(signed.keyids)})`;
    case 'unsigned':
      return 'not signed';
  }
}

function namedKeys(keyids: readonly string[]): string {
  return keyids.map((keyid) => oneLine(keyid) || 'nothing').join(', ');
}

function heldSubjectText({ matches, reason, subject }: HeldSubject): string {
  const words = { yes: 'as here', no: 'not as here', unknown: 'cannot tell' }[matches];
  return `${subjectText(subject)}: ${words}${reason === '' ? '' : ` (${oneLine(reason)})`}`;
}

function gapText({ ac_id, line, promise, what }: BundleGap): string {
  const id = oneLine(promise);
  const criterion = oneLine(ac_id);
  const words: Readonly<Record<BundleGap['what'], string>> = {
    'no-record': `is about a record of ${id} that is not there: its line is missing or was exchanged`,
    'no-proof': `lists a proof of ${criterion} of ${id} that is not there: its line is missing or was exchanged`,
    'no-verification': `says that ${id} is verified, and the line that says how is missing`,
    'not-listed': `is a proof of ${criterion} that the record of ${id} does not list: it was added`,
    'several-records': `is another record of ${id}: an older state of it was added`,
  };
  return `line ${line} ${words[what]}`;
}

function rerunText(
  { ac_id, promise, reason, results, verdict }: RerunReport,
  style: Style,
): string {
  const what = `${oneLine(ac_id)} of ${oneLine(promise)}`;
  if (verdict === null) return `${style.caution('[NOT RUN]')} ${what}: ${oneLine(reason)}`;
  if (verdict === 'PASS') return `${style.good('[PASSED]')} ${what}: its checks pass here`;
  const open = troubles(results).map(
    ({ detail, name }) => `${oneLine(checkLabel(name))}: ${oneLine(detail)}`,
  );
  return `${style.bad('[FAILED]')} ${what}: ${open.join('; ')}`;
}

function storedText({
  ac_id,
  governing,
  left,
  promise,
  stored_by,
  verdict,
}: StoredAttested): string {
  const what = `${verdict} of ${oneLine(stored_by)} for ${oneLine(ac_id)} of ${oneLine(promise)}`;
  if (left !== '') return `Not stored: ${what}: ${oneLine(left)}`;
  return governing === verdict
    ? `Stored: ${what}`
    : `Stored: ${what}; a ${governing ?? 'different answer'} of another validator still applies`;
}

const OUTCOMES: Readonly<Record<BundleOutcome, string>> = {
  holds: 'It holds here',
  'not-established': 'Not established',
  'does-not-fit': 'It does not fit',
};

const REASONS: Readonly<Record<BundleReason['why'], string>> = {
  'broken-line': 'does not fit together',
  'broken-signature': 'has a broken signature',
  unsigned: 'is not signed',
  'unknown-signer': 'is signed by an unknown key',
  'other-files': 'is about other files',
  'unknown-files': 'is about files that cannot be compared',
  'failed-answer': 'has an answer that is no PASS',
  gap: 'is incomplete or has too much',
  nothing: 'there is no statement that is understood here',
  'rerun-failed': 'has a check that fails here',
  'rerun-unknown': 'has a check that could not be run here',
  'nothing-stored': 'there is no answer that was stored',
};

function summaryText({ outcome, reasons, statements }: HeldBundle, style: Style): string {
  const title = OUTCOMES[outcome];
  if (outcome === 'holds')
    return style.good(`${title}: ${counted(statements.length, 'statement')}.`);
  const whys = [...new Set(reasons.map(({ why }) => why))];
  const because = whys.map((why) => {
    const lines = [...new Set(reasons.filter((one) => one.why === why).map(({ line }) => line))];
    const named = lines.filter((line) => line > 0);
    return named.length === 0
      ? REASONS[why]
      : `${named.length === 1 ? 'line' : 'lines'} ${named.join(', ')}: ${REASONS[why]}`;
  });
  const paint = outcome === 'does-not-fit' ? style.bad : style.caution;
  return paint(`${title}: ${because.join('; ')}.`);
}

/** What the user should know beside the answer, on stderr. */
export function heldNotes({ outcome, reasons, statements }: HeldBundle): readonly string[] {
  const isByOwn = statements.some(
    ({ signed }) => signed.status === 'known' && signed.by.every(({ whose }) => whose === 'own'),
  );
  const isUnknown = reasons.some(({ why }) => why === 'unknown-signer');
  return [
    ...(isByOwn && outcome === 'holds'
      ? [
          "Note: the key is this user's own, which this user's agents can use as well: nothing was changed since, and nobody else says that it is true.",
        ]
      : []),
    ...(isUnknown ? ['Next: name the public key of whom you expect, with --key <file>.'] : []),
  ];
}

/** The same as data. */
export function heldJson(held: HeldBundle): object {
  const { broken, gaps, ignored, outcome, path, reasons, rerun, statements, stored } = held;
  return {
    bundle: path,
    outcome,
    reasons,
    statements: statements.map(statementJson),
    broken: broken.map(({ line, reason, signed }) => ({
      line,
      reason,
      signed: signedJson(signed),
    })),
    gaps,
    ignored,
    rerun,
    stored,
  };
}

function statementJson({ held, line, matches, predicate, signed }: HeldStatement): object {
  return {
    line,
    says: predicate.says,
    promise: predicate.says === 'other' ? null : predicate.promise,
    ac_id: predicate.says === 'test-result' ? predicate.attested.criterion.id : null,
    signed: signedJson(signed),
    matches,
    subjects: held.map((one) => ({
      ...subjectJson(one.subject),
      matches: one.matches,
      reason: one.reason,
    })),
    answers: predicate.says === 'answers' ? predicate.attested.answers : null,
  };
}

function signedJson(signed: Signed): object {
  const by = signed.status === 'known' ? signed.by : [];
  const keyids = 'keyids' in signed ? signed.keyids : [];
  return {
    status: signed.status,
    by: by.map(({ id, name, whose }) => ({ keyid: id, whose, name })),
    named: keyids,
  };
}
