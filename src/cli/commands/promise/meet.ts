import type { Check } from '../../../domain/check.ts';
import { readCheck } from '../../../domain/check-reading.ts';
import {
  DEFAULT_EVIDENCE_TYPE,
  EVIDENCE_TYPES,
  isKnownEvidenceType,
} from '../../../domain/evidence.ts';
import {
  type CompletionPromise,
  criteriaOf,
  hasChecks,
  isMet,
  isOpen,
} from '../../../domain/promise.ts';
import { meetCriterion } from '../../../domain/promise-changes.ts';
import { type Result, success } from '../../../domain/result.ts';
import { EVIDENCE_BLANK, meetLine, proveLine, verifyLine } from '../../../report/command-lines.ts';
import { indented, oneLine } from '../../../report/printable.ts';
import { progressText } from '../../../report/promise-text.ts';
import { runLines } from '../../../report/prove-text.ts';
import type { Arguments, Option, Report } from '../../command.ts';
import { warningOf } from '../../print.ts';
import { actorOf, type Suite } from '../../suite.ts';
import { usage } from '../../usage.ts';
import type { PromiseAction } from './action.ts';
import { CHECK_DETAIL_OPTIONS, checkOf } from './check-options.ts';

/** What meeting a criterion takes beside the promise's id. */
export const EVIDENCE_OPTIONS: Readonly<Record<string, Option>> = {
  'ac-id': { takes: 'word', summary: 'Which criterion, AC-1 say', completes: 'criterion' },
  evidence: { takes: 'text', summary: 'What shows that it is met' },
  type: {
    takes: 'word',
    summary: `What kind of evidence: ${EVIDENCE_TYPES.join(', ')} (default ${DEFAULT_EVIDENCE_TYPE})`,
    completes: EVIDENCE_TYPES,
  },
};

/** What a criterion can be met by instead of words. */
export const RUN_OPTIONS: Readonly<Record<string, Option>> = {
  run: {
    takes: 'nothing',
    summary: 'Run what stands behind -- and meet it only where that succeeds',
  },
  control: {
    takes: 'word',
    summary: 'With --run: run it on this revision too; what passes there as well shows nothing',
  },
};

/** `--meet <id> --ac-id AC-1 --evidence "…" [--type T]` */
export const meetAction: PromiseAction = (args, suite) =>
  meetWith(args.text('meet') ?? '', args, suite);

/** Meets a criterion; shared by `cs-promise --meet <id>` and `cs meet <id>`. */
export async function meetWith(id: string, args: Arguments, suite: Suite): Promise<Result<Report>> {
  const criterion = args.text('ac-id');
  const evidence = args.text('evidence');
  if (criterion !== undefined && (args.given('run') || args.given('file'))) {
    return meetByWhatRuns(id, criterion, args, suite);
  }
  const stray = Object.keys(RUN_DETAILS).find((name) => args.given(name));
  if (stray !== undefined) return usage(`--${stray} goes with --run or --file`);
  const type = args.text('type') || DEFAULT_EVIDENCE_TYPE;
  if (criterion === undefined) return missing('--ac-id', id);
  if (evidence === undefined) return missing('--evidence', id);
  // A line that was run as it was told, its blank not filled in, has shown nothing.
  if (['', EVIDENCE_BLANK].includes(evidence.trim()))
    return missing('--evidence with what shows it', id);
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const changed = await suite.promises.change(id, (promise) =>
    meetCriterion(id, promise, { criterion, evidence, type }, actor.value),
  );
  if (!changed.ok) return changed;
  const { before, after, warnings } = changed.value;
  const progress = progressText(after);
  const next = nextAfter(id, after);
  const text = [
    `Met criterion: ${suite.style.bold(oneLine(criterion))}`,
    `  Evidence: ${indented(evidence, 12)}`,
    `  Type: ${oneLine(type)}`,
    `Progress: ${progress} criteria met`,
    `Next: ${next}`,
  ].join('\n');
  return success({
    text,
    json: { id, criterion: criteriaOf(after).find((ac) => ac.id === criterion), progress, next },
    notes: [
      ...(wasMet(before, criterion)
        ? [`Warning: ${oneLine(criterion)} was already met; its evidence was replaced.`]
        : []),
      ...(isKnownEvidenceType(type)
        ? []
        : [
            `Warning: unknown evidence type "${oneLine(type)}" was kept; known: ${EVIDENCE_TYPES.join(', ')}.`,
          ]),
      ...warnings.map(warningOf),
    ],
  });
}

/** What only says more closely what is run. */
const RUN_DETAILS = { control: true, ...CHECK_DETAIL_OPTIONS };

/** `--run -- CMD` and `--file PATH`: met by what a program sees, and only where it passes. */
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
    return usage('--run takes a command behind --: --run -- npm test');
  }
  if (args.texts('file').length > 1) return usage('Option --file was given twice');
  if (args.given('file') && args.given('control')) return usage('--control goes with --run');
  const declared = args.given('run')
    ? checkOf('command', args.rest, args)
    : checkOf('file', args.texts('file')[0] ?? '', args);
  if (!declared.ok) return declared;
  const reading = readCheck(declared.value);
  if (!reading.ok) return usage(reading.reason);
  const wish = { id, criterion, check: reading.check, evidenceType: typeOf(args, reading.check) };
  const { meetByRunning } = await import('../../proving.ts');
  const met = await meetByRunning(wish, args, suite);
  if (!met.ok) return met;
  const { change, run } = met.value;
  const { after, warnings } = change;
  const next = nextAfter(id, after);
  return success({
    text: [
      `Met criterion: ${suite.style.bold(oneLine(criterion))}`,
      ...runLines(run, suite.style),
      `Progress: ${progressText(after)} criteria met`,
      `Next: ${next}`,
    ].join('\n'),
    json: {
      id,
      criterion: criteriaOf(after).find((ac) => ac.id === criterion),
      progress: progressText(after),
      next,
    },
    notes: warnings.map(warningOf),
  });
}

/** A command is a test of something unless it is said to be something else; a file is looked at. */
function typeOf(args: Arguments, { kind }: Check): string {
  return args.text('type') || (kind === 'command' ? 'test' : DEFAULT_EVIDENCE_TYPE);
}

function missing(what: string, id: string): Result<never> {
  return usage(`To meet a criterion, ${what} is required`, `Next: ${meetLine(id, 'AC-1')}`);
}

function wasMet(before: CompletionPromise | undefined, id: string): boolean {
  return before !== undefined && criteriaOf(before).some((ac) => ac.id === id && isMet(ac));
}

function nextAfter(id: string, promise: CompletionPromise): string {
  const open = criteriaOf(promise).find(isOpen);
  if (open === undefined) return verifyLine(id);
  return hasChecks(open) ? proveLine(id) : meetLine(id, open.id);
}
