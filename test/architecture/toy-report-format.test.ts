import { expect, it } from 'vitest';
import { createProject } from '../rig/worlds/project.ts';
import { copySources } from '../rig/worlds/source-copy.ts';

const FORMAT = `import { headlineWords } from '../report-words.ts';
import type { ReportFormat } from '../report-format.ts';

/** One line. */
export const lineFormat: ReportFormat = {
  option: 'line',
  summary: 'Write one line',
  endings: ['.line'],
  write: ({ totals }) => \`LINE: \${headlineWords(totals)}\`,
};
`;

it('a format of reports is one module and its entry in one file', async () => {
  const copy = copySources();
  const table = 'src/report/formats.ts';
  copy.add('src/report/text/line-format.ts', FORMAT);
  copy.insert(table, 'import', "import { lineFormat } from './text/line-format.ts';");
  copy.insert(table, 'const REPORT_FORMATS', '  lineFormat,');
  expect(copy.changed()).toEqual([table, 'src/report/text/line-format.ts']);
  expect(copy.typeFaults()).toBe('');
  copy.build();
  const project = createProject();
  const help = await copy.run(project, 'cs', ['report', '--help']);
  expect(help.stdout).toContain('--line');
  const report = await copy.run(project, 'cs', ['report', '--line']);
  expect(report.stdout).toBe('LINE: No promises\n');
});
