import { firstMessageIn, transcriptBeside } from '../../../adapters/transcript/start.ts';
import type { Failure } from '../../../domain/base/failure.ts';
import { isSafeId } from '../../../domain/base/identifier.ts';
import { success } from '../../../domain/base/result.ts';
import { type NamedPromise, ownerOf } from '../../../domain/promise/promise.ts';
import {
  canContinue,
  type EarlierSession,
  inheritedState,
  inheritPromise,
  isContinuation,
  isTakenMeanwhile,
  type StartingSession,
} from '../../../domain/session/lineage.ts';
import {
  hostIn,
  isSameHost,
  withContinuation,
  withoutHost,
} from '../../../domain/session/session-host.ts';
import type { StopGateState } from '../../../domain/session/stop-gate-state.ts';
import { actorOf, type Suite } from '../../../suite.ts';
import { type HookCall, suiteIn } from '../../hook-call.ts';
import { hostFate } from '../../session-hosts.ts';

/** A promise that this session took over from the one that it goes on with. */
interface Inherited {
  readonly id: string;
  readonly from: string;
  /** The folder of another project that it is in. */
  readonly project?: string;
}

export interface Inheritance extends Taken {
  /** The sessions that own the other open promises here, as far as their states can be read. */
  readonly others: readonly Owner[];
}

interface Taken {
  readonly inherited: readonly Inherited[];
  readonly faults: readonly Failure[];
}

/** What other processes are told while they wait for this hook. */
export const ACTIVITY = 'a session that starts';

export interface Owner {
  readonly id: string;
  readonly state: StopGateState;
}

/**
 * Takes over the open promises of the sessions that this one goes on with, in this project and in those that the
 * register has of them. Only sessions that own an open promise here, are in the register or were capped are
 * looked at. Where the host has gone on to this session, the record of it is removed from the session before.
 */
export async function inherit(
  call: HookCall,
  promises: readonly NamedPromise[],
): Promise<Inheritance> {
  const { owners, faults } = await otherOwners(call, promises);
  if (!isOfHost(call)) return { inherited: [], others: owners, faults: [] };
  const earlier = continuedBy(call, await startOf(call), owners);
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
    const by = call.payload.sessionId;
    if (by === undefined || taken.faults.length > 0) continue;
    failures.push(...(await keep(owner, call, (state) => withContinuation(state, by))));
  }
  for (const owner of left) failures.push(...(await keep(owner, call, withoutHost)));
  const others = owners.filter((owner) => !earlier.includes(owner));
  return { inherited, others, faults: failures };
}

/**
 * Whether the host calls this hook for the session of the payload. Claude Code names the new session in its variable, also
 * after a clear; in the shells of an agent that names the session that runs. Other hosts name none.
 */
function isOfHost({ environment: { hostSession }, payload: { sessionId } }: HookCall): boolean {
  return hostSession === undefined || hostSession === sessionId;
}

/** Changes what is kept of another session. */
async function keep(
  { id }: Owner,
  { memoryOf }: HookCall,
  change: (state: StopGateState) => StopGateState,
): Promise<readonly Failure[]> {
  const changed = await (await memoryOf(id)).stopGate.change(id, (state) =>
    success({ state: change(state), value: undefined }),
  );
  return changed.ok ? [] : [changed.failure];
}

/** The sessions that this one goes on with; none for a resume that could be of several. */
function continuedBy(
  call: HookCall,
  start: StartingSession,
  owners: readonly Owner[],
): readonly Owner[] {
  const earlier = owners.filter((owner) => isContinuation(start, earlierOf(owner, start, call)));
  return start.source === 'resume' && earlier.length > 1 ? [] : earlier;
}

/**
 * The other sessions that own open promises here, with what is kept of each; and, where this session goes on with an
 * earlier one, those that have promises in other projects.
 */
