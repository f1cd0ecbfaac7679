import type { FindSyntaxFault, SyntaxOutcome, SyntaxWorld } from './parsers/syntax-outcome.ts';

/** A parser's module: it judges one text, or it asks another program about many texts at once. */
type Parser =
  | { readonly findFault: FindSyntaxFault }
  | {
      parseAll(contents: readonly Buffer[], world: SyntaxWorld): Promise<readonly SyntaxOutcome[]>;
    };

/** A language whose syntax can be checked. */
export interface Language {
  readonly name: string;
  /** The extensions of its files, in lower case. */
  readonly extensions: readonly string[];
  /** Further files of the language, whatever their extension says. */
  readonly files?: RegExp;
  /** Whether a file without a byte is one of the language, as a package's `__init__.py` often is. */
  readonly hasEmptyText: boolean;
  /** Whether a broken file with the marks of a template is one that a program fills in before it is read. */
  readonly mayBeTemplate: boolean;
  /** Loads the parser, when the first file needs it. Rejects where the parser is not installed. */
  load(): Promise<Parser>;
}

/** JSON files that hold comments by custom. */
const WITH_COMMENTS =
  /(?:^|\/)(?:(?:ts|js)config[^/]*\.json|(?:devcontainer|turbo|deno|knip|api-extractor|tsdoc|language-configuration)\.json|\.(?:eslintrc|swcrc|babelrc|oxlintrc)\.json|\.vscode\/[^/]+\.json)$/;

/** The languages. A new language is a module in `parsers/` and one row here. */
export const LANGUAGES: readonly Language[] = [
  {
    name: 'json',
    extensions: ['json'],
    hasEmptyText: false,
    mayBeTemplate: true,
    load: () => import('./parsers/json.ts'),
  },
  {
    name: 'jsonc',
    extensions: ['jsonc', 'code-workspace'],
    files: WITH_COMMENTS,
    hasEmptyText: false,
    mayBeTemplate: true,
    load: () => import('./parsers/jsonc-parser.ts'),
  },
  {
    name: 'yaml',
    extensions: ['yaml', 'yml'],
    hasEmptyText: true,
    mayBeTemplate: true,
    load: () => import('./parsers/yaml-parser.ts'),
  },
  {
    name: 'javascript',
    extensions: ['js', 'mjs', 'cjs', 'jsx'],
    hasEmptyText: true,
    mayBeTemplate: false,
    load: () => import('./parsers/javascript-parser.ts'),
  },
  {
    name: 'python',
    extensions: ['py', 'pyi'],
    hasEmptyText: true,
    mayBeTemplate: false,
    load: () => import('./parsers/python.ts'),
  },
  {
    name: 'sql',
    extensions: ['sql'],
    hasEmptyText: true,
    mayBeTemplate: true,
    load: async () => (await import('./parsers/sql-parser.ts')).loadParser(),
  },
];

export function languageNamed(name: string): Language | undefined {
  return LANGUAGES.find((language) => language.name === name);
}

/** The language that a file has by its name; undefined where no parser is known for it. */
export function languageOfFile(path: string): Language | undefined {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return (
    LANGUAGES.find(({ files }) => files?.test(path)) ??
    LANGUAGES.find(({ extensions }) => extensions.includes(extension))
  );
}
