import type { ArtifactAccount } from '../domain/account/account.ts';
import type { ProjectReport } from '../domain/account/project-report.ts';
import type { Style } from './style.ts';

/** A format of reports. It knows nothing but the report: everything from outside is escaped in its own way. */
export interface ReportFormat {
  /** The option that asks for it, `--md` say; empty for the one that needs none. */
  readonly option: string;
  readonly summary: string;
  /** The endings of files that are written in it. */
  readonly endings: readonly string[];
  /**
   * The text in pieces that follow each other, without a line end behind the last: the whole of it may be more than
   * memory holds. A piece ends where a line does, and the next begins with the line's end.
   */
  write(report: ProjectReport, means: FormatMeans): Iterable<string>;
}

/** What formats are given beside the report. */
export interface FormatMeans {
  /** How text on a terminal is highlighted. */
  readonly style: Style;
  /** The SHA-256 of a text as UTF-8, in base64: a page names by it the only style that it lets in. */
  readonly sha256Base64: (text: string) => string;
  /** What an artifact holds; undefined where it is not kept here. */
  readonly artifactBytes: (artifact: ArtifactAccount) => Buffer | undefined;
}
