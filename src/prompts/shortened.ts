/**
 * A text of at most `longest` characters: of a longer one its beginning and its end, which says what
 * came of it, with a note of how much is missing in between.
 */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const note = `\n[… of ${text.length} characters the middle is left out …]\n`;
  const room = Math.max(0, longest - note.length);
  const head = Math.ceil(room / 2);
  const beginning = text.slice(0, head).replace(/[\ud800-\udbff]$/, '');
  const ending = text.slice(text.length - (room - head)).replace(/^[\udc00-\udfff]/, '');
  return `${beginning}${note}${ending}`;
}
