/** A text with parts of it replaced, each once; throws where a part is not in it, so that an example says what it means. */
export function edited(
  text: string,
  ...edits: readonly (readonly [from: string, to: string])[]
): string {
  return edits.reduce((current, [from, to]) => {
    if (!current.includes(from)) throw new Error(`not in the text of the example: ${from}`);
    return current.replace(from, () => to);
  }, text);
}
