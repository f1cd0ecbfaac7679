import type { TimeLeft } from '../adapters/bounded-files.ts';
import { createNodeCheckout } from '../adapters/git/checkout.ts';
import { millisecondsSinceStart } from '../adapters/node-clock.ts';
import { timestamp } from '../domain/base/time.ts';
import { beginsTurn, turnsOf } from '../domain/session/standing-log.ts';
import { standingAsked, standingCommand } from '../domain/settings/standing-checks.ts';
import { standingAhead } from '../report/standing-text.ts';
import { standingLogOf, standingNow, treesOf } from '../session/standing-turns.ts';
import { loadConfiguration } from '../settings/loading.ts';
import type { HookCall } from './hook-call.ts';

/** How long a prompt waits for one look at the checkout, in milliseconds: one that takes longer holds no session. */
const LOOKING_MS = 5000;

/**
 * Keeps what the files are as a turn of a session begins, where the project has standing checks: what changed until its
 * stop is its work. What cannot be kept holds nobody.
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
  if (!beginsTurn(turnsOf(log.read(), session.ids).at(-1), end)) return;
  const begun = millisecondsSinceStart();
  const left: TimeLeft = () => LOOKING_MS - (millisecondsSinceStart() - begun);
  const now = standingNow(checks, createNodeCheckout(checkout, left).snapshot());
  log.append({
    kind: 'turn',
    at: timestamp(suite.clock.now()),
    session: session.id,
    checkout: suite.files.realPath(checkout) ?? checkout,
    end,
    trees: treesOf(now),
    owed: {},
    ...(host === undefined ? {} : { host }),
  });
}

/** What an agent is told at its start of the checks that it will be asked about; empty where it will not be. */
export function standingToCome({ session, suite }: HookCall): string {
  const settings = loadConfiguration(suite);
  if (session === undefined || !settings.ok) return '';
  const { checks, stopGate } = settings.value;
  if (stopGate.standing !== 'block' || checks.always.length === 0) return '';
  return standingAhead(checks.always.map(standingCommand), suite.commandLines);
}
