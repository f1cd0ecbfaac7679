/**
 * What a program can check of a criterion (DESIGN §4). Checks stand in the promise as they were
 * declared; `check-reading.ts` reads them.
 */
export type Check = CommandCheck | FileCheck | ToolResultsCheck;

interface AnyCheck {
  /** Globs of what the check depends on, from the project's folder; all of the checkout without. */
  readonly inputs?: readonly string[];
}

export interface CommandCheck extends AnyCheck {
  readonly kind: 'command';
  /** A line for the shell, or a program with its arguments, which no shell sees. */
  readonly run: string | readonly string[];
  /** Most time that it may take, in milliseconds. */
  readonly timeout_ms?: number;
  /** The exit code that means success; 0 without. */
  readonly exit_code?: number;
  /** Patterns each of which some line of the output must match. */
  readonly matches?: readonly string[];
  /** Where it runs, from the project's folder. */
  readonly cwd?: string;
  /** Variables that it gets although they look like secrets. */
  readonly pass_env?: readonly string[];
  /** Whether nothing else may run beside it. */
  readonly alone?: boolean;
}

export interface FileCheck extends AnyCheck {
  readonly kind: 'file';
  /** A path or a glob, from the project's folder. */
  readonly path: string;
  readonly type?: FileType;
  /** Patterns each of which some line of the file must match. */
  readonly contains?: readonly string[];
  /** Bounds of its size in bytes; at least 1 without. */
  readonly min_bytes?: number;
  readonly max_bytes?: number;
}

export interface ToolResultsCheck extends AnyCheck {
  readonly kind: 'tool-results';
  /** The tool's name, or a text that its command holds. */
  readonly match: string;
}

/** Languages whose syntax can be checked. */
export const SYNTAXES = ['json', 'jsonc', 'yaml', 'javascript', 'python', 'sql'] as const;

export type Syntax = (typeof SYNTAXES)[number];

/** What a file can be expected to be. `any`: whatever it is, it is not parsed. */
export const FILE_TYPES = [...SYNTAXES, 'text', 'folder', 'any'] as const;

export type FileType = (typeof FILE_TYPES)[number];

export function isSyntax(type: FileType): type is Syntax {
  return SYNTAXES.some((syntax) => syntax === type);
}

const SYNTAX_OF_EXTENSION: Readonly<Record<string, Syntax>> = {
  json: 'json',
  jsonc: 'jsonc',
  'code-workspace': 'jsonc',
  yaml: 'yaml',
  yml: 'yaml',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  py: 'python',
  pyi: 'python',
  sql: 'sql',
};

/** Files that are JSON by their name and hold comments by custom. */
const WITH_COMMENTS =
  /(?:^|\/)(?:(?:ts|js)config[^/]*\.json|devcontainer\.json|\.(?:eslintrc|swcrc|babelrc)\.json|\.vscode\/[^/]+\.json)$/;

/** The syntax that a file has by its name; nothing where no parser is known for it. */
export function syntaxOfName(path: string): Syntax | undefined {
  if (WITH_COMMENTS.test(path)) return 'jsonc';
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(SYNTAX_OF_EXTENSION, extension) ? SYNTAX_OF_EXTENSION[extension] : undefined;
}

/** A command as one line for people. */
export function commandText(run: string | readonly string[]): string {
  return typeof run === 'string' ? run : run.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : JSON.stringify(word);
}

/** What a check is called in results and lists. */
export function nameOfCheck(check: Check): string {
  switch (check.kind) {
    case 'command':
      return `command_${commandText(check.run)}`;
    case 'file':
      return `file_${check.path}`;
    case 'tool-results':
      return `tool_${check.match}_success`;
  }
}

/** A check on one line, for lists. */
export function checkText(check: Check): string {
  switch (check.kind) {
    case 'command':
      return `command: ${commandText(check.run)}`;
    case 'file':
      return `file: ${check.path}${check.type === undefined ? '' : ` (${check.type})`}`;
    case 'tool-results':
      return `tool results: ${check.match}`;
  }
}
