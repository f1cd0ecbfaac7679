import { isObject, parseDocument } from '../domain/base/document.ts';
import type { Work, WorkChange } from '../ports.ts';

/** What the room that reads tests knows of files. It comes with grammars, so it is loaded where a check is asked. */
export type TestRules = typeof import('../tampering/looking.ts');

/** The files that changed with some work, by what they are to a run without it. */
export interface WorkFiles {
  /** Tests, and what they read: fixtures, snapshots, helpers. */
  readonly tests: readonly WorkChange[];
  /** Programs whose own tests stand in them. */
  readonly mixed: readonly WorkChange[];
  /** How tests are run: they are as they are now. */
  readonly running: readonly WorkChange[];
  /** The work itself. */
  readonly sources: readonly WorkChange[];
}

/** Folders of tests and of what they read: every file in them counts as a test. */
const OF_TESTS =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|fixtures?|__fixtures__|testdata|__snapshots__|__mocks__|cypress|playwright)\//;

/** What runners read: how they find tests and what these need. */
const RUNNING =
  /(?:^|\/)(?:(?:vitest|jest|playwright|cypress|karma|ava|wdio)\.(?:config|workspace|setup)\.[\w.]+|\.mocharc\.[\w.]+|pytest\.ini|go\.(?:mod|sum|work))$/;

/** What has to be there for a command to do anything, and is of the work where it was there before. */
const BEGINNING =
  /(?:^|\/)(?:package(?:-lock)?\.json|tsconfig[\w.-]*\.json|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|noxfile\.py|Cargo\.(?:toml|lock)|(?:GNU)?[Mm]akefile|[Jj]ustfile|CMakeLists\.txt|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|Gemfile(?:\.lock)?|Rakefile|composer\.(?:json|lock)|phpunit\.xml(?:\.dist)?|\.rspec)$/;

/** @param wasThere whether the base has a file */
export function sortFiles(
  { changes, now }: Pick<Work, 'changes' | 'now'>,
  { isResult, isTestFile, readerWith, unreadLanguage }: TestRules,
  wasThere: (path: string) => boolean,
): WorkFiles {
  const reader = readerWith(new Map());
  const files: Record<keyof WorkFiles, WorkChange[]> = {
    tests: [],
    mixed: [],
    running: [],
    sources: [],
  };
  for (const change of changes) {
    const { isThere, path } = change;
    const text = isThere ? (now(path)?.toString('utf8') ?? '') : '';
    const isInTests = OF_TESTS.test(path) || isResult(path) || unreadLanguage(path) !== undefined;
    if (isInTests) files.tests.push(change);
    else if (isTestFile(path, text)) {
      files[reader.languageOf(path)?.hasTestsInProgram ? 'mixed' : 'tests'].push(change);
    } else if (RUNNING.test(path) || (BEGINNING.test(path) && !wasThere(path))) {
      files.running.push(change);
    } else files.sources.push(change);
  }
  return files;
}

/** What is no program, and breaks a command that it does not run. */
const NO_PROGRAM =
  /\.(?:md|mdx|rst|txt|adoc|lock|toml|cfg|ini|ya?ml|editorconfig|gitignore|gitattributes|png|jpe?g|gif|svg|ico|pdf)$|(?:^|\/)(?:package(?:-lock)?\.json|tsconfig[\w.-]*\.json|\.[^/]+|LICENSE|CODEOWNERS|(?:GNU)?[Mm]akefile|[Jj]ustfile|CMakeLists\.txt|setup\.py|composer\.json|Gemfile|Rakefile|[\w.-]+\.config\.\w+)$/;

/** The files of the work by which it is probed whether a command runs it. */
export function probedFiles({ mixed, sources }: WorkFiles): readonly WorkChange[] {
  const all = [...sources, ...mixed];
  return all.filter(({ isThere, path }) => isThere && !NO_PROGRAM.test(path));
}

/** No language goes on after that: those of pages with programs in them begin one, and all find no end of it. */
export const UNREADABLE = '<?php )]}>;;{{{ "\'`unreadable\n';

/** The keys of a `package.json` that say how tests are run. */
const SCRIPTS = ['scripts', 'jest', 'mocha', 'ava', 'vitest', 'tap', 'c8', 'nyc'];

/** A `package.json` of the base, with how tests are run as it is now; undefined where one is broken. */
export function packageWithScripts(before: string, now: string): string | undefined {
  const [base, current] = [parseDocument(before), parseDocument(now)];
  if (!base.ok || !current.ok || !isObject(base.value) || !isObject(current.value)) {
    return undefined;
  }
  const taken = Object.entries(current.value).filter(([key]) => SCRIPTS.includes(key));
  return `${JSON.stringify({ ...base.value, ...Object.fromEntries(taken) }, null, 2)}\n`;
}

/** The module of tests at the end of a file of Rust. */
const OWN_TESTS =
  /^#\[cfg\(test\)\]\s*\n(?:#\[.*\]\s*\n)*(?:pub(?:\(crate\))? )?mod \w+ \{[\s\S]*$/m;

/** A program of the base with its own tests as they are now; undefined where these cannot be told from it. */
export function programWithTests(before: string, now: string): string | undefined {
  const tests = OWN_TESTS.exec(now)?.[0];
  if (tests === undefined || /^\}[\s\S]*\S/m.test(tests.replace(/\}\s*$/, ''))) return undefined;
  return before.replace(OWN_TESTS, '') + tests;
}
