import { counted } from '../domain/base/counted.ts';
import type { BrokenFile } from '../domain/base/failure.ts';
import type { Advice, Diagnosis } from '../domain/host/diagnosis.ts';
import type { Finding, Repair } from '../domain/judging/finding.ts';
import type { CommandLines } from './command-lines.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

const MARKS = {
  ok: (style: Style) => style.good('[OK]'),
  fail: (style: Style) => style.bad('[FAIL]'),
  note: (style: Style) => style.dim('[NOTE]'),
} as const;

/** The line of one diagnosis, with what to do about it. */
export function diagnosisLine(
  { advice, check, detail, follows, status, where }: Diagnosis,
  style: Style,
  lines: CommandLines,
): string {
  const place = where === undefined ? '' : `, in ${where}`;
  const what = oneLine(`${detail}${place}${follows === undefined ? '' : `: ${follows}`}`);
  const todo = advice === undefined ? '' : `. ${adviceText(advice, lines)}`;
  return `${MARKS[status](style)} ${check}: ${what}${todo}`;
}

/** Problems before notes, and of what is as it should be a count: a person looks for what is not. */
export function diagnosesShort(
  checks: readonly Diagnosis[],
  style: Style,
  lines: CommandLines,
): readonly string[] {
  const of = (status: Diagnosis['status']) => checks.filter((check) => check.status === status);
  const sound = of('ok').length;
  return [
    ...[...of('fail'), ...of('note')].map((check) => diagnosisLine(check, style, lines)),
    ...(sound === 0
      ? []
      : [
          `${style.good('[OK]')} ${counted(sound, 'check')}. To list them: ${lines.of('cs doctor --verbose')}`,
        ]),
  ];
}

function adviceText(advice: Advice, lines: CommandLines): string {
  if (typeof advice === 'string') return oneLine(advice);
  return `${advice.words}: ${lines.of(advice.command)}${advice.more ?? ''}`;
}

/** A diagnosis as data, in the spelling of all the suite's JSON. */
export function diagnosisJson(
  { advice, check, detail, durationMs, follows, status, where }: Diagnosis,
  lines: CommandLines,
): object {
  return {
    check,
    status,
    detail,
    where: where ?? null,
    follows: follows ?? null,
    advice: advice === undefined ? null : adviceText(advice, lines),
    ...(durationMs === undefined ? {} : { duration_ms: durationMs }),
  };
}

/** One line per finding: how bad it is, where, and why. */
export function findingLine(finding: Finding, style: Style): string {
  switch (finding.kind) {
    case 'broken':
      return brokenLine(finding, style);
    case 'broken-folder':
      return `${brokenLine(finding, style)}; fix it by hand`;
    case 'not-archived':
      return `${style.caution('[LEFT]')} ${oneLine(finding.id)} has ended but was not moved to history/`;
    case 'other-id':
      return `${style.dim('[NOTE]')} ${oneLine(finding.id)}: the file says its id is ${oneLine(finding.says)}; commands use the file name`;
  }
}

function brokenLine(
  { blocksGates, file }: Extract<Finding, { readonly file: BrokenFile }>,
  style: Style,
): string {
  const mark = blocksGates ? style.bad('[BLOCKS]') : style.caution('[BROKEN]');
  return `${mark} ${oneLine(file.path)}: ${oneLine(file.reason)}`;
}

export function repairLine({ from, to }: Repair): string {
  return `Moved: ${oneLine(from)} -> ${oneLine(to)}`;
}

/** A finding as data, in the spelling of all the suite's JSON. */
export function findingJson(finding: Finding): unknown {
  if (!('file' in finding)) return finding;
  const { blocksGates, file, kind } = finding;
  return { kind, file, blocks_gates: blocksGates };
}
