import { placeOf, type RegisterLine, registeredIn } from '../../../src/domain/session/register.ts';
import type { Register } from '../../../src/store/register.ts';
import { REGISTERED_AT as at } from '../values/register-values.ts';

/** A register that is kept nowhere, and what was said to it, as lines of each session. */
export interface MemoryRegister extends Register {
  linesOf(session: string): readonly RegisterLine[];
}

export function createMemoryRegister(): MemoryRegister {
  const sessions = new Map<string, RegisterLine[]>();
  const linesOf = (session: string): RegisterLine[] => sessions.get(session) ?? [];
  const add = (session: string, line: RegisterLine): undefined => {
    sessions.set(session, [...linesOf(session), line]);
  };
  return {
    linesOf,
    read: (ids) => ({ promises: ids.flatMap((id) => registeredIn(linesOf(id))), broken: [] }),
    intend: (session, promise) => add(session, { at, state: 'intended', promise }),
    made: (session, promise, ledger) => add(session, { at, state: 'made', promise, ledger }),
    left: (session, { id, project }, how) => add(session, { at, state: 'left', id, project, how }),
    altered: (session, { id, project }, lessenings) =>
      add(session, { at, state: 'altered', id, project, lessenings }),
    told: (session, { id, project }, now) =>
      add(session, {
        at,
        state: 'told',
        id,
        project,
        ...(now ?? { digest: null, outline: null }),
      }),
    takeOver: () => [],
    unwritten: () => undefined,
    sessions: () => [...sessions.keys()],
    forget({ id, project }) {
      for (const [session, lines] of sessions) {
        const rest = lines.filter((line) => {
          const place = placeOf(line);
          return place.id !== id || place.project !== project;
        });
        sessions.set(session, rest);
      }
      return [];
    },
  };
}
