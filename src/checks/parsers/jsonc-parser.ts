import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** What is wrong with a JSON text that may hold comments and trailing commas. */
export function findFault(text: string): string | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true, disallowComments: false });
  const [first] = errors;
  if (first === undefined) return undefined;
  const before = text.slice(0, first.offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return `${printParseErrorCode(first.error)} at line ${before.length}, column ${column}`;
}
