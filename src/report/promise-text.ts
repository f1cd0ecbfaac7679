import { isObject } from '../domain/base/document.ts';
import {
  disputedCriteria,
  dissentOn,
  doubtfulPass,
  standingRejection,
} from '../domain/judging/judgment-record.ts';
import { RECORDED_GATES } from '../domain/promise/event.ts';
import type { RecordState } from '../domain/promise/ledger.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaOf,
  criteriaToProve,
  hasEvidence,
  isClosed,
  isMet,
  isWaived,
  type NamedPromise,
  ownerOf,
  progressOf,
  titleOf,
} from '../domain/promise/promise.ts';
import { checkoutOf, unboundProofs } from '../domain/promise/proof.ts';
import { keptSelfValidated } from '../domain/standing/answers.ts';
import { standingRequest } from '../domain/standing/giving-up.ts';
import { type DescribeCheck, failedMark, failureCountLines, proofLines } from './attempts-text.ts';
import { sourceText } from './checklist-text.ts';
import { firstFew } from './first-few.ts';
import { requestMark } from './give-up-text.ts';
import { actFaultText } from './person-act-text.ts';
import { indented, oneLine } from './printable.ts';
import type { Style } from './style.ts';
import { turnedLines, turnedMark } from './turned-text.ts';
import { dissentLines, LONGEST_REASON } from './vote-text.ts';

/** `owner`, or `(orphaned)`. */
export function ownerText(promise: CompletionPromise): string {
  const owner = ownerOf(promise);
  return owner === null ? '(orphaned)' : oneLine(owner);
}

/** The status as a mark, `[IN_PROGRESS]` say. */
export function statusMark(
  promise: CompletionPromise,
  style: Style,
  record: RecordState = 'recorded',
): string {
  if (promise.status === 'verified' && record === 'changed-outside') return style.bad('[CHANGED]');
  const mark = `[${oneLine(promise.status).toUpperCase()}]`;
  if (promise.status === 'verified') return style.good(mark);
  return promise.status === 'cancelled' ? style.dim(mark) : style.caution(mark);
}

function criterionMark(criterion: Criterion, style: Style): string {
  return isMet(criterion) ? style.good('[MET]') : style.caution('[PENDING]');
}

/** `[MET] AC-1: what must hold`, on one line. The mark is the file's; without evidence, it is said. */
export function criterionLine(criterion: Criterion, style: Style): string {
  const description = oneLine(criterion.description ?? '');
  const waived = waivedMark(criterion) === '' ? '' : ` ${style.caution(waivedMark(criterion))}`;
  const isBare = isMet(criterion) && !hasEvidence(criterion);
  const bare = isBare ? ` ${style.caution('(no evidence)')}` : '';
  return `${criterionMark(criterion, style)} ${oneLine(criterion.id)}: ${description}${bare}${waived}`;
}

function waivedMark(criterion: Criterion): string {
  if (isWaived(criterion)) return '(waived)';
  return criterion.waived ? '(waived in the file: does not count)' : '';
}

/** `2/3`: how many criteria are met. */
export function progressText(promise: CompletionPromise): string {
  const { met, total } = progressOf(promise);
  return `${met}/${total}`;
}

/** `, 1 waived`, to follow the count of met criteria; empty where none is waived. */
export function waivedText(promise: CompletionPromise): string {
  const { waived } = progressOf(promise);
  return waived === 0 ? '' : `, ${waived} waived`;
}

/** Where a promise is not as the suite last wrote it, in words. */
const RECORD_MARKS: Readonly<Record<RecordState, string | undefined>> = {
  recorded: undefined,
  unrecorded: '(not in the ledger)',
  'changed-outside': '(changed outside completion-promise)',
};

/** One promise in a list: mark, id and owner, then its title and progress. */
export function listEntry(
  { id, promise }: NamedPromise,
  style: Style,
  maxRetries: number,
  record: RecordState = 'recorded',
  owner = ownerText(promise),
): readonly string[] {
  const mark = RECORD_MARKS[record];
  return [
    `  ${statusMark(promise, style, record)} ${style.bold(id)}  owner: ${owner}`,
    `      ${oneLine(titleOf(promise))}  [${progressText(promise)} AC met${waivedText(promise)}]${unboundMark(promise, style)}${otherCheckoutMark(promise, style)}${judgeMark(promise, style)}${turnedMark(promise, style)}${isClosed(promise) ? '' : failedMark(promise, style, maxRetries)}${mark === undefined ? '' : `  ${style.caution(mark)}`}`,
  ];
}

/** The criteria whose proof cannot be compared with the checkout: it holds whatever becomes of the files. */
export function unboundMark(promise: CompletionPromise, style: Style): string {
  const ids = unboundProofs(criteriaToProve(promise)).map(({ ac_id }) => oneLine(ac_id));
  return ids.length === 0
    ? ''
    : `  ${style.caution(`not bound to the checkout: ${ids.join(', ')}`)}`;
}

