import type { Result } from '../../domain/base/result.ts';
import type { AskDatabase, Digests } from '../../ports.ts';
import type { EventLog } from '../event-log.ts';
import { LINES, LINES_AT_ONCE } from './ledger-pages.ts';

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
      let number = 0;
      let before: string | null = null;
      return {
        *read() {
          const broken = (reason: string) =>
            ({ read: 'broken', file: { path: place, reason } }) as const;
          if (!project.ok) return yield broken('the project has no name there');
          for (;;) {
            const values = [project.value, number];
            const rows = ask({ address, action: 'read the ledger', text: LINES, values });
            if (!rows.ok) {
              const { failure } = rows;
              return yield broken('reason' in failure ? String(failure.reason) : failure.kind);
            }
            for (const row of rows.value) {
              const text = String(row['text']);
              number = Number(row['line']);
              yield { read: 'line', number, text, before, isWhole: true };
              before = digests.of(text);
            }
            if (rows.value.length < LINES_AT_ONCE) return;
          }
        },
      };
    },
  };
}
