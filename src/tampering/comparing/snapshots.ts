import type { Suspicion, TextChange } from '../change.ts';

/** Files that keep a result as it was once accepted. */
const SNAPSHOT =
  /\.snap(?:shot)?$|(?:^|\/)__(?:image_)?snapshots__\/|\.ambr$|\.golden(?:\.\w+)?$|\.(?:approved|verified)\.[\w.]+$|(?:^|\/)(?:golden|goldens|expected|snapshots|__golden__|golden_files)\/[^.]|(?:^|\/)expected_[\w-]+\.(?:json|txt|xml|ya?ml|csv|html)$|(?:^|\/)testdata\/[\w./-]*(?:golden|want|expected|\.out)[\w./-]*$/;
/** What is expected, by its name, in a folder of tests: also where it is a text of a program, or a page. */
const EXPECTED =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|testdata|__fixtures__)\/(?:[^/]+\/)*(?:expected|want|golden|approved)(?:[._/-]|$)|\.expected(?:\.\w+)?$|(?:^|\/)(?:want|golden|expected)\.(?:json|txt|xml|ya?ml|csv|html|md|out)$|[._-](?:golden|expected)\.\w+$/;
/** A document among the data of tests that does not say what it is. */
const DOCUMENT = /(?:^|\/)testdata\/(?:[^/]+\/)*[^/]+\.(?:json|txt|xml|ya?ml|csv|out|log)$/;
const GIVEN =
  /inputs?|request|config|seed|sample|template|cert|key|pem|schema|users?|data\.|settings|env|mock|stub|source|src|valid|corpus|fuzz/i;
const PROGRAM =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|pyi|go|rs|java|kts?|kt|scala|groovy|rb|php|cs|c|cc|cpp|h|hpp|swift|css|scss|less|html|sql|proto|graphql|j2|jinja2?|tmpl|hbs|ejs|mdx|pug|lua|ex|exs|dart)$/;
const DEPENDENCIES =
  /(?:^|\/)(?:package(?:-lock)?\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|requirements[\w.-]*\.txt|pyproject\.toml|poetry\.lock|uv\.lock|Pipfile(?:\.lock)?|setup\.(?:py|cfg)|go\.(?:mod|sum)|Cargo\.(?:toml|lock)|pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml|gradle\.properties)$/;
const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testing|cypress|playwright)\/|\.(?:test|spec|cy|e2e)\.\w+$|(?:^|\/)(?:test_[^/]*|conftest)\.py$|_test\.(?:go|py|rs)$|(?:Test|Tests|IT|Spec)\.(?:java|kt|cs|scala)$/;

/** Whether a file keeps what tests expect, by its path. */
export function isResult(path: string): boolean {
  const isProgram = PROGRAM.test(path.replace(/(?:approved|verified)\.\w+$/, ''));
  if (isProgram) return EXPECTED.test(path) && !isTest(path);
  return SNAPSHOT.test(path) || EXPECTED.test(path) || isDocument(path);
}

function isDocument(path: string): boolean {
  const name = /(?:^|\/)testdata\/(.*)$/.exec(path)?.[1] ?? '';
  return DOCUMENT.test(path) && !GIVEN.test(name) && !SNAPSHOT.test(path) && !EXPECTED.test(path);
}

/** Whether a file is a program of tests, by its name. */
function isTest(path: string): boolean {
  return /[._-](?:test|spec)\.\w+$|(?:^|\/)test_[^/]*\.py$|(?:Tests?|Spec|IT)\.\w+$/.test(path);
}

/**
 * Kept results that were changed or deleted although nothing in the change could give another result: no program, no
 * dependency, no data that a program reads. New results are quiet; so are those that go with their test.
 */
export function snapshotSuspicions(change: readonly TextChange[]): readonly Suspicion[] {
  const snapshots = change.filter(({ path }) => isResult(path));
  return snapshots.flatMap((one) => {
    if (one.before === undefined || givesOther(one.path, change)) return [];
    // Of data that does not say that it is expected, only an edit by itself is one of a result.
    if (isDocument(one.path) && (one.after === undefined || change.length > 1)) return [];
    return one.after === undefined
      ? deleted(one, one.before, change)
      : edited(one, one.before, one.after, change);
  });
}

/** Whether something else changed that could change a result. */
function givesOther(snapshot: string, change: readonly TextChange[]): boolean {
  return change.some((one) => {
    if (one.path === snapshot || isResult(one.path) || one.before === one.after) return false;
    return (
      (DEPENDENCIES.test(one.path) && isOtherVersion(one)) ||
      (PROGRAM.test(one.path) && !TEST.test(one.path) && isNear(snapshot, one.path)) ||
      isInput(snapshot, one.path)
    );
  });
}

