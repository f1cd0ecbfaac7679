import { htmlFormat } from './html/html-format.ts';
import { jsonFormat } from './json/json-format.ts';
import { markdownFormat } from './markdown/markdown-format.ts';
import type { ReportFormat } from './report-format.ts';
import { textFormat } from './text/text-format.ts';

/** The formats of reports. A new one is a module of its own, imported and listed here. */
export const REPORT_FORMATS: readonly ReportFormat[] = [
  // In the order of the help. The first is the one that needs no option.
  textFormat,
  markdownFormat,
  htmlFormat,
  jsonFormat,
];

/** The format that an option asks for. */
export function formatOfOption(option: string): ReportFormat | undefined {
  return REPORT_FORMATS.find((format) => format.option === option);
}

/** The format that the ending of a file's name asks for. */
export function formatOfFile(path: string): ReportFormat | undefined {
  const name = path.toLowerCase();
  return REPORT_FORMATS.find(({ endings }) => endings.some((ending) => name.endsWith(ending)));
}
