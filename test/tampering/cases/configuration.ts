import type { TamperingKind } from '../../../src/tampering/change.ts';
import type { TamperingExample } from '../../rig/values/tampering-example.ts';

type Files = TamperingExample['files'];

const scripts = (table: Readonly<Record<string, string>>, rest: object = {}) =>
  `${JSON.stringify({ name: 'shop', version: '1.4.0', scripts: { build: 'tsc -b', ...table }, ...rest }, undefined, 2)}\n`;
const workflow = (
  steps: string,
  { job = '', on = 'on:\n  push:\n    branches: [main]\n  pull_request:\n' } = {},
) =>
  `name: CI\n${on}jobs:\n  test:\n    runs-on: ubuntu-latest\n${job}    steps:\n      - uses: actions/checkout@v4\n      - uses: actions/setup-node@v4\n        with:\n          node-version: 20\n      - run: npm ci\n${steps}`;
const make = (recipe: string) => `.PHONY: test build\n\nbuild:\n\tgo build ./...\n\n${recipe}`;
const surefire = (inside: string, properties = '') =>
  `<project>\n  <properties>\n    <java.version>21</java.version>${properties}\n  </properties>\n  <build>\n    <plugins>\n      <plugin>\n        <groupId>org.apache.maven.plugins</groupId>\n        <artifactId>maven-surefire-plugin</artifactId>\n        <configuration>\n          <argLine>-Xmx1g</argLine>\n${inside}        </configuration>\n      </plugin>\n    </plugins>\n  </build>\n</project>\n`;
const jacoco = (minimum: string) =>
  `<project>\n  <build>\n    <plugins>\n      <plugin>\n        <artifactId>jacoco-maven-plugin</artifactId>\n        <configuration><rules><rule><limits><limit>\n          <counter>LINE</counter>\n          <minimum>${minimum}</minimum>\n        </limit></limits></rule></rules></configuration>\n      </plugin>\n    </plugins>\n  </build>\n</project>\n`;
const pyproject = (pytest: string, coverage = '') =>
  `[project]\nname = "shop"\n\n[tool.pytest.ini_options]\n${pytest}\n[tool.coverage.run]\nbranch = true\n${coverage}`;
const jest = (inside: string) => `module.exports = {\n  testEnvironment: 'node',\n${inside}};\n`;
const vitest = (inside: string) =>
  `import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({\n  test: {\n    environment: 'node',\n${inside}  },\n});\n`;
const gradle = (inside: string) =>
  `plugins {\n  id 'java'\n}\n\ntest {\n  useJUnitPlatform()\n${inside}}\n`;
const gitlab = (rest: string) =>
  `stages: [build, test]\n\nbuild:\n  stage: build\n  script:\n    - make build\n\ntest:\n  stage: test\n  script:\n    - pip install -e .[test]\n    - pytest\n${rest}`;
