/** The fault of a JSON text, with its place. */
export function findFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    // Only the place is kept: the error's own words quote the file, which may hold a secret.
    const [, at] = /position (\d+)/.exec(String(error)) ?? [];
    if (at === undefined) return 'it is not JSON';
    const before = text.slice(0, Number(at)).split('\n');
    return `it is not JSON at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  }
}
