import { examine } from '../../doctor/examine.ts';
import { type SeenStore, seenStore } from '../../doctor/seen-store.ts';
import { counted } from '../../domain/base/counted.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import {
  type Finding,
  isRepairable,
  type Repair,
  type RepairableFinding,
} from '../../domain/judging/finding.ts';
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
import type { RepairablePlace } from '../../store/state-health.ts';
import type { Suite } from '../../suite.ts';
import { type Command, JSON_OPTION, type Report } from '../command.ts';
import { personRefusal } from '../person.ts';
import { warningOf } from '../print.ts';

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
    const store = await seenStore(suite);
    const found = await inspect(suite, store);
    const broken = found.filter(isToRepair);
    return args.given('repair') && broken.length > 0
      ? repairAll(broken, store, suite)
      : reportOf(found, store, args.given('verbose'), suite);
  },
};

/** A finding, and the place that it is in: the project's state, or the user's register. */
interface Found<Kind extends Finding = Finding> {
  readonly in: RepairablePlace;
  readonly finding: Kind;
}

const isToRepair = (found: Found): found is Found<RepairableFinding> => isRepairable(found.finding);

/** What is broken in the project's state, where that can be looked at, and in the user's register. */
async function inspect(
  { health, registerHealth }: Suite,
  { isReached }: SeenStore,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const place of [...(isReached ? [health] : []), registerHealth]) {
    found.push(...(await place.inspect()).map((finding) => ({ in: place, finding })));
  }
  return found;
}

async function reportOf(
  found: readonly Found[],
  store: SeenStore,
  isWhole: boolean,
  suite: Suite,
): Promise<Result<Report>> {
  const { commandLines, health, registerHealth, style } = suite;
  const checks = await examine(suite, store);
  const failures = checks.filter(({ status }) => status === 'fail').length;
  const faults = found.filter(({ finding }) => finding.kind !== 'other-id');
  const faultsIn = (place: RepairablePlace) => faults.filter((fault) => fault.in === place).length;
  const problems = (place: RepairablePlace) =>
    `${counted(faultsIn(place), 'problem')} in ${oneLine(place.place)}`;
  const state = store.state ?? 'The state folder';
  const sound = store.isReached
    ? style.good(`${state} is in order.`)
    : `${state} was not examined.`;
  return success({
    text: [
      ...(isWhole
        ? checks.map((check) => diagnosisLine(check, style, commandLines))
        : diagnosesShort(checks, style, commandLines)),
      ...found.map(({ finding }) => findingLine(finding, style)),
      faultsIn(health) === 0 ? sound : problems(health),
      ...(faultsIn(registerHealth) === 0 ? [] : [problems(registerHealth)]),
      ...(found.some(isToRepair)
        ? [`To repair, as a person in a terminal: ${commandLines.of('cs doctor --repair')}`]
        : []),
      ...(failures === 0 ? [] : [`${counted(failures, 'check')} failed.`]),
    ].join('\n'),
    json: {
      sound: faults.length === 0,
      findings: found.map(({ finding }) => findingJson(finding)),
      checks: checks.map((check) => diagnosisJson(check, commandLines)),
    },
    exitCode: faults.length + failures === 0 ? EXIT.ok : EXIT.failed,
  });
}

/** Asks a person, because moving an unreadable promise away opens gates, and moves what is broken then. */
async function repairAll(
  broken: readonly Found<RepairableFinding>[],
  store: SeenStore,
  suite: Suite,
): Promise<Result<Report>> {
  const refusal = await personRefusal(
    {
      action: 'repair the state folder',
      shown: broken.map(({ finding }) => findingLine(finding, suite.style)).join('\n'),
      question: `Type "${CONFIRMATION}" to move ${counted(broken.length, 'file')}: `,
      typed: CONFIRMATION,
    },
    suite,
  );
  if (refusal !== undefined) return failed(refusal);
  // The person may have mended a file before answering: files that are sound by now are left alone.
  const now = new Set((await inspect(suite, store)).map(({ finding }) => placeOf(finding)));
  const still = broken.filter(({ finding }) => now.has(placeOf(finding)));
  const outcomes: Result<Repair>[] = [];
  for (const { finding, in: place } of still) outcomes.push(await place.repair(finding));
  const repairs = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  const faults = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure]));
  const places = still.length === 0 ? [suite.health] : still.map((one) => one.in);
  const quarantines = [...new Set(places.map(({ quarantine }) => oneLine(quarantine)))];
  const skipped = broken.length - still.length;
  return success({
    text: [
      ...repairs.map(repairLine),
      ...(skipped > 0 ? [`${skipped} skipped: already in order.`] : []),
      `${repairs.length} of ${still.length} repaired; nothing was deleted (${quarantines.join(' and ')}).`,
    ].join('\n'),
    json: { repaired: repairs.map(({ from, to }) => ({ from, to })) },
    notes: [...faults, ...repairs.flatMap(({ warnings }) => warnings)].map(warningOf),
    exitCode: faults.length === 0 ? EXIT.ok : EXIT.failed,
  });
}

/** The kind and place of a finding, by which it is found again when the folder is inspected once more. */
function placeOf(finding: Finding): string {
  return `${finding.kind} ${'file' in finding ? finding.file.path : finding.id}`;
}
