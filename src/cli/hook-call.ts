import {
  type Environment,
  type HookEnvironment,
  readEnvironment,
  readHookEnvironment,
  readVariable,
} from '../adapters/environment.ts';
import { hostProcess } from '../adapters/host-process.ts';
import { isInsideAnother } from '../adapters/nested-session.ts';
import { millisecondsSinceStart } from '../adapters/node-clock.ts';
import { readStandardInput } from '../adapters/standard-input.ts';
import { LARGEST_DOCUMENT } from '../domain/base/document.ts';
import { type Result, success } from '../domain/base/result.ts';
import type { Spoken } from '../domain/host/dialect.ts';
import { type HookHost, hostOf } from '../domain/host/hook-host.ts';
import { type HookPayload, parseFields } from '../domain/host/hook-payload.ts';
import { type Session, sessionOf } from '../domain/promise/session.ts';
import type { SessionHost } from '../domain/session/session-host.ts';
import type { StopGateState } from '../domain/session/stop-gate-state.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { UNKNOWN_HOST } from '../hosts/unknown.ts';
import { memoryPlaces } from '../session/look.ts';
import { createSuite, type Suite } from '../suite.ts';
import type { Option, Report } from './command.ts';
import { usage } from './usage.ts';

/** How long a hook waits for its payload, in milliseconds. */
const INPUT_MS = 2000;

/** One call of a hook: its payload, and the session that it is about. */
export interface HookCall {
  readonly payload: HookPayload;
  /** Who calls. */
  readonly caller: HookHost;
  readonly environment: HookEnvironment;
  readonly host: SessionHost | undefined;
  readonly session: Session | undefined;
  /** Whether the environment names another session, inside of which this one runs. */
  readonly isNested: boolean;
  /** The suite with this session as the one that acts. */
  readonly suite: Suite;
  /** The suite of the project folder in whose state the hooks remember a session. */
  readonly memoryOf: (session: string) => Promise<Suite>;
  /** What is kept there of several sessions, in their order: each place is asked once. */
  readonly statesOf: (sessions: readonly string[]) => Promise<readonly Result<StopGateState>[]>;
}

/** How long a hook may read the state, in milliseconds since its start: hosts give it 30 s. */
const MOST_READING_MS = 20_000;

function leftMs(): number {
  return MOST_READING_MS - millisecondsSinceStart();
}

/** Reads the payload of a hook. One that cannot be parsed counts as empty. `named`: the host, where one is said. */
export async function readHookCall(
  shell: Suite,
  activity: string,
  named?: string,
): Promise<HookCall> {
  const text = await readStandardInput({ mostMs: INPUT_MS, mostBytes: LARGEST_DOCUMENT });
  const fields = parseFields(text) ?? {};
  const caller = hostOf(HOSTS, { fields, variable: readVariable }, named) ?? UNKNOWN_HOST;
  const payload = caller.readPayload(fields);
  const outer = calledBy(caller, payload, shell);
  const environment = readHookEnvironment(caller);
  const host = hostProcess(environment.hostPid);
  const id = outer.session?.id;
  const before = createMemories(createSuite(outer, shell, activity, leftMs), activity);
  const state = id === undefined ? undefined : await stateOf(id, await before.memoryOf(id));
  const isNested = isInsideAnother(id, payload.sessionId, environment.hostPid, () => state);
  const given = outer.session?.ids ?? [];
  const own = isNested ? given.slice(1) : given;
  const told = sessionOf([...own, payload.sessionId]);
  const session = told && sessionOf([...told.ids, outer.unnamed]);
  const suite = createSuite({ ...outer, session }, shell, activity, leftMs);
  return {
    payload,
    caller,
    environment,
    host,
    session,
    isNested,
    suite,
    ...createMemories(suite, activity),
  };
}

/** The environment as it is for the hook of a host: a command was asked before its caller was known. */
function calledBy(caller: HookHost, { folder }: HookPayload, { environment }: Suite): Environment {
  if (environment.search.via === '--project') return environment;
  const found = readEnvironment({ hosts: HOSTS, caller, folder });
  return found.ok ? found.value : environment;
}

/** What the hooks keep of sessions, in the same folders as the stop gate. */
function createMemories(suite: Suite, activity: string) {
  const placeOf = memoryPlaces(suite.environment.projectFolder, suite);
  const suiteIn = (projectFolder: string): Suite =>
    createSuite({ ...suite.environment, projectFolder }, suite, activity, leftMs);
  return {
    memoryOf: async (session: string) => suiteIn(await placeOf(session)),
    async statesOf(sessions: readonly string[]): Promise<readonly Result<StopGateState>[]> {
      const places = await Promise.all(sessions.map(placeOf));
      const states = new Map<string, Result<StopGateState>>();
      for (const place of new Set(places)) {
        const there = sessions.filter((_, index) => places[index] === place);
        const read = await suiteIn(place).stopGate.readEach(there);
        for (const [index, state] of read.entries()) states.set(there[index] ?? '', state);
      }
      return sessions.map((session) => states.get(session) ?? success({}));
    },
  };
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

/** The option of every hook that names its host. */
export const HOST_OPTION: Option = {
  takes: 'word',
  summary: 'The host that calls; without it, that is told from the payload and the environment',
  value: '<name>',
  completes: HOSTS.map(({ name }) => name),
};

/** What is wrong with a host's name; undefined where it is one, or none is named. */
export function hostFault(named: string | undefined): Result<Report> | undefined {
  if (named === undefined || HOSTS.some(({ name }) => name === named)) return undefined;
  return usage(`--host is none of ${HOSTS.map(({ name }) => name).join(', ')}`);
}

/** A hook's answer to its host, as a report. Hosts take no output for consent. */
export function hookReport({ exitCode, stderr, stdout }: Spoken): Report {
  const notes = stderr === '' ? [] : [stderr.trimEnd()];
  const code = exitCode === 0 ? {} : { exitCode };
  return {
    text: stdout.trimEnd(),
    json: stdout === '' ? null : JSON.parse(stdout),
    notes,
    ...code,
  };
}
