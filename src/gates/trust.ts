import { commandsShown, runsCommand } from '../checks/kinds.ts';
import { canonicalText } from '../domain/base/canonical.ts';
import type { Failure } from '../domain/base/failure.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import {
  type CompletionPromise,
  type Criterion,
  checksOf,
  criteriaOf,
  type DeclaredCheck,
} from '../domain/promise/promise.ts';
import type { ProvableCriterion } from '../domain/standing/proving.ts';
import type { Seals, TrustedCommands } from '../ports.ts';

/**
 * Trust in commands. A promise is a file that others can write, so the suite runs its commands only
 * where this user recorded them on this machine: a seal with the user's own key says so.
 */
export interface TrustWorld {
  /** The project's folder, with every link in it followed. */
  readonly project: string;
  readonly seals: Seals;
}

/** The same for the project's own commands, whose seals are in no promise. */
export interface ProjectTrustWorld extends TrustWorld {
  readonly trusted: TrustedCommands;
}

/** The name that stands in place of a criterion's where the project's own commands are shown. */
export const ALWAYS = 'checks.always';

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

/** Those of the project's own commands that this user has not trusted on this machine. */
export function alwaysToTrust(
  commands: readonly DeclaredCheck[],
  world: ProjectTrustWorld,
): readonly ShownCommand[] {
  const unsealed = untrustedAlways(commands, world);
  return commandsShown(unsealed).map((command) => ({ criterion: ALWAYS, command }));
}

/** Trusts the project's own commands from now on. Gives the failure where that cannot be kept. */
export function trustAlways(
  commands: readonly DeclaredCheck[],
  world: ProjectTrustWorld,
): Failure | undefined {
  const unsealed = untrustedAlways(commands, world);
  return world.trusted.add(unsealed.map((command) => world.seals.seal(alwaysText(command, world))));
}

function untrustedAlways(
  commands: readonly DeclaredCheck[],
  world: ProjectTrustWorld,
): readonly DeclaredCheck[] {
  if (commands.length === 0) return [];
  const seals = world.trusted.seals();
  return commands.filter((command) => !seals.has(world.seals.seal(alwaysText(command, world))));
}

/** The text that is sealed: one command of one project, whatever promise it runs for. */
function alwaysText(command: DeclaredCheck, { project }: TrustWorld): string {
  return canonicalText([ALWAYS, project, command]);
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
