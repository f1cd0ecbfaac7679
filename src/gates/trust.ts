import { commandsShown, runsCommand } from '../checks/kinds.ts';
import { canonicalText } from '../domain/base/canonical.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import {
  type CompletionPromise,
  type Criterion,
  checksOf,
  criteriaOf,
  type DeclaredCheck,
} from '../domain/promise/promise.ts';
import type { ProvableCriterion } from '../domain/standing/proving.ts';
import type { Seals } from '../ports.ts';

/**
 * Trust in commands. A promise is a file that others can write, so the suite runs its commands only
 * where this user recorded them on this machine: a seal with the user's own key says so.
 */
export interface TrustWorld {
  /** The project's folder, with every link in it followed. */
  readonly project: string;
  readonly seals: Seals;
}

/** A command that a person looks at before trusting it. */
interface ShownCommand {
  readonly criterion: string;
  readonly command: string;
}

/** The commands that this user has not recorded on this machine. */
export function commandsToTrust(
  id: string,
  provable: readonly ProvableCriterion[],
  world: TrustWorld,
): readonly ShownCommand[] {
  return untrusted(id, provable, world).flatMap(({ criterion, declared }) =>
    shownCommands(criterion, declared),
  );
}

/** New seals for the criteria with commands that this user has not recorded, by their ids. */
export function trustSeals(
  id: string,
  provable: readonly ProvableCriterion[],
  world: TrustWorld,
): ReadonlyMap<string, string> {
  return new Map(
    untrusted(id, provable, world).map(({ criterion, declared }) => [
      criterion.id,
      sealFor(id, criterion.id, declared, world),
    ]),
  );
}

function untrusted(
  id: string,
  provable: readonly ProvableCriterion[],
  world: TrustWorld,
): readonly ProvableCriterion[] {
  return provable.filter(
    ({ checks, criterion, declared }) =>
      checks.some((check) => check.runsCommand) && !isTrusted(id, criterion, declared, world),
  );
}

function shownCommands(
  criterion: Criterion,
  declared: readonly DeclaredCheck[],
): readonly ShownCommand[] {
  return commandsShown(declared).map((command) => ({ criterion: criterion.id, command }));
}

/** The seal of some checks of a criterion. */
export function sealFor(
  id: string,
  criterion: string,
  checks: readonly DeclaredCheck[],
  { project, seals }: TrustWorld,
): string {
  return seals.seal(textToSeal(project, id, criterion, checks));
}

/** Whether a criterion's seal is this user's own, for these checks of this promise in this project. */
function isTrusted(
  id: string,
  criterion: Criterion,
  checks: readonly DeclaredCheck[],
  { project, seals }: TrustWorld,
): boolean {
  const seal = criterion.trust ?? '';
  return seal !== '' && seals.isSealed(textToSeal(project, id, criterion.id, checks), seal);
}

/** The text that is sealed: the checks of one criterion of one promise in one project. */
function textToSeal(
  project: string,
  promise: string,
  criterion: string,
  checks: readonly DeclaredCheck[],
): string {
  return canonicalText([project, promise, criterion, checks]);
}

/** The promise with a seal on every criterion that has a command. */
export function sealed(
  id: string,
  promise: CompletionPromise,
  world: TrustWorld,
): CompletionPromise {
  return {
    ...promise,
    acceptance_criteria: criteriaOf(promise).map((criterion) => {
      const checks = checksOf(criterion);
      return checks.some(runsCommand)
        ? { ...criterion, trust: sealFor(id, criterion.id, checks, world) }
        : criterion;
    }),
  };
}

/**
 * The seal of a criterion's checks once one was added. Fails where the commands before are not this
 * user's own, since the new seal would make them so.
 */
export function sealWithAdded(
  id: string,
  before: Criterion,
  checks: readonly DeclaredCheck[],
  world: TrustWorld,
): Result<string> {
  const known = checksOf(before);
  if (known.some(runsCommand) && !isTrusted(id, before, known, world)) {
    return failed({ kind: 'untrusted-checks', id, commands: shownCommands(before, known) });
  }
  return success(sealFor(id, before.id, checks, world));
}
