import { type FleetReading, stateOf } from '../session/fleet.ts';
import type { PromiseAccount } from './account.ts';
import type { Cleaning } from './facts.ts';

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

/** What was gathered of one project, in figures. */
export interface ProjectPart
  extends Pick<ProjectAccount, 'project' | 'promises' | 'verified' | 'with_concerns'> {
  readonly cost_usd: number;
}

export function fleetAccount(
  parts: readonly ProjectPart[],
  { sessions }: FleetReading,
  clean: Cleaning,
): FleetAccount {
  return {
    projects: parts.map(({ cost_usd, project, promises, verified, with_concerns }) => {
      const own = sessions.filter((one) => one.project === project);
      return {
        project: clean.text(project),
        promises,
        verified,
        with_concerns,
        sessions: own.length,
        silent: own.filter((one) => stateOf(one) === 'silent').length,
        cost_usd,
      };
    }),
  };
}

/** Puts a project's name to its promises, and the machine on which their owner was seen last. */
export function placing(
  project: string,
  { sessions }: FleetReading,
  clean: Cleaning,
): (account: PromiseAccount) => PromiseAccount {
  const machines = new Map(
    sessions.flatMap((one) =>
      one.project === project && one.machine !== undefined
        ? [[clean.text(one.session), clean.text(one.machine)] as const]
        : [],
    ),
  );
  const name = clean.text(project);
  return (account) => ({
    ...account,
    project: name,
    machine: machines.get(account.owner ?? '') ?? null,
  });
}
