import { readHookEnvironment } from '../adapters/environment.ts';
import { hostProcess } from '../adapters/host-process.ts';
import { recordSession } from '../adapters/host-sessions.ts';
import type { Failure, OwnerFate } from '../domain/base/failure.ts';
import { success } from '../domain/base/result.ts';
import { isLeftByHooks } from '../domain/host/session-ids.ts';
import { hostIn, isSameHost, type SessionHost, withHost } from '../domain/session/session-host.ts';
import type { StopGateState } from '../domain/session/stop-gate-state.ts';
import { UNKNOWN_HOST } from '../hosts/unknown.ts';
import type { Suite } from '../suite.ts';
import type { HookCall } from './hook-call.ts';

/** Records which process of the host a session runs in, in the state of one project. */
export async function keepHost(
  session: string,
  host: SessionHost,
  { stopGate }: Suite,
): Promise<Failure | undefined> {
  const kept = await stopGate.read(session);
  if (!kept.ok) return kept.failure;
  if (isSameHost(hostIn(kept.value), host)) return undefined;
  const changed = await stopGate.change(session, (state) =>
    success({ state: withHost(state, host), value: undefined }),
  );
  return changed.ok ? changed.value.warnings[0] : changed.failure;
}

/**
 * Records it with a promise that becomes the acting session's own: a session that is killed before its first stop
 * leaves no other trace of its process, by which later ones could tell that it is gone. Only for sessions under the
 * id that their host gives them: another id may be that of a session elsewhere. Gives what failed, which undoes
 * nothing.
 */
export async function keepOwnHost(suite: Suite): Promise<readonly Failure[]> {
  const { host: agent, session } = suite.environment;
  const { hostPid, hostSession } = readHookEnvironment(agent);
  if (session === undefined || session.id !== hostSession) return [];
  const host = hostProcess(hostPid);
  const failure = host && (await keepHost(session.id, host, suite));
  return failure === undefined ? [] : [failure];
}

/**
 * Leaves the session for the commands in the shells of a host that does not tell all of them. Where it cannot be left, they
 * act for every session of the project, and each of them is held: so nothing is said of it.
 */
export function leaveSession({ caller, payload, suite: { files } }: HookCall): void {
  const isAwaited = isLeftByHooks(caller) && caller !== UNKNOWN_HOST;
  if (!isAwaited || payload.sessionId === undefined || payload.agentId !== undefined) return;
  try {
    recordSession(payload.sessionId, files);
  } catch {
    // The folder may not be written, or the disk is full.
  }
}

/** What became of the process that a session's state records; undefined where it records none. */
export function hostFate(
  state: StopGateState,
  { processes }: Pick<Suite, 'processes'>,
): OwnerFate | undefined {
  const host = hostIn(state);
  return host === undefined ? undefined : processes.fate(host);
}

/** What became of the process of a session, by what the project keeps of it. */
export async function fateOf(session: string, suite: Suite): Promise<OwnerFate> {
  const kept = await suite.stopGate.read(session);
  return (kept.ok ? hostFate(kept.value, suite) : undefined) ?? 'unknown';
}

/** A failure because of a promise's owner with what became of that one, by which it names the way. */
export async function withOwnerFate(failure: Failure, suite: Suite): Promise<Failure> {
  if (failure.kind !== 'not-owner' && failure.kind !== 'not-orphaned') return failure;
  const { owner } = failure;
  return owner === null ? failure : { ...failure, fate: await fateOf(owner, suite) };
}
