import type { CiOutput } from './ci-output.ts';
import { ciMarkdown } from './markdown.ts';

/** GitHub takes 1 MiB of all summaries of a step together, in bytes: characters of others take up to four. */
const LONGEST_SUMMARY = 200_000;

/** The summary that GitHub shows beside a job. */
export const summaryOutput: CiOutput = {
  name: 'summary',
  summary: 'Add a summary in Markdown to a file',
  usually: 'step-summary',
  render: (result) => ciMarkdown(result, LONGEST_SUMMARY),
};