async function otherOwners(
  { payload, session, statesOf, suite }: HookCall,
  promises: readonly NamedPromise[],
): Promise<{ readonly owners: readonly Owner[]; readonly faults: readonly Failure[] }> {
  const names = promises.flatMap(({ promise }) => ownerOf(promise) ?? []);
  const further = canContinue(payload.source)
    ? [
        ...suite.register.sessions(),
        ...(await suite.stopGate.listCapped()).map((one) => one.session),
      ]
    : [];
  const others = [...new Set([...names, ...further])].filter(
    (id) => isSafeId(id) && session?.ids.includes(id) !== true,
  );
  const states = await statesOf(others);
  return {
    owners: states.flatMap((state, index) =>
      state.ok ? [{ id: others[index] ?? '', state: state.value }] : [],
    ),
    faults: states.flatMap((state) => (state.ok ? [] : [state.failure])),
  };
}

async function startOf({ host, memoryOf, payload }: HookCall): Promise<StartingSession> {
  const { sessionId, source, transcriptPath } = payload;
  const kept =
    sessionId === undefined
      ? undefined
      : await (await memoryOf(sessionId)).stopGate.read(sessionId);
  const isNew = kept?.ok === true && Object.keys(kept.value).length === 0;
  const firstMessage = source === 'resume' && isNew ? firstMessageIn(transcriptPath) : undefined;
  return { source, host, isNew, firstMessage };
}

function earlierOf(
  { id, state }: Owner,
  { firstMessage }: StartingSession,
  { payload, suite }: HookCall,
): EarlierSession {
  const { transcriptPath } = payload;
  const isAsked = firstMessage !== undefined && transcriptPath !== undefined;
  return {
    state,
    fate: hostFate(state, suite),
    firstMessage: isAsked ? firstMessageIn(transcriptBeside(transcriptPath, id)) : undefined,
  };
}

async function takeOver(
  from: Owner,
  promises: readonly NamedPromise[],
  call: HookCall,
): Promise<Taken> {
  const { memoryOf, payload, session, suite } = call;
  const here = await takeOverIn(suite, from.id, promises);
  const inherited: Inherited[] = [...here.inherited];
  const faults: Failure[] = [...here.faults];
  for (const project of otherProjects(from.id, suite)) {
    const there = suiteIn(project, call, ACTIVITY);
    const listed = await there.promises.listActive();
    const taken = await takeOverIn(there, from.id, listed.ok ? listed.value.promises : []);
    inherited.push(...taken.inherited.map((one) => ({ ...one, project })));
    faults.push(...taken.faults, ...(listed.ok ? [] : [listed.failure]));
  }
  if (session === undefined || inherited.length === 0 || !isSafeId(session.id)) {
    return { inherited, faults };
  }
  const { id } = session;
  const carried = await (await memoryOf(id)).stopGate.change<undefined>(id, (state) =>
    success({ ...inheritedState(state, from, id, payload.source), value: undefined }),
  );
  if (!carried.ok) faults.push(carried.failure);
  return { inherited, faults };
}

/** The other project folders in which a session has promises, as far as they are there. */
export function otherProjects(
  id: string,
  { environment, files, register }: Suite,
): readonly string[] {
  const here = files.realPath(environment.projectFolder);
  const projects = register.read([id]).promises.map(({ project }) => project);
  return [...new Set(projects)].filter((project) => project !== here && files.exists(project));
}

/** Takes over those of a project's promises that a session owns. */
async function takeOverIn(
  suite: Suite,
  from: string,
  promises: readonly NamedPromise[],
): Promise<Taken> {
  const actor = actorOf(suite);
  if (!actor.ok) return { inherited: [], faults: [] };
  const inherited: Inherited[] = [];
  const faults: Failure[] = [];
  for (const { id } of promises.filter(({ promise }) => ownerOf(promise) === from)) {
    const changed = await suite.promises.change(id, (promise) =>
      inheritPromise(id, promise, from, actor.value),
    );
    if (changed.ok) {
      inherited.push({ id, from });
      faults.push(...changed.value.warnings);
    } else if (!isTakenMeanwhile(changed.failure)) faults.push(changed.failure);
  }
  return { inherited, faults };
}
