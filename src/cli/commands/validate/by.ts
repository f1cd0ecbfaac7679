import { failed, type Result, success } from '../../../domain/base/result.ts';
import { MOST_VOTES } from '../../../domain/judging/panel.ts';
import { criteriaOf, isClosed } from '../../../domain/promise/promise.ts';
import { VALIDATOR_TIMEOUT_RANGE } from '../../../domain/settings/setting.ts';
import { EXIT } from '../../../report/exit.ts';
import {
  plannedValidationJson,
  plannedValidationText,
  unmetNote,
  validationJson,
  validationNotes,
  validationText,
} from '../../../report/validator-text.ts';
import type { ValidationWish } from '../../../reviews/validation/run.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { settingsFor } from '../../option-settings.ts';
import { warningOf } from '../../print.ts';
import { usage } from '../../usage.ts';
import { askedOf, findValidator, runAndStore } from './running.ts';

const MS_PER_MINUTE = 60_000;

/** `cs promise validate [<id>] [<AC-n>...] --by <validator>`: has a validator look at the work itself, and stores what it answers. */
export async function validateBy(
  by: string,
  args: Arguments,
  suite: Suite,
): Promise<Result<Report>> {
  const stray = ['pass', 'fail', 'reason', 'validator', 'from'].find((name) => args.given(name));
  if (stray !== undefined) return usage(`--${stray} and --by cannot be given together`);
  const settings = settingsFor(suite, args, {});
  if (!settings.ok) return settings;
  const { configuration } = settings.value;
  const limits = limitsOf(args, configuration.validator);
  if (!limits.ok) return limits;
  const found = await suite.promises.find(args.text('promise') ?? '');
  if (!found.ok) return found;
  const { id, promise } = found.value;
  if (isClosed(promise)) {
    return failed({ kind: 'wrong-status', id, status: promise.status, attempted: 'be validated' });
  }
  const known = criteriaOf(promise).map((criterion) => criterion.id);
  const wanted = args.texts('ac-id');
  const unknown = wanted.find((criterion) => !known.includes(criterion));
  if (unknown !== undefined) {
    return failed({ kind: 'unknown-criterion', id, criterion: unknown, known });
  }
  const isDry = args.given('dry-run');
  const validator = await findValidator(by, configuration, suite, isDry);
  if (!validator.ok) return validator;
  const asked = await askedOf({ id, promise }, wanted, configuration, suite);
  if (asked.unmet.length > 0 && !criteriaOf(promise).some(asked.facts.isAsked)) {
    return usage(`No criterion of ${id} has evidence yet`, suite.commandLines.show(id));
  }
  const wish: ValidationWish = {
    ...limits.value,
    validator: validator.value,
    model: args.text('model'),
    maxUsdPerDay: configuration.judge.maxUsdPerDay,
    commands: asked.commands,
  };
  const unmet = asked.unmet.map(unmetNote);
  if (isDry) return success(await planned(asked.facts, wish, unmet, suite));
  const run = await runAndStore(asked, wish, suite);
  if (!run.ok) return run;
  const { answers, stale, unanswered, warnings } = run.value;
  const opens = answers.every(({ answer }) => ['PASS', 'PARTIAL'].includes(answer.verdict));
  const isWhole = unanswered.length + stale.length === 0;
  return success({
    text: validationText(id, wish.validator, run.value, suite.style),
    json: validationJson(id, wish.validator, run.value),
    notes: [
      ...unmet,
      ...validationNotes(wish.validator, run.value),
      ...run.value.notes,
      ...warnings.map(warningOf),
    ],
    exitCode: opens && isWhole ? EXIT.ok : EXIT.failed,
  });
}

/** What would be started, and what it may cost. Starts nothing, writes nothing. */
async function planned(
  facts: Parameters<typeof import('../../judging.ts').planOfRun>[0],
  wish: ValidationWish,
  notes: readonly string[],
  suite: Suite,
): Promise<Report> {
  const { planOfRun } = await import('../../judging.ts');
  const { command, plan } = planOfRun(facts, wish, suite);
  const shown = { ...wish, ...plan, command, checkout: suite.environment.checkout };
  return {
    text: plannedValidationText(facts.id, shown),
    json: plannedValidationJson(facts.id, shown),
    notes,
  };
}

/** What bounds a run: the options, else the settings. */
function limitsOf(
  args: Arguments,
  { maxUsd, timeoutMs }: { readonly maxUsd: number | null; readonly timeoutMs: number },
): Result<Pick<ValidationWish, 'maxUsd' | 'timeoutMs' | 'votes'>> {
  const votes = numberOf(args.text('votes') ?? '1');
  if (votes === undefined || !Number.isInteger(votes) || votes < 1 || votes > MOST_VOTES) {
    return usage(`--votes takes a number from 1 to ${MOST_VOTES}`);
  }
  const usd = args.text('usd');
  const amount = usd === undefined ? maxUsd : numberOf(usd);
  if (amount === undefined || amount === 0) return usage('--usd takes an amount in US dollars');
  const minutes = args.text('minutes');
  const time = minutes === undefined ? timeoutMs : (numberOf(minutes) ?? 0) * MS_PER_MINUTE;
  const { least, most } = VALIDATOR_TIMEOUT_RANGE;
  return time < least || time > most
    ? usage(`--minutes takes a number up to ${most / MS_PER_MINUTE}`)
    : success({ votes, maxUsd: amount, timeoutMs: time });
}

function numberOf(text: string): number | undefined {
  return /^\d*\.?\d+$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
}
