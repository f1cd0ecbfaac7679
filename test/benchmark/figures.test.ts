import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { createProject } from '../rig/worlds/project.ts';

/** What `cs judge bench` prints of the rubric on one split. */
async function rubricOn(split: 'dev' | 'test'): Promise<string> {
  const args = ['judge', 'bench', '--backend', 'rubric', '--split', split];
  const { code, stdout } = await createProject().run('cs', args);
  expect(code).toBe(0);
  // How long it took is another figure each time.
  return stdout.slice(0, stdout.indexOf('\nCost: ')).trimEnd();
}

const block = (dev: string, test: string): string => `
The split \`dev\`:

\`\`\`text
${dev}
\`\`\`

The split \`test\`, on which nothing was tuned:

\`\`\`text
${test}
\`\`\`

`;

it("docs/judge-bench.md holds the rubric's figures on both splits, beside the floors", async () => {
  const path = join(CHECKOUT, 'docs', 'judge-bench.md');
  const page = readFileSync(path, 'utf8').replace(
    /(?<=<!-- rubric -->\n)[\s\S]*(?=<!-- \/rubric -->)/,
    block(await rubricOn('dev'), await rubricOn('test')),
  );
  await expect(page).toMatchFileSnapshot(path);
});
