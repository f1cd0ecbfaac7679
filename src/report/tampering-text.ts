import { counted } from '../domain/base/counted.ts';
import type { TamperingFinding } from '../domain/promise/tampering.ts';
import { indented, oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** What was found in a change, as far as it is shown. */
export interface ShownTampering {
  /** The commit that the change begins at; empty where there was none yet. */
  readonly base: string;
  readonly findings: readonly TamperingFinding[];
  /** Those that a merge or a pull brought. */
  readonly named: readonly TamperingFinding[];
  readonly notes: readonly string[];
  /** Whether something was not looked at that may matter. */
  readonly isPartial?: boolean | undefined;
}

/** How much of a commit's name is shown. */
export const SHOWN_OF_COMMIT = 12;

/** Most lines that are shown of what stood there, and of what stands there. */
const MOST_LINES = 8;

/** The findings for people, file by file, and how many there are. */
export function tamperingText(look: ShownTampering, style: Style): string {
  const { findings, named } = look;
  return [
    ...fileLines(findings, style),
    ...(named.length === 0
      ? []
      : [style.bold('Brought in by a merge or pull, not the work of this session:')]),
    ...fileLines(named, style),
    summary(look, style),
  ].join('\n');
}

/** The lines of some findings, each file named once. */
function fileLines(findings: readonly TamperingFinding[], style: Style): readonly string[] {
  return findings.flatMap((finding, index) => {
    const isFirst = findings[index - 1]?.path !== finding.path;
    return [
      ...(isFirst ? [style.bold(oneLine(finding.path))] : []),
      ...findingLines(finding, style).map((line) => `  ${line}`),
    ];
  });
}

/** One finding: what it is, by which rule, what stood there and what stands there, and how to accept it. */
export function findingText(
  { after, base, before, detail, digest, kind, line, path, rule }: ExplainedFinding,
  accept: string,
  style: Style,
): string {
  const part = (name: string, text: string): readonly string[] => [
    style.bold(`${name}:`),
    text.trim() === '' ? '  (nothing)' : `  ${indented(text.trim(), 2)}`,
  ];
  const since = base === '' ? '' : ` (${oneLine(base).slice(0, SHOWN_OF_COMMIT)})`;
  return [
    `${style.bold(oneLine(digest))} ${oneLine(path)}:${line}`,
    oneLine(detail),
    `Rule: ${style.caution(oneLine(kind))}: ${rule}.`,
    ...part(`Before${since}`, before),
    ...part('After', after),
    'If the test is as strong as it should be, another session or a person accepts the finding:',
    `  ${accept}`,
  ].join('\n');
}

export interface ExplainedFinding extends TamperingFinding {
  /** The commit that the change begins at; empty where there was none yet. */
  readonly base: string;
  /** What is wrong with all findings of its kind. */
  readonly rule: string;
}

function findingLines(finding: TamperingFinding, style: Style): readonly string[] {
  const { after, before, detail, digest, kind, line } = finding;
  const place = style.dim(`(${oneLine(digest)})`);
  return [
    `line ${line}: ${style.caution(`[${oneLine(kind)}]`)} ${oneLine(detail)} ${place}`,
    ...textLines(before).map((one) => style.bad(`  - ${one}`)),
    ...textLines(after).map((one) => style.good(`  + ${one}`)),
  ];
}

/** The lines of a text without the white space that all of them begin with. */
function textLines(text: string): readonly string[] {
  const lines = indented(text.replace(/^\s*\n/, '').trimEnd(), 0).split('\n');
  const shown = lines.slice(0, MOST_LINES);
  return text.trim() === '' ? [] : lines.length > MOST_LINES ? [...shown, '…'] : shown;
}

function summary({ base, findings, isPartial }: ShownTampering, style: Style): string {
  const since =
    base === '' ? 'in the whole history' : `since ${oneLine(base).slice(0, SHOWN_OF_COMMIT)}`;
  if (findings.length === 0) {
    if (isPartial === true)
      return style.caution(`Nothing was found in the examined files, ${since}.`);
    return style.good(`No sign of weakened tests, ${since}.`);
  }
  const files = new Set(findings.map(({ path }) => path)).size;
  const what = `${counted(findings.length, 'sign')} of weakened tests in ${counted(files, 'file')}`;
  return `${style.bad(what)}, ${since}.`;
}

/** The same as data. */
export function tamperingJson({ base, findings, named, notes }: ShownTampering): object {
  return { examined: true, base: base === '' ? null : base, findings, named, notes };
}
