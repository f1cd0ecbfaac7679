/** Texts cut to a length in characters, without half of a surrogate pair at the cut. */

/** The first `most` characters of a text, or one less where the last would be half of a pair. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** The last `most` characters of a text, or one less where the first would be half of a pair. */
export function endingOf(text: string, most: number): string {
  return text.slice(text.length - Math.min(most, text.length)).replace(/^[\udc00-\udfff]/, '');
}

/**
 * A text of at most `longest` characters: of a longer one its beginning and its end, with a note of how
 * much is missing between them. The end stays since it says how something ended.
 */
export function withoutMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const note = `\n[… middle of ${text.length} characters omitted …]\n`;
  const room = Math.max(0, longest - note.length);
  const head = Math.ceil(room / 2);
  return `${beginningOf(text, head)}${note}${endingOf(text, room - head)}`;
}
