import { expect, test } from 'vitest';
import { configurationSuspicions } from '../../src/tampering/settings.ts';

const gh = (s: string) =>
  `on: [push, pull_request]\njobs:\n  test:\n    runs-on: x\n    steps:\n${s}`;
const W = '.github/workflows/ci.yml';
test.each([
  [
    'package.json',
    '{"scripts":{"test":"jest --coverage"}}',
    '{"scripts":{"test":"node -e \\"process.exit(0)\\""}}',
  ],
  ['package.json', '{"scripts":{"test":"jest"}}', '{"scripts":{"test":"true"}}'],
  [
    'package.json',
    '{"scripts":{"test":"tsc --noEmit && jest"}}',
    '{"scripts":{"test":"tsc --noEmit"}}',
  ],
  ['package.json', '{"scripts":{"test":"jest"}}', '{"scripts":{"test":"(jest || true)"}}'],
  ['package.json', '{"scripts":{"lint":"eslint .","test":"jest"}}', '{"scripts":{"test":"jest"}}'],
  ['package.json', '{"scripts":{"ci":"npm test"}}', '{"scripts":{"ci":"npm test --if-present"}}'],
  [W, gh('      - run: pytest\n'), gh('      - run: pytest || echo "failed"\n')],
  [W, gh('      - run: go test ./...\n'), gh('      - run: go test ./... -run TestAdd\n')],
  [W, gh('      - run: go test ./...\n'), gh('      - run: go build ./...\n')],
  [W, gh('      - run: mvn -B verify\n'), gh('      - run: mvn -B verify -DskipTests\n')],
  [W, gh('      - run: ./gradlew build\n'), gh('      - run: ./gradlew build -x test\n')],
  [W, gh('      - run: ./gradlew test\n'), gh('      - run: ./gradlew assemble\n')],
  [W, gh('      - run: cargo test --workspace\n'), gh('      - run: cargo test --lib\n')],
  [W, gh('      - run: cargo test\n'), gh('      - run: cargo test --no-run\n')],
  [W, gh('      - run: cargo test\n'), gh('      - run: cargo test -- --skip refund\n')],
  [
    W,
    gh('      - run: npm test\n'),
    gh("      - if: github.event_name == 'schedule'\n        run: npm test\n"),
  ],
  [
    W,
    gh('      - run: npm test\n'),
    gh('      - run: npm test\n').replace('[push, pull_request]', 'workflow_dispatch'),
  ],
  [
    W,
    gh('      - run: npm test\n'),
    gh('      - run: npm test\n').replace(
      '[push, pull_request]',
      '\n  schedule:\n    - cron: "0 0 * * *"',
    ),
  ],
  ['Makefile', 'test:\n\tpytest\n', 'test:\n\tpytest || true\n'],
  ['Makefile', 'test:\n\tpytest tests\n', 'test:\n\t@echo "ok"\n'],
  [
    'Makefile',
    'check: lint test\n\nlint:\n\truff check\n\ntest:\n\tpytest\n',
    'check: lint\n\nlint:\n\truff check\n\ntest:\n\tpytest\n',
  ],
  [
    'Taskfile.yml',
    'version: "3"\ntasks:\n  test:\n    cmds:\n      - go test ./...\n',
    'version: "3"\ntasks:\n  test:\n    cmds:\n      - cmd: go test ./...\n        ignore_error: true\n',
  ],
  ['.travis.yml', 'script: npm test\n', 'script: npm test || true\n'],
  ['.gitlab-ci.yml', 'test:\n  script: pytest\n', '.test:\n  script: pytest\n'],
  [
    'bitbucket-pipelines.yml',
    'pipelines:\n  default:\n    - step:\n        script:\n          - npm test\n',
    'pipelines:\n  default:\n    - step:\n        trigger: manual\n        script:\n          - npm test\n',
  ],
  ['Dockerfile', 'FROM node\nRUN npm ci && npm test\nCMD x\n', 'FROM node\nRUN npm ci\nCMD x\n'],
  [
    'noxfile.py',
    'def tests(session):\n    session.run("pytest", "-q")\n',
    'def tests(session):\n    session.run("pytest", "-q", success_codes=[0, 1])\n',
  ],
  [
    'cypress.config.js',
    'module.exports = { e2e: { retries: 0 } }',
    'module.exports = { e2e: { retries: 3, excludeSpecPattern: "**/pay.cy.js" } }',
  ],
  ['.nycrc', '{"check-coverage": true, "lines": 90}', '{"check-coverage": true, "lines": 50}'],
  ['.coveragerc', '[report]\nfail_under = 90\n', '[report]\nfail_under = 10\n'],
  [
    'tox.ini',
    '[testenv]\ncommands = pytest --cov-fail-under=90\n',
    '[testenv]\ncommands = pytest --cov-fail-under=50\n',
  ],
  [
    'pyproject.toml',
    '[tool.pytest.ini_options]\naddopts = "--cov-fail-under=90"\n',
    '[tool.pytest.ini_options]\naddopts = "--cov-fail-under=60"\n',
  ],
  [
    'build.gradle.kts',
    'tasks.jacocoTestCoverageVerification { violationRules { rule { limit { minimum = "0.9".toBigDecimal() } } } }',
    'tasks.jacocoTestCoverageVerification { violationRules { rule { limit { minimum = "0.5".toBigDecimal() } } } }',
  ],
  [
    'build.gradle.kts',
    'kover { reports { verify { rule { minBound(80) } } } }',
    'kover { reports { verify { rule { minBound(40) } } } }',
  ],
  [
    'build.gradle.kts',
    'tasks.test {\n  useJUnitPlatform()\n}',
    'tasks.test {\n  useJUnitPlatform()\n  enabled = false\n}',
  ],
  [
    'build.gradle',
    'test {\n  useJUnitPlatform()\n}',
    "test {\n  useJUnitPlatform()\n  exclude '**/RefundTest.class'\n}",
  ],
  [
    'build.gradle.kts',
    'tasks.withType<Test> {\n  useJUnitPlatform()\n}',
    'tasks.withType<Test> {\n  useJUnitPlatform {\n    excludeTags("slow")\n  }\n}',
  ],
  ['.mvn/maven.config', '-B\n', '-B -DskipTests\n'],
  ['.mocharc.yml', 'spec: test/**/*.js\n', 'spec: test/**/*.js\nignore:\n  - test/pay.js\n'],
  ['.mocharc.json', '{"forbid-only": true}', '{"forbid-only": false}'],
  [
    'package.json',
    '{"jest":{"testMatch":["**/*.test.js"]}}',
    '{"jest":{"testMatch":["**/add.test.js"]}}',
  ],
  [
    'vite.config.ts',
    'export default { test: { coverage: { thresholds: { lines: 90 } } } }',
    'export default { test: { coverage: { thresholds: { lines: 40 } } } }',
  ],
  ['.husky/pre-commit', 'npm test\n', 'exit 0\nnpm test\n'],
  ['.husky/pre-commit', 'npm test\n', '# npm test\n'],
  [
    'sonar-project.properties',
    'sonar.coverage.exclusions=**/gen/**\n',
    'sonar.coverage.exclusions=**/gen/**,src/billing/**\n',
  ],
  [
    '.eslintrc.json',
    '{"rules":{"jest/no-focused-tests":"error"}}',
    '{"rules":{"jest/no-focused-tests":"off"}}',
  ],
  [
    'pytest.ini',
    '[pytest]\naddopts = -ra\n',
    '[pytest]\naddopts = -ra -p no:randomly -m "not integration"\n',
  ],
  ['pytest.ini', '[pytest]\npython_files = test_*.py\n', '[pytest]\npython_files = check_*.py\n'],
  [
    'pytest.ini',
    '[pytest]\nnorecursedirs = .git\n',
    '[pytest]\nnorecursedirs = .git integration\n',
  ],
  ['ci/run.sh', 'set -e\npytest\n', 'set -e\npytest || true\n'],
])('reports in %s: %j → %j', (path, before, after) => {
  expect(configurationSuspicions([{ path, before, after }]).length).toBeGreaterThan(0);
});

