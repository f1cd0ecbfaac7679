import type { ReadReport } from './tally.ts';

/** A format of test reports. */
export interface ReportFormat {
  readonly name: string;
  /** Loads the reader, when the first report needs it. Rejects where it is not installed. */
  load(): Promise<{ readonly readReport: ReadReport }>;
}

/** The formats. A new format is a module in this folder and one row here. */
export const REPORT_FORMATS: readonly ReportFormat[] = [
  { name: 'ctrf', load: () => import('./ctrf.ts') },
  { name: 'jest', load: () => import('./jest.ts') },
  { name: 'junit', load: () => import('./junit.ts') },
  { name: 'tap', load: () => import('./tap.ts') },
];
