import { fileURLToPath } from 'node:url';
import type { McpServer } from '@modelcontextprotocol/server';
import { NO_DEADLINE } from '../../adapters/bounded-files.ts';
import { readVariable } from '../../adapters/environment.ts';
import { sessionNow } from '../../adapters/host-registry.ts';
import { isInsideFolder } from '../../adapters/inside-folder.ts';
import { createNodeFiles } from '../../adapters/node-files.ts';
import { attempt } from '../../adapters/quiet-looks.ts';
import { isObject } from '../../domain/base/document.ts';
import { claudeCode } from '../../hosts/claude-code/host.ts';

/** How long a client has to name its folders, in milliseconds. */
const MOST_WAITING_MS = 2000;

/** Codex tells its servers no variables, and the session with each call. */
const OF_CODEX = 'x-codex-turn-metadata';

/** Claude Code tells them the session in which it started them. */
const [STARTED_IN] = claudeCode.variables.session;

/** The variables by which the shells of a host would know the session of a call now. */
export function sessionVariables(
  meta: Readonly<Record<string, unknown>> | undefined,
): NodeJS.ProcessEnv {
  const turn = meta?.[OF_CODEX];
  if (isObject(turn)) {
    const { session_id: session, thread_id: thread } = turn;
    return {
      ...(typeof session === 'string' ? { CODEX_SESSION_ID: session } : {}),
      ...(typeof thread === 'string' ? { CODEX_THREAD_ID: thread } : {}),
    };
  }
  if (readVariable(STARTED_IN) === undefined) return {};
  const files = createNodeFiles(NO_DEADLINE);
  const session = sessionNow(claudeCode.transcriptPlace.folder, files);
  return session === undefined ? {} : { [STARTED_IN]: session };
}

/** The first folder that a client names, where the server was started in none of them; undefined elsewhere. */
export async function folderOf({ server }: McpServer): Promise<string | undefined> {
  if (server.getClientCapabilities()?.roots === undefined) return undefined;
  const listed = await server
    .listRoots(undefined, { timeout: MOST_WAITING_MS })
    .catch(() => undefined);
  const folders = (listed?.roots ?? []).flatMap(
    ({ uri }) => attempt(() => fileURLToPath(uri)) ?? [],
  );
  return folders.some((folder) => isInsideFolder('.', folder)) ? undefined : folders[0];
}
