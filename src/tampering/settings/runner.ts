/** Which commands run tests or other checks. */

/** What a run looks at: `test` runs tests; `check` is a linter, a type check, or the like. */
export type RunClass = 'test' | 'check';

export interface Runner {
  readonly class: RunClass;
  /** The same for all ways to write the same run: `script test`, `vitest`, `go test`. */
  readonly identity: string;
  /** What stands behind the runner's name. */
  readonly words: readonly string[];
}

/** No command that a person writes is longer. */
const MAXIMUM_WORDS = 300;

/** Words in front of the command that is really run; their options and `NAME=value` are passed over. */
const WRAPPERS = new Set([
  'npx', 'bunx', 'pnpx', 'dlx', 'cross-env', 'cross-env-shell', 'env', 'dotenv', 'sudo', 'time', 'nice', 'timeout', 'xvfb-run', 'xvfb-maybe', 'retry',
  'c8', 'nyc', 'exec', 'command', 'stdbuf', 'op', 'doppler', 'bundle', 'winpty', 'start-server-and-test', 'envsubst', 'nohup', 'wait-on',
]); // biome-ignore format: a table
const TWO_WORD_WRAPPERS = [
  'poetry run', 'uv run', 'uv tool run', 'pipenv run', 'pdm run', 'hatch run', 'rye run', 'pnpm exec', 'pnpm dlx', 'yarn exec', 'npm exec', 'yarn dlx', 'bun x', 'bundle exec', 'coverage run',
  'python -m', 'python3 -m', 'py -m', 'conda run', 'pixi run', 'nix develop', 'docker compose run', 'docker-compose run', 'docker compose exec', 'docker-compose exec', 'docker run', 'docker exec', 'op run', 'doppler run', 'uvx',
]; // biome-ignore format: a table

/** What a command begins with, with one space between words. */
const RUNNERS: readonly (readonly [RunClass, RegExp])[] = [
  ['test', /^(?:vitest|jest|mocha|ava|tap|tape|jasmine|qunit|karma start|karma run|cypress run|cypress-parallel|playwright test|wdio|testcafe|stryker run|node (?:\S+ )*--test|bun test|deno test|react-scripts test|vue-cli-service test:\w+|ng (?:test|e2e)|web-test-runner|wtr|uvu|lage test|wireit)(?= |$)/],
  ['test', /^(?:nx|turbo|lerna|rush|lage|wsrun) (?:.* )?(?:test|e2e|t)(?= |$)/],
  ['test', /^(?:pytest|py\.test|tox|nox|unittest|nose2?|nosetests|behave|robot|trial|hatch test|mutmut run|ward|green|stestr|zope-testrunner)(?= |$)/],
  ['test', /^(?:python3? )?(?:\S*\/)?(?:manage\.py test|setup\.py test|runtests\.py)(?= |$)/],
  ['test', /^(?:go test|gotestsum|ginkgo|richgo test|go run gotest\S+)(?= |$)/],
  ['test', /^cargo (?:\+\S+ )?(?:test|t|nextest|llvm-cov|tarpaulin|hack test|insta test|miri|careful test|mutants)(?= |$)/],
  ['test', /^mvnw? (?:.* )?(?:test|verify|install|package|integration-test|deploy)(?= |$)/],
  ['test', /^gradlew? (?:.* )?:?(?:[\w-]+:)*(?:\w*[tT]est\w*|check|build|allTests|koverVerify|jacocoTestCoverageVerification)(?= |$)/],
  ['test', /^(?:dotnet test|rspec|rake (?:test|spec)|rails test|phpunit|pest|ctest|bazel test|bazelisk test|swift test|xcodebuild test|mix test|sbt (?:.* )?test|lein test|dart test|flutter test|zig build test|stack test|cabal test|dune (?:run)?test|bats|prove|meson test|ninja test|codecept run)(?= |$)/],
  ['check', /^(?:eslint|biome (?:ci|check|lint)|tsc|vue-tsc|svelte-check|prettier (?:.* )?(?:--check|-c|-l)|stylelint|oxlint|xo|standard|tslint|knip|size-limit|bundlesize|lhci autorun|lint-staged|attw|publint)(?= |$)/],
  ['check', /^(?:ruff (?:check|format)|ruff|flake8|mypy|pyright|basedpyright|pylint|black (?:.* )?--check|isort (?:.* )?--check\S*|bandit|coverage report(?= (?:.* )?--fail-under)|pre-commit run|ty check)(?= |$)/],
  ['check', /^(?:golangci-lint|go vet|staticcheck|cargo (?:clippy|fmt (?:.* )?--check|deny|audit)|ktlint|detekt|checkstyle|shellcheck|hadolint|actionlint|buf lint)(?= |$)/],
]; // biome-ignore format: a table

