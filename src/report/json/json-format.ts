import { jsonText } from '../printable.ts';
import type { ReportFormat } from '../report-format.ts';

/** The whole report as data, with nothing cut: `schemas/report.schema.json` says what there is. */
export const jsonFormat: ReportFormat = {
  option: 'json',
  summary: 'Write the whole report as JSON',
  endings: ['.json'],
  write: (report) => jsonText(report),
};
