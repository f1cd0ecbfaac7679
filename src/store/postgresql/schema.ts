import { SCHEMA } from './schema-name.ts';

/** The version of the tables that this suite works with: as many as there are steps. */
export const SCHEMA_VERSION = 2;

/**
 * The steps by which tables are made, each in one transaction. A step that was released is never changed: what comes
 * later is a step of its own.
 */
export const MIGRATIONS: readonly string[] = [
  `
CREATE SCHEMA IF NOT EXISTS completion_promise;

CREATE TABLE completion_promise.version (
  version integer PRIMARY KEY,
  migrated_at timestamptz NOT NULL DEFAULT now()
);

-- One row for each project. Who changes its state holds this row: it is the one writer of the ledger then.
CREATE TABLE completion_promise.project (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  lines bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  digest text,
  copying text
);

-- The documents of a state as the texts that they are, by the paths that the ledger knows them by.
CREATE TABLE completion_promise.document (
  project bigint NOT NULL REFERENCES completion_promise.project (id),
  path text NOT NULL,
  kind text NOT NULL,
  subject text,
  owner text,
  status text,
  revision bigint NOT NULL DEFAULT 1,
  text text NOT NULL,
  digest text NOT NULL,
  acts bigint[] NOT NULL DEFAULT '{}',
  line bigint,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project, path)
);
CREATE INDEX document_subject ON completion_promise.document (project, subject, kind);
CREATE INDEX document_open ON completion_promise.document (project, owner) WHERE kind = 'promise';
CREATE INDEX document_told ON completion_promise.document (project)
  WHERE kind = 'session-memory' AND (text LIKE '%"capped"%' OR text LIKE '%"waiting"%');

-- The ledger: line by line, each with the digest of the one before it in its text. Lines are only added.
CREATE TABLE completion_promise.ledger (
  project bigint NOT NULL REFERENCES completion_promise.project (id),
  line bigint NOT NULL,
  start bigint NOT NULL,
  text text NOT NULL,
  event text,
  promise text,
  session text,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project, line)
);
CREATE UNIQUE INDEX ledger_start ON completion_promise.ledger (project, start);
CREATE INDEX ledger_reopened ON completion_promise.ledger (project, start) WHERE event = 'session.reopened';

CREATE FUNCTION completion_promise.only_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'lines of % are only added', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER ledger_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON completion_promise.ledger
  FOR EACH STATEMENT EXECUTE FUNCTION completion_promise.only_added();

-- One line for each call of a model.
CREATE TABLE completion_promise.cost (
  project bigint NOT NULL REFERENCES completion_promise.project (id),
  number bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz,
  text text NOT NULL,
  PRIMARY KEY (project, number)
);
CREATE INDEX cost_at ON completion_promise.cost (project, at);
CREATE TRIGGER cost_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON completion_promise.cost
  FOR EACH STATEMENT EXECUTE FUNCTION completion_promise.only_added();

-- What is reserved for calls under way, and given back.
CREATE TABLE completion_promise.spending (
  project bigint NOT NULL REFERENCES completion_promise.project (id),
  number bigint GENERATED ALWAYS AS IDENTITY,
  day text NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (project, number)
);
CREATE INDEX spending_day ON completion_promise.spending (project, day);

-- When a session was last at work, on which machine, by the clock of this server.
CREATE TABLE completion_promise.seen (
  project bigint NOT NULL REFERENCES completion_promise.project (id),
  session text NOT NULL,
  machine text NOT NULL,
  machine_name text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (project, session)
);

-- Tells those who watch that promises or sessions of a project changed. Transactions that tell commit one after the
-- other in all of the server, each with a wait for its disk: of those at work at once, one tells. Who watches reads
-- every few seconds in any case.
CREATE FUNCTION completion_promise.tell_watchers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_try_advisory_xact_lock(7306201843) THEN
    PERFORM pg_notify('completion_promise', COALESCE(NEW.project, OLD.project)::text);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER document_made AFTER INSERT OR UPDATE ON completion_promise.document
  FOR EACH ROW WHEN (NEW.kind = 'promise') EXECUTE FUNCTION completion_promise.tell_watchers();
CREATE TRIGGER document_gone AFTER DELETE ON completion_promise.document
  FOR EACH ROW WHEN (OLD.kind = 'promise') EXECUTE FUNCTION completion_promise.tell_watchers();
CREATE TRIGGER seen_told AFTER INSERT OR UPDATE ON completion_promise.seen
  FOR EACH ROW EXECUTE FUNCTION completion_promise.tell_watchers();

-- The ids of changes, by which one is found whose connection broke in its commit.
CREATE TABLE completion_promise.change (
  id text PRIMARY KEY,
  is_made boolean NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX change_at ON completion_promise.change (at);

INSERT INTO completion_promise.version (version) VALUES (1);
`,
  `
-- The open promises of a project are read without those that ended, however many these are.
CREATE INDEX document_unended ON completion_promise.document (project, owner)
  WHERE kind = 'promise' AND path LIKE 'promises/%';

INSERT INTO completion_promise.version (version) VALUES (2);
`,
];

/** Rights to some tables, or to some columns of them. */
interface Rights {
  readonly tables: readonly string[];
  readonly rights: readonly string[];
  readonly columns?: readonly string[];
}

/** The least that the suite needs: it adds to the ledger and the cost log and cannot change them. */
const LEAST_RIGHTS: readonly Rights[] = [
  { tables: ['version'], rights: ['SELECT'] },
  { tables: ['project', 'ledger', 'cost'], rights: ['SELECT', 'INSERT'] },
  { tables: ['project'], rights: ['UPDATE'], columns: ['lines', 'bytes', 'digest', 'copying'] },
  { tables: ['document'], rights: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] },
  { tables: ['spending', 'change'], rights: ['SELECT', 'INSERT', 'DELETE'] },
  { tables: ['seen'], rights: ['SELECT', 'INSERT', 'UPDATE'] },
  { tables: ['change'], rights: ['UPDATE'], columns: ['at'] },
];

/** The same one by one. `column`: null where it is a right to the whole table. */
export const NEEDED_RIGHTS = LEAST_RIGHTS.flatMap(({ columns = [null], rights, tables }) =>
  tables.flatMap((table) =>
    rights.flatMap((right) => columns.map((column) => ({ table, right, column }))),
  ),
);

/**
 * The least rights of a role that uses the tables, as statements: it can change no table. `role`: as it is quoted.
 */
export function rightsOf(role: string): readonly string[] {
  const grants = LEAST_RIGHTS.map(({ columns, rights, tables }) => {
    const some = columns === undefined ? '' : ` (${columns.join(', ')})`;
    const names = tables.map((table) => `${SCHEMA}.${table}`).join(', ');
    return `GRANT ${rights.join(', ')}${some} ON ${names} TO ${role}`;
  });
  return [`GRANT USAGE ON SCHEMA ${SCHEMA} TO ${role}`, ...grants];
}