const moved = (path: string, earlierPath: string, text: string) =>
  configurationSuspicions([{ path, earlierPath, before: text, after: text }]);

test.each([
  ['.github/workflows/ci.yml.disabled'],
  ['.github/workflows/ci.yml.bak'],
  ['.github/disabled/ci.yml'],
  ['docs/old/ci.yml'],
])('reports a workflow that is moved to %s', (path) => {
  const found = moved(path, W, gh('      - run: npm test\n'));
  expect(found.map(({ kind }) => kind)).toEqual(['run-neutered']);
});

test('is quiet about a workflow with another name', () => {
  expect(moved('.github/workflows/tests.yml', W, gh('      - run: npm test\n'))).toEqual([]);
});

test.each([
  [W, gh('      - run: npm ci\n'), gh('      - run: pnpm install --frozen-lockfile\n')],
  [
    W,
    gh('      - run: npm ci\n      - run: npm test\n'),
    gh('      - run: pnpm install\n      - run: pnpm test\n'),
  ],
  [
    W,
    gh('      - run: npm ci\n      - run: npm test --workspaces\n'),
    gh('      - run: pnpm -r test\n'),
  ],
  [W, gh('      - run: npx jest --ci\n'), gh('      - run: yarn jest --ci\n')],
  [
    'tox.ini',
    '[testenv]\ncommands = pytest tests\n',
    '[testenv]\ncommands = pytest {posargs:tests}\n',
  ],
  ['tox.ini', '[testenv:report]\ncommands = coverage report\n', '[tox]\nenvlist = py\n'],
  ['Makefile', 'test:\n\tpytest tests\n', 'test:\n\ttox -e py\n'],
  ['Makefile', 'test:\n\tpytest tests\n', undefined],
  [
    'package.json',
    '{"scripts":{"test":"mocha --check-leaks --no-exit test/ test/acceptance/"}}',
    '{"scripts":{"test":"mocha --check-leaks test/ test/acceptance/"}}',
  ],
  [
    'setup.cfg',
    '[tool:pytest]\naddopts = -q\n',
    '[tool:pytest]\naddopts = -q\nnorecursedirs = .* *.egg env* artwork docs\n',
  ],
  [
    W,
    gh('').replace(
      'runs-on: x',
      "strategy:\n      matrix:\n        test-tags: ['', '-race']\n    runs-on: x",
    ),
    gh('').replace(
      'runs-on: x',
      "strategy:\n      matrix:\n        test-tags:\n          [\n            '',\n            '-race',\n          ]\n    runs-on: x",
    ),
  ],
  [
    '.pre-commit-config.yaml',
    'repos:\n- repo: x\n  hooks:\n    - id: ruff\n',
    'repos:\n- repo: x\n  hooks:\n    - id: ruff-check\n',
  ],
])('is quiet in %s: %j → %j', (path, before, after) => {
  expect(configurationSuspicions([{ path, before, after }])).toEqual([]);
});

test('is quiet where a test that is gone is left out', () => {
  const found = configurationSuspicions([
    {
      path: 'Makefile',
      before: 'test:\n\tgo test ./...\n',
      after: 'test:\n\tgo test ./... -skip TestLegacy\n',
    },
    { path: 'a_test.go', before: 'func TestLegacy(t *testing.T) {}', after: 'package a' },
  ]);
  expect(found).toEqual([]);
});

test.each([
  [W, gh('      - run: npm test\n'), gh('      - run: npm test -- -u\n')],
  [
    W,
    gh('      - run: pytest\n'),
    gh('      - run: pytest\n        env:\n          UPDATE_SNAPSHOTS: 1\n'),
  ],
  [
    'playwright.config.ts',
    'export default { retries: 0 }',
    "export default { retries: 0, updateSnapshots: 'all' }",
  ],
  ['vitest.config.ts', 'export default { test: {} }', 'export default { test: { update: true } }'],
])('reports in %s results that are written anew: %j → %j', (path, before, after) => {
  const found = configurationSuspicions([{ path, before, after }]);
  expect(found.map(({ kind }) => kind)).toEqual(['run-neutered']);
});
