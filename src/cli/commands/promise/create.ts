import { CHECK_KINDS, declaredText, runsCommand } from '../../../checks/kinds.ts';
import type { Failure } from '../../../domain/base/failure.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { withCommits } from '../../../domain/promise/beginning.ts';
import type { KeptSettings } from '../../../domain/promise/event.ts';
import {
  type CompletionPromise,
  checksOf,
  criteriaOf,
  criterionOf,
  titleOf,
} from '../../../domain/promise/promise.ts';
import {
  addCheck,
  addCriterion,
  draftPromise,
  startPromise,
} from '../../../domain/promise/promise-changes.ts';
import type { PromiseDefinition } from '../../../domain/promise/promise-definition.ts';
import { gateSettingsOf } from '../../../domain/settings/weaker.ts';
import { sealed, sealWithAdded, type TrustWorld } from '../../../gates/trust.ts';
import { checkLines } from '../../../report/attempts-text.ts';
import { tickedNotes } from '../../../report/checklist-text.ts';
import { oneLine } from '../../../report/printable.ts';
import { criterionLine, ownerText } from '../../../report/promise-text.ts';
import { nextStepLine } from '../../../report/prove-text.ts';
import { inspectSettings } from '../../../settings/loading.ts';
import type { AcknowledgedChange } from '../../../store/promise-store.ts';
import { actorOf, type Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { settingsFor } from '../../option-settings.ts';
import { warningOf } from '../../print.ts';
import { keepOwnHost } from '../../session-hosts.ts';
import { usage } from '../../usage.ts';
import type { PromiseAction } from './action.ts';
import { checkOf } from './check-options.ts';
import { definitionOf } from './definition.ts';
import { commitsOfPromise } from './session-commit.ts';

/** `--create "Title" --ac "…" [--start]`, or `--create --from promise.yaml` */
export const createAction: PromiseAction = async (args, suite) => {
  if (isToStart(args)) return makeStarted(args, suite);
  const made = await makePromise(args, suite);
  if (!made.ok) return made;
  const { after, id, notes } = made.value;
  const next = suite.commandLines.start(id);
  const text = [
    `Created promise: ${suite.style.bold(id)}`,
    ...madeLines(after, suite),
    `Next: ${next}`,
  ].join('\n');
  return success({ text, json: { id, promise: after, next }, notes });
};

/** Whether the promise that a command line creates is to be started at once. */
export function isToStart(args: Arguments): boolean {
  return args.given('create') && args.text('start') === '';
}

/** Makes a promise as the options of `--create` define it, and starts it. */
export async function makeStarted(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const made = await makePromise(args, suite);
  if (!made.ok) return made;
  const { id } = made.value;
  const started = await suite.promises.change(id, (promise) =>
    startPromise(id, promise, actor.value),
  );
  if (!started.ok) return started;
  const { after } = started.value;
  const next = nextStepLine(id, after, suite.commandLines);
  return success({
    text: [
      `Promised and started: ${suite.style.bold(id)}`,
      ...madeLines(after, suite),
      `Next: ${next}`,
    ].join('\n'),
    json: { id, promise: after, next },
    notes: [...made.value.notes, ...started.value.warnings.map(warningOf)],
  });
}

interface MadePromise extends Pick<AcknowledgedChange, 'id' | 'after'> {
  readonly notes: readonly string[];
}

/** A new promise, as the options of `--create` define it. */
async function makePromise(args: Arguments, suite: Suite): Promise<Result<MadePromise>> {
  const foreign = otherProject(suite);
  if (foreign !== undefined) return failed(foreign);
  const definition = await definitionOf(args, suite);
  if (!definition.ok) return definition;
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const fault = tierFault(definition.value, args, suite);
  if (fault !== undefined) return fault;
  const trust = await trustFor(definition.value, suite);
  if (!trust.ok) return trust;
  const settings = gateSettingsNow(suite);
  const commits = await commitsOfPromise(suite, actor.value.session.ids);
  const created = await suite.promises.create((id) => {
    const draft = draftPromise(id, definition.value, actor.value, settings);
    const change = { ...draft, promise: withCommits(draft.promise, commits) };
    return trust.value === undefined
      ? change
      : { ...change, promise: sealed(id, change.promise, trust.value) };
  });
  if (!created.ok) return created;
  const { id, after } = created.value;
  const warnings = [...created.value.warnings, ...(await keepOwnHost(suite))];
  const notes = [...tickedNotes(definition.value.ticked), ...warnings.map(warningOf)];
  return success({ id, after, notes });
}

/** What a new promise holds: title, owner, status, and each criterion with its checks. */
function madeLines(promise: CompletionPromise, { style }: Suite): readonly string[] {
  return [
    `  Title:  ${oneLine(titleOf(promise))}`,
    `  Owner:  ${ownerText(promise)}`,
    `  Status: ${oneLine(promise.status)}`,
    ...criteriaOf(promise).flatMap((criterion) => [
      `  ${criterionLine(criterion, style)}`,
      ...checkLines(criterion, declaredText),
    ]),
  ];
}

/** The settings that a later reader holds those of that day against; undefined where not all can be read. */
function gateSettingsNow(suite: Suite): KeptSettings | undefined {
  const { effective, failures } = inspectSettings(suite);
  return failures.length === 0 ? gateSettingsOf(effective) : undefined;
}

/** A promise made in another project than the session's, by a shell that went there, would be kept by accident. */
function otherProject({ environment }: Suite): Failure | undefined {
  const { projectFolder: found, search } = environment;
  const { relation, session } = search;
  if (relation === 'own' || session === undefined) return undefined;
  return { kind: 'other-project', found, session };
}

/** The user's key, for the commands of a new promise. A promise without commands does without the key. */
async function trustFor(
  { criteria }: PromiseDefinition,
  suite: Suite,
): Promise<Result<TrustWorld | undefined>> {
  if (!criteria.some(({ checks }) => checks.some(runsCommand))) return success(undefined);
  const { createTrustWorld } = await import('../../proving.ts');
  return createTrustWorld(suite);
}

/** Refuses a tier below the project's own: only a person may lower what the project asks of every promise. */
function tierFault(
  { criteria, tier }: PromiseDefinition,
  args: Arguments,
  suite: Suite,
): Result<never> | undefined {
  const asked = [tier, ...criteria.map((one) => one.tier)].filter((one) => one !== undefined);
  if (asked.length === 0) return undefined;
  const settings = settingsFor(suite, args, {});
  if (!settings.ok) return settings;
  const { tier: least } = settings.value.configuration;
  return asked.some((one) => one < least)
    ? usage(`The project's tier is ${least}: a promise cannot have a lower one`)
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

/** `--add-check <id> --ac-id AC-1 (--command "…" | --file PATH | --report tap:PATH | --tool-results "…")` */
export const addCheckAction: PromiseAction = async (args, suite) => {
  const id = args.text('promise') ?? '';
  const criterion = args.text('ac-id');
  if (criterion === undefined) return usage('To add a check, --ac-id is required');
  const given = CHECK_KINDS.flatMap((kind) =>
    args.texts(kind.name).map((text) => ({ kind, text })),
  );
  const [one, another] = given;
  if (one === undefined || another !== undefined) {
    return usage(`To add a check, one of ${someOptions()} is required`);
  }
  const check = checkOf(one.kind, one.text, args);
  if (!check.ok) return check;
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const { createTrustWorld } = await import('../../proving.ts');
  const trust = createTrustWorld(suite);
  if (!trust.ok) return trust;
  const added = { criterion, check: check.value.declared };
  const changed = await suite.promises.change(id, (promise) =>
    addCheck(id, promise, added, actor.value, (before, checks) =>
      sealWithAdded(id, before, checks, trust.value),
    ),
  );
  if (!changed.ok) return changed;
  const { after, warnings } = changed.value;
  const checked = criterionOf(after, criterion);
  const next = suite.commandLines.prove(id);
  return success({
    text: [
      `Added check to: ${suite.style.bold(oneLine(criterion))} of ${id}`,
      ...(checked === undefined ? [] : checkLines(checked, declaredText)),
      `Next: ${next}`,
    ].join('\n'),
    json: { id, criterion: checked, checks: checked === undefined ? [] : checksOf(checked), next },
    notes: warnings.map(warningOf),
  });
};

/** `--command, --file, --report and --tool-results`: the options that declare a check. */
function someOptions(): string {
  const options = CHECK_KINDS.map(({ name }) => `--${name}`);
  return `${options.slice(0, -1).join(', ')} and ${options.at(-1)}`;
}
