import { firstMessageIn, transcriptBeside } from '../../../adapters/transcript-start.ts';
import type { Failure } from '../../../domain/failure.ts';
import { isSafeId } from '../../../domain/identifier.ts';
import {
  canContinue,
  type EarlierSession,
  inheritedState,
  inheritPromise,
  isContinuation,
  isTakenMeanwhile,
  type SessionStart,
} from '../../../domain/lineage.ts';
import { type NamedPromise, ownerOf } from '../../../domain/promise.ts';
import { success } from '../../../domain/result.ts';
import { hostIn, isSameHost, withoutHost } from '../../../domain/session-host.ts';
import type { StopGateState } from '../../../domain/stop-gate-state.ts';
import type { HookCall } from '../../hook-call.ts';
import { actorOf } from '../../suite.ts';

/** A promise that this session has from the one that it goes on with. */
export interface Inherited {
  readonly id: string;
  readonly from: string;
}

export interface Inheritance {
  readonly inherited: readonly Inherited[];
  readonly faults: readonly Failure[];
}

interface Owner {
  readonly id: string;
  readonly state: StopGateState;
}

/**
 * Takes over the open promises of the sessions that this one goes on with. Only those that own an open
 * promise are looked at. A session that this host has left for another one is no longer on record as its.
 */
export async function inherit(
  call: HookCall,
  promises: readonly NamedPromise[],
): Promise<Inheritance> {
  const { owners, faults } = otherOwners(call, promises);
  const earlier = continuedBy(call, owners);
  const left = owners.filter(
    ({ id, state }) =>
      isSameHost(call.host, hostIn(state)) && !earlier.some((owner) => owner.id === id),
  );
  const inherited: Inherited[] = [];
  const failures: Failure[] = canContinue(call.payload.source) ? [...faults] : [];
  for (const owner of earlier) {
    const taken = await takeOver(owner, promises, call);
    inherited.push(...taken.inherited);
    failures.push(...taken.faults);
  }
  for (const { id } of left) {
    const changed = await call.suite.stopGate.change(id, (state) =>
      success({ state: withoutHost(state), value: undefined }),
    );
    if (!changed.ok) failures.push(changed.failure);
  }
  return { inherited, faults: failures };
}

/** The sessions that this one goes on with. A resume of which several look like the origin tells nothing. */
function continuedBy(call: HookCall, owners: readonly Owner[]): readonly Owner[] {
  const start = startOf(call);
  const earlier = owners.filter((owner) => isContinuation(start, earlierOf(owner, start, call)));
  return start.source === 'resume' && earlier.length > 1 ? [] : earlier;
}

/** Who owns open promises beside this session, with what is kept of each. */
function otherOwners(
  { session, suite }: HookCall,
  promises: readonly NamedPromise[],
): { readonly owners: readonly Owner[]; readonly faults: readonly Failure[] } {
  const names = promises.flatMap(({ promise }) => ownerOf(promise) ?? []);
  const others = [...new Set(names)].filter(
    (id) => isSafeId(id) && session?.ids.includes(id) !== true,
  );
  const read = others.map((id) => ({ id, state: suite.stopGate.read(id) }));
  return {
    owners: read.flatMap(({ id, state }) => (state.ok ? [{ id, state: state.value }] : [])),
    faults: read.flatMap(({ state }) => (state.ok ? [] : [state.failure])),
  };
}

function startOf({ host, payload, suite }: HookCall): SessionStart {
  const { sessionId, source, transcriptPath } = payload;
  const kept = sessionId === undefined ? undefined : suite.stopGate.read(sessionId);
  const isNew = kept?.ok === true && Object.keys(kept.value).length === 0;
  const firstMessage = source === 'resume' && isNew ? firstMessageIn(transcriptPath) : undefined;
  return { source, host, isNew, firstMessage };
}

function earlierOf(
  { id, state }: Owner,
  { firstMessage }: SessionStart,
  { payload, suite }: HookCall,
): EarlierSession {
  const { transcriptPath } = payload;
  const host = hostIn(state);
  const isAsked = firstMessage !== undefined && transcriptPath !== undefined;
  return {
    state,
    fate: host === undefined ? undefined : suite.processes.fate(host),
    firstMessage: isAsked ? firstMessageIn(transcriptBeside(transcriptPath, id)) : undefined,
  };
}

async function takeOver(
  from: Owner,
  promises: readonly NamedPromise[],
  { payload, session, suite }: HookCall,
): Promise<Inheritance> {
  const actor = actorOf(suite);
  if (!actor.ok || session === undefined) return { inherited: [], faults: [] };
  const inherited: Inherited[] = [];
  const faults: Failure[] = [];
  for (const { id } of promises.filter(({ promise }) => ownerOf(promise) === from.id)) {
    const changed = await suite.promises.change(id, (promise) =>
      inheritPromise(id, promise, from.id, actor.value),
    );
    if (changed.ok) {
      inherited.push({ id, from: from.id });
      faults.push(...changed.value.warnings);
    } else if (!isTakenMeanwhile(changed.failure)) faults.push(changed.failure);
  }
  if (inherited.length === 0 || !isSafeId(session.id)) return { inherited, faults };
  const carried = await suite.stopGate.change(session.id, (state) =>
    success({ state: inheritedState(state, from, payload.source), value: undefined }),
  );
  if (!carried.ok) faults.push(carried.failure);
  return { inherited, faults };
}
