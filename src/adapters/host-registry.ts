import { join } from 'node:path';
import { isObject, parseDocument } from '../domain/base/document.ts';
import { isSafeId } from '../domain/base/identifier.ts';
import type { UserFolder } from '../domain/session/transcripts/place.ts';
import type { Files } from '../ports.ts';
import { userFolderOf } from './environment.ts';
import { ancestors } from './node-ancestry.ts';

/** Where Claude Code keeps which session runs in each of its processes, by their numbers. */
const REGISTRY = 'sessions';

const LARGEST_RECORD = 64 * 1024;

/**
 * The session that the nearest host above this process says it runs now: what it started before keeps the variables of
 * the session of then, also after `/clear`. Undefined where none says so.
 */
export function sessionNow(user: UserFolder, files: Files): string | undefined {
  const folder = join(userFolderOf(user), REGISTRY);
  for (const { pid } of ancestors()) {
    const reading = files.readFollowed(join(folder, `${pid}.json`), LARGEST_RECORD);
    const session = reading.found === 'text' ? sessionIn(reading.text, pid) : undefined;
    if (session !== undefined) return session;
  }
  return undefined;
}

function sessionIn(text: string, process: number): string | undefined {
  const parsed = parseDocument(text);
  const record = parsed.ok ? parsed.value : undefined;
  if (!isObject(record) || record['pid'] !== process) return undefined;
  const { sessionId: session } = record;
  return typeof session === 'string' && isSafeId(session) ? session : undefined;
}
