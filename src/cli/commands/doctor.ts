import { dirname } from 'node:path';
import { counted } from '../../domain/base/counted.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import type { Diagnosis } from '../../domain/host/diagnosis.ts';
import { diagnoseChain } from '../../domain/host/ledger-diagnosis.ts';
import { diagnoseRegister } from '../../domain/host/register-diagnosis.ts';
import {
  type Finding,
  isRepairable,
  type Repair,
  type RepairableFinding,
} from '../../domain/judging/finding.ts';
import type { RegisterSurvey } from '../../domain/session/register-survey.ts';
import { examineHosts } from '../../hosts/examine-all.ts';
import {
  diagnosesShort,
  diagnosisJson,
  diagnosisLine,
  findingJson,
  findingLine,
  repairLine,
} from '../../report/doctor-text.ts';
import { EXIT } from '../../report/exit.ts';
import { oneLine } from '../../report/printable.ts';
import type { Style } from '../../report/style.ts';
import type { Suite } from '../../suite.ts';
import { type Command, JSON_OPTION, type Report } from '../command.ts';
import { personRefusal } from '../person.ts';
import { warningOf } from '../print.ts';
import { examineOldCallers } from './doctor/old-callers.ts';
import { examineOtherStates } from './doctor/other-states.ts';
import { type ExaminedStore, examineElsewhere, examineStore } from './doctor/store.ts';
import { examineVersioning } from './doctor/versioning.ts';

/** The word that a person types to have files moved. It is not typed by accident. */
const CONFIRMATION = 'quarantine';

