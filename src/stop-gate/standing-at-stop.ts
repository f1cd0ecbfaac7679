import { readHookEnvironment } from '../adapters/environment.ts';
import { createNodeCheckout } from '../adapters/git/checkout.ts';
import { hostProcess } from '../adapters/host-process.ts';
import { createNodeProcesses } from '../adapters/node-processes.ts';
import { timestamp } from '../domain/base/time.ts';
import { memoryIn } from '../domain/session/gate-memory.ts';
import { type StandingTurn, turnsOf } from '../domain/session/standing-log.ts';
import {
  decideStanding,
  type StandingDecision,
  type StandingVerdict,
  standingVerdicts,
} from '../domain/session/standing-verdict.ts';
import { standingAsked } from '../domain/settings/standing-checks.ts';
import { standingLogOf, standingNow, treesOf } from '../session/standing-turns.ts';
import type { SeenStop } from './look.ts';

/** What a stop shows of the standing checks. */
export interface StandingAtStop {
  readonly verdicts: readonly StandingVerdict[];
  readonly decision: StandingDecision;
  /** Keeps that the session's turn ended here. */
  endTurn(): void;
}

/** How long the session of a turn that does not end is taken to be in it, in milliseconds. */
const LONGEST_TURN_MS = 3 * 3_600_000;

/** Looks at the standing checks of a stop; undefined where none are asked about. */
export function lookAtStanding(stop: SeenStop): StandingAtStop | undefined {
  const { clock, configuration, environment, files, host, kept, payload, stopper, timeLeft } = stop;
  const checks = stopper.isSubagent ? [] : standingAsked(configuration);
  const { standing } = configuration.stopGate;
  if (checks.length === 0 || standing === 'off') return undefined;
  const log = standingLogOf(files, environment.projectFolder);
  const lines = log.read();
  const { session } = stopper;
  const place = (folder: string): string => files.realPath(folder) ?? folder;
  // The files that were looked at as the turn began, wherever the agent's shell stands by now.
  const own = turnsOf(lines, session.ids).at(-1);
  const checkout = own?.checkout ?? place(environment.checkout);
  const now = standingNow(checks, createNodeCheckout(checkout, timeLeft).snapshot());
  const processes = createNodeProcesses();
  const verdicts = standingVerdicts({
    checks: now,
    log: lines,
    session: session.ids,
    checkout,
    isPlanning: payload.isPlanning,
    isUnderWay: (turn) =>
      clock.now() - Date.parse(turn.at) < LONGEST_TURN_MS &&
      (turn.host === undefined || processes.fate(turn.host) !== 'gone'),
  });
  const decision = decideStanding(verdicts, standing, kept.ok ? memoryIn(kept.value).told : []);
  const hostNow = hostProcess(readHookEnvironment(host).hostPid);
  const turn: StandingTurn = {
    kind: 'turn',
    at: timestamp(clock.now()),
    session: session.id,
    checkout,
    end: 'stop',
    trees: treesOf(now),
    owed: decision.owed,
    ...(hostNow === undefined ? {} : { host: hostNow }),
    ...(own?.within === undefined ? {} : { within: own.within }),
  };
  return {
    verdicts,
    decision,
    endTurn() {
      // A session that was not seen to begin may run inside of another.
      if (own !== undefined) log.append(turn);
    },
  };
}

/** Ends the turn of a session that changed nothing which a standing check depends on; whether it is such a one. */
export function endsUntouched(standing: StandingAtStop): boolean {
  const isUntouched = standing.verdicts.every(({ is }) => is === 'untouched');
  if (isUntouched) standing.endTurn();
  return isUntouched;
}