/** The criteria whose proof is of another checkout than the project folder. */
function otherCheckoutMark(promise: CompletionPromise, style: Style): string {
  const others = criteriaToProve(promise).filter(
    ({ proof }) => proof && checkoutOf(proof) !== undefined,
  );
  const ids = others.map(({ id }) => oneLine(id)).join(', ');
  return ids === '' ? '' : `  ${style.dim(`proved in another checkout: ${ids}`)}`;
}

/** The judge's marks of a promise: it stands rejected, was closed without a judge, or its votes disagree. */
function judgeMark(promise: CompletionPromise, style: Style): string {
  const split = disputedCriteria(promise).length > 0 ? `  ${style.caution('split vote')}` : '';
  const doubtful =
    doubtfulPass(promise) === undefined ? '' : `  ${style.caution('low confidence')}`;
  const divergent = `${split}${doubtful}`;
  if (isClosed(promise)) {
    const self =
      keptSelfValidated(promise).length > 0 ? `  ${style.caution('self-validated')}` : '';
    const partial = isPartial(promise) ? `  ${style.caution('validated PARTIAL')}` : '';
    return `${partial}${isUnjudged(promise) ? `  ${style.dim('unjudged')}` : ''}${self}${divergent}`;
  }
  const isRejected = standingRejection(promise) !== undefined;
  const request = standingRequest(promise);
  const asked = request === undefined ? '' : `, ${style.caution(requestMark(request))}`;
  return `${isRejected ? `  ${style.bad('rejected by the judge')}${asked}` : ''}${divergent}`;
}

/** Whether one of the answers by which it was closed was PARTIAL. */
function isPartial({ verification }: CompletionPromise): boolean {
  const gates = verification?.gates;
  return isObject(gates) && gates['validation'] === 'partial';
}

/** A promise on which the votes disagree, with its owner and the disputed criteria. */
export function disputedEntry({ id, promise }: NamedPromise, style: Style): readonly string[] {
  const disputed = disputedCriteria(promise).map(oneLine).join(', ');
  const { more, named } = firstFew(dissentOn(promise), MOST_DISSENT);
  return [
    `  ${statusMark(promise, style)} ${style.bold(id)}  owner: ${ownerText(promise)}`,
    `      ${oneLine(titleOf(promise))}  the votes disagree on ${disputed}`,
    ...dissentLines(named, LONGEST_REASON_IN_A_LIST).map((line) => `    ${line}`),
    ...(more > 0 ? [`      and ${more} more`] : []),
  ];
}

/** How many dissenting reasons a list shows of a promise, and how much of each. */
const MOST_DISSENT = 3;
const LONGEST_REASON_IN_A_LIST = 120;

/** Whether this suite verified a promise without a judge's PASS. Promises without `gates` do not say. */
function isUnjudged({ status, verification }: CompletionPromise): boolean {
  const gates = verification?.gates;
  return status === 'verified' && isObject(gates) && gates['judge'] !== 'passed';
}

/** A whole promise: its owner, each criterion with its evidence, progress and verification. */
export function promiseText(
  { id, promise }: NamedPromise,
  style: Style,
  maxRetries: number,
  describe: DescribeCheck,
  record: RecordState = 'recorded',
): string {
  const mark = RECORD_MARKS[record];
  const { met, total } = progressOf(promise);
  const isChanged = promise.status === 'verified' && record === 'changed-outside';
  const percent = total === 0 ? 0 : Math.floor((100 * met) / total);
  const criteria = criteriaOf(promise).flatMap((criterion) =>
    criterionText(promise, criterion, { style, maxRetries, describe }),
  );
  return [
    style.bold(`PROMISE: ${id}`),
    `  Title:   ${oneLine(titleOf(promise))}`,
    ...summaryLines(promise),
    `  Status:  ${oneLine(promise.status)}${isChanged ? style.bad(' in its file, [CHANGED]') : ''}${promise.tier ? ` (tier ${promise.tier})` : ''}`,
    `  Owner:   ${ownerText(promise)}${sinceText(promise.ownership.owned_since)}`,
    `  Created: ${createdText(promise)}`,
    ...(mark === undefined ? [] : [`  Record:  ${style.caution(mark)}`]),
    '',
    'ACCEPTANCE CRITERIA:',
    ...(criteria.length === 0 ? ['  (none)'] : criteria),
    '',
    `Progress: ${met}/${total} criteria met${waivedText(promise)} (${percent}%)`,
    ...rejectionLines(promise, style),
    ...turnedLines(promise, style),
    ...divergenceLines(promise, style),
    ...doubtLines(promise, style),
    ...verificationLines(promise),
  ].join('\n');
}

function summaryLines(promise: CompletionPromise): readonly string[] {
  const { summary } = promise;
  return summary && summary !== titleOf(promise) ? [`  Summary: ${indented(summary, 11)}`] : [];
}

