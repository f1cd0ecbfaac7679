import { HOST_VARIABLE, type HostVariable } from '../session/project-folder.ts';
import type { HookHost, ReadVariable } from './hook-host.ts';

/**
 * The ids of a session by the environment. Variables are inherited, and agents start agents: what a host around this
 * one says of its own session is not about this one.
 */

/** By which a session is given an id from outside of its host; session start sets it for the agent's shells, too. */
export const NAMED_SESSION = 'CLAUDE_SESSION_ID';

/** The ids that count, the one that takes precedence first, and the host that the session runs in. */
export interface SessionIds<Host extends HookHost> {
  readonly ids: readonly string[];
  /** Undefined outside of every host, and where it cannot be told which of several is the innermost. */
  readonly host: Host | undefined;
}

/** Whether a host's hooks leave the session for its shells, which cannot tell it, or not in each of them. */
export function isLeftByHooks({ variables }: HookHost): boolean {
  return variables.session.length === 0 || variables.hidesSubagents === true;
}

/**
 * The ids of a command in a shell with that of the session which a hook left: it takes precedence over what the host tells
 * the shell, which may be the id of a subagent, and not over a name that was given from outside.
 */
export function withLeft(
  ids: readonly string[],
  left: string | undefined,
  named: string | undefined,
): readonly string[] {
  if (left === undefined) return ids;
  const [first, ...others] = ids;
  return first !== undefined && first === named ? [first, left, ...others] : [left, ...ids];
}

/** For a command in a shell. `innermost`: the name of the nearest program above it that runs an agent. */
export function idsOfShell<Host extends HookHost>(
  hosts: readonly Host[],
  variable: ReadVariable,
  innermost: () => string | undefined,
): SessionIds<Host> {
  const here = hosts.filter(({ variables: { marks, session } }) =>
    [...marks, ...session].some((name) => variable(name) !== undefined),
  );
  const host = here.length < 2 ? here[0] : programmed(here, innermost());
  // Where the innermost cannot be told, the session is held by all of them.
  return { host, ids: host === undefined ? allIds(here, variable) : idsFor(host, hosts, variable) };
}

/** For a hook that a host calls. */
export function idsOfHook(
  host: HookHost,
  hosts: readonly HookHost[],
  variable: ReadVariable,
): readonly string[] {
  return idsFor(host, hosts, variable);
}

function programmed<Host extends HookHost>(
  hosts: readonly Host[],
  program: string | undefined,
): Host | undefined {
  return hosts.find(({ programs }) => program !== undefined && programs.includes(program));
}

/** The named id and those of the host; not a named one that a host around it gave its own shells. */
function idsFor(
  host: HookHost,
  hosts: readonly HookHost[],
  variable: ReadVariable,
): readonly string[] {
  const own = valuesOf(host, variable);
  const named = variable(NAMED_SESSION);
  const around = hosts.flatMap((other) =>
    other.name === host.name ? [] : valuesOf(other, variable),
  );
  const isOfAnother = named !== undefined && around.includes(named) && !own.includes(named);
  return named === undefined || isOfAnother ? own : [named, ...own];
}

function allIds(hosts: readonly HookHost[], variable: ReadVariable): readonly string[] {
  const named = variable(NAMED_SESSION);
  const all = hosts.flatMap((host) => valuesOf(host, variable));
  return named === undefined ? all : [named, ...all];
}

function valuesOf({ variables }: HookHost, variable: ReadVariable): readonly string[] {
  return variables.session.flatMap((name) => variable(name) ?? []);
}

/** The variables of hosts that may name the project folder, the one that takes precedence first. */
export function projectVariables(
  hosts: readonly HookHost[],
  host: HookHost | undefined,
): readonly HostVariable[] {
  // Where a host is known, what others say is inherited from around it.
  const named = host === undefined ? hosts : [host];
  const own = named.flatMap(({ variables }) => variables.project ?? []);
  return host === undefined ? [HOST_VARIABLE, ...own] : [...own, HOST_VARIABLE];
}

/**
 * The session that a host's shells act for where neither the host nor a hook tells them which: one for each project,
 * which every session of that host there answers for. `project`: the path of its folder.
 */
export function unnamedSession({ name }: Pick<HookHost, 'name'>, project: string): string {
  const place = project
    .replaceAll('\\', '/')
    .replace(/\/$/, '')
    .replaceAll(/[^A-Za-z0-9_-]/g, '-');
  return `${name}${place}`.slice(0, LONGEST_NAME);
}

/** The session that a person opens on a terminal outside of every host: one for each project. */
export function terminalSession(project: string): string {
  return unnamedSession({ name: 'terminal' }, project);
}

/** As long as the name of a file may be that is made of an id. */
const LONGEST_NAME = 128;
