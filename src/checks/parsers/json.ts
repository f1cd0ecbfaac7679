/** The fault of a JSON text, with its place. */
export function findFault(text: string): string | undefined {
  // Only the place is kept: the error's own words quote the file, which may hold a secret.
  const said = errorOf(text);
  if (said === undefined) return undefined;
  const at = positionIn(said) ?? (endsEarly(said) ? text.trimEnd().length : searchFor(text));
  if (at === undefined) return 'it is not JSON';
  const before = text.slice(0, at).split('\n');
  return `it is not JSON at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** What Node says is wrong with a text; nothing where it is JSON. */
function errorOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function positionIn(error: string): number | undefined {
  const [, at] = /position (\d+)/.exec(error) ?? [];
  return at === undefined ? undefined : Number(at);
}

function endsEarly(error: string): boolean {
  return /Unexpected end|Unterminated/.test(error);
}

/** How far behind a place that was found the text must be wrong as well, in characters: longer than any literal. */
const BEHIND = 8;

/**
 * Looks for the place of a fault that Node does not name: what stands before it could go on, and with what stands
 * behind it cannot. Nothing where no place was found for certain.
 */
function searchFor(text: string): number | undefined {
  const isWrong = (length: number): boolean => {
    const error = errorOf(text.slice(0, length));
    return error !== undefined && !endsEarly(error) && (positionIn(error) ?? 0) < length;
  };
  let fine = 0;
  let wrong = text.length;
  while (wrong - fine > 1) {
    const middle = (fine + wrong) >> 1;
    if (isWrong(middle)) wrong = middle;
    else fine = middle;
  }
  return isWrong(Math.min(text.length, wrong + BEHIND)) ? fine : undefined;
}
