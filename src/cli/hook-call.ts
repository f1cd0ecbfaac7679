import {
  type HookEnvironment,
  projectSeenFrom,
  readHookEnvironment,
} from '../adapters/environment.ts';
import { hostProcess } from '../adapters/host-process.ts';
import { isInsideAnother } from '../adapters/nested-session.ts';
import { millisecondsSinceStart } from '../adapters/node-clock.ts';
import { readStandardInput } from '../adapters/standard-input.ts';
import { LARGEST_DOCUMENT } from '../domain/base/document.ts';
import { type HookPayload, parsePayload, readHookPayload } from '../domain/host/hook-payload.ts';
import { type Session, sessionOf } from '../domain/promise/session.ts';
import type { SessionHost } from '../domain/session/session-host.ts';
import type { StopGateState } from '../domain/session/stop-gate-state.ts';
import { memoryFolder } from '../store/session-folders.ts';
import { createSuite, type Suite } from '../suite.ts';
import { createViews } from '../viewing.ts';
import type { Report } from './command.ts';

/** How long a hook waits for its payload, in milliseconds. */
const INPUT_MS = 2000;

/** One call of a hook: its payload, and the session that it is about. */
export interface HookCall {
  readonly payload: HookPayload;
  readonly environment: HookEnvironment;
  readonly host: SessionHost | undefined;
  readonly session: Session | undefined;
  /** Whether the environment names another session, inside of which this one runs. */
  readonly isNested: boolean;
  /** The suite with this session as the one that acts. */
  readonly suite: Suite;
  /** The suite of the project folder in whose state the hooks remember a session. */
  readonly memoryOf: (session: string) => Suite;
}

/** How long a hook may read the state, in milliseconds since its start: hosts give it 30 s. */
const MOST_READING_MS = 20_000;

function leftMs(): number {
  return MOST_READING_MS - millisecondsSinceStart();
}

/** Reads the payload of a hook. One that cannot be parsed counts as empty. */
export async function readHookCall(outer: Suite, activity: string): Promise<HookCall> {
  const text = await readStandardInput({ mostMs: INPUT_MS, mostBytes: LARGEST_DOCUMENT });
  const payload = parsePayload(text) ?? readHookPayload(undefined);
  const environment = readHookEnvironment();
  const host = hostProcess(environment.hostPid);
  const id = outer.environment.session?.id;
  const state = id === undefined ? undefined : await stateOf(id, memorySuite(id, outer, activity));
  const isNested = isInsideAnother(id, payload.sessionId, environment.hostPid, () => state);
  const given = outer.environment.session?.ids ?? [];
  const session = sessionOf([...(isNested ? given.slice(1) : given), payload.sessionId]);
  const suite = createSuite({ ...outer.environment, session }, outer, activity, leftMs);
  return {
    payload,
    environment,
    host,
    session,
    isNested,
    suite,
    memoryOf: (of) => memorySuite(of, suite, activity),
  };
}

/** The same folder as the stop gate's, so that it reads what the other hooks keep. */
function memorySuite(session: string, suite: Suite, activity: string): Suite {
  const { environment, files, register } = suite;
  const { projectFolder: project } = environment;
  const found = memoryFolder(createViews(files), project, () => [
    projectSeenFrom(project, project),
    ...register.read([session]).promises.map((one) => one.project),
  ]);
  return createSuite({ ...environment, projectFolder: found }, suite, activity, leftMs);
}

/** The suite of another project folder, with the same session as the one that acts. */
export function suiteIn(projectFolder: string, { suite }: HookCall, activity: string): Suite {
  const folders = { projectFolder, checkout: projectFolder, namedProject: projectFolder };
  return createSuite({ ...suite.environment, ...folders }, suite, activity, leftMs);
}

async function stateOf(session: string, { stopGate }: Suite): Promise<StopGateState | undefined> {
  const state = await stopGate.read(session);
  return state.ok ? state.value : undefined;
}

/** A hook's answer to its host, as a report. Hosts take no output for consent. */
export function hookReport(answer: object | undefined): Report {
  return { text: answer === undefined ? '' : JSON.stringify(answer), json: answer ?? null };
}
