import { idFault } from '../../domain/base/identifier.ts';
import { failed, type Result } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import type { Audit } from '../../domain/session/audit.ts';
import { beginAudit, headsInRegister } from '../files/state-audit.ts';
import { realProject } from '../files/state-folder.ts';
import type { StateAudit } from '../state-audit.ts';
import type { Reading } from './database.ts';
import { createDocumentFiles } from './document-files.ts';
import { choosing, chosenOf, type ProjectRow } from './documents.ts';
import { createGivenWalk, linesOf } from './ledger-pages.ts';
import { SCHEMA } from './schema-name.ts';
import type { StateWorld } from './unit.ts';

/**
 * Holds the documents of a database against the ledger there, a page of each at a time. Documents and ledger are read
 * as they were at one moment: what is added meanwhile is none of it.
 */
export function createAudits(world: StateWorld): StateAudit {
  return {
    async audit(id) {
      const fault = id === undefined ? undefined : idFault('promise id', id);
      if (fault !== undefined) return failed(fault);
      const { database, project } = world;
      if (!project.ok) return project;
      return database.readWhole('read the state', (reading) =>
        auditState(world, project.value, reading, id),
      );
    },
  };
}

async function auditState(
  world: StateWorld,
  project: string,
  reading: Reading,
  id: string | undefined,
): Promise<Result<Audit>> {
  const { files, folder } = world;
  const { text, values } = choosing(project, []);
  const row = chosenOf(await reading.query(text, values)).project;
  const walk = createGivenWalk(world.digests);
  const audit = beginAudit(sourceOf(world, row, walk), id);
  for await (const page of linesOf(reading, row)) {
    walk.give(page.map((one) => String(one['text'])));
    audit.readOn();
  }
  for await (const page of reading.pages(PATHS, [row?.id ?? null], DOCUMENTS_AT_ONCE)) {
    const paths = page.map(({ path }) => String(path));
    const chosen = choosing(project, [{ of: 'paths', paths }]);
    const documents = chosenOf(await reading.query(chosen.text, chosen.values));
    audit.takeFiles({ ...world, files: createDocumentFiles(files, folder, documents).files });
  }
  return audit.finishFiles();
}

/** How many documents are read at once. */
const DOCUMENTS_AT_ONCE = 200;

/** The paths of documents that a ledger tells of, as it has them, and where the memories of sessions are. */
const PATHS = `SELECT DISTINCT regexp_replace(path, '^history/', 'promises/') COLLATE "C" AS path
FROM ${SCHEMA}.document WHERE project = $1 AND kind IN ('promise', 'answers', 'session-memory') ORDER BY 1`;

function sourceOf(
  world: StateWorld,
  row: ProjectRow | undefined,
  lines: ReturnType<typeof createGivenWalk>,
): Parameters<typeof beginAudit>[0] {
  const { clock, database, digests, files, folder } = world;
  const at = timestamp(clock.now());
  const source = `${database.place}#project`;
  const kept = headOf(row, realProject(files, folder), at);
  const own = kept === undefined ? [] : [{ bytes: kept.bytes, digest: kept.digest, at, source }];
  return {
    digests,
    files,
    folder,
    ledger: database.place,
    lines,
    ofStart: lines.ofStart,
    headFile: source,
    kept,
    heads: [...headsInRegister(world), ...own],
  };
}

/** The end of the ledger as the project's row has it: what stands there was committed with its line. */
function headOf(row: ProjectRow | undefined, project: string, at: string) {
  if (row === undefined || row.digest === null) return undefined;
  return { project, bytes: row.bytes, digest: row.digest, at, open: [], foreign: [], missed: null };
}
