import {
  type Environment,
  type HookEnvironment,
  projectSeenFrom,
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
import { openViews } from '../state/views.ts';
import { memoryFolder } from '../store/session-folders.ts';
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
  const state =
    id === undefined
      ? undefined
      : await stateOf(
          id,
          await memorySuite(id, createSuite(outer, shell, activity, leftMs), activity),
        );
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
    memoryOf: (of) => memorySuite(of, suite, activity),
    statesOf: (sessions) => statesOf(sessions, suite, activity),
  };
}

/** The environment as it is for the hook of a host: a command was asked before its caller was known. */
function calledBy(caller: HookHost, { folder }: HookPayload, { environment }: Suite): Environment {
  if (environment.search.via === '--project') return environment;
  const found = readEnvironment({ hosts: HOSTS, caller, folder });
  return found.ok ? found.value : environment;
}

/** The same folder as the stop gate's, so that it reads what the other hooks keep. */
async function memorySuite(session: string, suite: Suite, activity: string): Promise<Suite> {
  const folder = await memoryFolderOf(session, suite);
  return suiteOfMemory(folder, suite, activity);
}

async function memoryFolderOf(session: string, suite: Suite): Promise<string> {
  const { environment, files, register, silence } = suite;
  const { projectFolder: project } = environment;
  const own = await openViews({ files, folders: [project], silence });
  if (own(project).isThere()) return project;
  const seen = projectSeenFrom(project, project);
  const promised = register.read([session]).promises.map((one) => one.project);
  const others = [...(seen === undefined ? [] : [seen]), ...promised];
  const viewOf = await openViews({ files, folders: [project, ...others], silence });
  return memoryFolder(viewOf, project, () => others);
}

function suiteOfMemory(projectFolder: string, suite: Suite, activity: string): Suite {
  return createSuite({ ...suite.environment, projectFolder }, suite, activity, leftMs);
}

async function statesOf(
  sessions: readonly string[],
  suite: Suite,
  activity: string,
): Promise<readonly Result<StopGateState>[]> {
  const { environment, files, silence } = suite;
  const { projectFolder: project } = environment;
  const own = await openViews({ files, folders: [project], silence });
  const isHere = own(project).isThere();
  const places = new Map<string, string[]>();
  for (const session of sessions) {
    const folder = isHere ? project : await memoryFolderOf(session, suite);
    const there = places.get(folder) ?? [];
    there.push(session);
    places.set(folder, there);
  }
  const states = new Map<string, Result<StopGateState>>();
  for (const [folder, there] of places) {
    const read = await suiteOfMemory(folder, suite, activity).stopGate.readEach(there);
    for (const [index, state] of read.entries()) states.set(there[index] ?? '', state);
  }
  return sessions.map((session) => states.get(session) ?? success({}));
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
