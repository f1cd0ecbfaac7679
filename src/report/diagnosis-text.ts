import type { Diagnosis } from '../domain/diagnosis.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** One line for each thing that was looked at, with what to do about it. */
export function diagnosisLine({ advice, check, detail, status }: Diagnosis, style: Style): string {
  const what = `${check}: ${oneLine(detail)}`;
  const todo = advice === undefined ? '' : `. ${oneLine(advice)}`;
  switch (status) {
    case 'ok':
      return `${style.good('[OK]')} ${what}`;
    case 'fail':
      return `${style.bad('[FAIL]')} ${what}${todo}`;
    case 'note':
      return `${style.dim('[NOTE]')} ${what}${todo}`;
  }
}

/** The same as data, in the spelling of all the suite's JSON. */
export function diagnosisJson({ advice, check, detail, durationMs, status }: Diagnosis): object {
  return {
    check,
    status,
    detail,
    advice: advice ?? null,
    ...(durationMs === undefined ? {} : { duration_ms: durationMs }),
  };
}
