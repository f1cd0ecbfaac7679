import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../../src/adapters/file-digest.ts';
import { type ActEvent, actDigest } from '../../../src/domain/promise/person-act.ts';
import { coverDigest, type SessionEnd } from '../../../src/domain/session/session-end.ts';
import type { Project } from './project.ts';

/** What a person did, as the ledger and the files have it, without a terminal. */

/** Adds an event to a project's ledger, and gives what a file says of its line. */
export function recordAct({ state }: Pick<Project, 'state'>, event: object): ActEvent {
  const path = join(state, 'events.jsonl');
  mkdirSync(state, { recursive: true });
  const before = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const last = before.toString('utf8').trimEnd().split('\n').at(-1) ?? '';
  const prev = last === '' ? null : sha256(last);
  const line = JSON.stringify({ timestamp: AT, session_id: null, ...event, prev });
  appendFileSync(path, `${line}\n`);
  return { offset: before.length, digest: actDigest(line, sha256) ?? '' };
}

const AT = '2026-02-17T10:30:00Z';

/** A waiver of a criterion, as a person gives it. */
export function personWaiver(
  project: Pick<Project, 'state'>,
  promise_id: string,
  ac_id: string,
  reason = 'no longer wanted',
): object {
  const event = recordAct(project, { promise_id, event: 'criterion.waived', ac_id, reason });
  return { by: 'person', at: AT, reason, event };
}

/** The end of a session, as a person gives it. */
export function personEnd(
  project: Pick<Project, 'state'>,
  session: string,
  parts: Partial<SessionEnd> = {},
): SessionEnd {
  const end = {
    by: 'person',
    at: AT,
    reason: 'enough',
    promises: [],
    unreadable: [],
    ...parts,
  } as const;
  const covers = coverDigest(end, sha256);
  const told = { event: 'session.ended', session, reason: end.reason, covers };
  return { ...end, event: recordAct(project, told) };
}

/** Waives a criterion as the suite does it, with line and file, and without what is kept for the user. */
export function forgeWaiver(
  { state }: Pick<Project, 'state'>,
  promise_id: string,
  ac_id: string,
): void {
  const place = join(state, 'events.jsonl');
  const ledger = readFileSync(place, 'utf8');
  const path = `promises/${promise_id}.json`;
  const before = readFileSync(join(state, path), 'utf8');
  const prev = sha256(ledger.trimEnd().split('\n').at(-1) ?? '');
  const said = { timestamp: AT, session_id: null, promise_id, event: 'criterion.waived', ac_id };
  const digest = actDigest(JSON.stringify({ ...said, prev }), sha256);
  const event = { offset: Buffer.byteLength(ledger), digest };
  const waived = JSON.stringify({ by: 'person', at: AT, reason: 'x', event });
  const text = before.replace(`"id": "${ac_id}",`, `"id": "${ac_id}", "waived": ${waived},`);
  const file = { path, before: sha256(before), after: sha256(text) };
  appendFileSync(place, `${JSON.stringify({ ...said, file, prev })}\n`);
  writeFileSync(join(state, path), text);
}
