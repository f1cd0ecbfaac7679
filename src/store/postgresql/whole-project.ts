import { type Result, success } from '../../domain/base/result.ts';
import { type CostLine, readCostLine } from '../../domain/judging/cost-line.ts';
import { lineTeller } from '../files/ledger-lines.ts';
import { readGoverningAnswers } from '../files/validation-store.ts';
import type { PromisePage, PromisesReader } from '../fleet.ts';
import type { Reading, Row } from './database.ts';
import { createDocumentFiles } from './document-files.ts';
import { choosing, chosenOf } from './documents.ts';
import { createGivenWalk, linesOf } from './ledger-pages.ts';
import { listingOf } from './promises.ts';
import { SCHEMA } from './schema-name.ts';
import type { StateWorld } from './unit.ts';

/** How many promises, lines or calls are read at once. */
const PROMISES_AT_ONCE = 200;
const ROWS_AT_ONCE = 1000;

/** Ids by their bytes, as this side compares them. */
const IDS = `SELECT DISTINCT subject COLLATE "C" AS id FROM ${SCHEMA}.document
WHERE project = $1 AND kind = 'promise' AND subject IS NOT NULL ORDER BY 1`;

const LINES = `SELECT promise AS id, text FROM ${SCHEMA}.ledger
WHERE project = $1 AND line <= $2 AND promise IS NOT NULL ORDER BY promise COLLATE "C", line`;

const CALLS = `SELECT text FROM ${SCHEMA}.cost WHERE project = $1 ORDER BY number`;

const CALLS_OF_EACH = `SELECT id, text FROM (
  SELECT substring(text FROM '"promise_id"\\s*:\\s*"([^"]*)"') COLLATE "C" AS id, number, text
  FROM ${SCHEMA}.cost WHERE project = $1
) call WHERE id IS NOT NULL ORDER BY id, number`;

/** Reads all that was promised in a project, as `FleetProject` says: nothing of it grows with the project. */
export async function readPromises(
  world: StateWorld,
  reader: PromisesReader,
): Promise<Result<undefined>> {
  const { database, digests, project } = world;
  if (!project.ok) return project;
  return database.readWhole('read the promises', async (reading) => {
    const { text, values } = choosing(project.value, []);
    const row = chosenOf(await reading.query(text, values)).project;
    const walk = createGivenWalk(digests);
    const tell = lineTeller();
    for await (const page of linesOf(reading, row)) {
      walk.give(page.map((one) => String(one['text'])));
      for (const line of walk.lines()) for (const told of tell(line)) reader.onLine(told);
    }
    const of = [row?.id ?? null];
    for await (const page of reading.pages(CALLS, of, ROWS_AT_ONCE)) {
      for (const one of page) reader.onCall(callIn(one));
    }
    const lines = byId(reading.pages(LINES, [...of, row?.lines ?? 0], ROWS_AT_ONCE));
    const calls = byId(reading.pages(CALLS_OF_EACH, of, ROWS_AT_ONCE));
    for await (const page of reading.pages(IDS, of, PROMISES_AT_ONCE)) {
      const ids = page.map(({ id }) => String(id));
      const [own, costs] = [await lines.upTo(ids.at(-1)), await calls.upTo(ids.at(-1))];
      await reader.onPage(await pageOf(world, project.value, reading, ids, own, costs));
    }
    return success(undefined);
  });
}

async function pageOf(
  world: StateWorld,
  project: string,
  reading: Reading,
  ids: readonly string[],
  lines: readonly Row[],
  calls: readonly Row[],
): Promise<PromisePage> {
  const { folder } = world;
  const { text, values } = choosing(project, [{ of: 'whole-promises', ids }]);
  const chosen = chosenOf(await reading.query(text, values));
  const { files } = createDocumentFiles(world.files, folder, chosen);
  return {
    ...(await listingOf({ ...world, files }, ids)),
    answersTo: async (...given) => readGoverningAnswers(files, folder, ...given),
    // Where they stand is told by the ledger as a whole.
    lines: lines.map((line) => {
      const place = { number: 0, before: undefined, isWhole: true };
      return { read: 'line', text: String(line['text']), ...place } as const;
    }),
    calls: calls.flatMap((call) => callIn(call) ?? []),
  };
}

function callIn({ text }: Row): CostLine | undefined {
  return readCostLine(String(text));
}

/** Rows in the order of their ids, taken up to one id after the other. */
function byId(pages: AsyncGenerator<readonly Row[], void, undefined>) {
  let waiting: readonly Row[] = [];
  let isOver = false;
  return {
    async upTo(last: string | undefined): Promise<readonly Row[]> {
      const taken: Row[] = [];
      const isBehind = ({ id }: Row): boolean => last === undefined || String(id) > last;
      for (;;) {
        const end = waiting.findIndex(isBehind);
        taken.push(...waiting.slice(0, end === -1 ? undefined : end));
        waiting = end === -1 ? [] : waiting.slice(end);
        if (waiting.length > 0 || isOver) return taken;
        const next = await pages.next();
        if (next.done === true) isOver = true;
        else waiting = next.value;
      }
    },
  };
}
