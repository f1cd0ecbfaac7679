import { commandLinesFor } from '../../../src/report/command-lines.ts';

/** The command lines for a reader whose folder leads to the project by itself. */
export const LINES_HERE = commandLinesFor(undefined, 'drop-in');
