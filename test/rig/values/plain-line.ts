/** A command of the suite whose words are plain or quoted: it needs no shell. */
const PLAIN = /^cs[\w-]*(?: (?:[\w./:=@,+%-]+|"[^"$`\\!]*"|'[^']*'))*$/;
const WORD = /"([^"]*)"|'([^']*)'|([^ ]+)/g;

/** The words of such a line; undefined where a shell has to read it. */
export function plainWords(
  line: string,
): { readonly bin: string; readonly args: readonly string[] } | undefined {
  if (!PLAIN.test(line)) return undefined;
  const [bin = '', ...args] = [...line.matchAll(WORD)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
  return { bin, args };
}
