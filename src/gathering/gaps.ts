import type { ReportGap } from '../domain/account/project-report.ts';
import { counted } from '../domain/base/counted.ts';
import type { BrokenFile } from '../domain/base/failure.ts';
import type { ReadLedger } from './ledger.ts';

/** What a report cannot tell, in its own words. Paths are told from the project's folder. */

/** A file that cannot be read. */
export function fileGap(
  what: ReportGap['what'],
  { path, reason }: BrokenFile,
  projectFolder: string,
): ReportGap {
  return { what, place: placeOf(path, projectFolder), reason };
}

function placeOf(path: string, projectFolder: string): string {
  const isInside =
    path.startsWith(projectFolder) && /^[\\/]/.test(path.slice(projectFolder.length));
  return isInside ? path.slice(projectFolder.length + 1).replaceAll('\\', '/') : path;
}

/** What is wrong with the ledger, as far as a reading in its order shows it. */
export function ledgerGaps(ledger: ReadLedger, projectFolder: string): readonly ReportGap[] {
  const { broken, misfits, unreadable } = ledger;
  const place = 'the ledger';
  return [
    ...(broken === undefined ? [] : [fileGap('ledger', broken, projectFolder)]),
    ...(unreadable === 0 ? [] : [gap(place, `${counted(unreadable, 'line')} cannot be read`)]),
    ...(misfits === 0
      ? []
      : [
          gap(
            place,
            `${counted(misfits, 'line')} ${misfits === 1 ? 'does' : 'do'} not follow the line before: something was removed or edited`,
          ),
        ]),
  ];
}

function gap(place: string, reason: string): ReportGap {
  return { what: 'ledger', place, reason };
}
