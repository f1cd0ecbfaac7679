import {
  DEFAULT_EVIDENCE_TYPE,
  EVIDENCE_TYPES,
  isKnownEvidenceType,
} from '../../../domain/evidence.ts';
import { type CompletionPromise, criteriaOf, isMet } from '../../../domain/promise.ts';
import { meetCriterion } from '../../../domain/promise-changes.ts';
import { type Result, success } from '../../../domain/result.ts';
import { meetLine, verifyLine } from '../../../report/command-lines.ts';
import { indented, oneLine } from '../../../report/printable.ts';
import { progressText } from '../../../report/promise-text.ts';
import type { Arguments, Option, Report } from '../../command.ts';
import { warningOf } from '../../print.ts';
import { actorOf, type Suite } from '../../suite.ts';
import { usage } from '../../usage.ts';
import type { PromiseAction } from './action.ts';

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

/** `--meet <id> --ac-id AC-1 --evidence "…" [--type T]` */
export const meetAction: PromiseAction = (args, suite) =>
  meetWith(args.text('meet') ?? '', args, suite);

/** Meets a criterion; shared by `cs-promise --meet <id>` and `cs meet <id>`. */
export async function meetWith(id: string, args: Arguments, suite: Suite): Promise<Result<Report>> {
  const criterion = args.text('ac-id');
  const evidence = args.text('evidence');
  const type = args.text('type') || DEFAULT_EVIDENCE_TYPE;
  if (criterion === undefined) return missing('--ac-id', id);
  if (evidence === undefined) return missing('--evidence', id);
  if (evidence.trim() === '') return missing('--evidence with what shows it', id);
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

function missing(what: string, id: string): Result<never> {
  return usage(`To meet a criterion, ${what} is required`, `Next: ${meetLine(id, 'AC-1')}`);
}

function wasMet(before: CompletionPromise | undefined, id: string): boolean {
  return before !== undefined && criteriaOf(before).some((ac) => ac.id === id && isMet(ac));
}

function nextAfter(id: string, promise: CompletionPromise): string {
  const open = criteriaOf(promise).find((criterion) => !isMet(criterion));
  return open === undefined ? verifyLine(id) : meetLine(id, open.id);
}
