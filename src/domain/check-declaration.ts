import { canonicalText } from './canonical.ts';
import { commandText } from './check.ts';
import type { Failure } from './failure.ts';
import {
  type CompletionPromise,
  type Criterion,
  checksOf,
  criteriaOf,
  type DeclaredCheck,
} from './promise.ts';
import {
  type Actor,
  type Change,
  closedFault,
  criterionFault,
  ownershipFault,
  withCriterion,
} from './promise-changes.ts';
import { failed, type Result, success } from './result.ts';

/**
 * What the user's key seals, so that commands are run only where this user recorded them: the checks
 * of one criterion of one promise in one project.
 */
export function textToSeal(
  project: string,
  promise: string,
  criterion: string,
  checks: readonly DeclaredCheck[],
): string {
  return canonicalText([project, promise, criterion, checks]);
}

/** Whether a check runs a command, which only its own user's seal lets run. */
export function isCommand({ kind }: DeclaredCheck): boolean {
  return kind === 'command';
}

/** The seal of a criterion's checks. */
export type Seal = (criterion: string, checks: readonly DeclaredCheck[]) => string;

/** A promise whose commands are all sealed. */
export function sealed(promise: CompletionPromise, seal: Seal): CompletionPromise {
  return {
    ...promise,
    acceptance_criteria: criteriaOf(promise).map((criterion) =>
      checksOf(criterion).some(isCommand)
        ? { ...criterion, trust: seal(criterion.id, checksOf(criterion)) }
        : criterion,
    ),
  };
}

/**
 * Adds a check to a criterion. It and the ones before are sealed together: `isTrusted` says whether
 * those before were this user's own, so that no stranger's command is sealed along.
 */
export function addCheck(
  id: string,
  promise: CompletionPromise,
  added: { readonly criterion: string; readonly check: DeclaredCheck },
  actor: Actor,
  trust: { readonly seal: Seal; readonly isTrusted: (criterion: Criterion) => boolean },
): Result<Change> {
  const { check, criterion } = added;
  const fault =
    ownershipFault(id, promise, actor) ??
    closedFault(id, promise, 'take a check') ??
    criterionFault(id, promise, criterion);
  if (fault !== undefined) return failed(fault);
  const before = criteriaOf(promise).find((one) => one.id === criterion);
  if (before === undefined) return failed({ kind: 'unknown-criterion', id, criterion, known: [] });
  const untrusted = strangersFault(id, before, trust.isTrusted);
  if (untrusted !== undefined) return failed(untrusted);
  const checks = [...checksOf(before), check];
  return success({
    promise: withCriterion(promise, criterion, { checks, trust: trust.seal(criterion, checks) }),
    event: { event: 'check.added', ac_id: criterion, kind: check.kind },
  });
}

function strangersFault(
  id: string,
  criterion: Criterion,
  isTrusted: (criterion: Criterion) => boolean,
): Failure | undefined {
  if (!checksOf(criterion).some(isCommand) || isTrusted(criterion)) return undefined;
  return { kind: 'untrusted-checks', id, commands: commandsOf(criterion) };
}

/** The commands of a criterion's checks, with all that is said of them, for people to look at. */
export function commandsOf(
  criterion: Criterion,
): readonly { readonly criterion: string; readonly command: string }[] {
  return checksOf(criterion)
    .filter(isCommand)
    .map(({ kind: _kind, run, ...rest }) => ({
      criterion: criterion.id,
      command: `${lineOf(run)}${Object.keys(rest).length === 0 ? '' : `   ${JSON.stringify(rest)}`}`,
    }));
}

function lineOf(run: unknown): string {
  if (typeof run === 'string') return run;
  return Array.isArray(run) ? commandText(run.map(String)) : JSON.stringify(run);
}
