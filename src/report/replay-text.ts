import type { Replay, ReplayedGate, ReplayedName, ReplayReason } from '../domain/closing/replay.ts';
import type { JudgmentFault, ReplayedJudgment } from '../domain/judging/replayed-judgment.ts';
import type { Criterion } from '../domain/promise/promise.ts';
import { brief, oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** What a replay of a promise found, for people and as data. */

const NAMES: Readonly<Record<ReplayedName, string>> = {
  self_report: 'Gate 1 (self-report)',
  proofs: 'Proofs',
  validation: 'Gate 2 (validation)',
  judge: 'Gate 3 (judge)',
};

/** What is wrong, without the criterion that it is about. */
const REASONS: Readonly<Record<ReplayReason['why'], (detail: string) => string>> = {
  'not-met': () => 'is not met',
  'no-evidence': () => 'is met without evidence',
  'no-proof-text': () => 'there are no criteria and no proof text',
  'not-proved': (detail) => `its checks are not proved (${detail})`,
  'failed-result': (detail) => `its proof contains a result that did not pass (${detail})`,
  'no-answer': () => 'no validator has answered',
  'answer-blocks': (detail) => `the answer in force does not pass (${detail})`,
  'has-criteria': () => 'criteria remain to be judged',
  rejected: (detail) => `the FAIL of a judge stands (${detail})`,
  'no-judgment': () => 'no stored judge run says so',
  'other-evidence': (detail: string) =>
    `the judge's PASS (${detail}) covers different evidence, proofs or answers than those stored`,
  'asks-for-votes': (detail) => `its tier requires votes: ${detail}`,
  unsigned: () => 'the time of verification is missing',
};

/** Longest detail of a reason, in characters. */
const LONGEST_DETAIL = 200;

/** The whole replay as text. */
export function replayText(replay: Replay, style: Style): string {
  const { follows, gates, id, judgments, recordedOnly, status, waived } = replay;
  return [
    style.bold(`REPLAY ${oneLine(id)}: ${oneLine(status)}`),
    ...gates.flatMap((gate) => gateLines(gate, style)),
    ...recordedLine(recordedOnly),
    ...waived.map(waivedLine),
    ...judgments.flatMap((judgment) => judgmentLines(judgment, style)),
    '',
    ...conclusion(status, follows, style),
  ].join('\n');
}

function gateLines({ derived, follows, gate, reasons, recorded }: ReplayedGate, style: Style) {
  const word = oneLine(recorded ?? derived);
  const but = recorded === null || recorded === derived ? '' : `, and ${derived} is what follows`;
  const mark = follows ? '' : style.bad('  DOES NOT FOLLOW');
  return [
    `  ${NAMES[gate]}: ${word}${recorded === null || !follows ? but : ''}${mark}`,
    ...reasons.map((reason) => `    ${reasonText(reason)}`),
  ];
}

function reasonText({ criterion, detail = '', why }: ReplayReason): string {
  const about = criterion === undefined ? '' : `${oneLine(criterion)} `;
  return `${about}${REASONS[why](brief(detail, LONGEST_DETAIL))}`;
}

function recordedLine(words: Replay['recordedOnly']): readonly string[] {
  const said = Object.entries(words).map(
    ([gate, word]) => `${oneLine(gate).replaceAll('_', ' ')} ${oneLine(word)}`,
  );
  return said.length === 0 ? [] : [`  Recorded, not derived: ${said.join(', ')}`];
}

function waivedLine({ id, waived }: Criterion): string {
  const { at = '', by = '', reason = '' } = waived ?? {};
  return `  Waived: ${oneLine(id)} by ${oneLine(by)} on ${oneLine(at)} (${brief(reason, LONGEST_DETAIL)})`;
}

function judgmentLines(
  { at, derived, faults, model, recorded }: ReplayedJudgment,
  style: Style,
): readonly string[] {
  const who = [at, model].filter((word) => word !== '').map(oneLine);
  const mark = faults.length === 0 ? '' : style.bad('  DOES NOT FOLLOW');
  const but = recorded === derived ? '' : `, and ${derived} is what follows`;
  return [
    `  Judged ${oneLine(recorded)} (${who.join(', ')})${but}${mark}`,
    ...faults.filter(({ part }) => part !== 'verdict').map((fault) => `    ${faultText(fault)}`),
  ];
}

function faultText({ derived, part, recorded }: JudgmentFault): string {
  const none = (words: string): string => oneLine(words) || 'nothing';
  return `${PARTS[part]}: ${none(recorded)} is recorded, ${none(derived)} follows`;
}

const PARTS: Readonly<Record<JudgmentFault['part'], string>> = {
  verdict: 'verdict',
  failed: 'criteria that failed',
  criteria: 'majority',
  tally: 'votes',
};

function conclusion(status: string, follows: boolean, style: Style): readonly string[] {
  if (!follows) return [style.bad('The recorded verdict does not follow from the stored data.')];
  if (status === 'verified') {
    return [style.good('The recorded verdict follows from the stored data.')];
  }
  return status === 'cancelled'
    ? ['Cancelled: there is no verdict to derive.']
    : ['Open: this is what each gate says now, without any call.'];
}

/** The same as data. */
export function replayJson(replay: Replay): object {
  const { follows, gates, id, judgments, recordedOnly, status, waived } = replay;
  return {
    id,
    status,
    follows,
    gates: gates.map(({ reasons, ...gate }) => ({
      ...gate,
      reasons: reasons.map(({ criterion, detail, why }) => ({
        why,
        ac_id: criterion ?? null,
        detail: detail ?? null,
      })),
    })),
    recorded_only: recordedOnly,
    judgments,
    waived: waived.map((criterion) => ({ ac_id: criterion.id, ...criterion.waived })),
  };
}
