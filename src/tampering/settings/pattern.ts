import { keyOf, type Setting } from './setting.ts';

/** A list of patterns that says which tests are run, or which files are measured. */
export interface PatternList {
  readonly role: 'excludes tests' | 'includes tests' | 'excludes from coverage';
  readonly key: string;
  readonly line: number;
  readonly items: readonly string[];
}

const ROLES: readonly (readonly [role: PatternList['role'], key: RegExp])[] = [
  ['excludes from coverage', /(?:^|\.)(?:coveragePathIgnorePatterns|coverage\.exclude|sonar\.coverage\.exclusions|sonar\.exclusions|(?:coverage:)?(?:run|report)\.omit|nyc\.exclude|c8\.exclude|coverage\.ignore|plugin\(jacoco-maven-plugin\).*excludes?\.exclude|exclude-files)$|(?:^|\.)kover.*excludes/],
  ['excludes tests', /(?:^|\.)(?:testPathIgnorePatterns|modulePathIgnorePatterns|testIgnore|excludeSpecPattern|ignoreTestFiles|norecursedirs|collect_ignore|collect_ignore_glob|sonar\.test\.exclusions|test\.exclude|mocha\.(?:ignore|exclude)|grepInvert)$/],
  ['excludes tests', /(?:^|\.)plugin\(maven-(?:surefire|failsafe)-plugin\).*\.(?:exclude|excludedGroups)$/],
  ['excludes tests', /(?:^|\.)(?:filter\.)?(?:excludeTestsMatching|excludeTags|excludeCategories|excludeEngines)$/],
  ['includes tests', /(?:^|\.)(?:testMatch|testRegex|testpaths|python_files|python_functions|python_classes|specPattern|test\.include|ava\.files|mocha\.spec|roots|projects|testDir|collectCoverageFrom\b|testDiscovery)$/],
  ['includes tests', /(?:^|\.)plugin\(maven-(?:surefire|failsafe)-plugin\).*\.(?:include|groups)$/],
  ['includes tests', /(?:^|\.)(?:filter\.)?(?:includeTestsMatching|includeTags|includeCategories)$/],
]; // biome-ignore format: a table
/** Keys that are clear only in a file of a runner's own. */
const OWN_ROLES: readonly (readonly [path: RegExp, role: PatternList['role'], key: RegExp])[] = [
  [/(?:^|\/)vitest\.\S*$/, 'excludes tests', /^exclude$/],
  [/(?:^|\/)vitest\.\S*$/, 'includes tests', /^include$/],
  [/(?:^|\/)(?:\.mocharc|karma)[^/]*$/, 'excludes tests', /^(?:ignore|exclude)$/],
  [/(?:^|\/)\.mocharc[^/]*$/, 'includes tests', /^spec$/],
  [/(?:^|\/)(?:\.nycrc|\.c8rc)[^/]*$/, 'excludes from coverage', /^exclude$/],
  [/(?:^|\/)\.?codecov\.ya?ml$/, 'excludes from coverage', /^ignore$/],
  [/(?:^|\/)ava\.config\.\w+$/, 'includes tests', /^files$/],
  [/(?:^|\/)build\.gradle(?:\.kts)?$/, 'excludes tests', /[tT]est.*\.exclude$/],
  [/(?:^|\/)deno\.jsonc?$/, 'excludes tests', /^test\.exclude$/],
]; // biome-ignore format: a table

/** The lists of patterns in a file; settings of the same key are one list. */
export function patternListsIn(path: string, settings: readonly Setting[]): readonly PatternList[] {
  const lists = new Map<string, PatternList & { readonly items: string[] }>();
  for (const setting of settings) {
    if (setting.path.at(-1)?.startsWith('#')) continue;
    const key = keyOf(setting);
    const role =
      ROLES.find(([, pattern]) => pattern.test(key))?.[0] ??
      OWN_ROLES.find(([file, , pattern]) => file.test(path) && pattern.test(key))?.[1];
    if (role === undefined) continue;
    const items = itemsIn(setting, path);
    const earlier = lists.get(key);
    if (earlier === undefined) lists.set(key, { role, key, line: setting.line, items: [...items] });
    else earlier.items.push(...items);
  }
  return [...lists.values()];
}

function itemsIn({ items, value }: Setting, path: string): readonly string[] {
  if (items.length > 0) return items;
  if (/sonar|\.gradle|\.xml$/.test(path)) return value.split(/[,\s]+/).filter((one) => one !== '');
  return /\.(?:ini|cfg)$/.test(path)
    ? value.split(/[\s]+/).filter((one) => one !== '')
    : value === ''
      ? []
      : [value];
}