export const doctorCommand: Command = {
  summary:
    'Finds what would keep the gate open or blocked for good, by trying it; exit code 1 if anything would.',
  usage: ['[--verbose] [--repair] [--json]'],
  effects: ['executes'],
  options: {
    repair: {
      takes: 'nothing',
      summary: 'Move broken files to quarantine/ with a note; only a person can, in a terminal',
    },
    verbose: { takes: 'nothing', summary: 'Also list what is in order', alias: 'v' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0', 'Check the state and the hooks'],
    ['$0 --repair', 'Repair the state folder'],
  ],
  async run(args, suite) {
    const survey = suite.registerHealth.survey();
    const store = await examineStore(suite);
    const findings = await findingsIn(suite, survey, store?.isReached ?? true);
    const repairable = findings.filter(isRepairable);
    if (!args.given('repair') || repairable.length === 0) {
      const broken = store?.isReached === false ? undefined : await suite.health.brokenChain();
      const checks = [
        ...(store?.checks ?? []),
        ...examineElsewhere(suite),
        ...(await examineHosts(suite)),
        ...examineOtherStates(suite),
        ...examineOldCallers(suite),
        ...diagnoseRegister(survey),
        ...(broken === undefined ? [] : [diagnoseChain(broken)]),
        ...(await examineVersioning(suite)),
      ];
      return success(
        findingsReport({ findings, checks, store, isWhole: args.given('verbose') }, suite),
      );
    }
    const fault = await confirmRepair(repairable, suite);
    if (fault !== undefined) return failed(fault);
    // The person may have mended a file before answering: files that are sound by now are left alone.
    const still = new Set(
      (await findingsIn(suite, suite.registerHealth.survey(), true)).map(placeOf),
    );
    return repairAll(
      suite,
      repairable.filter((finding) => still.has(placeOf(finding))),
      repairable.length,
    );
  },
};

/** What is wrong with the project's state, where that can be looked at, and with the user's register. */
async function findingsIn(
  { health }: Suite,
  { broken }: RegisterSurvey,
  isReached: boolean,
): Promise<readonly Finding[]> {
  const registers = broken.map((file): Finding => ({ kind: 'broken', file, blocksGates: true }));
  return [...(isReached ? await health.inspect() : []), ...registers];
}

/** Whether a finding is about the user's register, which lies outside of the project. */
function isOfRegister(finding: Finding, { registerHealth }: Suite): boolean {
  return 'file' in finding && dirname(finding.file.path) === registerHealth.place;
}

interface Examined {
  readonly findings: readonly Finding[];
  readonly checks: readonly Diagnosis[];
  /** Where the state lies, if in no folder. */
  readonly store: ExaminedStore | undefined;
  /** Whether each check that found nothing is named. */
  readonly isWhole: boolean;
}

function findingsReport({ checks, findings, isWhole, store }: Examined, suite: Suite): Report {
  const { commandLines, health, registerHealth, style } = suite;
  const all = findings.filter((finding) => finding.kind !== 'other-id');
  const faults = all.filter((finding) => !isOfRegister(finding, suite));
  const registers = all.length - faults.length;
  const failures = checks.filter(({ status }) => status === 'fail');
  const next = findings.some(isRepairable)
    ? [`To repair, as a person in a terminal: ${commandLines.of('cs doctor --repair')}`]
    : [];
  const isWell = all.length === 0 && failures.length === 0;
  return {
    text: [
      ...(isWhole
        ? checks.map((check) => diagnosisLine(check, style, commandLines))
        : diagnosesShort(checks, style, commandLines)),
      ...findings.map((finding) => findingLine(finding, style)),
      faults.length === 0
        ? soundLine(store, style)
        : `${counted(faults.length, 'problem')} in ${oneLine(health.place)}`,
      ...(registers === 0
        ? []
        : [`${counted(registers, 'problem')} in ${oneLine(registerHealth.place)}`]),
      ...next,
      ...(failures.length === 0 ? [] : [`${counted(failures.length, 'check')} failed.`]),
    ].join('\n'),
    json: {
      sound: all.length === 0,
      findings: findings.map(findingJson),
      checks: checks.map((check) => diagnosisJson(check, commandLines)),
    },
    exitCode: isWell ? EXIT.ok : EXIT.failed,
  };
}

/** What is said of a state in which nothing was found. */
function soundLine(store: ExaminedStore | undefined, style: Style): string {
  if (store === undefined) return style.good('The state folder is in order.');
  return store.isReached
    ? style.good(`${store.state} is in order.`)
    : `${store.state} was not examined.`;
}

/** Asks a person, because moving an unreadable promise away opens gates. */
function confirmRepair(findings: readonly Finding[], suite: Suite): Promise<Failure | undefined> {
  return personRefusal(
    {
      action: 'repair the state folder',
      shown: findings.map((finding) => findingLine(finding, suite.style)).join('\n'),
      question: `Type "${CONFIRMATION}" to move ${counted(findings.length, 'file')}: `,
      typed: CONFIRMATION,
    },
    suite,
  );
}

/** The kind and place of a finding, by which it is found again when the folder is inspected once more. */
function placeOf(finding: Finding): string {
  const place = 'file' in finding ? finding.file.path : finding.id;
  return `${finding.kind} ${place}`;
}

async function repair(finding: RepairableFinding, suite: Suite): Promise<Result<Repair>> {
  return finding.kind === 'broken' && isOfRegister(finding, suite)
    ? suite.registerHealth.setAside(finding.file)
    : suite.health.repair(finding);
}

async function repairAll(
  suite: Suite,
  findings: readonly RepairableFinding[],
  asked: number,
): Promise<Result<Report>> {
  const outcomes: Result<Repair>[] = [];
  for (const finding of findings) outcomes.push(await repair(finding, suite));
  const repairs = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  const warnings = repairs.flatMap((repair) => repair.warnings);
  const faults = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure]));
  return success({
    text: [
      ...repairs.map(repairLine),
      ...(findings.length < asked ? [`${asked - findings.length} skipped: already in order.`] : []),
      `${repairs.length} of ${findings.length} repaired; nothing was deleted (${quarantinesOf(findings, suite)}).`,
    ].join('\n'),
    json: { repaired: repairs.map(({ from, to }) => ({ from, to })) },
    notes: [...faults, ...warnings].map(warningOf),
    exitCode: faults.length === 0 ? EXIT.ok : EXIT.failed,
  });
}

/** Where findings are moved to. */
function quarantinesOf(findings: readonly Finding[], suite: Suite): string {
  const { health, registerHealth } = suite;
  const ofRegister = findings.filter((finding) => isOfRegister(finding, suite)).length;
  const isStateMeant = ofRegister < findings.length || ofRegister === 0;
  return [
    ...(isStateMeant ? [health.quarantine] : []),
    ...(ofRegister > 0 ? [registerHealth.quarantine] : []),
  ]
    .map(oneLine)
    .join(' and ');
}
