/**
 * The session that asks. It can have several ids, since the suite, the host and a hook's payload each
 * name one. The first id owns what the session creates; the gates look at the promises of all ids.
 */
export interface Session {
  readonly id: string;
  readonly ids: readonly string[];
}

/**
 * Makes a session of the ids that the environment and a hook's payload give, the one that takes
 * precedence first. Empty strings count as not set. Gives undefined where no id is left.
 */
export function sessionOf(candidates: readonly (string | undefined)[]): Session | undefined {
  const ids = [...new Set(candidates.filter((id): id is string => id !== undefined && id !== ''))];
  const [first] = ids;
  return first === undefined ? undefined : { id: first, ids };
}

/** Whether any id of a session begins with one of some prefixes. */
export function beginsWithOneOf({ ids }: Session, prefixes: readonly string[]): boolean {
  return ids.some((id) => prefixes.some((prefix) => id.startsWith(prefix)));
}
