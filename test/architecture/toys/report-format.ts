import { expect } from 'vitest';
import { createProject } from '../../rig/worlds/project.ts';
import type { Toy } from '../toy.ts';

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

export const reportFormat: Toy = {
  title: 'a format of reports is one module and its entry in one file',
  modules: { 'src/report/text/line-format.ts': FORMAT },
  table: 'src/report/formats.ts',
  rows: [
    { behind: 'import', line: "import { lineFormat } from './text/line-format.ts';" },
    { behind: 'const REPORT_FORMATS', line: '  lineFormat,' },
  ],
  async works(copy) {
    const project = createProject();
    const help = await copy.run(project, 'cs', ['report', '--help']);
    expect(help.stdout).toContain('--line');
    const report = await copy.run(project, 'cs', ['report', '--line']);
    expect(report.stdout).toBe('LINE: No promises\n');
  },
};
