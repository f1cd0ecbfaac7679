import {
  type Check,
  type CommandCheck,
  FILE_TYPES,
  type FileCheck,
  type FileType,
} from './check.ts';
import { isObject } from './document.ts';
import { globFault } from './glob.ts';
import { CHECK_TIMEOUT_RANGE } from './setting.ts';

/** What reading a value as a check came to; the reason names the key that is wrong. */
export type CheckReading =
  | { readonly ok: true; readonly check: Check }
  | { readonly ok: false; readonly reason: string };

type Holder = { readonly [key: string]: unknown };

const KEYS_OF: Readonly<Record<Check['kind'], readonly string[]>> = {
  command: ['run', 'timeout_ms', 'exit_code', 'matches', 'cwd', 'pass_env', 'alone'],
  file: ['path', 'type', 'contains', 'min_bytes', 'max_bytes'],
  'tool-results': ['match'],
};

/**
 * Reads a declared check. A key that is not known may be a demand of a later version: the check
 * cannot be run then, rather than run without it.
 */
export function readCheck(value: unknown): CheckReading {
  if (!isObject(value)) return { ok: false, reason: 'it is not an object' };
  const kind = value['kind'];
  if (!isKind(kind)) {
    return { ok: false, reason: `\`kind\` is none of ${Object.keys(KEYS_OF).join(', ')}` };
  }
  const known = ['kind', 'inputs', ...KEYS_OF[kind]];
  const stray = Object.keys(value).find((key) => !known.includes(key));
  if (stray !== undefined)
    return { ok: false, reason: `\`${stray}\` is not known to this version` };
  const fault = globsFault(value['inputs']) ?? FAULT_OF[kind](value);
  if (fault !== undefined) return { ok: false, reason: fault };
  return isCheck(value) ? { ok: true, check: value } : { ok: false, reason: 'it is no check' };
}

function isKind(kind: unknown): kind is Check['kind'] {
  return typeof kind === 'string' && Object.hasOwn(KEYS_OF, kind);
}

const FAULT_OF: Readonly<Record<Check['kind'], (value: Holder) => string | undefined>> = {
  command: commandFault,
  file: fileFault,
  'tool-results': ({ match }) => (isText(match) ? undefined : '`match` is not a text'),
};

/** Whether an object is the check that its kind says; asked once its keys are found in order. */
function isCheck(value: Holder): value is Holder & Check {
  return isKind(value['kind']) && FAULT_OF[value['kind']](value) === undefined;
}

function commandFault(value: Holder): string | undefined {
  const { alone, cwd, exit_code, matches, pass_env, run, timeout_ms } = value;
  const isArgv = isTexts(run) && run.length > 0 && run[0] !== '';
  const isLine = isText(run) && run.trim() !== '';
  if ((!isArgv && !isLine) || String(run).includes('\0')) {
    return '`run` is neither a command line nor a list of a program and its arguments';
  }
  if (!isWithin(timeout_ms, CHECK_TIMEOUT_RANGE)) {
    return `\`timeout_ms\` is not a whole number from ${CHECK_TIMEOUT_RANGE.least} to ${CHECK_TIMEOUT_RANGE.most}`;
  }
  if (!isWithin(exit_code, { least: 0, most: 255 })) return '`exit_code` is not from 0 to 255';
  if (cwd !== undefined && !isInside(cwd)) return '`cwd` is not a path inside the project';
  if (pass_env !== undefined && !isTexts(pass_env)) return '`pass_env` is not a list of names';
  if (alone !== undefined && typeof alone !== 'boolean') return '`alone` is not true or false';
  return patternsFault('matches', matches);
}

function fileFault(value: Holder): string | undefined {
  const { contains, max_bytes, min_bytes, path, type } = value;
  if (!isInside(path)) return '`path` is not a path inside the project';
  if (globFault(path) !== undefined) return `\`path\` is no glob: ${globFault(path)}`;
  if (type !== undefined && !isFileType(type))
    return `\`type\` is none of ${FILE_TYPES.join(', ')}`;
  const sizes = { least: 0, most: Number.MAX_SAFE_INTEGER };
  if (!isWithin(min_bytes, sizes)) return '`min_bytes` is not a whole number';
  if (!isWithin(max_bytes, sizes)) return '`max_bytes` is not a whole number';
  return patternsFault('contains', contains);
}

function isFileType(type: unknown): type is FileType {
  return FILE_TYPES.some((known) => known === type);
}

function patternsFault(key: string, patterns: unknown): string | undefined {
  if (patterns === undefined) return undefined;
  if (!isTexts(patterns)) return `\`${key}\` is not a list of patterns`;
  const broken = patterns.find((pattern) => !isPattern(pattern));
  return broken === undefined ? undefined : `\`${key}\`: ${JSON.stringify(broken)} is no pattern`;
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/** What is wrong with a list of input globs, if anything. */
function globsFault(globs: unknown): string | undefined {
  if (globs === undefined) return undefined;
  if (!isTexts(globs) || globs.length === 0) return '`inputs` is not a list of globs';
  const broken = globs.find((glob) => globFault(glob) !== undefined);
  return broken === undefined
    ? undefined
    : `\`inputs\`: ${JSON.stringify(broken)} is no glob: ${globFault(broken)}`;
}

/** A path that cannot lead out of the project's folder by its words alone. */
export function isInside(path: unknown): path is string {
  return (
    isText(path) &&
    path.trim() !== '' &&
    !path.includes('\0') &&
    !/^(?:[\\/]|[A-Za-z]:)/.test(path) &&
    !path.split(/[\\/]/).includes('..')
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isWithin(
  value: unknown,
  range: { readonly least: number; readonly most: number },
): boolean {
  if (value === undefined) return true;
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= range.least &&
    value <= range.most
  );
}

/** The globs and paths that a list of checks depends on, beside the rest of the checkout. */
export function scopeOfChecks(checks: readonly Check[]): {
  readonly inputs: readonly string[] | null;
  readonly files: readonly string[];
} {
  const files = checks.filter((check): check is FileCheck => check.kind === 'file');
  const isNarrowed = checks.every(({ inputs }) => inputs !== undefined);
  const inputs = checks.flatMap((check) => check.inputs ?? []);
  return {
    inputs: isNarrowed && inputs.length > 0 ? [...new Set(inputs)].sort() : null,
    // Of a folder only its being there is looked at, and not what is in it.
    files: [
      ...new Set(files.map(({ path, type }) => (type === 'folder' ? `${path}/` : path))),
    ].sort(),
  };
}

/** The checks of a list that run a command. */
export function commandsIn(checks: readonly Check[]): readonly CommandCheck[] {
  return checks.filter((check): check is CommandCheck => check.kind === 'command');
}
