import { idFault } from '../../domain/base/identifier.ts';
import { failed, type Result } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import type { Audit } from '../../domain/session/audit.ts';
import { beginAudit, headsInRegister } from '../files/state-audit.ts';
import { realProject } from '../files/state-folder.ts';
import type { StateAudit } from '../state-audit.ts';
import { createDocumentFiles } from './document-files.ts';
import { choosing, chosenOf, type ProjectRow } from './documents.ts';
import { createGivenWalk, readPages } from './ledger-pages.ts';
import type { StateWorld } from './unit.ts';

/**
 * Holds the documents of a database against the ledger there. Documents and the end of the ledger are read by one
 * statement: what is added meanwhile is none of it.
 */
export function createAudits(world: StateWorld): StateAudit {
  return {
    async audit(id) {
      const fault = id === undefined ? undefined : idFault('promise id', id);
      return fault === undefined ? auditState(world, id) : failed(fault);
    },
  };
}

async function auditState(world: StateWorld, id: string | undefined): Promise<Result<Audit>> {
  const { clock, database, digests, files, folder, project } = world;
  if (!project.ok) return project;
  const { text, values } = choosing(project.value, [{ of: 'everything' }]);
  const rows = await database.read('read the state', text, values);
  if (!rows.ok) return rows;
  const chosen = chosenOf(rows.value);
  const walk = createGivenWalk(digests);
  const at = timestamp(clock.now());
  const audit = beginAudit(
    {
      digests,
      files: createDocumentFiles(files, folder, chosen).files,
      folder,
      ledger: database.place,
      lines: walk,
      ofStart: walk.ofStart,
      headFile: `${database.place}#project`,
      kept: headOf(chosen.project, realProject(files, folder), at),
      heads: [
        ...headsInRegister(world),
        ...(chosen.project?.digest == null
          ? []
          : [
              {
                bytes: chosen.project.bytes,
                digest: chosen.project.digest,
                at,
                source: `${database.place}#project`,
              },
            ]),
      ],
    },
    id,
  );
  const read = await readPages(world, chosen.project?.lines ?? 0, (page) => {
    walk.give(page);
    audit.readOn();
  });
  return read.ok ? audit.finish() : read;
}

/** The end of the ledger as the project's row has it: what stands there was committed with its line. */
function headOf(row: ProjectRow | undefined, project: string, at: string) {
  if (row === undefined || row.digest === null) return undefined;
  return { project, bytes: row.bytes, digest: row.digest, at, open: [], foreign: [], missed: null };
}
