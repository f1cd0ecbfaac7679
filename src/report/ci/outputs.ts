import { annotationsOutput } from './annotations.ts';
import { answersOutput } from './answers.ts';
import type { CiOutput } from './ci-output.ts';
import { junitOutput } from './junit.ts';
import { resultOutput } from './result-file.ts';
import { sarifOutput } from './sarif.ts';
import { summaryOutput } from './summary.ts';
import { textOutput } from './text.ts';

/** The outputs of `cs ci`. A new one is a module of its own, imported and listed here. */
export const CI_OUTPUTS: readonly CiOutput[] = [
  // In the order of the help.
  textOutput,
  resultOutput,
  answersOutput,
  junitOutput,
  sarifOutput,
  summaryOutput,
  annotationsOutput,
];
