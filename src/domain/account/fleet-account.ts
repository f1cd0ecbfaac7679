import type { CostLine } from '../judging/cost-line.ts';
import { type FleetReading, stateOf } from '../session/fleet.ts';
import type { PromiseAccount } from './account.ts';
import type { Cleaning } from './facts.ts';
import { costTotals } from './totals.ts';

/** What a report says of the projects of a store that machines share. */
export interface FleetAccount {
  /** By their names. */
  readonly projects: readonly ProjectAccount[];
}

/** One project in figures, of the promises that the report is about. */
export interface ProjectAccount {
  readonly project: string;
  readonly promises: number;
  readonly verified: number;
  readonly with_concerns: number;
  readonly sessions: number;
  /** How many of them left promises open and are not seen any more. */
  readonly silent: number;
  /** Null where the log of costs cannot be read. */
  readonly cost_usd: number | null;
}

/** What was gathered of one project. */
export interface ProjectPart {
  readonly project: string;
  readonly accounts: readonly PromiseAccount[];
  /** Undefined where the log cannot be read. */
  readonly calls: readonly CostLine[] | undefined;
}

export function fleetAccount(
  parts: readonly ProjectPart[],
  { sessions }: FleetReading,
  clean: Cleaning,
): FleetAccount {
  return {
    projects: parts.map(({ accounts, calls, project }) => {
      const own = sessions.filter((one) => one.project === project);
      return {
        project: clean.text(project),
        promises: accounts.length,
        verified: accounts.filter(({ standing }) => standing === 'verified').length,
        with_concerns: accounts.filter(({ concerns }) => concerns.length > 0).length,
        sessions: own.length,
        silent: own.filter((one) => stateOf(one) === 'silent').length,
        cost_usd: calls === undefined ? null : costTotals(calls).cost_usd,
      };
    }),
  };
}

/** The promises of a project, each with its name and the machine on which its owner was seen last. */
export function placedAccounts(
  { accounts, project }: ProjectPart,
  { sessions }: FleetReading,
  clean: Cleaning,
): readonly PromiseAccount[] {
  const machines = new Map(
    sessions.flatMap((one) =>
      one.project === project && one.machine !== undefined
        ? [[clean.text(one.session), clean.text(one.machine)] as const]
        : [],
    ),
  );
  return accounts.map((account) => ({
    ...account,
    project: clean.text(project),
    machine: machines.get(account.owner ?? '') ?? null,
  }));
}
