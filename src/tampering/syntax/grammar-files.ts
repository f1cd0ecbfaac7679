import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GRAMMAR_FILES, type GrammarName } from './grammar-table.ts';

/**
 * The files of the grammars, as their own packages ship them. The build puts another module in the place of this one,
 * which unpacks those that stand beside the bundle.
 */

const read = (file: string): Uint8Array =>
  readFileSync(createRequire(import.meta.url).resolve(file));

export const grammarBytes = (name: GrammarName): Uint8Array => read(GRAMMAR_FILES[name]);

export const runtimeBytes = (): Uint8Array => read('web-tree-sitter/web-tree-sitter.wasm');
