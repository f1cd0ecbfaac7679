/** A day, in milliseconds. */
export const MS_PER_DAY = 24 * 60 * 60 * 1000;

/** A time as the state files write it: UTC, whole seconds, `2026-02-17T10:30:00Z`. */
export function timestamp(epochMilliseconds: number): string {
  return `${new Date(epochMilliseconds).toISOString().slice(0, 19)}Z`;
}

/** `YYYYMMDD-HHMMSS` in UTC, as session ids carry it. */
export function compactTimestamp(epochMilliseconds: number): string {
  const [day = '', time = ''] = timestamp(epochMilliseconds).split('T');
  return `${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}`;
}
