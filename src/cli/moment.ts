import { MS_PER_DAY } from '../domain/base/time.ts';

/** The times that options take, as they are told to people. */
export const MOMENTS =
  'a day (2026-02-17), a time (2026-02-17T10:30:00Z), or days or hours ago (7d, 12h)';

const MS_PER_HOUR = MS_PER_DAY / 24;

/** A moment in milliseconds since the epoch: of a day its start or its end, in UTC. NaN: it is none. */
export function momentOf(
  text: string | undefined,
  now: number,
  edge: 'start' | 'end',
): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,5})([dh])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (unit === 'h' ? MS_PER_HOUR : MS_PER_DAY);
  if (!/^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(text)) return Number.NaN;
  const moment = Date.parse(text);
  // February has no 30th: what is read back must be what was written.
  const isReal =
    !Number.isNaN(moment) && text.startsWith(new Date(moment).toISOString().slice(0, 10));
  const isDay = text.length === 10;
  return !isReal ? Number.NaN : moment + (isDay && edge === 'end' ? MS_PER_DAY : 0);
}
