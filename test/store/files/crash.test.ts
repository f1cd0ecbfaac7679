import { it } from 'vitest';
import { expectWholeFiles } from '../../rig/worlds/crashing.ts';

// At every single operation: test/torture/crashes.torture.ts.
it('a writer killed -9 before any seventh of its file operations leaves the old file or the new one, and the next writer goes on', () =>
  expectWholeFiles(7));
