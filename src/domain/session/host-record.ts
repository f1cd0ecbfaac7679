import { isObject } from '../base/document.ts';

/**
 * Which session runs in a process of a host that does not tell its shells: its hooks leave it under the process, and a
 * command finds it by the processes above itself.
 */
interface HostRecord {
  readonly session: string;
  /** Which start of the machine the process belongs to; empty where that cannot be known. */
  readonly boot: string;
}

/** The name of the file for a process. `started`: when it started, in the system's own words. */
export function recordName(pid: number, started: string): string {
  return `${pid}-${started.replaceAll(/[^A-Za-z0-9]/g, '_')}`;
}

/** The process that a file is for; nothing where the name is none. */
export function pidOfRecord(name: string): number | undefined {
  const [, pid] = /^([1-9]\d{0,8})-\w+$/.exec(name) ?? [];
  return pid === undefined ? undefined : Number(pid);
}

/** The text of a file. `bin/cs-hook-shells` writes the same. */
export function recordText({ boot, session }: HostRecord): string {
  return `${JSON.stringify({ session, boot })}\n`;
}

export function readRecord(text: string): HostRecord | undefined {
  const value = parsed(text);
  if (!isObject(value)) return undefined;
  const { boot, session } = value;
  if (typeof session !== 'string' || session === '' || typeof boot !== 'string') return undefined;
  return { session, boot };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
