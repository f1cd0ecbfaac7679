import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { createProject } from '../rig/worlds/project.ts';

/** What `cs judge-bench` prints of the rubric on one split. */
async function rubricOn(split: 'dev' | 'test'): Promise<string> {
  const args = ['judge-bench', '--backend', 'rubric', '--split', split];
  const { code, stdout } = await createProject().run('cs', args);
  expect(code).toBe(0);
  // How long it took is another figure each time.
  return stdout.slice(0, stdout.indexOf('\nCost: ')).trimEnd();
}

const page = (dev: string, test: string): string => `# The rubric's figures

Written by \`npm run texts\`; what the columns mean stands in [judge-bench.md](judge-bench.md).

[The rubric](judge.md#the-rubric) asks for the form of evidence and knows nothing of its truth. On cases where an honest
text and its bad twin differ in one fact, it is no better than a coin: kappa is about 0 on both splits. That is what text
alone can tell. On public claims of coding agents (128 of terminal tasks, 214 of SWE-bench Lite), lengths, digits, patterns
of test results, TF-IDF with logistic regression and this rubric reached an AUROC of 0.34 to 0.61. What helps is what a
program saw: a proof, the diff, the tool calls. Ask a model, and measure it here before you rely on it.

The split \`dev\`:

\`\`\`text
${dev}
\`\`\`

The split \`test\`, on which nothing was tuned:

\`\`\`text
${test}
\`\`\`
`;

it("docs/judge-figures.md holds the rubric's figures on both splits, beside the floors", async () => {
  const path = join(CHECKOUT, 'docs', 'judge-figures.md');
  await expect(page(await rubricOn('dev'), await rubricOn('test'))).toMatchFileSnapshot(path);
});
