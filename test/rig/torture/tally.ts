/** What was tried, for the line at the end of a run. */
export interface Tally {
  add(group: string, what: string): void;
  /** A line for each group, with the counts of it in the order of the alphabet. */
  lines(): readonly string[];
}

export function createTally(): Tally {
  const groups = new Map<string, Map<string, number>>();
  return {
    add(group, what) {
      const counts = groups.get(group) ?? new Map<string, number>();
      groups.set(group, counts.set(what, (counts.get(what) ?? 0) + 1));
    },
    lines: () =>
      [...groups].map(([group, counts]) => {
        const parts = [...counts].sort(([a], [b]) => a.localeCompare(b));
        return `${group}: ${parts.map(([what, count]) => `${what} ${count}`).join(', ')}`;
      }),
  };
}
