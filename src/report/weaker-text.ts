import type { WeakerSetting } from '../domain/settings/weaker.ts';
import { oneLine } from './printable.ts';

/** The settings that ask for less than when a promise was made. */
export interface WeakenedPromise {
  readonly id: string;
  readonly weaker: readonly WeakerSetting[];
}

/** The sentence that names them; nothing where there is none. */
export function weakerText({ id, weaker }: WeakenedPromise): readonly string[] {
  if (weaker.length === 0) return [];
  const changes = weaker.map(
    ({ before, key, now }) => `${key} was ${valueText(before)}, is ${valueText(now)}`,
  );
  return [`Weaker settings than when ${oneLine(id)} was created: ${changes.join('; ')}.`];
}

function valueText(value: WeakerSetting['now']): string {
  return oneLine(JSON.stringify(value));
}

/** The same as data, one entry for each promise and key. */
export function weakerJson(weakened: readonly WeakenedPromise[]): readonly object[] {
  return weakened.flatMap(({ id, weaker }) => weaker.map((one) => ({ id, ...one })));
}
