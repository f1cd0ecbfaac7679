import type { LeftOut } from '../domain/promise/shown-changes.ts';
import { firstFew } from './first-few.ts';
import { oneLine } from './printable.ts';

/** Files that people are shown of those that the model was not. */
const MOST_LEFT_OUT = 20;

const WHY: Readonly<Record<LeftOut['why'], string>> = {
  secret: 'may contain secrets',
  binary: 'binary',
  unreadable: 'cannot be read',
  cut: 'cut',
  'beyond-limit': 'no space',
};

/** The files that a judge is not shown, each with the reason; nothing where it is shown all. */
export function leftOutLines(leftOut: readonly LeftOut[]): readonly string[] {
  if (leftOut.length === 0) return [];
  const { more, named } = firstFew(leftOut, MOST_LEFT_OUT);
  return [
    'Not shown to the judge:',
    ...named.map(({ path, why }) => `  ${oneLine(path)} (${WHY[why]})`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
