import { readHookEnvironment } from '../adapters/environment.ts';
import { createNodeCheckout } from '../adapters/git/checkout.ts';
import { hostProcess } from '../adapters/host-process.ts';
import { createNodeProcesses } from '../adapters/node-processes.ts';
import { timestamp } from '../domain/base/time.ts';
import type { GateMemory } from '../domain/session/gate-memory.ts';
import { type StandingTurn, turnsOf } from '../domain/session/standing-log.ts';
import {
  decideStanding,
  type StandingDecision,
  type StandingVerdict,
  standingVerdicts,
} from '../domain/session/standing-verdict.ts';
import { standingAsked } from '../domain/settings/standing-checks.ts';
import type { TreeSnapshot } from '../ports.ts';
import { standingLogOf, standingNow, treesOf } from '../session/standing-turns.ts';
import type { SeenStop } from './look.ts';
import type { PromisesAtStop } from './promises-at-stop.ts';

/** A stop with what is remembered of its session, and a look at its checkout. */
interface LookedStop extends SeenStop {
  readonly memory: GateMemory;
  readonly promises: PromisesAtStop;
}

/** What a stop shows of the standing checks. */
export interface StandingAtStop {
  readonly verdicts: readonly StandingVerdict[];
  readonly decision: StandingDecision;
  /** Keeps that the session's turn ended here. */
  endTurn(): void;
}

/** How long the session of a turn that does not end is taken to be in it, in milliseconds. */
const LONGEST_TURN_MS = 3 * 3_600_000;

/** Looks at the standing checks of a stop, once; undefined where none are asked about. */
export function lookAtStanding(stop: LookedStop): StandingAtStop | undefined {
  const { clock, configuration, environment, files, host, memory, payload, stopper } = stop;
  const checks = stopper.isSubagent ? [] : standingAsked(configuration);
  const { standing } = configuration.stopGate;
  if (checks.length === 0 || standing === 'off') return undefined;
  const log = standingLogOf(files, environment.projectFolder);
  const lines = log.read();
  const { session } = stopper;
  const place = (folder: string): string => files.realPath(folder) ?? folder;
  // The files that were looked at as the turn began, wherever the agent's shell stands by now.
  const checkout = turnsOf(lines, session.ids).at(-1)?.checkout ?? place(environment.checkout);
  const now = standingNow(checks, snapshotOf(checkout, place(environment.checkout), stop));
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
  const decision = decideStanding(verdicts, standing, memory.told);
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
  };
  return { verdicts, decision, endTurn: () => void log.append(turn) };
}

function snapshotOf(
  checkout: string,
  here: string,
  { promises, timeLeft }: Pick<LookedStop, 'promises' | 'timeLeft'>,
): TreeSnapshot {
  const [own] = promises.trees;
  if (own !== undefined && checkout === here) return own;
  return createNodeCheckout(checkout, timeLeft).snapshot();
}
