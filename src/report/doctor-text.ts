import type { BrokenFile } from '../domain/failure.ts';
import type { Finding, Repair } from '../domain/finding.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** One line per finding: how bad it is, where, and why. */
export function findingLine(finding: Finding, style: Style): string {
  switch (finding.kind) {
    case 'broken':
      return brokenLine(finding, style);
    case 'broken-folder':
      return `${brokenLine(finding, style)}; put it right by hand`;
    case 'not-archived':
      return `${style.caution('[LEFT]')} ${finding.id} has ended but was not moved to the history`;
    case 'other-id':
      return `${style.dim('[NOTE]')} ${finding.id}: its file says that it is ${oneLine(finding.says)}; commands go by the file's name`;
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
