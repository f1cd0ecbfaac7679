/** A count with what it counts, in the singular or the plural: `1 file`, `2 files`. */
export function counted(count: number | string, one: string, several = `${one}s`): string {
  return `${count} ${String(count) === '1' ? one : several}`;
}
