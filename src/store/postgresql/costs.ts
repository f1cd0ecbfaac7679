import type { Failure } from '../../domain/base/failure.ts';
import { failed, success } from '../../domain/base/result.ts';
import { MS_PER_DAY, timestamp } from '../../domain/base/time.ts';
import { type CostLine, readCostLine } from '../../domain/judging/cost-line.ts';
import { dayOf, mostSpent } from '../../domain/judging/cost-summary.ts';
import {
  readSpendingLine,
  type SpendingLine,
  spendingFault,
} from '../../domain/judging/spending.ts';
import { sum } from '../../domain/judging/spent.ts';
import type { CostLog } from '../cost-log.ts';
import type { Spending } from '../spending.ts';
import type { Row, Transaction } from './database.ts';
import { SCHEMA } from './schema-name.ts';
import type { StateWorld } from './unit.ts';

const COST = `${SCHEMA}.cost`;
const SPENDING = `${SCHEMA}.spending`;
const OF_PROJECT = `project = (SELECT id FROM ${SCHEMA}.project WHERE name = $1)`;

/** How many lines are read at once. */
const PAGE = 5000;

/** The cost log as rows of a database, in the order in which the database took them. */
export function createCosts(world: StateWorld): CostLog {
  const { database, project } = world;
  return {
    async append(line) {
      if (!project.ok) return project.failure;
      const added = await database.change('write to the cost log', async ({ query }) => {
        const id = await projectId(query, project.value);
        await query(`INSERT INTO ${COST} (project, at, text) VALUES ($1, $2, $3)`, [
          id,
          momentOf(line.timestamp),
          JSON.stringify(line),
        ]);
        return success({ done: undefined });
      });
      return added.ok ? undefined : added.failure;
    },
    async read(take) {
      if (!project.ok) return project;
      let skipped = 0;
      for (let after = '0'; ; ) {
        const text = `SELECT number, text FROM ${COST} WHERE ${OF_PROJECT} AND number > $2 ORDER BY number LIMIT ${PAGE}`;
        const rows = await database.read('read the cost log', text, [project.value, after]);
        if (!rows.ok) return rows;
        for (const row of rows.value) {
          const line = lineIn(row);
          if (line === undefined) skipped += 1;
          else take(line);
        }
        if (rows.value.length < PAGE) return success({ skipped });
        after = String(rows.value.at(-1)?.['number']);
      }
    },
    async since(moment) {
      if (!project.ok) return project;
      const text = `SELECT text FROM ${COST} WHERE ${OF_PROJECT} AND at >= $2 ORDER BY number`;
      const rows = await database.read('read the cost log', text, [
        project.value,
        new Date(moment),
      ]);
      return rows.ok ? success(linesIn(rows.value, moment)) : rows;
    },
  };
}

/** What is reserved, by one process on one machine at a time for each project, so that a cap holds for all of them. */
export function createSpending(world: StateWorld): Spending {
  const { chance, database, project } = world;

  const settle = async (
    name: string,
    day: string,
    line: SpendingLine,
  ): Promise<Failure | undefined> => {
    const settled = await database.change('give a reservation back', async ({ query }) => {
      await addLine(query, await projectId(query, name), day, line);
      return success({ done: undefined });
    });
    return settled.ok ? undefined : settled.failure;
  };

  return {
    async reserve(amounts, limitUsd, now, until) {
      if (!project.ok) return project;
      const name = project.value;
      const day = dayOf(timestamp(now));
      const own = { id: chance.hex(8), usd: sum(amounts) };
      const reserved = await database.change('reserve for a call', async ({ query, turn }) => {
        const id = await projectId(query, name);
        await turn(name);
        await query(`SELECT 1 FROM ${SCHEMA}.project WHERE id = $1 FOR UPDATE`, [id]);
        await removeOld(query, id, now);
        await addLine(query, id, day, { event: 'reserve', ...own, until });
        const fault = await capFault(query, id, own, limitUsd, now);
        return fault === undefined ? success({ done: undefined }) : failed(fault);
      });
      if (!reserved.ok) return reserved;
      const shares = amounts.length === 1 ? [{}] : amounts.map((usd) => ({ usd }));
      return success(
        shares.map((share) => ({
          settle: () => settle(name, day, { event: 'settle', id: own.id, ...share }),
        })),
      );
    },
  };
}

type Query = Transaction['query'];

async function addLine(query: Query, id: string, day: string, line: SpendingLine): Promise<void> {
  await query(`INSERT INTO ${SPENDING} (project, day, text) VALUES ($1, $2, $3)`, [
    id,
    day,
    JSON.stringify(line),
  ]);
}

async function capFault(
  query: Query,
  id: string,
  own: { readonly id: string; readonly usd: number },
  limitUsd: number,
  now: number,
): Promise<Failure | undefined> {
  const day = dayOf(timestamp(now));
  const rows = await query(
    `SELECT text FROM ${SPENDING} WHERE project = $1 AND day = $2 ORDER BY number`,
    [id, day],
  );
  const lines = rows.flatMap(({ text }) => readSpendingLine(String(text)) ?? []);
  const since = Date.parse(day);
  const calls = await query(`SELECT text FROM ${COST} WHERE project = $1 AND at >= $2`, [
    id,
    new Date(since),
  ]);
  const spentUsd = mostSpent(linesIn(calls, since), { since, until: since + MS_PER_DAY });
  return spendingFault({ lines, own, spentUsd, limitUsd, now });
}

/** Days for which reservations are kept. */
const KEPT_DAYS = 30;

async function removeOld(query: Query, id: string, now: number): Promise<void> {
  const oldest = dayOf(timestamp(now - KEPT_DAYS * MS_PER_DAY));
  await query(`DELETE FROM ${SPENDING} WHERE project = $1 AND day < $2`, [id, oldest]);
}

/** The id of a project's row, which is made where it is not there. */
async function projectId(query: Query, name: string): Promise<string> {
  const find = `SELECT id FROM ${SCHEMA}.project WHERE name = $1`;
  let [row] = await query(find, [name]);
  if (row === undefined) {
    await query(`INSERT INTO ${SCHEMA}.project (name) VALUES ($1) ON CONFLICT DO NOTHING`, [name]);
    [row] = await query(find, [name]);
  }
  return String(row?.['id']);
}

/** When a call was, as the database compares it; null where the text is no time. */
export function momentOf(text: string): Date | null {
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : new Date(moment);
}

function linesIn(rows: readonly Row[], since: number): readonly CostLine[] {
  return rows
    .flatMap((row) => lineIn(row) ?? [])
    .filter(({ timestamp: at }) => Date.parse(at) >= since);
}

function lineIn({ text }: Row): CostLine | undefined {
  return readCostLine(String(text));
}
