import { expect, it } from 'vitest';
import { outcomeOfText } from '../rig/worlds/check-world.ts';

/** Files that databases take. A parser that does not know them may leave them, and not fail them. */
it.each([
  ['MySQL: unsigned', 'CREATE TABLE `t` (`id` INT UNSIGNED NOT NULL);'],
  ['MySQL: widths', 'CREATE TABLE t (id int(11) unsigned);'],
  ['MySQL: options', 'CREATE TABLE `t` (`id` INT) ENGINE = InnoDB DEFAULT CHARSET=utf8mb4;'],
  ['MySQL: enums', "CREATE TABLE t (a ENUM('x','y') DEFAULT 'x', KEY `k` (`a`));"],
  ['MySQL: on update', 'CREATE TABLE t (b TIMESTAMP ON UPDATE CURRENT_TIMESTAMP);'],
  ['MySQL: a dump', 'LOCK TABLES `t` WRITE;\nINSERT INTO `t` VALUES (1);\nUNLOCK TABLES;'],
  ['PostgreSQL: a block', "DO $$ BEGIN RAISE NOTICE 'x'; END $$;"],
  [
    'PostgreSQL: a trigger',
    'CREATE TRIGGER x BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION f();',
  ],
  ['PostgreSQL: a policy', 'CREATE POLICY p ON t USING (a = current_user);'],
  ['PostgreSQL: a type', "CREATE TYPE mood AS ENUM ('sad', 'ok');"],
  ['PostgreSQL: partitions', 'CREATE TABLE a PARTITION OF m FOR VALUES FROM (1) TO (10);'],
  ['PostgreSQL: an index', 'CREATE INDEX CONCURRENTLY i ON t USING gin (d jsonb_path_ops);'],
  ['PostgreSQL: maintenance', 'VACUUM ANALYZE t;'],
  ['PostgreSQL: a dump', 'COPY public.t (a, b) FROM stdin;\n1\tx\n2\ty\n\\.\n'],
  ['SQLite: upsert', 'INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO NOTHING;'],
  ['Oracle: dual', 'SELECT SYSDATE FROM dual;'],
  ['T-SQL: a block', "IF OBJECT_ID(N't') IS NULL\nBEGIN\n  PRINT 1\nEND\nGO\n"],
  ['Snowflake: a stage', "CREATE OR REPLACE STAGE s URL='s3://x';"],
  ['any: merge', 'MERGE INTO t USING s ON t.a=s.a WHEN MATCHED THEN UPDATE SET b=s.b;'],
])('%s: not called broken', async (_name, text) => {
  expect(await outcomeOfText('sql', text)).not.toMatchObject({ outcome: 'broken' });
});
