/**
 * The package's own cases, one JSON text a line, by their split. The build puts the files of `cases/` in their place,
 * in a file of its own; run from the sources there are none.
 */
export const CORPUS: Readonly<Record<'dev' | 'test', string>> = { dev: '', test: '' };
