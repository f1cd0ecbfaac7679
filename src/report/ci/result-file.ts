import { jsonText } from '../printable.ts';
import type { CiOutput } from './ci-output.ts';

/** The whole result as data: `cs ci comment` takes it. */
export const resultOutput: CiOutput = {
  name: 'result',
  summary: 'Write the result as JSON, for cs ci comment',
  render: jsonText,
};
