import { commandKind } from '../../../checks/kinds/command.ts';
import { fileKind } from '../../../checks/kinds/file.ts';
import { evidenceTypeOf } from '../../../checks/provable.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { isOnlyAClaim } from '../../../domain/judging/claims.ts';
import { evidenceNeeds } from '../../../domain/judging/rubric.ts';
import {
  DEFAULT_EVIDENCE_TYPE,
  EVIDENCE_TYPES,
  isKnownEvidenceType,
} from '../../../domain/promise/evidence.ts';
import {
  type CompletionPromise,
  criterionOf,
  isBlank,
  isMet,
} from '../../../domain/promise/promise.ts';
import { meetCriterion } from '../../../domain/promise/promise-changes.ts';
import { isUnrepeatable } from '../../../domain/standing/proving.ts';
import { lacksProof, progressInProofs, wordsFault } from '../../../domain/standing/words.ts';
import { isEvidenceBlank } from '../../../report/command-lines.ts';
import { indented, oneLine } from '../../../report/printable.ts';
import { nextStepLine, runLines } from '../../../report/prove-text.ts';
import { actorOf, type Suite } from '../../../suite.ts';
import type { Arguments, Option, Report } from '../../command.ts';
import { warningOf } from '../../print.ts';
import { usage } from '../../usage.ts';
import type { PromiseAction } from './action.ts';
import { checkOf, detailOptionsOf } from './check-options.ts';

/** The action of `cs promise` that meets a criterion. */
export const MEET_OPTION: Option = {
  group: 'Actions',
  takes: 'word',
  summary: 'Meet a criterion of promise <id>',
  completes: 'promise',
};

/** The options of meeting a criterion in words. */
export const EVIDENCE_OPTIONS: Readonly<Record<string, Option>> = {
  'ac-id': {
    group: 'Evidence',
    takes: 'word',
    summary: 'The criterion, such as AC-1',
    completes: 'criterion',
  },
  evidence: {
    group: 'Evidence',
    takes: 'text',
    value: '"<text>"',
    summary: 'Evidence that it is met',
  },
  type: {
    group: 'Evidence',
    takes: 'word',
    value: '<type>',
    summary: `Kind of evidence: ${EVIDENCE_TYPES.join(', ')} (default ${DEFAULT_EVIDENCE_TYPE})`,
    completes: EVIDENCE_TYPES,
  },
};

/** The options of meeting a criterion by a command. */
export const RUN_OPTIONS: Readonly<Record<string, Option>> = {
  run: {
    group: 'Evidence',
    takes: 'nothing',
    summary: 'Run the command after -- and meet it only if it succeeds',
  },
  control: {
    group: 'Evidence',
    takes: 'word',
    value: '<revision>',
    summary: 'With --run: begin the work at this revision',
  },
  'no-show': {
    group: 'Evidence',
    takes: 'nothing',
    summary: 'With --run: run nothing without the work',
  },
};

/** The options that say more of the command or the file that a criterion is met by. */
export const MEET_DETAIL_OPTIONS = detailOptionsOf([commandKind, fileKind]);

/** `--meet <id> --ac-id AC-1 --evidence "…" [--type T]` */
export const meetAction: PromiseAction = async (args, suite) => {
  const id = args.text('promise') ?? '';
  const criterion = args.text('ac-id');
  const evidence = args.text('evidence');
  if (criterion !== undefined && (args.given('run') || args.given('file'))) {
    return meetByWhatRuns(id, criterion, args, suite);
  }
  const stray = Object.keys(RUN_DETAILS).find((name) => args.given(name));
  if (stray !== undefined) return usage(`--${stray} goes with --run or --file`);
  const type = args.text('type') || DEFAULT_EVIDENCE_TYPE;
  if (criterion === undefined) return missing('--ac-id', id, suite);
  if (evidence === undefined) return missing('--evidence', id, suite);
  // The suite prints this command with a blank for the evidence, which the agent has not filled in here.
  if (isBlank(evidence) || isEvidenceBlank(evidence)) return missing('--evidence', id, suite);
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const claim = isOnlyAClaim(evidence)
    ? { kind: 'only-a-claim' as const, id, criterion, type, needs: evidenceNeeds(type) }
    : undefined;
  // The drop-in names take what the scripts took.
  const refused = suite.spelling === 'drop-in' ? undefined : claim;
  const changed = await suite.promises.change(id, (promise) => {
    const met = meetCriterion(id, promise, { criterion, evidence, type }, actor.value);
    const fault = met.ok ? (wordsFault(id, promise, criterion) ?? refused) : undefined;
    return fault === undefined ? met : failed(fault);
  });
  if (!changed.ok) return changed;
  const { before, after, warnings } = changed.value;
  const earlier = before && criterionOf(before, criterion);
  const shown = [`  Evidence: ${indented(evidence, 12)}`, `  Type: ${oneLine(type)}`];
  return success({
    ...metReport(id, criterion, after, shown, suite),
    notes: [
      ...(earlier && isMet(earlier)
        ? [`Warning: ${oneLine(criterion)} was already met; its evidence was replaced.`]
        : []),
      ...(claim === undefined ? [] : [claimWarning(claim.needs)]),
      ...(isKnownEvidenceType(type)
        ? []
        : [
            `Warning: unknown evidence type "${oneLine(type)}" was kept; known: ${EVIDENCE_TYPES.join(', ')}.`,
          ]),
      ...warnings.map(warningOf),
    ],
  });
};

