import type { AskedStatement } from '../../ports.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { SCHEMA } from './schema-name.ts';

/** A machine: `id` tells it from any other, `name` is for people. */
export interface Machine {
  readonly id: string;
  readonly name: string;
}

/** A session that is at work on a machine. */
export interface Heartbeat {
  readonly session: string;
  readonly machine: Machine;
}

/** How long a session counts as seen without being recorded again. */
const EVERY = "interval '30 seconds'";

/**
 * Records a session of a project that is there, by the clock of the server. `which`: the condition for the project;
 * `first`: the place of the first value.
 */
export function recording(which: string, first: number): string {
  return `INSERT INTO ${SCHEMA}.seen AS s (project, session, machine, machine_name)
  SELECT id, $${first}, $${first + 1}, $${first + 2} FROM ${SCHEMA}.project WHERE ${which}
    AND (SELECT max(version) FROM ${SCHEMA}.version) = ${SCHEMA_VERSION}
  ON CONFLICT (project, session) DO UPDATE
  SET seen_at = now(), ended_at = NULL, machine = excluded.machine, machine_name = excluded.machine_name
  WHERE s.seen_at < now() - ${EVERY} OR s.ended_at IS NOT NULL OR s.machine <> excluded.machine`;
}

export function valuesOf({ machine, session }: Heartbeat): readonly string[] {
  return [session, machine.id, machine.name];
}

/** The same statement, which records the session on its way. Its first value is the name of the project. */
export function withHeartbeat(
  statement: AskedStatement,
  beat: Heartbeat | undefined,
): AskedStatement {
  if (beat === undefined) return statement;
  const { text, values } = statement;
  const recorded = `WITH beat AS (${recording('name = $1', values.length + 1)}), `;
  return {
    ...statement,
    text: text.replace(/^\s*WITH\s/, () => recorded),
    values: [...values, ...valuesOf(beat)],
  };
}

/** The statement that only records the session. */
export function beating(project: string, beat: Heartbeat) {
  return { text: recording('name = $1', 2), values: [project, ...valuesOf(beat)] };
}

/** The statement that records that a session ended. */
export function ending(project: string, session: string) {
  const text = `UPDATE ${SCHEMA}.seen SET ended_at = now(), seen_at = now()
WHERE session = $2 AND project = (SELECT id FROM ${SCHEMA}.project WHERE name = $1)`;
  return { text, values: [project, session] };
}
