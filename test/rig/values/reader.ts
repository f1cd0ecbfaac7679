import { readerWith } from '../../../src/tampering/languages.ts';
import { GRAMMAR_FILES, type GrammarName } from '../../../src/tampering/syntax/grammar-table.ts';
import { loadGrammars } from '../../../src/tampering/syntax/grammars.ts';

/** Every grammar, loaded. */
export const PARSERS = await loadGrammars(Object.keys(GRAMMAR_FILES) as GrammarName[]);

/** Reads the tests of every language. */
export const READER = readerWith(PARSERS);
