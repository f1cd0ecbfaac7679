import type { Checker, Examine } from './checker.ts';
import { availableWork, examineAvailableWork } from './checkers/available-work.ts';
import { beadsSync, examineBeadsSync } from './checkers/beads-sync.ts';
import { completionPromise, examinePromises } from './checkers/completion-promise.ts';
import { continuationReview, examineContinuation } from './checkers/continuation-review.ts';
import { examineGitStatus, gitStatus } from './checkers/git-status.ts';
import { examineBlockedWork, orchestratorGuidance } from './checkers/orchestrator-guidance.ts';
import { examineReality, realityCheck } from './checkers/reality-check.ts';
import { examineStanding, standingChecks } from './checkers/standing-checks.ts';
import { examineTodos, todoContinuation } from './checkers/todo-continuation.ts';
import type { SeenStop } from './look.ts';

/** The table of all checkers. */
export const CHECKERS = [
  completionPromise,
  standingChecks,
  beadsSync,
  orchestratorGuidance,
  todoContinuation,
  continuationReview,
  realityCheck,
  gitStatus,
  availableWork,
] as const satisfies readonly Checker[];

type CheckerName = (typeof CHECKERS)[number]['name'];

/** How each of them examines a stop. A table of its own, so that the fast lane's bundle leaves it out. */
export const EXAMINATIONS: Readonly<Record<CheckerName, Examine>> = {
  'completion promise': examinePromises,
  'standing checks': examineStanding,
  'beads sync': examineBeadsSync,
  'orchestrator guidance': examineBlockedWork,
  'todo continuation': examineTodos,
  'continuation review': examineContinuation,
  'reality check': examineReality,
  'git status': examineGitStatus,
  'available work': examineAvailableWork,
};

/** A checker of the table, which has an examination. */
export interface TabledChecker extends Checker {
  readonly name: CheckerName;
}

/** The checkers that a stop concerns, in the order of their priorities. */
export function checkersConcernedBy(stop: SeenStop): readonly TabledChecker[] {
  const all: readonly TabledChecker[] = CHECKERS;
  return all
    .filter((checker) => checker.asksSubagents || !stop.stopper.isSubagent)
    .filter((checker) => checker.concerns(stop))
    .sort((one, other) => one.priority - other.priority);
}
