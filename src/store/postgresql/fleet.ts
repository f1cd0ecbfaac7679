import { Client } from 'pg';
import { textsIn } from '../../domain/base/document.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { type Result, success } from '../../domain/base/result.ts';
import {
  type FleetReading,
  type FleetSession,
  heldPromise,
  toldByMemory,
} from '../../domain/session/fleet.ts';
import type { Clock } from '../../ports.ts';
import type { Fleet, FleetProject } from '../fleet.ts';
import { connectionTries } from './connection-options.ts';
import type { Database, Row } from './database.ts';
import { beating, ending, type Machine } from './heartbeat.ts';
import { SCHEMA } from './schema-name.ts';

interface FleetWorld {
  readonly database: Database;
  readonly address: string;
  readonly clock: Clock;
  /** The name of the project, or why it has none. */
  readonly project: Result<string>;
  readonly machine: Machine;
  /** Opens the state of a project by its name. */
  readonly open: (project: string) => FleetProject;
}

/** Most sessions that are listed, those seen last first, and of each so many promises. */
const MOST_SESSIONS = 1000;

/** How long a session that has nothing open is listed after it was seen last. */
const LISTED_FOR = "interval '1 day'";

/** `$1`: the name of the project, or null for all of them. */
const READ = `
WITH project AS (SELECT id, name FROM ${SCHEMA}.project WHERE $1::text IS NULL OR name = $1),
open AS (
  SELECT d.project, d.owner, count(*) AS open FROM ${SCHEMA}.document d JOIN project p ON p.id = d.project
  WHERE d.kind = 'promise' AND d.path LIKE 'promises/%' AND d.status NOT IN ('verified', 'cancelled')
  GROUP BY d.project, d.owner
),
who AS (
  SELECT project, owner AS session FROM open WHERE owner IS NOT NULL
  UNION
  SELECT s.project, s.session FROM ${SCHEMA}.seen s JOIN project p ON p.id = s.project
  WHERE s.seen_at > now() - ${LISTED_FOR}
)
SELECT 'session' AS what, p.name AS project, who.session, s.machine_name AS machine,
  (extract(epoch FROM now() - s.seen_at) * 1000)::bigint AS ago, s.ended_at IS NOT NULL AS ended,
  COALESCE(o.open, 0) AS open,
  (SELECT array_agg(held.text) FROM (
    SELECT d.text FROM ${SCHEMA}.document d WHERE d.project = who.project AND d.owner = who.session
      AND d.kind = 'promise' AND d.path LIKE 'promises/%' AND d.status NOT IN ('verified', 'cancelled')
    ORDER BY d.changed_at DESC LIMIT 3) held) AS promises,
  (SELECT m.text FROM ${SCHEMA}.document m WHERE m.project = who.project
    AND m.path = 'stop-gate/' || who.session || '.json') AS memory
FROM who JOIN project p ON p.id = who.project
LEFT JOIN ${SCHEMA}.seen s ON s.project = who.project AND s.session = who.session
LEFT JOIN open o ON o.project = who.project AND o.owner = who.session
UNION ALL
SELECT 'unowned', p.name, NULL, NULL, NULL, false, o.open, NULL, NULL
FROM open o JOIN project p ON p.id = o.project WHERE o.owner IS NULL
ORDER BY ago NULLS LAST LIMIT ${MOST_SESSIONS}`;

/** The projects that hold anything: one that was only asked about has a row, too. */
const PROJECTS = `
SELECT name FROM ${SCHEMA}.project p
WHERE EXISTS (SELECT FROM ${SCHEMA}.document d WHERE d.project = p.id) ORDER BY name`;

/** How long is waited before a broken connection is made again, in milliseconds. */
const PAUSE_MS = 1000;

export function createFleet(world: FleetWorld): Fleet {
  const { database, machine, project } = world;
  const recorded = async (
    statement: (name: string) => { readonly text: string; readonly values: readonly unknown[] },
  ): Promise<Failure | undefined> => {
    if (!project.ok) return project.failure;
    const { text, values } = statement(project.value);
    const done = await database.read('record that a session was seen', text, values);
    return done.ok ? undefined : done.failure;
  };
  const ears = createEars(world);
  return {
    seen: (session) => recorded((name) => beating(name, { session, machine })),
    ended: (session) => recorded((name) => ending(name, session)),
    async read(isOfAll) {
      if (!isOfAll && !project.ok) return project;
      const name = !isOfAll && project.ok ? project.value : null;
      const rows = await database.read('read what the sessions do', READ, [name]);
      return rows.ok ? success(readingOf(rows.value)) : rows;
    },
    async projects() {
      const rows = await database.read('read the names of the projects', PROJECTS, []);
      if (!rows.ok) return rows;
      const names = rows.value.map((row) => String(row['name']));
      return success({ names, own: project.ok ? project.value : undefined });
    },
    open: async (name) => world.open(name),
    change: (mostMs, signal) => ears.change(mostMs, signal),
    async close() {
      await ears.close();
      await database.close();
    },
  };
}

function readingOf(rows: readonly Row[]): FleetReading {
  return {
    sessions: rows.flatMap((row) => (row['what'] === 'session' ? [sessionOf(row)] : [])),
    unowned: rows.flatMap((row) =>
      row['what'] === 'unowned'
        ? [{ project: String(row['project']), count: Number(row['open']) }]
        : [],
    ),
  };
}

function sessionOf(row: Row): FleetSession {
  const { ago, ended, machine, memory, open, project, promises, session } = row;
  return {
    project: String(project),
    session: String(session),
    machine: typeof machine === 'string' ? machine : undefined,
    seenAgoMs: ago == null ? undefined : Math.max(0, Number(ago)),
    hasEnded: ended === true,
    open: Number(open),
    promises: textsIn(promises).flatMap((text) => heldPromise(text) ?? []),
    ...toldByMemory(typeof memory === 'string' ? memory : undefined),
  };
}

/** Listens to what the server tells of changes. */
function createEars({ address, clock }: FleetWorld) {
  let client: Client | undefined;
  let isTold = false;
  let wake: () => void = () => undefined;

  const drop = async (): Promise<void> => {
    const gone = client;
    client = undefined;
    wake();
    await gone?.end().catch(() => undefined);
  };

  async function listen(): Promise<void> {
    for (const options of connectionTries(address)) {
      const next = new Client({
        ...options,
        connectionTimeoutMillis: PAUSE_MS * 5,
        keepAlive: true,
      });
      next.on('error', () => void drop());
      next.on('end', () => void drop());
      next.on('notification', () => {
        isTold = true;
        wake();
      });
      try {
        await next.connect();
        await next.query('LISTEN completion_promise');
        client = next;
        // What changed before anybody listened.
        isTold = true;
        return;
      } catch {
        next.end().catch(() => undefined);
      }
    }
  }

  return {
    async change(mostMs: number, signal: AbortSignal): Promise<void> {
      if (client === undefined) {
        await listen();
        if (client === undefined) return clock.sleep(PAUSE_MS, signal);
      }
      if (!isTold) {
        const woken = new AbortController();
        wake = () => woken.abort();
        await clock.sleep(mostMs, AbortSignal.any([signal, woken.signal]));
      }
      isTold = false;
    },
    close: drop,
  };
}
