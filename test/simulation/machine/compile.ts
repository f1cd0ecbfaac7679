import { compileFunction } from 'node:vm';
import { GLOBALS, type Suite } from './node-process.ts';

/** Compiles the text of a suite, which is a function of what Node gives every module. */
export function compileSuite(text: string): Suite {
  const suite = compileFunction(text, [...GLOBALS], { filename: 'suite.cjs' });
  return (...globals) => suite(...globals);
}
