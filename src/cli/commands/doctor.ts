import type { Diagnosis } from '../../domain/diagnosis.ts';
import type { Failure } from '../../domain/failure.ts';
import { type Finding, isRepairable, type RepairableFinding } from '../../domain/finding.ts';
import { failed, type Result, success } from '../../domain/result.ts';
import { diagnosisJson, diagnosisLine } from '../../report/diagnosis-text.ts';
import { findingJson, findingLine, repairLine } from '../../report/doctor-text.ts';
import { createStateHealth, type StateHealth } from '../../store/state-health.ts';
import { type Command, JSON_OPTION, type Report } from '../command.ts';
import { EXIT } from '../exit.ts';
import { personRefusal } from '../person.ts';
import { warningOf } from '../print.ts';
import type { Suite } from '../suite.ts';
import { examine } from './doctor/examine.ts';

/** What a person types to have files moved: nothing that is typed by accident. */
const CONFIRMATION = 'quarantine';

export const doctorCommand: Command = {
  summary:
    'Finds what would leave the gate open or shut for good, by trying it; exit code 1 where something would.',
  usage: ['[--repair] [--json]'],
  options: {
    repair: {
      takes: 'nothing',
      summary: 'Move broken files to quarantine/ with a note; only a person can, on a terminal',
    },
    json: JSON_OPTION,
  },
  examples: [
    ['$0', 'What is wrong, here and with the hooks'],
    ['$0 --repair', 'Put it right'],
  ],
  async run(args, suite) {
    const health = createStateHealth(suite, suite.folder);
    const findings = health.inspect();
    const repairable = findings.filter(isRepairable);
    if (!args.given('repair') || repairable.length === 0)
      return success(findingsReport(findings, await examine(suite), suite));
    const fault = await confirmRepair(repairable, suite);
    if (fault !== undefined) return failed(fault);
    // Whoever was asked had time to mend a file: what is sound by now is left alone.
    const still = new Set(health.inspect().map(placeOf));
    return repairAll(
      health,
      repairable.filter((finding) => still.has(placeOf(finding))),
      repairable.length,
      suite,
    );
  },
};

function findingsReport(
  findings: readonly Finding[],
  checks: readonly Diagnosis[],
  { folder, style }: Suite,
): Report {
  const faults = findings.filter((finding) => finding.kind !== 'other-id');
  const failures = checks.filter(({ status }) => status === 'fail');
  const next = findings.some(isRepairable)
    ? ['To repair, as a person on a terminal: cs doctor --repair']
    : [];
  const isWell = faults.length === 0 && failures.length === 0;
  return {
    text: [
      ...checks.map((check) => diagnosisLine(check, style)),
      ...findings.map((finding) => findingLine(finding, style)),
      faults.length === 0
        ? style.good('The state folder is sound.')
        : `${faults.length} problem(s) in ${folder.root}`,
      ...next,
      ...(failures.length === 0 ? [] : [`${failures.length} check(s) failed.`]),
    ].join('\n'),
    json: {
      sound: faults.length === 0,
      findings: findings.map(findingJson),
      checks: checks.map(diagnosisJson),
    },
    exitCode: isWell ? EXIT.ok : EXIT.failed,
  };
}

/** Moving an unreadable promise away opens gates: a person must want it. */
function confirmRepair(findings: readonly Finding[], suite: Suite): Promise<Failure | undefined> {
  return personRefusal(
    {
      action: 'repair the state folder',
      shown: findings.map((finding) => findingLine(finding, suite.style)).join('\n'),
      question: `Type "${CONFIRMATION}" to move ${findings.length} file(s): `,
      typed: CONFIRMATION,
    },
    suite,
  );
}

/** What a finding is about, to find it again when the folder is looked at once more. */
function placeOf(finding: Finding): string {
  const place = 'file' in finding ? finding.file.path : finding.id;
  return `${finding.kind} ${place}`;
}

function repairAll(
  health: StateHealth,
  findings: readonly RepairableFinding[],
  asked: number,
  { folder }: Suite,
): Result<Report> {
  const outcomes = findings.map((finding) => health.repair(finding));
  const repairs = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  const warnings = repairs.flatMap((repair) => repair.warnings);
  const faults = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure]));
  return success({
    text: [
      ...repairs.map(repairLine),
      ...(findings.length < asked ? [`${asked - findings.length} left alone: sound by now.`] : []),
      `${repairs.length} of ${findings.length} repaired; nothing was deleted (${folder.quarantine}).`,
    ].join('\n'),
    json: { repaired: repairs.map(({ from, to }) => ({ from, to })) },
    notes: [...faults, ...warnings].map(warningOf),
    exitCode: faults.length === 0 ? EXIT.ok : EXIT.failed,
  });
}
