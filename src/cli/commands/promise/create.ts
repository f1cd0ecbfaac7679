import { addCheck, isCommand, type Seal, sealed } from '../../../domain/check-declaration.ts';
import { checksOf, criteriaOf, titleOf } from '../../../domain/promise.ts';
import { addCriterion, draftPromise } from '../../../domain/promise-changes.ts';
import type { PromiseDefinition } from '../../../domain/promise-definition.ts';
import { type Result, success } from '../../../domain/result.ts';
import { checkLines } from '../../../report/attempts-text.ts';
import { proveLine, startLine } from '../../../report/command-lines.ts';
import { oneLine } from '../../../report/printable.ts';
import { criterionLine, ownerText } from '../../../report/promise-text.ts';
import type { Arguments } from '../../command.ts';
import { warningOf } from '../../print.ts';
import { loadSettings } from '../../settings.ts';
import { actorOf, type Suite } from '../../suite.ts';
import { usage } from '../../usage.ts';
import type { PromiseAction } from './action.ts';
import { CHECK_KINDS, checkOf } from './check-options.ts';
import { definitionOf } from './definition.ts';

/** `--create "Title" --ac "…"`, or `--create --from promise.yaml` */
export const createAction: PromiseAction = async (args, suite) => {
  const definition = await definitionOf(args, suite);
  if (!definition.ok) return definition;
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const fault = tierFault(definition.value, args, suite);
  if (fault !== undefined) return fault;
  const seal = await sealsFor(definition.value, suite);
  if (!seal.ok) return seal;
  const created = await suite.promises.create((id) => {
    const change = draftPromise(id, definition.value, actor.value);
    return { ...change, promise: sealed(change.promise, seal.value(id)) };
  });
  if (!created.ok) return created;
  const { id, after, warnings } = created.value;
  const next = startLine(id);
  const text = [
    `Created promise: ${suite.style.bold(id)}`,
    `  Title:  ${oneLine(titleOf(after))}`,
    `  Owner:  ${ownerText(after)}`,
    `  Status: ${oneLine(after.status)}`,
    ...criteriaOf(after).flatMap((criterion) => [
      `  ${criterionLine(criterion, suite.style)}`,
      ...checkLines(criterion),
    ]),
    `Next: ${next}`,
  ].join('\n');
  return success({
    text,
    json: { id, promise: after, next },
    notes: warnings.map(warningOf),
  });
};

/** Seals for the commands of a new promise, by its id; where it has none, no key is asked for. */
async function sealsFor(
  { criteria }: PromiseDefinition,
  suite: Suite,
): Promise<Result<(id: string) => Seal>> {
  if (!criteria.some(({ checks }) => checks.some(isCommand))) return success(() => () => '');
  const { declaring } = await import('../../proving.ts');
  const trust = declaring(suite);
  return trust.ok ? success((id) => trust.value.sealFor(id)) : trust;
}

/** What the project asks of every promise is for a person to lower, and not for a session. */
function tierFault(
  { criteria, tier }: PromiseDefinition,
  args: Arguments,
  suite: Suite,
): Result<never> | undefined {
  const asked = [tier, ...criteria.map((one) => one.tier)].filter((one) => one !== undefined);
  if (asked.length === 0) return undefined;
  const settings = loadSettings(suite, args, {});
  if (!settings.ok) return settings;
  const { tier: least } = settings.value.configuration;
  return asked.some((one) => one < least)
    ? usage(`The project's tier is ${least}: a promise cannot ask for less`)
    : undefined;
}

/** `--add-ac <id> "Text"` */
export const addCriterionAction: PromiseAction = async (args, suite) => {
  const [id, description] = args.pair('add-ac') ?? ['', ''];
  if (description.trim() === '') return usage('The criterion is empty');
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const changed = await suite.promises.change(id, (promise) =>
    addCriterion(id, promise, description, actor.value),
  );
  if (!changed.ok) return changed;
  const { after, warnings } = changed.value;
  const added = criteriaOf(after).at(-1);
  const line = added === undefined ? '' : criterionLine(added, suite.style);
  return success({
    text: `Added criterion to promise: ${suite.style.bold(id)}\n  ${line}`,
    json: { id, criterion: added, promise: after },
    notes: warnings.map(warningOf),
  });
};

/** `--add-check <id> --ac-id AC-1 (--command "…" | --file PATH | --tool-results "…")` */
export const addCheckAction: PromiseAction = async (args, suite) => {
  const id = args.text('add-check') ?? '';
  const criterion = args.text('ac-id');
  if (criterion === undefined) return usage('To add a check, --ac-id is required');
  const given = CHECK_KINDS.flatMap((kind) => args.texts(kind).map((text) => ({ kind, text })));
  const [one, another] = given;
  if (one === undefined || another !== undefined) {
    return usage('To add a check, one of --command, --file and --tool-results is required');
  }
  const check = checkOf(one.kind, one.text, args);
  if (!check.ok) return check;
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const { declaring } = await import('../../proving.ts');
  const trust = declaring(suite);
  if (!trust.ok) return trust;
  const { isTrusted, sealFor } = trust.value;
  const changed = await suite.promises.change(id, (promise) =>
    addCheck(id, promise, { criterion, check: check.value }, actor.value, {
      seal: sealFor(id),
      isTrusted: (of) => isTrusted(id, of),
    }),
  );
  if (!changed.ok) return changed;
  const { after, warnings } = changed.value;
  const checked = criteriaOf(after).find((other) => other.id === criterion);
  const next = proveLine(id);
  return success({
    text: [
      `Added check to: ${suite.style.bold(oneLine(criterion))} of ${id}`,
      ...(checked === undefined ? [] : checkLines(checked)),
      `Next: ${next}`,
    ].join('\n'),
    json: { id, criterion: checked, checks: checked === undefined ? [] : checksOf(checked), next },
    notes: warnings.map(warningOf),
  });
};
