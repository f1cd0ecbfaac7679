import { commandsOf, textToSeal } from '../domain/check-declaration.ts';
import type { DeclaredCheck } from '../domain/promise.ts';
import { type ProvableCriterion, runsCommands } from '../domain/proving.ts';
import type { Seals } from '../ports.ts';

/** What it takes to know one's own checks again. */
export interface TrustWorld {
  /** The project's folder, with every link in it followed. */
  readonly project: string;
  readonly seals: Seals;
}

/** The commands that this user has not recorded on this machine (DESIGN §4). */
export function commandsToTrust(
  id: string,
  provable: readonly ProvableCriterion[],
  world: TrustWorld,
): readonly { readonly criterion: string; readonly command: string }[] {
  return provable
    .filter((one) => runsCommands(one) && !isTrusted(id, one, world))
    .flatMap(({ criterion, declared }) => commandsOf({ ...criterion, checks: declared }));
}

/** New seals for all of them, by their criteria. */
export function trustSeals(
  id: string,
  provable: readonly ProvableCriterion[],
  world: TrustWorld,
): ReadonlyMap<string, string> {
  return new Map(
    provable
      .filter((one) => runsCommands(one) && !isTrusted(id, one, world))
      .map(({ criterion, declared }) => [criterion.id, sealFor(id, criterion.id, declared, world)]),
  );
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

/** Whether a seal is this user's own, for these checks of this promise in this project. */
export function isTrusted(
  id: string,
  { criterion, declared }: Pick<ProvableCriterion, 'criterion' | 'declared'>,
  { project, seals }: TrustWorld,
): boolean {
  const seal = criterion.trust ?? '';
  return seal !== '' && seals.isSealed(textToSeal(project, id, criterion.id, declared), seal);
}
