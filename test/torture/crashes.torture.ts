import { it } from 'vitest';
import { expectWholeFiles } from '../rig/worlds/crashing.ts';

it('a writer killed -9 before any of its file operations leaves the old file or the new one, and the next writer goes on', () =>
  expectWholeFiles(1));
