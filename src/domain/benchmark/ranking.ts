export interface Scored {
  readonly score: number;
  readonly isBad: boolean;
}

/**
 * How often a bad one has the higher score than a good one, ties as half: the area under the ROC curve. Null where
 * there are not both.
 */
export function aurocOf(all: readonly Scored[]): number | null {
  const bad = all.filter(({ isBad }) => isBad).length;
  const good = all.length - bad;
  if (bad === 0 || good === 0) return null;
  const sorted = all.toSorted((a, b) => a.score - b.score);
  let ranks = 0;
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end]?.score === sorted[start]?.score) end += 1;
    const middle = (start + 1 + end) / 2;
    ranks += middle * sorted.slice(start, end).filter(({ isBad }) => isBad).length;
    start = end;
  }
  return (ranks - (bad * (bad + 1)) / 2) / (bad * good);
}