const SCRIPT_OF_TESTS =
  /(?:^|[:_.-])(?:tests?|specs?|e2e|units?|integration|cov|coverage|ci|cit|verify|check|checks|validate|cy|playwright|smoke|preflight|acceptance|regression)(?=$|[:_.-])/;
const SCRIPT_OF_CHECKS =
  /(?:^|[:_.-])(?:lint|eslint|typecheck|types?|misspell|spell\w*|links?|licen[cs]es?|tsc|fmt|format|style|prettier|mypy|ruff|clippy|vet)(?=$|[:_.-])/;
const NO_CHECK =
  /(?:^|[:_.-])(?:watch|debug|ui|update|updates?nap\w*|dev|clean|serve|fix|write|build|install|setup|prepare|prebuild|open|init|start|report|deploy|publish|release|generate|gen|deps|upload|fixtures?|data|server|env|image|bench\w*|docs?|login|up|down|db|migrate|seed|version|bump|download|cache|headed|record|focus|inspect|only|quick|fast|local|snapshots?|summary|badge|merge|todo|html|staged|changed|types-gen)(?=$|[:_.-])/;

/** Whether the name of a script, a target or a job says that it checks. */
export function classOfName(name: string): RunClass | undefined {
  if (NO_CHECK.test(name)) return undefined;
  // `check:types` and `test:lint` are named by what they do.
  if (SCRIPT_OF_CHECKS.test(name)) return 'check';
  return SCRIPT_OF_TESTS.test(name) ? 'test' : undefined;
}

/** What a command runs; undefined where it is neither tests nor a check. */
export function runnerOf(words: readonly string[]): Runner | undefined {
  const own = withoutWrappers(words.slice(0, MAXIMUM_WORDS).filter((word) => word !== '!'));
  const [first = '', ...rest] = own;
  const named = [
    first
      .replace(/^.*\/(?=[^/]+$)/, (folder) =>
        /\.(?:sh|py|js|mjs|bash)$/.test(first) ? folder : '',
      )
      .replace(/^(mvnw?|gradlew?)(?:\.cmd|\.bat|d)$/, '$1'),
    ...rest,
  ];
  const called = scriptCall(named);
  if (called !== undefined) return called;
  const text = named.join(' ').slice(0, 1000);
  for (const [kind, pattern] of RUNNERS) {
    const found = pattern.exec(text);
    if (found !== null) return runnerNamed(kind, named, found[0]);
  }
  // `yarn jest` runs what is installed.
  if (/^(?:yarn|pnpm|bun)$/.test(first) && rest.length > 0) return runnerOf(rest);
  return shellScript(own);
}

/** Build tools name their goals among options: all words behind the tool belong to the run. */
function runnerNamed(kind: RunClass, words: readonly string[], found: string): Runner {
  const tool = words[0] ?? '';
  const isBuildTool =
    /^(?:mvnw?|gradlew?|sbt|nx|turbo|lerna|rush|lage|prettier|black|isort|node|bazel|xcodebuild)$/.test(
      tool,
    );
  if (isBuildTool) return { class: kind, identity: tool.replace(/w$/, ''), words: words.slice(1) };
  const count = found.split(' ').length;
  return { class: kind, identity: found.replace(/^py\.test/, 'pytest'), words: words.slice(count) };
}

function withoutWrappers(words: readonly string[]): readonly string[] {
  let own = words;
  for (let round = 0; round < 6; round += 1) {
    const first = own[0] ?? '';
    const two = TWO_WORD_WRAPPERS.find(
      (one) =>
        own
          .slice(0, one.split(' ').length)
          .join(' ')
          .replace(/^\S*\/(?=python)/, '')
          .replace(/^python3\.\d+/, 'python3') === one,
    );
    if (/^[A-Za-z_]\w*=/.test(first) || /^[-@+]+$/.test(first)) own = own.slice(1);
    else if (two !== undefined)
      own = withoutOptions(own.slice(two.split(' ').length), /docker|conda|nix/.test(two));
    else if (WRAPPERS.has(first) && own.length > 1) own = withoutOptions(own.slice(1), false);
    else break;
  }
  return own;
}

