import type { Result } from '../../domain/base/result.ts';
import type { AskDatabase, Digests } from '../../ports.ts';
import type { EventLog } from '../event-log.ts';
import { lineTeller } from '../files/ledger-lines.ts';
import { createGivenWalk, LINES, LINES_AT_ONCE } from './ledger-pages.ts';

interface LoggedLedger {
  readonly digests: Digests;
  /** The URL of the database, with any password, and as it may be shown. */
  readonly address: string;
  readonly place: string;
  /** The name of the project there, or why it has none. */
  readonly project: Result<string>;
}

/** The ledger of a project in a database as its lines, a page at a time. */
export function createEventLog(
  { address, digests, place, project }: LoggedLedger,
  ask: AskDatabase,
): EventLog {
  return {
    folder: null,
    async open() {
      const walk = createGivenWalk(digests);
      const tell = lineTeller();
      let after = 0;
      return {
        *read() {
          const broken = (reason: string) =>
            ({ read: 'broken', file: { path: place, reason } }) as const;
          if (!project.ok) return yield broken('the project has no name there');
          for (;;) {
            const values = [project.value, after];
            const rows = ask({ address, action: 'read the ledger', text: LINES, values });
            if (!rows.ok) {
              const { failure } = rows;
              return yield broken('reason' in failure ? String(failure.reason) : failure.kind);
            }
            after = Number(rows.value.at(-1)?.['line'] ?? after);
            walk.give(rows.value.map(({ text }) => String(text)));
            for (const line of walk.lines()) yield* tell(line);
            if (rows.value.length < LINES_AT_ONCE) return;
          }
        },
      };
    },
  };
}
