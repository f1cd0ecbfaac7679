import { type HookEnvironment, readHookEnvironment } from '../adapters/environment.ts';
import { hostProcess } from '../adapters/host-process.ts';
import { readStandardInput } from '../adapters/standard-input.ts';
import { LARGEST_DOCUMENT } from '../domain/document.ts';
import { type HookPayload, parsePayload, readHookPayload } from '../domain/hook-payload.ts';
import { type Session, sessionOf } from '../domain/session.ts';
import type { SessionHost } from '../domain/session-host.ts';
import type { StopGateState } from '../domain/stop-gate-state.ts';
import { isInsideAnother } from './nested-session.ts';
import { createSuite, type Suite } from './suite.ts';

/** How long a hook waits for what it is told, in milliseconds. */
const INPUT_MS = 2000;

/** One call of a hook: what it was told, and for which session it speaks. */
export interface HookCall {
  readonly payload: HookPayload;
  readonly environment: HookEnvironment;
  readonly host: SessionHost | undefined;
  readonly session: Session | undefined;
  /** The id that the environment gives is that of another session, inside of which this one runs. */
  readonly isNested: boolean;
  /** The suite as this session. */
  readonly suite: Suite;
}

/** Reads what a hook is told. What cannot be understood is as if nothing had been said. */
export async function readHookCall(outer: Suite, activity: string): Promise<HookCall> {
  const text = await readStandardInput({ mostMs: INPUT_MS, mostBytes: LARGEST_DOCUMENT });
  const payload = parsePayload(text) ?? readHookPayload(undefined);
  const environment = readHookEnvironment();
  const host = hostProcess(environment.hostPid);
  const ids = { named: outer.environment.session?.id, told: payload.sessionId };
  const isNested = isInsideAnother(ids, environment.hostPid, (id) => stateOf(id, outer));
  const given = outer.environment.session?.ids ?? [];
  const session = sessionOf([...(isNested ? given.slice(1) : given), payload.sessionId]);
  const suite = createSuite({ ...outer.environment, session }, outer.style, activity);
  return { payload, environment, host, session, isNested, suite };
}

function stateOf(session: string, { stopGate }: Suite): StopGateState | undefined {
  const state = stopGate.read(session);
  return state.ok ? state.value : undefined;
}
