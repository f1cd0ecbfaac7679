import type { RunnableCheck } from '../checks/check-kind.ts';
import type { CheckWorld } from '../checks/check-world.ts';
import type { RunnableCriterion } from '../checks/provable.ts';
import { type CheckSchedule, keyOf } from '../checks/running.ts';
import { failedCheck } from '../domain/base/check-result.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import { redactSecrets } from '../domain/base/secrets.ts';
import { commitWithoutWork } from '../domain/promise/beginning.ts';
import type { CompletionPromise, Criterion } from '../domain/promise/promise.ts';
import type { Configuration } from '../domain/settings/configuration.ts';
import { isToShow, shownFact, strongestOf } from '../domain/shown/fact.ts';
import type { Shown } from '../domain/shown/outcome.ts';
import { type ProvingRun, verdictOfRun } from '../domain/standing/proving.ts';
import type { Git } from '../ports.ts';

/** Runs a check once more, without the work that was done since a commit. */
export type ShowWithoutWork = (check: RunnableCheck, base: string) => Promise<Shown>;

/** What is asked of checks that pass: whether they show the work. */
export interface Showing {
  /** The commit that the work is held against; undefined where there is none. */
  readonly base: string | undefined;
  /** Whether it is left out where nothing demands it. */
  readonly isLeftOut: boolean;
  /** Whether a criterion is held by a check that passes without the work as well. */
  readonly isDemanded: (criterion: Criterion) => boolean;
}

/** Where nothing is asked. */
export const NO_SHOWING: Showing = { base: undefined, isLeftOut: true, isDemanded: () => false };

export interface ShowingRequest {
  /** The revision to hold the work against, in place of the commit that it began at. */
  readonly control: string | undefined;
  readonly noShow: boolean;
  readonly shown: Configuration['gates']['shown'];
}

/** What is asked of the checks of a promise. Fails where the revision that was named is none. */
export function showingOf(
  promise: CompletionPromise,
  { control, noShow, shown }: ShowingRequest,
  git: Pick<Git, 'commitOf'>,
): Result<Showing> {
  const isDemanded = (criterion: Criterion): boolean => isToShow(criterion, promise, shown);
  const rest = { isLeftOut: noShow, isDemanded };
  if (control === undefined) return success({ base: commitWithoutWork(promise), ...rest });
  const commit = git.commitOf(control);
  return commit.ok
    ? success({ base: commit.value, ...rest })
    : failed({ kind: 'usage', message: `--control: ${commit.reason}` });
}

interface ShowingWorld {
  readonly checks: CheckWorld;
  readonly schedule: CheckSchedule;
  readonly show: ShowWithoutWork;
}

/**
 * Asks the commands of runs that passed whether they show the work, one at a time and each once. A run that is to show
 * it, and does not, gets a result that says so and proves nothing.
 */
export async function showRuns(
  provable: readonly RunnableCriterion[],
  runs: readonly ProvingRun[],
  showing: Showing,
  { checks, schedule, show }: ShowingWorld,
): Promise<readonly ProvingRun[]> {
  const outcomes = new Map<string, Shown>();
  const clean = (text: string): string => redactSecrets(text, checks.secretValues([])).text;
  const ask = async (check: RunnableCheck, base: string): Promise<Shown> => {
    if (check.isAlone) return { kind: 'not-told', reason: 'nothing may run beside this command' };
    const known = outcomes.get(keyOf(check));
    if (known !== undefined) return known;
    schedule.onShow?.(check);
    const shown = await show(check, base);
    outcomes.set(keyOf(check), shown);
    return shown;
  };
  const asked: ProvingRun[] = [];
  for (const [index, run] of runs.entries()) {
    const commands = provable[index]?.checks.filter(({ runsCommand }) => runsCommand) ?? [];
    const isDemanded = showing.isDemanded(run.provable.criterion);
    const isWanted = isDemanded || !showing.isLeftOut;
    if (!isWanted || commands.length === 0 || verdictOfRun(run) !== 'PASS') {
      asked.push(run);
      continue;
    }
    const { base } = showing;
    // Where there is no commit to hold the work against, a word of that is for those who ask to be shown it.
    const said =
      base === undefined
        ? isDemanded
          ? [NO_BASE]
          : []
        : await inTurn(commands, checks.signal, (check) => ask(check, base));
    const strongest = strongestOf(said);
    const shown = strongest && shownFact(strongest, base ?? '', clean);
    const isHeld = isDemanded && shown?.kind === 'kept';
    asked.push({ ...run, shown, results: [...run.results, ...(isHeld ? [HELD] : [])] });
  }
  return asked;
}

const NO_BASE: Shown = { kind: 'not-told', reason: 'there is no commit that the work began at' };

const HELD = failedCheck(
  'shown',
  'it passes without the work as well, and a test that fails without it is asked for',
);

async function inTurn(
  commands: readonly RunnableCheck[],
  signal: AbortSignal,
  ask: (check: RunnableCheck) => Promise<Shown>,
): Promise<readonly Shown[]> {
  const said: Shown[] = [];
  for (const check of commands) if (!signal.aborted) said.push(await ask(check));
  return said;
}
