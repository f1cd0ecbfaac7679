/** What the room that reads tests knows of files. It comes with grammars, so it is loaded where a check is asked. */
export type TestRules = typeof import('../tampering/looking.ts');
