/** What some line must hold: a pattern, and the words for it behind "a line" and "no line". */
export interface Expectation {
  readonly pattern: string;
  readonly said: string;
}

/** The texts and the patterns that a check asks for. */
export function expectationsOf({
  contains = [],
  matches = [],
}: {
  readonly contains?: readonly string[];
  readonly matches?: readonly string[];
}): readonly Expectation[] {
  const texts = contains.map((text) => ({
    pattern: text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
    said: `contains ${text}${isPlain(text) ? '' : ' as a text (for a pattern, use matches)'}`,
  }));
  return [...texts, ...matches.map((pattern) => ({ pattern, said: `matches ${pattern}` }))];
}

/** Whether a text can hardly be meant as a pattern, as what `contains` asked for was before. */
function isPlain(text: string): boolean {
  return !/^\^|\$$|\\[dwsbDWSB.]|\.[*+]/.test(text);
}
