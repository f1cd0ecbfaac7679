/** The interval of 95 % of a share by Wilson: `hits` of `all`, as shares from 0 to 1. */
export function wilsonInterval(hits: number, all: number): readonly [low: number, high: number] {
  const z = 1.959_964;
  const share = hits / all;
  const middle = share + (z * z) / (2 * all);
  const width = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  const scale = 1 + (z * z) / all;
  return [Math.max(0, (middle - width) / scale), Math.min(1, (middle + width) / scale)];
}