function claimWarning(needs: readonly string[]): string {
  return `Warning: the evidence is only a claim: it does not say ${needs.join(', and ')}.`;
}

/** The report on a criterion that is met now, `shown` by what. */
function metReport(
  id: string,
  criterion: string,
  after: CompletionPromise,
  shown: readonly string[],
  { commandLines, style }: Suite,
): Report {
  const met = criterionOf(after, criterion);
  const isOpen = met !== undefined && lacksProof(met);
  const progress = progressInProofs(after);
  const next = isOpen ? commandLines.prove(id) : nextStepLine(id, after, commandLines);
  const text = [
    `${isOpen ? 'Recorded text for' : 'Met'} criterion: ${style.bold(oneLine(criterion))}`,
    ...shown,
    ...(isOpen ? ['It stays open until its checks pass.'] : []),
    `Progress: ${progress} criteria met`,
    `Next: ${next}`,
  ].join('\n');
  return {
    text,
    json: { id, criterion: met, progress, next },
  };
}

/** The options that describe what is run. */
const RUN_DETAILS = { control: true, 'no-show': true, ...MEET_DETAIL_OPTIONS };

/** `--run -- CMD` and `--file PATH`: meets the criterion only where the command or the file passes. */
async function meetByWhatRuns(
  id: string,
  criterion: string,
  args: Arguments,
  suite: Suite,
): Promise<Result<Report>> {
  if (args.given('evidence')) return usage('--evidence cannot be given with --run or --file');
  if (args.given('run') && args.given('file')) {
    return usage('--run and --file cannot be given together');
  }
  if (args.given('run') && args.rest.length === 0) {
    return usage('--run takes a command after --: --run -- npm test');
  }
  if (args.texts('file').length > 1) return usage('Option --file was given twice');
  const ofRuns = ['control', 'no-show'].find((name) => args.given('file') && args.given(name));
  if (ofRuns !== undefined) return usage(`--${ofRuns} goes with --run`);
  const check = args.given('run')
    ? checkOf(commandKind, args.rest, args)
    : checkOf(fileKind, args.texts('file')[0] ?? '', args);
  if (!check.ok) return check;
  const { declared } = check.value;
  const evidenceType = args.text('type') || evidenceTypeOf([declared]);
  const wish = { id, criterion, check: declared, evidenceType };
  const { meetByRunning } = await import('../../proving.ts');
  const ran = await meetByRunning(wish, args, suite);
  if (!ran.ok) return ran;
  const { change, run } = ran.value;
  const { after, warnings } = change;
  const met = criterionOf(after, criterion);
  return success({
    ...metReport(id, criterion, after, runLines(run, suite.style), suite),
    notes: [
      ...(met !== undefined && isUnrepeatable(met)
        ? ['Note: a secret in the command is not stored: cs prove cannot run it again.']
        : []),
      ...warnings.map(warningOf),
    ],
  });
}

function missing(what: string, id: string, { commandLines }: Suite): Result<never> {
  const next = commandLines.meet(id, 'AC-1');
  return usage(`To meet a criterion, ${what} is required`, `Next: ${next}`);
}
