import { jsonText } from '../printable.ts';
import type { ReportFormat } from '../report-format.ts';

/** How a list ends that is the last member of the whole. */
const EMPTY = '[]\n}';

/** The whole report as data, with nothing cut: `schemas/report.schema.json` says what there is. */
export const jsonFormat: ReportFormat = {
  option: 'json',
  summary: 'Write the whole report as JSON',
  endings: ['.json'],
  *write({ promises, ...report }) {
    const whole = jsonText({ ...report, promises: [] });
    if (promises.length === 0) return yield whole;
    let before = `${whole.slice(0, -EMPTY.length)}[`;
    for (const promise of promises) {
      yield `${before}\n    ${jsonText(promise).replaceAll('\n', '\n    ')}`;
      before = ',';
    }
    yield '\n  ]\n}';
  },
};
