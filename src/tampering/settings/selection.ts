import type { Runner } from './runner.ts';

/** What a command leaves out of the tests that it would run. */
interface Selector {
  readonly flag: string;
  readonly value: string;
}

/** Flags that leave tests out, by the tool. The first that fits the identity holds. */
const SELECTING: readonly (readonly [identity: RegExp, flags: RegExp])[] = [
  [/^pytest/, /^(?:-k|-m|--ignore|--ignore-glob|--deselect|--lf|--last-failed)$/],
  [/^(?:go test|gotestsum|make|file|own|task|just)/, /^(?:--?run|--?skip|-(?:test\.)?short|--short|-k|-m|--ignore|--deselect|--grep|--exclude|-Dtest)$/],
  [/^cargo/, /^(?:--skip|--lib|--bins|--doc|--exclude|-E|--filter-expr|-p|--package|--test|--bin)$/],
  [/^mvn/, /^(?:-D(?:test|it\.test|groups|excludedGroups|excludeTags|includes|excludes)|-pl|--projects)$/],
  [/^gradle/, /^(?:--tests|-D(?:excludeTags|includeTags|test\.single))$/],
  [/^(?:dotnet|flutter|swift|mix|bazel|ctest)/, /^(?:--filter|--exclude|--exclude-tags|--only|--skip|-E|-R|-LE|--test_filter|--test_tag_filters|--name)$/],
  [/^ava/, /^(?:--match|-m)$/],
  [/^./, /^(?:-t|--testNamePattern|--test-name-pattern|--test-skip-pattern|--testPathIgnorePatterns|--modulePathIgnorePatterns|--exclude|--grep|-g|--fgrep|-f|--invert|-i|--grep-invert|--onlyChanged|--only-changed|-o|--changed|--changedSince|--related|--findRelatedTests|--selectProjects|--ignoreProjects|--testPathPatterns?|--lastCommit|--last-failed|--ignore|--spec|-k|-m|--deselect|--skip|--testFilter|-pl)$/],
]; // biome-ignore format: a table
/** Flags that take tests in. */
const BROADENING =
  /^--(?:workspace|all|all-targets|include-ignored|ignored|run-ignored|recursive|workspaces|all-projects|forbid-only|forbidOnly|check-coverage|fail-on-flaky-tests|error-on-warnings|strict-markers)(?:=|$)|^@(?:-r|--recursive|--workspaces|-ws)$/;
/** The same in each package manager. */
const OF_ALL_PACKAGES = /^@?(?:-r|--recursive|recursive|--workspaces|-ws|workspaces|foreach)$/;
const BARE =
  /^(?:-[vxsqlw]+|-race|-cover|--coverage|--cov|--run|--ci|--silent|--verbose|--quiet|--bail|--headless|--headed|--watch|--no-\S+|--invert|--onlyChanged|--only-changed|-o|--changed|--lastCommit|--last-failed|--lf|--lib|--bins|--doc|--short|-(?:test\.)?short|--all\S*|--workspace|--passWithNoTests|--locked|--release|--frozen|--runInBand|-i|--exit|--color|--strict-\S+|--forbid-only|--test|--all|--check-leaks|-W\w+)$/;
/** Tools whose other words name the files or the tests that are run. */
const NAMING =
  /^(?:vitest|jest|mocha|ava|tap|tape|pytest|go test|gotestsum|playwright test|node|bun test|deno test|cargo|unittest|rspec|phpunit|behave|robot|trial|bats)/;
/** A place that holds all tests of a project. */
const EVERYTHING =
  /^(?:\.|\.\/|\.\/\.\.\.|\.\.\.|\.?\/?(?:tests?|src|specs?|__tests__|e2e)\/?|\.?\/?(?:tests?|specs?|src)\/\*\*\/?\S*|\*\*\/\S*|discover|run|watch|--|-|\$\S*)$/;

function selectorsOf({ identity, words }: Runner): readonly Selector[] {
  const flags = SELECTING.find(([tool]) => tool.test(identity))?.[1];
  return words.flatMap((word, index): Selector[] => {
    const at = word.indexOf('=');
    const flag = at < 0 ? word : word.slice(0, at);
    if (flags === undefined || !flags.test(flag)) return [];
    const next = words[index + 1] ?? '';
    return [
      {
        flag: longFlag(flag),
        value: at >= 0 ? word.slice(at + 1) : BARE.test(flag) || next.startsWith('-') ? '' : next,
      },
    ];
  });
}

function longFlag(flag: string): string {
  return flag
    .replace(/^--?run$/, '-run')
    .replace(/^--?skip$/, '-skip')
    .replace(/^-g$/, '--grep')
    .replace(/^-t$/, '--testNamePattern')
    .replace(/^(?:-test\.short|--short)$/, '-short')
    .replace(/^-p$/, '--package');
}

/** The files and folders that a command names; none where it runs all. */
function namedPlaces({ identity, words }: Runner): readonly string[] {
  if (!NAMING.test(identity)) return [];
  const places: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const isFlag = word.startsWith('-') && word !== '-' && word !== '--';
    if (isFlag) at += takesNext(word, words[at + 1] ?? '') ? 1 : 0;
    else if (/^(?:\d?>|>>|<|&>)/.test(word)) at += /^\S*[><]\S/.test(word) ? 0 : 1;
    else if (identity !== 'node' || /test|spec|\//.test(word))
      places.push(word.replace(/^\.\//, '').replace(/\/$/, ''));
  }
  return places.some((one) => EVERYTHING.test(one)) ? [] : places;
}

/** Whether the word behind a flag is its value: a flag that is not known takes none where the word is a folder of tests. */
function takesNext(flag: string, next: string): boolean {
  if (flag.includes('=') || BARE.test(flag)) return false;
  return (
    !/^\.?\/?(?:tests?|specs?)\/$/.test(next) || /^(?:-r|--require|--rootdir|--dir)$/.test(flag)
  );
}

/** What a command leaves out that it did not leave out before; undefined where it is nothing. */
export function narrowing(before: Runner, after: Runner): string | undefined {
  const lost = before.words.find(
    (word) =>
      BROADENING.test(word) &&
      !after.words.includes(word) &&
      !(OF_ALL_PACKAGES.test(word) && after.words.some((one) => OF_ALL_PACKAGES.test(one))),
  );
  const earlier = selectorsOf(before);
  const gained = selectorsOf(after).find((selector, _, all) => {
    if (earlier.some((one) => one.flag === selector.flag && one.value === selector.value))
      return false;
    const same = earlier.filter(({ flag }) => flag === selector.flag);
    const count = all.filter(({ flag }) => flag === selector.flag).length;
    return (
      count > same.length ||
      same.some(({ value }) => value !== '' && selector.value.includes(value))
    );
  });
  if (gained !== undefined) return `${gained.flag} ${gained.value}`.trim();
  if (lost !== undefined) return `without ${lost.replace(/^@/, '')}`;
  const were = namedPlaces(before);
  const are = namedPlaces(after);
  if (are.length === 0) return undefined;
  const isPart = are.every(
    (one) => were.includes(one) || were.some((other) => one.startsWith(`${other}/`)),
  );
  const isLess =
    were.length === 0 ||
    (isPart && are.join() !== [...were].join() && !were.every((one) => are.includes(one)));
  return isLess ? `only ${are.join(' ')}` : undefined;
}
