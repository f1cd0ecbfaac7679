/**
 * Who is asking. A session can be known under several ids; the first owns what it creates, and the
 * gates look at the promises of all of them (DESIGN §3).
 */
export interface Session {
  readonly id: string;
  readonly ids: readonly string[];
}

/**
 * Makes a session of the ids that the environment and a hook's payload give, in the order
 * of their precedence. Empty strings count as not set. Nothing where no id is left.
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
