import type { Spool } from '../ports.ts';

/** A value that is held, or the number of one that is not. */
export type Kept<Value extends object> = Value | number;

/** Values that may be more than memory holds. */
export interface Keeper<Value extends object> {
  keep(value: Value): Kept<Value>;
  read(kept: Kept<Value>): Value;
  close(): void;
}

/** Holds the first `mostHeld` values in memory. The others go where `openSpool` leads, as JSON. */
export function keepValues<Value extends object>(
  openSpool: () => Spool,
  mostHeld: number,
): Keeper<Value> {
  const [starts, lengths]: [number[], number[]] = [[], []];
  let held = 0;
  let spool: Spool | undefined;
  return {
    keep(value) {
      held += 1;
      if (held <= mostHeld) return value;
      spool ??= openSpool();
      const { length, start } = spool.add(JSON.stringify(value));
      lengths.push(length);
      return starts.push(start) - 1;
    },
    read(kept) {
      if (typeof kept !== 'number') return kept;
      const [start, length] = [starts[kept], lengths[kept]];
      if (spool === undefined || start === undefined || length === undefined) {
        throw new RangeError('nothing was spooled');
      }
      // This process wrote it as what it is.
      const value: Value = JSON.parse(spool.read({ start, length }));
      return value;
    },
    close: () => spool?.close(),
  };
}
