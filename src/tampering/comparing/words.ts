export const WORDS = /[\p{L}_$][\p{L}\p{N}_$]*|\d+(?:\.\d+)?/gu;

/** The words and numbers of some texts. */
export function wordsOf(texts: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text?.match(WORDS) ?? []));
}
