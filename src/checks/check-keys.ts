import { isTexts } from '../domain/base/document.ts';
import { globFault } from '../domain/base/glob.ts';

/** What a published schema can say of a key's value. `filled`: a text that is not blank. */
export type KeyShape =
  | { readonly is: 'text' | 'filled' | 'texts' | 'filled-texts' | 'command-line' | 'flag' }
  | { readonly is: 'whole-number'; readonly least: number; readonly most?: number }
  | { readonly is: 'one-of'; readonly values: readonly string[] };

/** One key of a declared check: the shape that is published, and the stricter rules of the reader. */
export interface CheckKey {
  readonly shape: KeyShape;
  readonly isOptional: boolean;
  /** The fault of a value, in words that follow the key's name; undefined where the value is fine. */
  faultOf(value: unknown): string | undefined;
}

/** The same key, which a check may leave out. */
export function optional(key: CheckKey): CheckKey {
  return {
    ...key,
    isOptional: true,
    faultOf: (value) => (value === undefined ? undefined : key.faultOf(value)),
  };
}

function keyOf(shape: KeyShape, faultOf: CheckKey['faultOf']): CheckKey {
  return { shape, isOptional: false, faultOf };
}

/** A key whose values are fine or all have the same fault. */
function plainKey(shape: KeyShape, isFine: (value: unknown) => boolean, fault: string): CheckKey {
  return keyOf(shape, (value) => (isFine(value) ? undefined : fault));
}

/** A text of at least one character. */
export const TEXT = plainKey({ is: 'text' }, isText, ' is not a text');

/** A line for the shell, or a program with its arguments. */
export const COMMAND_LINE = plainKey(
  { is: 'command-line' },
  (value) => {
    const isArgv = isTexts(value) && value.length > 0 && value[0] !== '';
    const isLine = isText(value) && value.trim() !== '';
    return (isArgv || isLine) && !String(value).includes('\0');
  },
  ' is neither a command line nor a list of a program and its arguments',
);

const NOT_INSIDE = ' is not a path inside the project';

/** A path inside the project. */
export const PATH = plainKey({ is: 'filled' }, isInside, NOT_INSIDE);

/** A path or a glob inside the project. */
export const PATH_OR_GLOB = keyOf({ is: 'filled' }, (value) => {
  if (!isInside(value)) return NOT_INSIDE;
  const fault = globFault(value);
  return fault === undefined ? undefined : ` is not a valid glob: ${fault}`;
});

/** Globs of what a check depends on: every kind takes them. */
export const INPUTS = optional(keyOf({ is: 'filled-texts' }, globsFault));

/** Paths and globs inside the project. */
export const PATHS_OR_GLOBS = keyOf({ is: 'filled-texts' }, (value) => {
  const outside = isTexts(value) ? value.find((path) => !isInside(path)) : undefined;
  return outside === undefined ? globsFault(value) : `: ${JSON.stringify(outside)}${NOT_INSIDE}`;
});

function globsFault(value: unknown): string | undefined {
  if (!isTexts(value) || value.length === 0) return ' is not a list of globs';
  const broken = value.find((glob) => globFault(glob) !== undefined);
  return broken === undefined
    ? undefined
    : `: ${JSON.stringify(broken)} is not a valid glob: ${globFault(broken)}`;
}

/** Regular expressions, as JavaScript has them with the flag `u`. */
export const PATTERNS = keyOf({ is: 'texts' }, (value) => {
  if (!isTexts(value)) return ' is not a list of patterns';
  const broken = value.find((pattern) => !isPattern(pattern));
  return broken === undefined ? undefined : `: ${JSON.stringify(broken)} is not a valid pattern`;
});

/** Texts that are not blank, at least one. */
export const TEXTS = plainKey(
  { is: 'filled-texts' },
  (value) => isTexts(value) && value.length > 0 && value.every((text) => text.trim() !== ''),
  ' is not a list of texts',
);

/** Names of environment variables. */
export const NAMES = plainKey({ is: 'texts' }, isTexts, ' is not a list of names');

export const FLAG = plainKey(
  { is: 'flag' },
  (value) => typeof value === 'boolean',
  ' is not true or false',
);

/** A whole number within a range; `fault` says what it is not. */
export function wholeNumber(
  range: { readonly least: number; readonly most?: number },
  fault: string,
): CheckKey {
  const { least, most = Number.MAX_SAFE_INTEGER } = range;
  const isWithin = (value: unknown): boolean =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  return plainKey({ is: 'whole-number', ...range }, isWithin, ` ${fault}`);
}

/** One of a list of words. */
export function oneOf(values: readonly string[]): CheckKey {
  const isKnown = (value: unknown): boolean => values.some((known) => known === value);
  return plainKey({ is: 'one-of', values }, isKnown, ` is not one of ${values.join(', ')}`);
}

/** Whether a value is a path that cannot lead out of the project's folder by its words alone. */
export function isInside(path: unknown): path is string {
  return (
    isText(path) &&
    path.trim() !== '' &&
    !path.includes('\0') &&
    !/^(?:[\\/]|[A-Za-z]:)/.test(path) &&
    !path.split(/[\\/]/).includes('..')
  );
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
