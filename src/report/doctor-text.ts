import type { Finding, Repair } from '../domain/finding.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** One line per finding: how bad it is, where, and why. */
export function findingLine(finding: Finding, style: Style): string {
  switch (finding.kind) {
    case 'broken':
    case 'broken-folder': {
      const mark = finding.blocksGates ? style.bad('[BLOCKS]') : style.caution('[BROKEN]');
      return `${mark} ${oneLine(finding.file.path)}: ${oneLine(finding.file.reason)}`;
    }
    case 'not-archived':
      return `${style.caution('[LEFT]')} ${finding.id} has ended but was not moved to the history`;
    case 'other-id':
      return `${style.dim('[NOTE]')} ${finding.id}: its file says that it is ${oneLine(finding.says)}; commands go by the file's name`;
  }
}

export function repairLine({ from, to }: Repair): string {
  return `Moved: ${oneLine(from)} -> ${oneLine(to)}`;
}
