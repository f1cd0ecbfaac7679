import { surroundings } from '../adapters/surroundings.ts';
import { criteriaToProve } from '../domain/promise/promise.ts';
import { isToValidate, validationProblems } from '../domain/validation/validation.ts';
import type { DecidedFolders } from '../report/decided-folders.ts';
import { nextSteps } from '../report/next-steps.ts';
import { checkSession } from '../session/check.ts';
import type { Suite } from '../suite.ts';

/** Where the reader is: what the gate would say, and the commands that come next. */
export interface StandingHere {
  /** Undefined where no session is set, or nothing could be decided. */
  readonly decided: DecidedFolders | undefined;
  readonly next: readonly string[];
}

/** `hasPromises`: whether any is open in the project, where that is known. */
export async function standingHere(suite: Suite, hasPromises?: boolean): Promise<StandingHere> {
  const { commandLines, environment, spelling } = suite;
  const { session } = environment;
  const checked =
    session === undefined ? undefined : await checkSession({ environment, session, spelling });
  const isBroken = checked !== undefined && 'failure' in checked;
  const decided = checked === undefined || 'failure' in checked ? undefined : checked;
  const facts = {
    hasSession: session !== undefined,
    decided,
    unanswered: await unansweredIn(decided, suite),
    isBroken,
    isInstalled: (hasPromises ?? (await isUsed(suite))) || (await isInstalled(suite)),
    isTerminal: surroundings().input.isTerminal,
  };
  return { decided, next: nextSteps(facts, commandLines) };
}

/** What keeps the first met promise of this folder at Gate 2: `cs verify` would only say so. */
async function unansweredIn(decided: DecidedFolders | undefined, suite: Suite) {
  const [here] = decided?.folders ?? [];
  const [met] = here?.folder === undefined ? (here?.decision.met ?? []) : [];
  if (met === undefined) return undefined;
  // Only here: help and the start of a session have no use for what reads the settings.
  const { inspectSettings } = await import('../settings/loading.ts');
  if (inspectSettings(suite).configuration.gates.validation !== 'required') return undefined;
  const criteria = criteriaToProve(met.promise);
  const answerFor = await suite.validations.answersTo(met.id, criteria);
  const [problem] = validationProblems(criteria, answerFor);
  return problem && isToValidate(problem)
    ? { id: met.id, criterion: problem.criterion }
    : undefined;
}

async function isUsed({ promises }: Suite): Promise<boolean> {
  const listing = await promises.listActive();
  return listing.ok && listing.value.promises.length > 0;
}

/** Whether hooks of the suite are in force in any host. */
async function isInstalled(suite: Suite): Promise<boolean> {
  const { knownHosts } = await import('../hosts/hosts.ts');
  const { installedIn } = await import('../hosts/placed-hooks.ts');
  const all = await Promise.all(knownHosts().map((known) => installedIn(known, suite)));
  return all.some(({ hooks }) => hooks.length > 0);
}
