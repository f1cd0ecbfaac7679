import type { Invariant } from './account.ts';
import type { Mutant } from './machine/build.ts';

/** For each invariant changes of the sources that break it: the simulator finds every one of them. */
export const MUTANTS: Readonly<Record<Invariant, readonly Mutant[]>> = {
  'nothing lost': [
    {
      file: 'src/store/files/commit.ts',
      from: "if (current() !== base) return 'moved';",
      to: '',
    },
  ],
  'whole states': [
    {
      file: 'src/adapters/node-files.ts',
      from: 'if (written > 0) fsyncSync(descriptor);',
      to: '',
    },
  ],
  chain: [
    {
      file: 'src/adapters/bounded-files.ts',
      from: 'if (found !== size) return false;',
      to: '',
    },
  ],
  stops: [
    {
      file: 'src/domain/standing/stop-check.ts',
      from: 'if (lack === undefined) return [];',
      to: "if (lack === undefined || criterion.id === 'AC-2') return [];",
    },
    {
      file: 'src/stop-gate/output.ts',
      from: 'return message([INTERRUPTED, ...stillOpenLines(outcome.block), ...notes]);',
      to: 'return message(notes);',
    },
    {
      file: 'src/stop-gate/output.ts',
      from: 'if (outcome.isTold) return message(notes);',
      to: 'if (notes.length >= 0) return message(notes);',
    },
  ],
  bounds: [
    {
      file: 'src/domain/session/bound.ts',
      from: 'export const MOST_SOON = 12;',
      to: 'export const MOST_SOON = 1200;',
    },
  ],
  proofs: [
    {
      file: 'src/domain/promise/proof.ts',
      from: 'if (isTreeOf(now, proof.tree)) return',
      to: 'if (now.bound) return',
    },
  ],
  receipts: [
    {
      file: 'src/stop-gate/decision.ts',
      from: 'memory: { ...memory, receipts: [], told: [...told, ...names] }',
      to: 'memory: { ...memory, receipts, told: [...told, ...names] }',
    },
  ],
  'put back': [
    {
      file: 'src/domain/session/audit.ts',
      from: "if (isBefore) return mayBeBefore ? undefined : said('put-back');",
      to: 'if (isBefore) return undefined;',
    },
  ],
  answers: [
    {
      file: 'src/domain/base/system-error.ts',
      from: 'return /^E[A-Z0-9]+$/.test(errorCode(error));',
      to: "return /^E[A-Z0-9]+$/.test(errorCode(error)) && errorCode(error) !== 'ENOSPC';",
    },
  ],
};