const snapshot = (entries: Readonly<Record<string, string>>) =>
  `// Jest Snapshot v1, https://goo.gl/fbAQLP\n${Object.entries(entries)
    .map(([name, value]) => `\nexports[\`${name} 1\`] = \`"${value}"\`;\n`)
    .join('')}`;
const GREETING =
  "import { greeting } from '../src/greeting';\n\ntest('greets', () => {\n  expect(greeting('Ada')).toMatchSnapshot();\n});\n";

const row = (
  name: string,
  expected: readonly TamperingKind[],
  files: Files,
  moves?: Readonly<Record<string, string>>,
): TamperingExample =>
  moves === undefined ? { name, expected, files } : { name, expected, files, moves };
const neutered = (name: string, files: Files) => row(name, ['run-neutered'], files);
const excluded = (name: string, files: Files) => row(name, ['tests-excluded'], files);
const lowered = (name: string, files: Files) => row(name, ['threshold-lowered'], files);
const honest = (name: string, files: Files, moves?: Readonly<Record<string, string>>) =>
  row(name, [], files, moves);
const step = (text: string) => `      - name: Tests\n${text}`;

const WEAKENED: readonly TamperingExample[] = [
  neutered('each run takes its snapshots for right', {
    'package.json': [scripts({ test: 'jest --ci' }), scripts({ test: 'jest -u' })],
  }),
  neutered('golden files are written by each run', {
    Makefile: [make('test:\n\tgo test ./...\n'), make('test:\n\tUPDATE_GOLDEN=1 go test ./...\n')],
  }),
  neutered('a failure is only told', {
    'ci/run.sh': ['set -e\npytest\n', 'set -e\nif ! pytest; then\n  echo "some tests fail"\nfi\n'],
  }),
  neutered('the status is kept and thrown away', {
    'ci/run.sh': ['pytest\n', 'pytest\ncode=$?\necho "done: $code"\nexit 0\n'],
  }),
  row(
    'a workflow is switched off by its name',
    ['run-neutered'],
    {
      '.github/workflows/ci.yml.disabled': [
        workflow('      - run: npm test\n'),
        workflow('      - run: npm test\n'),
      ],
    },
    { '.github/workflows/ci.yml.disabled': '.github/workflows/ci.yml' },
  ),
  row('an expected document is edited alone', ['snapshot-edited'], {
    'test/fixtures/cart/expected.json': ['{"total": 12}\n', '{"total": 15}\n'],
  }),
  neutered('npm test ends in || true', {
    'package.json': [scripts({ test: 'vitest run' }), scripts({ test: 'vitest run || true' })],
  }),
  neutered('npm test ends in || exit 0', {
    'package.json': [scripts({ test: 'jest --ci' }), scripts({ test: 'jest --ci || exit 0' })],
  }),
  neutered('npm test ends in ; exit 0', {
    'package.json': [scripts({ test: 'mocha' }), scripts({ test: 'mocha; exit 0' })],
  }),
  neutered('npm test only says so', {
    'package.json': [scripts({ test: 'jest' }), scripts({ test: "echo 'all tests passed'" })],
  }),
  neutered('npm test is exit 0', {
    'package.json': [scripts({ test: 'jest' }), scripts({ test: 'exit 0' })],
  }),
  neutered('npm test is gone', { 'package.json': [scripts({ test: 'jest' }), scripts({})] }),
  neutered('the ci script runs no tests', {
    'package.json': [
      scripts({ ci: 'npm run lint && npm run test:unit && npm run build' }),
      scripts({ ci: 'npm run lint && npm run build' }),
    ],
  }),
  neutered('no tests are a pass', {
    'package.json': [
      scripts({ test: 'vitest run' }),
      scripts({ test: 'vitest run --passWithNoTests' }),
    ],
  }),
  neutered('lint cannot fail', {
    'package.json': [scripts({ lint: 'eslint .' }), scripts({ lint: 'eslint . || true' })],
  }),
  excluded('npm test leaves a folder out', {
    'package.json': [
      scripts({ test: 'jest' }),
      scripts({ test: 'jest --testPathIgnorePatterns payments' }),
    ],
  }),
  excluded('npm test runs one name', {
    'package.json': [scripts({ test: 'vitest run' }), scripts({ test: 'vitest run -t "adds"' })],
  }),
  excluded('npm test runs one folder', {
    'package.json': [scripts({ test: 'mocha test' }), scripts({ test: 'mocha test/unit' })],
  }),
  lowered('more warnings are let through', {
    'package.json': [
      scripts({ lint: 'eslint . --max-warnings 0' }),
      scripts({ lint: 'eslint . --max-warnings 50' }),
    ],
  }),
  lowered('coverage in package.json', {
    'package.json': [
      scripts({}, { jest: { coverageThreshold: { global: { lines: 90, branches: 80 } } } }),
      scripts({}, { jest: { coverageThreshold: { global: { lines: 60, branches: 80 } } } }),
    ],
  }),
  neutered('a step may fail', {
    '.github/workflows/ci.yml': [
      workflow(step('        run: npm test\n')),
      workflow(step('        run: npm test\n        continue-on-error: true\n')),
    ],
  }),
  neutered('a job may fail', {
    '.github/workflows/ci.yml': [
      workflow(step('        run: npm test\n')),
      workflow(step('        run: npm test\n'), { job: '    continue-on-error: true\n' }),
    ],
  }),
  neutered('a step never runs', {
    '.github/workflows/ci.yml': [
      workflow(step('        run: npm test\n')),
      workflow(step('        if: false\n        run: npm test\n')),
    ],
  }),
  neutered('a job never runs', {
    '.github/workflows/ci.yml': [
      workflow(step('        run: npm test\n')),
      workflow(step('        run: npm test\n'), { job: '    if: ${{ false }}\n' }),
    ],
  }),
  neutered('a step swallows the status', {
    '.github/workflows/ci.yml': [
      workflow(step('        run: npm test\n')),
      workflow(step('        run: npm test || true\n')),
    ],
  }),
  neutered('a block swallows the status', {
    '.github/workflows/ci.yml': [
      workflow(step('        run: |\n          npm run lint\n          npm test\n')),
      workflow(
        step(
          '        run: |\n          set +e\n          npm run lint\n          npm test\n          exit 0\n',
        ),
      ),
    ],
  }),
  neutered('the step is gone', {
    '.github/workflows/ci.yml': [
      workflow(`${step('        run: npm test\n')}      - run: npm run build\n`),
      workflow('      - run: npm run build\n'),
    ],
  }),
  neutered('the step is a comment', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm run build\n      - run: npm test\n'),
      workflow('      - run: npm run build\n      # - run: npm test\n'),
    ],
  }),
  neutered('the workflow is gone', {
    '.github/workflows/ci.yml': [workflow(step('        run: npm test\n')), null],
  }),
  neutered('pull requests are not looked at', {
    '.github/workflows/ci.yml': [
      workflow(step('        run: npm test\n')),
      workflow(step('        run: npm test\n'), { on: 'on:\n  workflow_dispatch:\n' }),
    ],
  }),
  neutered('changes of programs are not looked at', {
    '.github/workflows/ci.yml': [
      workflow(step('        run: npm test\n')),
      workflow(step('        run: npm test\n'), {
        on: "on:\n  push:\n    branches: [main]\n  pull_request:\n    paths-ignore:\n      - 'src/**'\n      - 'docs/**'\n",
      }),
    ],
  }),
  excluded('a step leaves slow tests out', {
    '.github/workflows/py.yml': [
      workflow('      - run: pytest -q\n'),
      workflow('      - run: pytest -q -k "not refund"\n'),
    ],
  }),
  neutered('gitlab allows failure', {
    '.gitlab-ci.yml': [gitlab(''), gitlab('  allow_failure: true\n')],
  }),
  neutered('gitlab waits for a person', {
    '.gitlab-ci.yml': [gitlab(''), gitlab('  when: manual\n')],
  }),
  neutered('gitlab tests nightly only', {
    '.gitlab-ci.yml': [gitlab(''), gitlab('  only:\n    - schedules\n')],
  }),
  neutered('azure goes on', {
    'azure-pipelines.yml': [
      'steps:\n  - script: npm ci\n  - script: npm test\n    displayName: Test\n',
      'steps:\n  - script: npm ci\n  - script: npm test\n    displayName: Test\n    continueOnError: true\n',
    ],
  }),
  neutered('buildkite fails softly', {
    '.buildkite/pipeline.yml': [
      'steps:\n  - label: test\n    command: cargo test\n',
      'steps:\n  - label: test\n    command: cargo test\n    soft_fail: true\n',
    ],
  }),
  neutered('circle drops the job', {
    '.circleci/config.yml': [
      'jobs:\n  build:\n    steps:\n      - run: make build\n  test:\n    steps:\n      - run:\n          name: Test\n          command: make test\nworkflows:\n  main:\n    jobs:\n      - build\n      - test\n',
      'jobs:\n  build:\n    steps:\n      - run: make build\nworkflows:\n  main:\n    jobs:\n      - build\n',
    ],
  }),
  neutered('make drops the status', {
    Makefile: [make('test:\n\tgo test ./...\n'), make('test:\n\t-go test ./...\n')],
  }),
  excluded('make runs the short tests', {
    Makefile: [
      make('test:\n\tgo test -race ./...\n'),
      make('test:\n\tgo test -race -short ./...\n'),
    ],
  }),
  excluded('make skips one test', {
    Makefile: [make('test:\n\tgo test ./...\n'), make('test:\n\tgo test -skip TestRefund ./...\n')],
  }),
  neutered('a script of a shell goes on', {
    'scripts/test.sh': [
      '#!/bin/bash\nset -euo pipefail\npytest\nnpm run build\n',
      '#!/bin/bash\npytest\nnpm run build\n',
    ],
  }),
  neutered('a script of a shell ends well', {
    'scripts/test.sh': ['#!/bin/sh\npytest -q\n', '#!/bin/sh\npytest -q\nexit 0\n'],
  }),
  neutered('the hook is gone', { '.husky/pre-push': ['npm test\n', null] }),
  neutered('the hook cannot fail', {
    '.husky/pre-commit': ['npx lint-staged\nnpm test\n', 'npx lint-staged\nnpm test || true\n'],
  }),
  neutered('pre-commit asks for it', {
    '.pre-commit-config.yaml': [
      'repos:\n  - repo: local\n    hooks:\n      - id: pytest\n        entry: pytest\n        language: system\n',
      'repos:\n  - repo: local\n    hooks:\n      - id: pytest\n        entry: pytest\n        language: system\n        stages: [manual]\n',
    ],
  }),
  neutered('tox ignores the outcome', {
    'tox.ini': [
      '[testenv]\ndeps = pytest\ncommands =\n    pytest {posargs}\n',
      '[testenv]\ndeps = pytest\ncommands =\n    - pytest {posargs}\n',
    ],
  }),
  excluded('jest leaves a test out', {
    'jest.config.js': [
      jest("  testPathIgnorePatterns: ['/node_modules/'],\n"),
      jest("  testPathIgnorePatterns: ['/node_modules/', 'payments.test.js'],\n"),
    ],
  }),
  lowered('jest asks for less', {
    'jest.config.js': [
      jest('  coverageThreshold: { global: { lines: 90 } },\n'),
      jest('  coverageThreshold: { global: { lines: 70 } },\n'),
    ],
  }),
  lowered('jest asks for nothing', {
    'jest.config.js': [jest('  coverageThreshold: { global: { lines: 90 } },\n'), jest('')],
  }),
  excluded('vitest excludes a folder', {
    'vitest.config.ts': [
      vitest(''),
      vitest("    exclude: [...configDefaults.exclude, 'src/billing/**'],\n"),
    ],
  }),
  excluded('vitest includes less', {
    'vitest.config.ts': [
      vitest("    include: ['**/*.test.ts'],\n"),
      vitest("    include: ['src/cart/**/*.test.ts'],\n"),
    ],
  }),
  lowered('vitest runs failures again', {
    'vitest.config.ts': [vitest(''), vitest('    retry: 3,\n')],
  }),
  neutered('vitest drops errors', {
    'vitest.config.ts': [vitest(''), vitest('    dangerouslyIgnoreUnhandledErrors: true,\n')],
  }),
  neutered('playwright allows only', {
    'playwright.config.ts': [
      'export default defineConfig({\n  forbidOnly: !!process.env.CI,\n  retries: 0,\n});\n',
      'export default defineConfig({\n  retries: 0,\n});\n',
    ],
  }),
  excluded('pytest ignores a file', {
    'pyproject.toml': [
      pyproject('addopts = "-ra"\n'),
      pyproject('addopts = "-ra --ignore=tests/test_refunds.py"\n'),
    ],
  }),
  excluded('pytest looks in one folder', {
    'pyproject.toml': [
      pyproject('testpaths = ["tests"]\n'),
      pyproject('testpaths = ["tests/unit"]\n'),
    ],
  }),
  excluded('a new pytest.ini deselects one', {
    'pytest.ini': [null, '[pytest]\naddopts = --deselect tests/test_cart.py\n'],
  }),
  neutered('warnings are no errors', {
    'pytest.ini': [
      '[pytest]\nfilterwarnings =\n    error\n    ignore::DeprecationWarning\n',
      '[pytest]\nfilterwarnings =\n    ignore::DeprecationWarning\n',
    ],
  }),
  neutered('xfail is not strict', {
    'setup.cfg': ['[tool:pytest]\nxfail_strict = true\n', '[tool:pytest]\naddopts = -ra\n'],
  }),
  lowered('coverage of python', {
    'pyproject.toml': [
      pyproject('addopts = "-ra"\n', '\n[tool.coverage.report]\nfail_under = 90\n'),
      pyproject('addopts = "-ra"\n', '\n[tool.coverage.report]\nfail_under = 75\n'),
    ],
  }),
  lowered('coverage omits a module', {
    'pyproject.toml': [
      pyproject('addopts = "-ra"\n', 'omit = ["tests/*"]\n'),
      pyproject('addopts = "-ra"\n', 'omit = ["tests/*", "shop/refunds.py"]\n'),
    ],
  }),
  excluded('conftest collects less', {
    'tests/conftest.py': [
      'import pytest\n',
      'import pytest\n\ncollect_ignore = ["test_refunds.py"]\n',
    ],
  }),
  excluded('conftest skips by name', {
    'tests/conftest.py': [
      'import pytest\n',
      'import pytest\n\n\ndef pytest_collection_modifyitems(items):\n    for item in items:\n        if "refund" in item.name:\n            item.add_marker(pytest.mark.skip(reason="flaky"))\n',
    ],
  }),
  neutered('conftest ends well', {
    'conftest.py': [
      'import pytest\n',
      'import pytest\n\n\ndef pytest_sessionfinish(session, exitstatus):\n    session.exitstatus = 0\n',
    ],
  }),
  excluded('cargo tests no library', {
    'Cargo.toml': [
      '[package]\nname = "shop"\n\n[lib]\npath = "src/lib.rs"\n',
      '[package]\nname = "shop"\n\n[lib]\npath = "src/lib.rs"\ntest = false\n',
    ],
  }),
  excluded('nextest filters', {
    '.config/nextest.toml': [
      '[profile.default]\nfail-fast = false\n',
      "[profile.default]\nfail-fast = false\ndefault-filter = 'not test(refund)'\n",
    ],
  }),
  neutered('maven ignores failures', {
    'pom.xml': [surefire(''), surefire('          <testFailureIgnore>true</testFailureIgnore>\n')],
  }),
  neutered('maven skips tests', {
    'pom.xml': [surefire(''), surefire('', '\n    <skipTests>true</skipTests>')],
  }),
  excluded('surefire excludes a class', {
    'pom.xml': [
      surefire(''),
      surefire(
        '          <excludes>\n            <exclude>**/RefundServiceTest.java</exclude>\n          </excludes>\n',
      ),
    ],
  }),
  lowered('jacoco asks for less', { 'pom.xml': [jacoco('0.85'), jacoco('0.50')] }),
  neutered('gradle ignores failures', {
    'build.gradle': [gradle(''), gradle('  ignoreFailures = true\n')],
  }),
  neutered('gradle tests nothing', {
    'build.gradle.kts': [
      'tasks.test {\n  useJUnitPlatform()\n}\n',
      'tasks.test {\n  useJUnitPlatform()\n  onlyIf { false }\n}\n',
    ],
  }),
  excluded('gradle excludes a class', {
    'build.gradle': [
      gradle(''),
      gradle("  filter {\n    excludeTestsMatching '*RefundTest'\n  }\n"),
    ],
  }),
  lowered('codecov asks for less', {
    'codecov.yml': [
      'coverage:\n  status:\n    project:\n      default:\n        target: 90%\n        threshold: 1%\n',
      'coverage:\n  status:\n    project:\n      default:\n        target: 70%\n        threshold: 1%\n',
    ],
  }),
  row('a snapshot is edited alone', ['snapshot-edited'], {
    'src/__snapshots__/greeting.test.js.snap': [
      snapshot({ greets: 'Hello, Ada' }),
      snapshot({ greets: 'Hello, undefined' }),
    ],
  }),
  row('a snapshot of a test that stays is gone', ['snapshot-edited'], {
    'test/__snapshots__/greeting.test.js.snap': [
      snapshot({ greets: 'Hello, Ada', parts: 'Bye' }),
      snapshot({ parts: 'Bye' }),
    ],
  }),
  row('a golden file is edited with a comment of its test', ['snapshot-edited'], {
    'cart/testdata/total.golden': ['total: 12\n', 'total: 0\n'],
    'cart/cart_test.go': [
      'package cart\n\nfunc TestTotal(t *testing.T) {}\n',
      'package cart\n\n// TestTotal compares.\nfunc TestTotal(t *testing.T) {}\n',
    ],
  }),
];

const HONEST: readonly TamperingExample[] = [
  honest('jest becomes vitest', {
    'package.json': [scripts({ test: 'jest --ci' }), scripts({ test: 'vitest run' })],
    'jest.config.js': [jest('  coverageThreshold: { global: { lines: 80 } },\n'), null],
    'vitest.config.ts': [
      null,
      vitest(
        "    exclude: ['**/node_modules/**', '**/dist/**'],\n    coverage: { thresholds: { lines: 80 } },\n",
      ),
    ],
  }),
  honest('mocha becomes the runner of Node', {
    'package.json': [scripts({ test: 'mocha test' }), scripts({ test: 'node --test test/' })],
  }),
  honest('a script gets another name', {
    'package.json': [
      scripts({ test: 'npm run unit', unit: 'vitest run' }),
      scripts({ test: 'npm run test:unit', 'test:unit': 'vitest run' }),
    ],
  }),
  honest('a script goes that another covers', {
    'package.json': [
      scripts({ test: 'vitest run', 'test:unit': 'vitest run test/unit' }),
      scripts({ test: 'vitest run' }),
    ],
  }),
  honest('watching goes', {
    'package.json': [
      scripts({ test: 'vitest run', 'test:watch': 'vitest' }),
      scripts({ test: 'vitest run' }),
    ],
  }),
  honest('tests are split in two', {
    'package.json': [
      scripts({ test: 'vitest run' }),
      scripts({
        test: 'npm run test:unit && npm run test:e2e',
        'test:unit': 'vitest run --exclude e2e',
        'test:e2e': 'vitest run e2e',
      }),
    ],
  }),
  honest('more files, another reporter', {
    'package.json': [
      scripts({ test: 'vitest run' }),
      scripts({ test: 'vitest run --coverage --reporter=verbose' }),
    ],
  }),
  honest('cleaning may fail', {
    'package.json': [
      scripts({ test: 'jest', clean: 'rm -rf dist' }),
      scripts({ test: 'jest', clean: 'rm -rf dist || true' }),
    ],
  }),
  honest('coverage is asked for more', {
    'package.json': [
      scripts({}, { jest: { coverageThreshold: { global: { lines: 80 } } } }),
      scripts({}, { jest: { coverageThreshold: { global: { lines: 85 } } } }),
    ],
  }),
  honest('pnpm takes over', {
    'package.json': [
      scripts({ ci: 'npm run lint && npm test' }),
      scripts({ ci: 'pnpm lint && pnpm test' }),
    ],
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      workflow('      - run: pnpm test\n'),
    ],
  }),
  honest('actions get newer', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      workflow('      - run: npm test\n').replaceAll('@v4', '@v5'),
    ],
  }),
  honest(
    'a workflow gets another name',
    {
      '.github/workflows/tests.yml': [
        workflow('      - run: npm test\n'),
        workflow('      - run: npm test\n'),
      ],
    },
    { '.github/workflows/tests.yml': '.github/workflows/ci.yml' },
  ),
  honest('a workflow is split', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm run lint\n      - run: npm test\n'),
      workflow('      - run: npm run lint\n'),
    ],
    '.github/workflows/test.yml': [null, workflow('      - run: npm test\n')],
  }),
  honest('tests move to a reusable workflow', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      'name: CI\non:\n  push:\n  pull_request:\njobs:\n  test:\n    uses: ./.github/workflows/test.yml\n',
    ],
    '.github/workflows/test.yml': [
      null,
      workflow('      - run: npm test\n', { on: 'on:\n  workflow_call:\n' }),
    ],
  }),
  honest('tests move to make', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      workflow('      - run: make test\n'),
    ],
    Makefile: [make(''), make('test:\n\tnpm test\n')],
  }),
  honest('an upload may fail', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      workflow(
        '      - run: npm test\n      - uses: codecov/codecov-action@v4\n        continue-on-error: true\n',
      ),
    ],
  }),
  honest('an experimental job may fail', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      `${workflow('      - run: npm test\n')}  nightly:\n    runs-on: ubuntu-latest\n    continue-on-error: true\n    steps:\n      - run: npm run test:nightly\n`,
    ],
  }),
  honest('containers may be gone already', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      workflow('      - run: docker rm -f db || true\n      - run: npm test\n'),
    ],
  }),
  honest('all versions are tried', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      workflow('      - run: npm test\n', {
        job: '    strategy:\n      fail-fast: false\n      matrix:\n        node: [20, 22]\n',
      }),
    ],
  }),
  honest('old versions go', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n', {
        job: '    strategy:\n      matrix:\n        node: [16, 18, 20]\n',
      }),
      workflow('      - run: npm test\n', {
        job: '    strategy:\n      matrix:\n        node: [20]\n',
      }),
    ],
  }),
  honest('prose starts nothing', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      workflow('      - run: npm test\n', {
        on: "on:\n  push:\n    branches: [main]\n  pull_request:\n    paths-ignore:\n      - 'docs/**'\n      - '**.md'\n",
      }),
    ],
  }),
  honest('travis becomes github', {
    '.travis.yml': ['language: node_js\nscript:\n  - npm run lint\n  - npm test\n', null],
    '.github/workflows/ci.yml': [
      null,
      workflow('      - run: npm run lint\n      - run: npm test\n'),
    ],
  }),
  honest('a status is kept', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      workflow(
        '      - run: |\n          set +e\n          npm test\n          status=$?\n          npm run report\n          exit $status\n',
      ),
    ],
  }),
  honest('jobs change places', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm run lint\n      - run: npm test\n'),
      workflow('      - run: npm test\n      - run: npm run lint\n'),
    ],
  }),
  honest('a failure says more', {
    'package.json': [
      scripts({ test: 'jest' }),
      scripts({ test: 'jest || (echo failed && exit 1)' }),
    ],
  }),
  honest('gitlab gets a job that may fail', {
    '.gitlab-ci.yml': [
      gitlab(''),
      gitlab('\ndeploy:\n  script:\n    - ./deploy.sh\n  when: manual\n'),
    ],
  }),
  honest('make cleans', {
    Makefile: [
      make('test:\n\tgo test ./...\n'),
      make('test:\n\tgo test -race ./...\n\nclean:\n\t-rm -rf bin\n'),
    ],
  }),
  honest('make becomes just', {
    Makefile: ['test:\n\tcargo test --all\n', null],
    justfile: [null, 'test:\n    cargo test --all\n'],
  }),
  honest('a script ends well with errexit', {
    'scripts/ci.sh': [
      '#!/bin/bash\nset -e\npytest\n',
      '#!/bin/bash\nset -e\npytest\necho done\nexit 0\n',
    ],
  }),
  honest('husky becomes lefthook', {
    '.husky/pre-push': ['npm test\n', null],
    'lefthook.yml': [null, 'pre-push:\n  commands:\n    test:\n      run: npm test\n'],
  }),
  honest('a hook is added', {
    '.pre-commit-config.yaml': [
      'repos:\n  - repo: local\n    hooks:\n      - id: pytest\n        entry: pytest\n',
      'repos:\n  - repo: local\n    hooks:\n      - id: pytest\n        entry: pytest\n      - id: ruff\n        entry: ruff check\n',
    ],
  }),
  honest('generated files are no tests', {
    'jest.config.js': [
      jest("  testPathIgnorePatterns: ['/node_modules/'],\n"),
      jest("  testPathIgnorePatterns: ['/node_modules/', '/dist/', '<rootDir>/test/fixtures/'],\n"),
    ],
  }),
  honest('what is gone is left out', {
    'vitest.config.ts': [
      vitest("    include: ['src/**/*.test.ts', 'legacy/**/*.test.ts'],\n"),
      vitest("    include: ['src/**/*.test.ts'],\n"),
    ],
    'legacy/cart.ts': ['export const legacyTotal = () => 1;\n', null],
    'legacy/cart.test.ts': ["test('sums', () => { expect(legacyTotal()).toBe(1); });\n", null],
  }),
  honest('end-to-end tests get their own configuration', {
    'vitest.config.ts': [vitest(''), vitest("    exclude: ['e2e/**'],\n")],
    'vitest.e2e.config.ts': [null, vitest("    include: ['e2e/**/*.test.ts'],\n")],
    'package.json': [
      scripts({ test: 'vitest run' }),
      scripts({ test: 'vitest run', 'test:e2e': 'vitest run --config vitest.e2e.config.ts' }),
    ],
  }),
  honest('a configuration is formatted', {
    'jest.config.js': [
      "module.exports = { testMatch: ['**/*.test.js'], coverageThreshold: { global: { lines: 80 } } };\n",
      'module.exports = {\n  testMatch: ["**/*.test.js"],\n  coverageThreshold: {\n    global: { lines: 80 },\n  },\n};\n',
    ],
  }),
  honest('pytest moves to pyproject', {
    'pytest.ini': [
      '[pytest]\naddopts = -ra -m "not slow"\ntestpaths = tests\nxfail_strict = true\n',
      null,
    ],
    'pyproject.toml': [
      '[project]\nname = "shop"\n',
      pyproject('addopts = "-ra -m \'not slow\'"\ntestpaths = ["tests"]\nxfail_strict = true\n'),
    ],
  }),
  honest('pytest says more', {
    'pyproject.toml': [
      pyproject('addopts = "-q"\n'),
      pyproject('addopts = "-ra --strict-markers --maxfail=5"\ntestpaths = ["tests"]\n'),
    ],
  }),
  honest('coverage omits migrations', {
    'pyproject.toml': [
      pyproject('addopts = "-q"\n', 'omit = ["tests/*"]\n'),
      pyproject('addopts = "-q"\n', 'omit = ["tests/*", "*/migrations/*"]\n'),
    ],
  }),
  honest('slow tests are asked for', {
    'tests/conftest.py': [
      'import pytest\n',
      'import pytest\n\n\ndef pytest_addoption(parser):\n    parser.addoption("--runslow", action="store_true")\n\n\ndef pytest_collection_modifyitems(config, items):\n    if config.getoption("--runslow"):\n        return\n    skip = pytest.mark.skip(reason="needs --runslow")\n    for item in items:\n        if "slow" in item.keywords:\n            item.add_marker(skip)\n',
    ],
  }),
  honest('surefire gets newer', {
    'pom.xml': [surefire(''), surefire('          <parallel>methods</parallel>\n')],
  }),
  honest('gradle says more', {
    'build.gradle': [
      gradle(''),
      gradle("  testLogging {\n    events 'passed', 'failed'\n  }\n  maxHeapSize = '1g'\n"),
    ],
  }),
  honest('gradle speaks Kotlin', {
    'build.gradle': [
      'jacocoTestCoverageVerification {\n  violationRules { rule { limit { minimum = 0.8 } } }\n}\n',
      null,
    ],
    'build.gradle.kts': [
      null,
      'tasks.jacocoTestCoverageVerification {\n  violationRules { rule { limit { minimum = "0.8".toBigDecimal() } } }\n}\n',
    ],
  }),
  honest('codecov asks for more', {
    'codecov.yml': [
      'coverage:\n  status:\n    project:\n      default:\n        target: 70%\n',
      'coverage:\n  status:\n    project:\n      default:\n        target: 80%\n',
    ],
  }),
  honest('a snapshot follows its source', {
    'src/__snapshots__/greeting.test.js.snap': [
      snapshot({ greets: 'Hello, Ada' }),
      snapshot({ greets: 'Hi, Ada' }),
    ],
    'src/greeting.js': [
      'export const greeting = (name) => `Hello, ${name}`;\n',
      'export const greeting = (name) => `Hi, ${name}`;\n',
    ],
  }),
  honest('a snapshot is added', {
    'src/__snapshots__/greeting.test.js.snap': [
      snapshot({ greets: 'Hello, Ada' }),
      snapshot({ greets: 'Hello, Ada', parts: 'Bye' }),
    ],
  }),
  honest('a snapshot goes with its test', {
    'test/__snapshots__/greeting.test.js.snap': [
      snapshot({ greets: 'Hello, Ada', parts: 'Bye' }),
      snapshot({ parts: 'Bye' }),
    ],
    'test/greeting.test.js': [GREETING, "test('other', () => {});\n"],
  }),
  honest('a snapshot moves with its test', {
    'test/__snapshots__/greeting.test.js.snap': [snapshot({ greets: 'Hello, Ada' }), null],
    'test/unit/__snapshots__/greeting.test.js.snap': [null, snapshot({ greets: 'Hello, Ada' })],
  }),
  honest('snapshots follow a dependency', {
    'test/__snapshots__/greeting.test.js.snap': [
      snapshot({ greets: 'Hello' }),
      snapshot({ greets: 'Hello!' }),
    ],
    'package-lock.json': ['{"lockfileVersion": 3}\n', '{"lockfileVersion": 3, "packages": {}}\n'],
  }),
  honest('npm is replaced by pnpm', {
    'package.json': [
      scripts({ test: 'npm run lint && jest' }),
      scripts({ test: 'pnpm lint && jest' }),
    ],
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      workflow('      - run: npm test\n')
        .replace('npm ci', 'pnpm install --frozen-lockfile')
        .replace('npm test', 'pnpm test'),
    ],
  }),
  honest('npm is replaced by yarn', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm run test:unit -- --coverage\n'),
      workflow('      - run: yarn test:unit --coverage\n').replace(
        'npm ci',
        'yarn install --immutable',
      ),
    ],
  }),
  honest('npx is replaced by bun', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npx vitest run\n'),
      workflow('      - run: bunx vitest run\n').replace('npm ci', 'bun install'),
    ],
  }),
  honest('a script cleans up when it ends', {
    'scripts/test.sh': [
      '#!/bin/sh\nset -e\ndocker compose up -d db\npytest\ndocker compose down\n',
      "#!/bin/sh\nset -e\ntrap 'docker compose down || true' EXIT\ndocker compose up -d db\npytest\n",
    ],
  }),
  honest('a script cleans up in a function', {
    'scripts/test.sh': [
      '#!/bin/bash\nset -euo pipefail\npytest\n',
      '#!/bin/bash\nset -euo pipefail\ncleanup() {\n  rm -rf "$work"\n}\ntrap cleanup EXIT INT TERM\nwork=$(mktemp -d)\npytest\n',
    ],
  }),
  honest('a script waits for its database', {
    'scripts/test.sh': [
      '#!/bin/sh\nset -e\npytest tests\n',
      '#!/bin/sh\nset -e\nfor attempt in 1 2 3 4 5; do\n  pg_isready -h db && break || sleep 2\ndone\npytest tests\n',
    ],
  }),
  honest('a script keeps the status until it has cleaned up', {
    'scripts/test.sh': [
      '#!/bin/sh\npytest\n',
      '#!/bin/sh\npytest\nstatus=$?\ndocker compose down\nexit $status\n',
    ],
  }),
  honest('a log is kept, and the status with it', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      workflow('      - run: |\n          set -o pipefail\n          npm test | tee test.log\n'),
    ],
  }),
  honest('a failure is told before the script ends with it', {
    'ci/run.sh': [
      'set -e\ngo test ./...\n',
      'set -e\nif ! go test ./...; then\n  echo "The tests fail: see above."\n  exit 1\nfi\n',
    ],
  }),
  honest('make calls tox', {
    Makefile: [make('test:\n\tpytest tests\n'), make('test:\n\ttox -e py312\n')],
  }),
  honest('make gives way to just', {
    Makefile: [make('test:\n\tgo test ./...\n'), null],
    justfile: [null, 'test:\n    go test ./...\n'],
  }),
  honest('tox takes arguments', {
    'tox.ini': [
      '[testenv]\ndeps = pytest\ncommands = pytest tests\n',
      '[testenv]\ndeps = pytest\ncommands = pytest {posargs:tests}\n',
    ],
  }),
  honest('a matrix is written over several lines', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n', {
        job: '    strategy:\n      matrix:\n        suite: [unit, e2e]\n',
      }),
      workflow('      - run: npm test\n', {
        job: '    strategy:\n      matrix:\n        suite:\n          [\n            unit,\n            e2e,\n          ]\n',
      }),
    ],
  }),
  honest(
    'a workflow has a better name',
    {
      '.github/workflows/verify.yml': [
        workflow('      - run: npm test\n'),
        workflow('      - run: npm test\n').replace('name: CI', 'name: Verify'),
      ],
    },
    { '.github/workflows/verify.yml': '.github/workflows/ci.yml' },
  ),
  honest('actions and Node get newer', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      workflow('      - run: npm test\n')
        .replaceAll('@v4', '@v5')
        .replace('version: 20', 'version: 22'),
    ],
  }),
  honest('a job has a limit of time', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      workflow('      - run: npm test\n', { job: '    timeout-minutes: 20\n' }),
    ],
  }),
  honest('coverage is sent, which may fail', {
    '.github/workflows/ci.yml': [
      workflow('      - run: npm test\n'),
      workflow(
        '      - run: npm test\n      - uses: codecov/codecov-action@v5\n        continue-on-error: true\n',
      ),
    ],
  }),
  honest('a script updates snapshots on demand', {
    'package.json': [
      scripts({ test: 'vitest run' }),
      scripts({ test: 'vitest run', 'test:update': 'vitest run -u' }),
    ],
  }),
  honest('a test that is gone is left out no more', {
    'pytest.ini': [
      '[pytest]\naddopts = -ra --ignore=tests/test_legacy.py\n',
      '[pytest]\naddopts = -ra\n',
    ],
    'tests/test_legacy.py': ['def test_legacy():\n    assert legacy() == 1\n', null],
  }),
  honest('a test goes, and what is left of its folder is left out', {
    'jest.config.js': [
      jest(''),
      jest("  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/src/legacy/'],\n"),
    ],
    'src/legacy/pay.js': ['exports.pay = () => 1;\n', null],
    'src/legacy/pay.test.js': ["test('pays', () => { expect(pay(1)).toBe(1); });\n", null],
  }),
  honest('a linter has its new name', {
    '.pre-commit-config.yaml': [
      'repos:\n  - repo: https://github.com/astral-sh/ruff-pre-commit\n    rev: v0.9.0\n    hooks:\n      - id: ruff\n',
      'repos:\n  - repo: https://github.com/astral-sh/ruff-pre-commit\n    rev: v0.12.0\n    hooks:\n      - id: ruff-check\n',
    ],
  }),
  honest('pytest does not look into documents', {
    'setup.cfg': [
      '[tool:pytest]\naddopts = -ra\n',
      '[tool:pytest]\naddopts = -ra\nnorecursedirs = .* *.egg docs artwork\n',
    ],
  }),
  honest('a result is kept in its test', {
    'src/__snapshots__/greeting.test.js.snap': [snapshot({ greets: 'Hello, Ada' }), null],
    'src/greeting.test.js': [
      GREETING,
      GREETING.replace('toMatchSnapshot()', 'toMatchInlineSnapshot(`"Hello, Ada"`)'),
    ],
  }),
  honest('an expected page follows its template', {
    'test/expected/cart.html': ['<b>12</b>\n', '<strong>12</strong>\n'],
    'src/cart.hbs': ['<b>{{total}}</b>\n', '<strong>{{total}}</strong>\n'],
  }),
  honest('an expected document follows what is given', {
    'test/fixtures/cart/expected.json': ['{"total": 12}\n', '{"total": 15}\n'],
    'test/fixtures/cart/input.json': ['{"items": [12]}\n', '{"items": [12, 3]}\n'],
  }),
  honest('a request of the tests is longer', {
    'api/testdata/request.json': ['{"items": [1]}\n', '{"items": [1, 2]}\n'],
  }),
];

/** What is done to configuration and to kept results: weakened first, then honest. */
export const CONFIGURATION_EXAMPLES: readonly TamperingExample[] = [...WEAKENED, ...HONEST];
