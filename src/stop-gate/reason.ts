import { printable } from '../report/printable.ts';
import type { Block } from './checker.ts';

/** What the model is told of a block, as the host shows it. */
export function reasonOf({ lines }: Block): string {
  return printable(lines.join('\n'));
}
