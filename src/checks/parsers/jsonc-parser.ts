import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** What is wrong with a JSON text that may hold comments and trailing commas. */
export function findFault(text: string): string | undefined {
  return firstFault(text, true);
}

/** What is wrong with a text that must be plain JSON. */
export function findStrictFault(text: string): string | undefined {
  return firstFault(text, false);
}

function firstFault(text: string, isLenient: boolean): string | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: isLenient, disallowComments: !isLenient });
  const [first] = errors;
  if (first === undefined) return undefined;
  const before = text.slice(0, first.offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return `${printParseErrorCode(first.error)} at line ${before.length}, column ${column}`;
}
