import type { CiResult } from '../../domain/ci/ci-result.ts';
import { isHeldBy } from '../../domain/promise/tampering.ts';
import { oneLine, printable } from '../printable.ts';
import type { CiOutput } from './ci-output.ts';
import { OUTCOME_WORDS } from './ci-words.ts';
import { lineIn, troublesOf } from './troubles.ts';

/** Annotations of a run of GitHub: lines of its log that it obeys. */
export const annotationsOutput: CiOutput = {
  name: 'annotations',
  summary: 'Write the annotations of GitHub to a file, instead of to its log',
  usually: 'log',
  render: (result) => annotationsOf(result).join('\n'),
};

/** GitHub shows ten of each kind of one step. */
const MOST_OF_A_KIND = 10;

interface Annotation {
  readonly kind: 'error' | 'warning' | 'notice';
  readonly path?: string;
  readonly line?: number;
  readonly title: string;
  readonly message: string;
}

function annotationsOf(result: CiResult): readonly string[] {
  const all = [...errorsOf(result), ...warningsOf(result)];
  return ['error', 'warning', 'notice'].flatMap((kind) =>
    all
      .filter((one) => one.kind === kind)
      .slice(0, MOST_OF_A_KIND)
      .map((one) => lineOf(one, result.change.pushed.folder)),
  );
}

/** One for each cause, where that is: a failure that names no place of the project gets none. */
function errorsOf(result: CiResult): readonly Annotation[] {
  const kind = 'error' as const;
  const { broken, changed_files } = result;
  return [
    ...broken.map(
      ({ path, problems }): Annotation => ({
        kind,
        path,
        title: 'Definition cannot be read',
        message: problems.join('\n'),
      }),
    ),
    ...changed_files.broken.map(
      ({ detail, path }): Annotation => ({
        kind,
        path,
        line: lineIn(detail),
        title: 'Changed file cannot be parsed',
        message: detail,
      }),
    ),
    ...troublesOf(result).map(
      ({ cause, concerns, lines, title }): Annotation => ({
        kind,
        ...cause,
        title,
        message: [concerns, ...lines].filter(Boolean).join('\n'),
      }),
    ),
  ];
}

function warningsOf({ because, outcome, tampering }: CiResult): readonly Annotation[] {
  const findings = tampering.findings.map(
    ({ detail, kind, line, path }): Annotation => ({
      kind: isHeldBy(tampering.setting, { kind }) ? 'error' : 'warning',
      path,
      line,
      title: 'A test may have been weakened',
      message: detail,
    }),
  );
  return outcome === 'not-judged'
    ? [...findings, { kind: 'warning', title: OUTCOME_WORDS[outcome], message: because.join('\n') }]
    : findings;
}

/** One line. In it, what GitHub would take for the end of a line or of a property is written out. */
function lineOf({ kind, line, message, path, title }: Annotation, folder: string): string {
  const place =
    path === undefined ? [] : [`file=${property(`${folder}${path}`)}`, `line=${line ?? 1}`];
  const properties = [...place, `title=${property(oneLine(title))}`].join(',');
  return `::${kind} ${properties}::${data(printable(message))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(printable(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
