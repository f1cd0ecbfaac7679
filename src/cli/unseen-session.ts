import { readVariable } from '../adapters/environment.ts';
import { recordedSession } from '../adapters/host-sessions.ts';
import { isLeftByHooks, terminalSession } from '../domain/host/session-ids.ts';
import { turnsOf } from '../domain/session/standing-log.ts';
import { oneLine } from '../report/printable.ts';
import { standingLogOf } from '../session/standing-turns.ts';
import type { Suite } from '../suite.ts';

/**
 * What is said to a session that promises where no hook of the suite has seen it: a host that was told to load no settings,
 * or an id that no host has. It is asked before the promise is made, which leaves traces of its own.
 */
export async function unseenNotes(suite: Suite): Promise<readonly string[]> {
  const { files, environment } = suite;
  const { projectFolder, session } = environment;
  const isOfTerminal = session?.id === terminalSession(projectFolder);
  if (session === undefined || isOfTerminal || hasTrace(suite)) return [];
  if (turnsOf(standingLogOf(files, projectFolder).read(), session.ids).length > 0) return [];
  for (const id of session.ids) {
    const kept = await suite.stopGate.read(id);
    if (!kept.ok || Object.keys(kept.value).length > 0) return [];
  }
  const doctor = suite.commandLines.of('cs doctor');
  return [
    `NOTE: no hook of completion-promise has seen session ${oneLine(session.id)}. If its host runs none, nothing holds it to this promise: ${doctor}`,
  ];
}

/** Whether the shell has what a hook leaves there at a session's start, or its host is one of which nothing can be told. */
function hasTrace({ environment: { host }, files }: Suite): boolean {
  if (host === undefined) return false;
  const { hooked } = host.variables;
  if (hooked !== undefined) return readVariable(hooked) !== undefined;
  return !isLeftByHooks(host) || recordedSession(files) !== undefined;
}
