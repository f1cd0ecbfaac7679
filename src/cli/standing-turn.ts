import type { TimeLeft } from '../adapters/bounded-files.ts';
import { headCommit } from '../adapters/git/base.ts';
import { createNodeCheckout } from '../adapters/git/checkout.ts';
import { hostProcess } from '../adapters/host-process.ts';
import { millisecondsSinceStart } from '../adapters/node-clock.ts';
import { timestamp } from '../domain/base/time.ts';
import { isSameHost, type SessionHost } from '../domain/session/session-host.ts';
import {
  beginsTurn,
  commitAtStart,
  type StandingLine,
  type StandingTurn,
  turnsOf,
} from '../domain/session/standing-log.ts';
import { standingAsked, standingCommand } from '../domain/settings/standing-checks.ts';
import { standingAhead } from '../report/standing-text.ts';
import { standingLogOf, standingNow, treesOf } from '../session/standing-turns.ts';
import { loadConfiguration } from '../settings/loading.ts';
import type { HookCall } from './hook-call.ts';

/** How long a prompt waits for one look at the checkout, in milliseconds: one that takes longer holds no session. */
const LOOKING_MS = 5000;

/**
 * Keeps what the files are as a turn of a session begins, where the project has standing checks: what changed until its
 * stop is its work. Where that cannot be kept, the session is not held.
 */
export function noteTurnBegins(
  { host, payload, session, suite }: HookCall,
  end: 'start' | 'prompt',
): void {
  if (session === undefined || payload.agentId !== undefined) return;
  const settings = loadConfiguration(suite);
  const checks = settings.ok ? standingAsked(settings.value) : [];
  if (checks.length === 0) return;
  const { checkout, projectFolder } = suite.environment;
  const log = standingLogOf(suite.files, projectFolder);
  const lines = log.read();
  const own = turnsOf(lines, session.ids);
  if (!beginsTurn(own.at(-1), end)) return;
  const begun = millisecondsSinceStart();
  const left: TimeLeft = () => LOOKING_MS - (millisecondsSinceStart() - begun);
  const now = standingNow(checks, createNodeCheckout(checkout, left).snapshot());
  const place = suite.files.realPath(checkout) ?? checkout;
  const within = sessionAround(lines, place, host);
  // Each turn says it again, since the first ones are dropped in time.
  const commit = own.length === 0 ? headCommit(checkout) : commitAtStart(own, place);
  log.append({
    kind: 'turn',
    at: timestamp(suite.clock.now()),
    session: session.id,
    checkout: place,
    end,
    trees: treesOf(now),
    owed: {},
    ...(host === undefined ? {} : { host }),
    ...(within === undefined ? {} : { within }),
    ...(commit === undefined ? {} : { commit }),
  });
}

/** The session in a turn of which this one was started, as by a command of its agent. */
function sessionAround(
  lines: readonly StandingLine[],
  checkout: string,
  own: SessionHost | undefined,
): string | undefined {
  const last = new Map<string, StandingTurn>();
  for (const line of lines) if (line.kind === 'turn') last.set(line.session, line);
  return [...last.values()].find(
    ({ end, host, ...turn }) =>
      turn.checkout === checkout &&
      end !== 'stop' &&
      host !== undefined &&
      !isSameHost(host, own) &&
      isSameHost(host, hostProcess(host.pid)),
  )?.session;
}

/** What an agent is told at its start of the checks that it will be asked about; empty where it will not be. */
export function standingToCome({ session, suite }: HookCall): string {
  const settings = loadConfiguration(suite);
  if (session === undefined || !settings.ok) return '';
  const { checks, stopGate } = settings.value;
  if (stopGate.standing !== 'block' || checks.always.length === 0) return '';
  return standingAhead(checks.always.map(standingCommand), suite.commandLines);
}