function sinceText(since: string | null | undefined): string {
  return since ? ` (since ${oneLine(since)})` : '';
}

function createdText({ ownership }: CompletionPromise): string {
  const when = oneLine(ownership.created_at ?? 'unknown');
  return ownership.created_by ? `${when} by ${oneLine(ownership.created_by)}` : when;
}

/** The settings by which a criterion is shown. */
interface ShownWith {
  readonly style: Style;
  readonly maxRetries: number;
  readonly describe: DescribeCheck;
}

function criterionText(
  promise: CompletionPromise,
  criterion: Criterion,
  { describe, maxRetries, style }: ShownWith,
): readonly string[] {
  const tier = criterion.tier ? ` [tier ${criterion.tier}]` : '';
  const lines = [`  ${criterionLine(criterion, style)}${tier}`];
  const from = sourceText(criterion);
  if (from !== undefined) lines.push(`      From: ${from}`);
  if (hasEvidence(criterion)) {
    const type = criterion.proof ? 'proof' : oneLine(criterion.evidence_type ?? 'unknown');
    lines.push(`      Evidence (${type}): ${indented(criterion.evidence ?? '', 8)}`);
  } else if (isMet(criterion)) {
    lines.push(`      Evidence: ${style.caution('none')}`);
  }
  if (criterion.met_at) {
    const by = criterion.met_by ? ` by ${oneLine(criterion.met_by)}` : '';
    lines.push(`      Met: ${oneLine(criterion.met_at)}${by}`);
  }
  lines.push(
    ...proofLines(criterion, describe),
    ...failureCountLines(promise, criterion, maxRetries),
  );
  if (criterion.waived) {
    const { at, by, reason, unconfirmed } = criterion.waived;
    lines.push(`      Waived: ${oneLine(at)} by a ${oneLine(by)}: ${indented(reason, 8)}`);
    if (unconfirmed !== undefined) {
      lines.push(`      It does not count: ${actFaultText(unconfirmed)}`);
    }
  }
  return lines;
}

/** The criteria on which the votes of the last run disagree. */
function divergenceLines(promise: CompletionPromise, style: Style): readonly string[] {
  const disputed = disputedCriteria(promise);
  if (disputed.length === 0) return [];
  const ids = disputed.map(oneLine).join(', ');
  return [
    `Votes: ${style.caution('split')} on ${ids}; needs human review`,
    ...dissentLines(dissentOn(promise), LONGEST_REASON),
  ];
}

/** That the last PASS needs human review. */
function doubtLines(promise: CompletionPromise, style: Style): readonly string[] {
  const confidence = doubtfulPass(promise);
  return confidence === undefined
    ? []
    : [`Judge: ${style.caution(`low confidence (${confidence})`)}; needs human review`];
}

/** The judge's rejection while it stands: what it found and what would satisfy it. */
function rejectionLines(promise: CompletionPromise, style: Style): readonly string[] {
  const rejection = isClosed(promise) ? undefined : standingRejection(promise);
  if (rejection === undefined) return [];
  const times = rejection.times > 1 ? `, ${rejection.times} times in a row` : '';
  return [
    `Judge: ${style.bad('rejected')} (${oneLine(rejection.at)}, ${oneLine(rejection.model)}${times})`,
    ...rejection.feedback.flatMap(({ ac_id, finding, would_satisfy }) => [
      `  [${oneLine(ac_id)}] ${indented(finding, 6)}`,
      `      Needed: ${indented(would_satisfy, 6)}`,
    ]),
  ];
}

function verificationLines(promise: CompletionPromise): readonly string[] {
  const { verification } = promise;
  if (!verification?.verified_at) return ['Verification: not verified'];
  const type = oneLine(verification.type ?? 'unknown');
  return [
    `Verification: ${oneLine(verification.verified_at)} by ${oneLine(verification.verified_by ?? 'unknown')}`,
    `  Type:  ${type}`,
    ...(verification.proof ? [`  Proof: ${indented(verification.proof, 9)}`] : []),
    ...gatesLines(promise),
    ...selfValidatedLines(promise),
  ];
}

function selfValidatedLines(promise: CompletionPromise): readonly string[] {
  const ids = keptSelfValidated(promise);
  return ids.length === 0 ? [] : [`  Self-validated: ${ids.map(oneLine).join(', ')}`];
}

function gatesLines(promise: CompletionPromise): readonly string[] {
  const gates = promise.verification?.gates;
  if (!isObject(gates)) return [];
  const names = [...new Set([...RECORDED_GATES, ...Object.keys(gates)])];
  const parts = names.flatMap((gate) => {
    const how = gates[gate];
    if (how === undefined) return [];
    return [`${oneLine(gate)}: ${oneLine(typeof how === 'string' ? how : JSON.stringify(how))}`];
  });
  return [`  Gates: ${parts.join(', ')}${isUnjudged(promise) ? ' (unjudged)' : ''}`];
}