function withoutOptions(words: readonly string[], isContainer: boolean): readonly string[] {
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const takesNext =
      /^(?:--extra|--group|--with|--from|--python|-p|-m|--source|--package|-s|--package-manager|--env-file|-f|-e)$/.test(
        word,
      );
    if (word === '-m') return words.slice(at + 1);
    if (takesNext) at += 1;
    else if (!/^(?:-.*|[A-Za-z_]\w*=.*|\d+[smh]?)$/.test(word)) break;
  }
  if (!isContainer) return words.slice(at);
  const found = words.findIndex(
    (_, index) =>
      index > at &&
      RUNNERS.some(([, pattern]) => pattern.test(words.slice(index).join(' ').slice(0, 1000))),
  );
  const script = words.findIndex(
    (word, index) => index > at && /^(?:npm|yarn|pnpm|make)$/.test(word),
  );
  return found >= 0 ? words.slice(found) : script >= 0 ? words.slice(script) : [];
}

/** `npm run test:unit -- --coverage`, `yarn test`, `pnpm -r test`, `make check`, `just ci` */
function scriptCall(words: readonly string[]): Runner | undefined {
  const tool =
    /^(npm|yarn|pnpm|bun|make|just|task|gmake|invoke|inv|poe|rake|composer|mage|earthly|npm-run-all|run-s|run-p|concurrently|wireit)$/.exec(
      words[0] ?? '',
    )?.[1];
  if (tool === undefined || (tool === 'bun' && words[1] === 'test')) return undefined;
  const at = words.findIndex(
    (word, index) =>
      index > 0 &&
      /^(?!(?:run|run-script|recursive|workspaces?|-.*|foreach|.*=.*)$)/.test(word) &&
      !/^(?:-C|--prefix|--filter|-F|-w|--workspace|--dir|-f|-j|workspace)$/.test(
        words[index - 1] ?? '',
      ),
  );
  const name = (words[at] ?? '').replace(/^t(?:st)?$/, 'test').replace(/^run:/, '');
  if (isOfTheManager(tool, name, words.slice(1, at))) return undefined;
  const kind = at < 0 ? undefined : classOfName(name.replace(/^\+/, ''));
  if (kind === undefined) return undefined;
  const family = /^(?:npm|yarn|pnpm|bun|npm-run-all|run-[sp])$/.test(tool) ? 'script' : tool;
  const where = words
    .slice(1, at)
    .filter((word) => !/^(?:run|run-script|-s|--silent|-j\d*)$/.test(word));
  const behind = words.slice(at + 1).filter((word) => word !== '--');
  return {
    class: kind,
    identity: `${family} ${name}`,
    words: [...where.map((word) => `@${word}`), ...behind],
  };
}

/** `npm ci` installs; npm runs no script by its bare name but `test`. */
function isOfTheManager(tool: string, name: string, before: readonly string[]): boolean {
  if (before.some((word) => /^run(?:-script)?$/.test(word))) return false;
  if (tool === 'npm') return !/^(?:test|cit|install-ci-test|it|install-test)$/.test(name);
  return /^(?:pnpm|bun)$/.test(tool) && name === 'ci';
}

/** `./scripts/test.sh`, `bash ci/run.sh`, `python scripts/run_tests.py` */
function shellScript(words: readonly string[]): Runner | undefined {
  const at = /^(?:bash|sh|zsh|source|\.|python3?|node|tsx|ts-node|pwsh)$/.test(words[0] ?? '')
    ? words.findIndex((word, index) => index > 0 && !word.startsWith('-'))
    : 0;
  const path = words[at] ?? '';
  if (!/^(?:\.{1,2}\/|[\w-]+\/)\S*$|\.(?:sh|py|js|mjs|cjs|ts|ps1|bash)$/.test(path))
    return undefined;
  const name = /([^/]+?)(?:\.\w+)?$/.exec(path)?.[1] ?? '';
  const kind = classOfName(name) ?? (/(?:^|\/)\.?ci\//.test(path) ? 'test' : undefined);
  return kind === undefined
    ? undefined
    : { class: kind, identity: `file ${path.replace(/^\.\//, '')}`, words: words.slice(at + 1) };
}
