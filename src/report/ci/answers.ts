import { answersOf } from '../../domain/ci/ci-answers.ts';
import { jsonText } from '../printable.ts';
import type { CiOutput } from './ci-output.ts';

/** The answers of the run as the validator `ci`, which `cs promise validate --from` stores on another machine. */
export const answersOutput: CiOutput = {
  name: 'answers',
  summary: 'Write answers to Gate 2 as JSON, for validate --from',
  render: (result) => jsonText(answersOf(result)),
};