/** Folders and files that hold no tests of a project's own, or are made by a machine. */
const NO_TESTS =
  /(?:^|[^a-z])(?:node_modules|dist|build|out|lib|fixtures?|__fixtures__|__mocks__|mocks?|coverage|vendor|third[_-]party|\.git|\.venv|venv|target|bin|obj|tmp|temp|\.?cache|\.next|\.nuxt|\.output|\.turbo|\.nx|\.yarn|\.svelte-kit|generated|gen|__generated__|templates?|testdata|test-data|helpers?|utils|support|\.stryker-tmp|\.worktrees|worktrees|\.claude|\.cursor|storybook-static|public|assets|docs?|\.tox|\.eggs|egg-info|site-packages|static|snapshots?|types|samples?|examples?|playground|benchmarks?|benches|bench|\.d\.ts|configDefaults|defaultExclude|\.\.\.\w+|\.idea|\.vscode|android|ios|artifacts|cypress\/plugins|stubs?|data)(?:[^a-z]|$)/i;
/** Files that tests need not cover. */
const NOT_COVERED =
  /test|spec|config|\.d\.ts|generated|migrations?|stories|story|mock|fixture|types?(?:\.|\/|\b)|__main__|conftest|setup\.|version|vendor|examples?|docs?|scripts?|bench|\*\.json|(?:^|\/)index\.[jt]s|proto|pb2?|node_modules|dist|build|coverage|\.venv|e2e|storybook|\.md|constants?|interfaces?|dto|\$\$|\*R\.class|site-packages|<frozen/i;

/** Whether a pattern that leaves out takes away what could fail. */
export function takesAway(role: PatternList['role'], item: string): boolean {
  const pattern = item.replaceAll('\\', '').replace(/^<rootDir>\/?/, '');
  if (pattern === '' || pattern.startsWith('!')) return false;
  if (role === 'excludes from coverage') return !NOT_COVERED.test(pattern);
  // A test is named: no folder in its path makes up for it.
  return isTestName(pattern) || !NO_TESTS.test(pattern);
}

/** Whether a pattern names one test file. */
export function isTestName(pattern: string): boolean {
  return /(?:^|\/)(?:test_[\w-]+\.py|[\w-]+_test\.(?:py|go|rb)|[\w.-]+\.(?:test|spec)\.[\w{},]+|[A-Z]\w*(?:Tests?|IT|Spec)(?:\.\w+)?|[\w-]+\.(?:test|spec)|test_[a-z]\w*)$/.test(
    pattern.replaceAll('\\', '').replace(/[$^]/g, ''),
  );
}

/** Whether a list of places takes in less than another. */
export function isNarrower(
  before: readonly string[],
  after: readonly string[],
  key: string,
): boolean {
  const were = before.flatMap(alternatives);
  const are = after.flatMap(alternatives);
  const gained = are.filter((one) => !were.includes(one));
  const lost = were.filter((one) => !are.includes(one));
  const role = /coverage/i.test(key) ? 'excludes from coverage' : 'excludes tests';
  if (gained.some((one) => one.startsWith('!') && takesAway(role, one.slice(1)))) return true;
  if (lost.length === 0) return false;
  const own = gained.filter((one) => !one.startsWith('!'));
  return own.every((one) => lost.some((other) => isBelow(one, other)));
}

/** Whether a place that was not named before is less than a whole project: a folder below the tests, or one file. */
export function isPartOfTests(items: readonly string[]): boolean {
  const places = items
    .map((one) => one.replace(/^<rootDir>\/?|^\.\//, ''))
    .filter((one) => !one.startsWith('!'));
  return (
    places.length > 0 &&
    places.every(
      (one) =>
        isTestName(one) || /^(?:[\w-]+\/)*(?:tests?|specs?|__tests__)\/[\w-]+(?:\/|$)/.test(one),
    )
  );
}

function isBelow(inner: string, outer: string): boolean {
  const [a, b] = [inner, outer].map((one) =>
    one.replace(/^<rootDir>\/?|^\.\//, '').replace(/\/$/, ''),
  );
  if (a === undefined || b === undefined || a === b) return false;
  const tail = b.replace(/^(?:\*\*\/)+/, '');
  const isUnderAll =
    b.startsWith('**/') && a.endsWith(tail) && a.length > b.length - 1 && !/^\*\*\//.test(a);
  const folder = b.replace(/\/\*\*.*$|\/\*[^/]*$/, '');
  return (
    isUnderAll ||
    (a.startsWith(`${folder}/`) && a.length > folder.length + 1 && !a.startsWith(`${folder}/**`)) ||
    (b.startsWith('**/') && isTestName(a) && !a.includes('*'))
  );
}

/** `*.{test,spec}.ts` as two patterns. At most 64. */
function alternatives(pattern: string): readonly string[] {
  let patterns = [pattern];
  for (let round = 0; round < 6 && patterns.length < 64; round += 1) {
    const found = patterns.map((one) => /^([^{]*)\{([^{}]*)\}(.*)$/.exec(one));
    if (found.every((one) => one === null)) break;
    patterns = patterns.flatMap((one, index) => {
      const [, head = '', inner = '', tail = ''] = found[index] ?? [];
      return found[index] === null
        ? [one]
        : inner.split(',').map((part) => `${head}${part}${tail}`);
    });
  }
  return patterns;
}
