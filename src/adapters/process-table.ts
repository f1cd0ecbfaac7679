import { readFileSync } from 'node:fs';

/** The fields of a Linux stat line from the third on; the second, a name, may hold anything. */
export function statFields(pid: number): readonly string[] | undefined {
  const line = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  return line?.slice(line.lastIndexOf(')') + 2).split(' ');
}

/** The value, or nothing where looking for it fails. */
export function attempt<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
