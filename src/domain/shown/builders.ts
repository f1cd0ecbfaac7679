/**
 * The lines by which compilers and loaders say that something is not there. What they say is shown, and never decides
 * alone: with the work the same command must build.
 */
const MISSING: readonly RegExp[] = [
  /^(?:vet: )?\S+\.go:\d+:\d+: (.+)$/, // go
  /^\S+\.go:\d+:\d+: (no required module .+|package \S+ is not in .+)$/,
  /^(?:error)(?:\[E\d+\]): (.+)$/, // rustc
  /\berror TS\d+: (.+)$/,
  /SyntaxError: (The requested module .* does not provide an export named .+)$/,
  /(Cannot find (?:module|package) ['"][^'"]+['"])/,
  /(Failed to (?:load url|resolve import) \S+)/,
  /(?:ImportError: )(cannot import name ['"]\w+['"] from ['"][\w.]+['"])/,
  /(No module named ['"][\w.]+['"])/,
  /^(?:E\s+)?AttributeError: (module ['"][\w.]+['"] has no attribute ['"]\w+['"])/,
  /(undefined reference to .+)$/, // linkers
  /\berror: (implicit declaration of function .+|.* undeclared .+|.* was not declared .+|.*has no member named .+|cannot find symbol.*)$/,
  /\bfatal error: (\S+: No such file or directory)/,
  /\berror CS\d+: (.+?)(?: \[.*\])?$/,
  /\b(?:error: )?(unresolved reference:? .+)$/i,
  /(uninitialized constant \S+)/,
];

const LONGEST = 200;

/** What a line says is missing; undefined where it says nothing of that sort. */
export function missingIn(line: string): string | undefined {
  for (const pattern of MISSING) {
    const said = pattern.exec(line)?.[1];
    if (said !== undefined) return said.trim().slice(0, LONGEST);
  }
  return undefined;
}
