import { fileURLToPath } from 'node:url';
import type { McpServer } from '@modelcontextprotocol/server';
import { isInsideFolder } from '../../adapters/inside-folder.ts';
import { attempt } from '../../adapters/quiet-looks.ts';
import { isObject } from '../../domain/base/document.ts';

/** How long a client has to name its folders, in milliseconds. */
const MOST_WAITING_MS = 2000;

/** Codex tells its servers no variables, and the session with each call. */
const OF_CODEX = 'x-codex-turn-metadata';

/** The variables that the shells of a host have of the session, by what it tells with a call. */
export function sessionVariables(meta: Readonly<Record<string, unknown>> | undefined) {
  const told = meta?.[OF_CODEX];
  if (!isObject(told)) return {};
  const { session_id: session, thread_id: thread } = told;
  return {
    ...(typeof session === 'string' ? { CODEX_SESSION_ID: session } : {}),
    ...(typeof thread === 'string' ? { CODEX_THREAD_ID: thread } : {}),
  };
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