/** Whether a lock file changed, or a line of a manifest that says a version. */
function isOtherVersion({ after = '', before = '', path }: TextChange): boolean {
  if (
    !/(?:^|\/)(?:package\.json|pyproject\.toml|Cargo\.toml|pom\.xml|[^/]*\.gradle(?:\.kts)?)$/.test(
      path,
    )
  )
    return true;
  const versions = (text: string) =>
    text
      .split('\n')
      .filter((line) => /\d\.\d|["'](?:[\^~]?\d+|\*|latest|workspace:.*)["']/.test(line))
      .map((line) => line.trim().replace(/,$/, ''))
      .join('\n');
  return versions(before) !== versions(after);
}

/** In the same package, or both in none. */
function isNear(snapshot: string, program: string): boolean {
  const packageOf = (path: string) =>
    /^(?:packages|apps|libs|crates|modules|services|plugins)\/[^/]+\//.exec(path)?.[0];
  const own = packageOf(snapshot);
  const other = packageOf(program);
  return (
    own === undefined || other === undefined || own === other || /^(?:libs|packages)\//.test(other)
  );
}

/** The input beside a result: `testdata/cart.input` of `testdata/cart.golden`. */
function isInput(snapshot: string, path: string): boolean {
  if (TEST.test(path) && PROGRAM.test(path)) return false;
  const folder = (one: string) =>
    one.replace(
      /(?:\/(?:golden|goldens|expected|snapshots|__snapshots__|output|want))?\/[^/]*$/,
      '',
    );
  return (
    folder(path) === folder(snapshot) ||
    path.startsWith(`${folder(snapshot)}/`) ||
    /(?:^|\/)(?:fixtures?|testdata|inputs?|data|cases|templates?|locales?|i18n)\//.test(path)
  );
}

/** The test files of the change that a snapshot belongs to, or may belong to. */
function testsOf({ path }: TextChange, change: readonly TextChange[]): readonly TextChange[] {
  const name = /([^/]+?)(?:\.snap|\.ambr)?$/.exec(path)?.[1] ?? '';
  const tests = change.filter(
    (one) => TEST.test(one.path) && PROGRAM.test(one.path) && !isResult(one.path),
  );
  const own = tests.filter(
    (one) =>
      `/${one.path}`.includes(`/${name}`) ||
      (one.earlierPath !== undefined && `/${one.earlierPath}`.includes(`/${name}`)),
  );
  return own.length > 0
    ? own
    : /__snapshots__|\.ambr$/.test(path) && own.length === 0
      ? tests.filter((one) => one.path.replace(/\.\w+$/, '').endsWith(name))
      : tests;
}

function deleted(
  one: TextChange,
  before: string,
  change: readonly TextChange[],
): readonly Suspicion[] {
  const isMoved = change.some(
    (other) =>
      other.before === undefined &&
      other.after !== undefined &&
      SNAPSHOT.test(other.path) &&
      isSame(before, other.after),
  );
  const tests = testsOf(one, change);
  const word = /([^/]+?)(?:\.[^/]*)?$/.exec(one.path)?.[1] ?? '';
  // Its test went, or does not compare with it any more: what that means is told of the test.
  const isWithTest = tests.some(
    (test) =>
      test.after === undefined ||
      countMatches(test.after) < countMatches(test.before ?? '') ||
      (word.length > 2 && (test.before ?? '').includes(word) && !test.after.includes(word)),
  );
  if (isMoved || isWithTest) return [];
  return [
    suspicion(
      one.path,
      1,
      one.path,
      'A snapshot was deleted, but the code that produces it was not changed.',
      firstLines(before),
      '',
    ),
  ];
}

function countMatches(text: string): number {
  const outside = text
    .replaceAll(/InlineSnapshot/g, '')
    .replaceAll(/assert_\w{0,20}snapshot!\([^@;]{0,200}@/g, '');
  return outside.match(/napshot|golden|approve|verify\(|expected/gi)?.length ?? 0;
}

function edited(
  one: TextChange,
  before: string,
  after: string,
  change: readonly TextChange[],
): readonly Suspicion[] {
  const was = entriesOf(before);
  const is = entriesOf(after);
  if (was === undefined || is === undefined) return lineEdit(one, before, after, change);
  const gone = [...was].filter(([name]) => !is.has(name));
  const fresh = [...is].filter(([name]) => !was.has(name));
  const tests = testsOf(one, change).flatMap((test) => [
    { was: test.before ?? '', is: test.after ?? '' },
  ]);
  const changed = [...was].filter(
    ([name, { text }]) =>
      is.has(name) &&
      is.get(name)?.text !== text &&
      !tests.some((test) => test.was !== test.is && hasOtherSubject(name, test)),
  );
  const lost = gone.filter(
    ([name, { text }]) =>
      !fresh.some(([, other]) => other.text === text) &&
      !tests.some((test) => isTestGone(name, test)),
  );
  return [
    ...changed.map(([name, { text }]) =>
      suspicion(
        one.path,
        is.get(name)?.line ?? 1,
        name,
        `The snapshot of “${name}” was changed, but the code that produces it was not.`,
        text,
        is.get(name)?.text ?? '',
      ),
    ),
    ...lost.map(([name, { text }]) =>
      suspicion(
        one.path,
        1,
        name,
        `The snapshot of “${name}” was removed, but its test was not.`,
        text,
        '',
      ),
    ),
  ].slice(0, 20);
}

/** Whether the test of an entry was changed itself: another input gives another result. */
function hasOtherSubject(
  name: string,
  test: { readonly was: string; readonly is: string },
): boolean {
  const body = (text: string) => bodyOf(name, text);
  const before = body(test.was);
  return before === undefined || before !== body(test.is);
}

function bodyOf(name: string, text: string): string | undefined {
  const own = titleIn(name, text);
  if (own === undefined) return undefined;
  const at = text.indexOf(own);
  const rest = text.slice(at, at + 4000);
  const end = /\n\s*(?:it|test|describe|def|func|fn|@Test)\b/.exec(rest)?.index;
  return rest
    .slice(0, end ?? rest.length)
    .replaceAll(/\s+/g, ' ')
    .replace(/(?:\}\)?;?\s*)+$/, '');
}

/** The last words of an entry's name that stand in the test file: its name has the suites in front. */
function titleIn(name: string, text: string): string | undefined {
  const words = name.replace(/ \d+$/, '').replace(/\[.*$/, '').split(/ > | /);
  for (let from = 0; from < Math.min(words.length, 30); from += 1) {
    const title = words.slice(from).join(' ');
    if (title.length > 2 && text.includes(title)) return title;
  }
  return undefined;
}

function isTestGone(name: string, test: { readonly was: string; readonly is: string }): boolean {
  const title = titleIn(name, test.was);
  return title === undefined
    ? test.was !== test.is
    : !test.is.includes(title) ||
        countMatches(bodyOf(name, test.is) ?? '') < countMatches(bodyOf(name, test.was) ?? '');
}

/** The entries of a file that keeps several results, by name; undefined where the whole file is one result. */
function entriesOf(
  text: string,
): ReadonlyMap<string, { readonly text: string; readonly line: number }> | undefined {
  const isAmber = /^# name: /m.test(text);
  if (!isAmber && !/^exports\[`/m.test(text)) return undefined;
  const entries = new Map<string, { text: string; line: number }>();
  let line = 1;
  for (const part of text.split(isAmber ? /^(?=# name: )/m : /^(?=exports\[`)/m)) {
    const name = isAmber
      ? /^# name: (.*)/.exec(part)?.[1]
      : /^exports\[`((?:[^`\\]|\\.)*)`\]/.exec(part)?.[1];
    if (name !== undefined)
      entries.set(name.trim(), {
        text: part
          .slice(part.indexOf('\n') < 0 || !isAmber ? name.length + 11 : part.indexOf('\n'))
          .trim(),
        line,
      });
    line += part.split('\n').length - 1;
  }
  return entries;
}

function lineEdit(
  one: TextChange,
  before: string,
  after: string,
  change: readonly TextChange[],
): readonly Suspicion[] {
  if (isSame(before, after)) return [];
  const was = withoutHeader(before).split('\n');
  const is = withoutHeader(after).split('\n');
  // What only gains lines at its end is added to.
  if (was.every((line, index) => line === is[index] || (index === was.length - 1 && line === '')))
    return [];
  if (
    testsOf(one, change).some(
      (test) =>
        test.before !== test.after &&
        countMatches(test.after ?? '') === countMatches(test.before ?? '') &&
        hasOtherInput(test),
    )
  )
    return [];
  const at = was.findIndex((line, index) => line !== is[index]);
  const offset = after.split('\n').length - is.length;
  return [
    suspicion(
      one.path,
      Math.max(1, at + 1 + offset),
      one.path,
      'A snapshot was changed, but the code that produces it was not.',
      was.slice(at, at + 5).join('\n'),
      is.slice(at, at + 5).join('\n'),
    ),
  ];
}

/** Whether a test says something else apart from comments and white space. */
function hasOtherInput({ after = '', before = '' }: TextChange): boolean {
  const words = (text: string) => text.replaceAll(/^\s*(?:\/\/|#).*$/gm, '').replaceAll(/\s+/g, '');
  return words(before) !== words(after);
}

function isSame(a: string, b: string): boolean {
  const words = (text: string) => withoutHeader(text).replaceAll(/\s+/g, '');
  return words(a) === words(b);
}

/** Without what a tool notes of itself: the first line of a Jest file, the front matter of insta. */
function withoutHeader(text: string): string {
  const own = text.replaceAll('\r\n', '\n').replace(/^\/\/ [^\n]*Snapshot[^\n]*\n/, '');
  const end = own.startsWith('---\n') ? own.indexOf('\n---\n', 3) : -1;
  return end < 0 ? own : own.slice(end + 5);
}

function firstLines(text: string): string {
  return text.split('\n').slice(0, 8).join('\n');
}

function suspicion(
  path: string,
  line: number,
  about: string,
  detail: string,
  before: string,
  after: string,
): Suspicion {
  return {
    kind: 'snapshot-edited',
    path,
    line,
    about,
    detail: detail.slice(0, 500),
    before: before.slice(0, 500),
    after: after.slice(0, 500),
  };
}
