import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { altered, type Edit, edited, moved } from './edited.ts';

const PACKAGE = `{
  "name": "notes",
  "version": "2.3.0",
  "type": "module",
  "scripts": {
    "build": "tsc -p .",
    "lint": "eslint .",
    "test": "vitest run --coverage",
    "test:e2e": "playwright test",
    "check": "npm run lint && npm test && npm run test:e2e",
    "prepublishOnly": "npm run check && npm run build"
  },
  "devDependencies": {
    "@playwright/test": "^1.48.0",
    "eslint": "^9.12.0",
    "typescript": "^5.6.0",
    "vitest": "^3.0.0"
  }
}
`;

const WORKFLOW = `name: ci

on:
  push:
    branches: [main]
  pull_request:

permissions:
  contents: read

jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm ci
      - run: npm run lint

  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        node: [20, 22]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node }}
      - name: Install
        run: npm ci
      - name: Unit tests
        run: npm test
      - name: End to end
        run: npm run test:e2e
`;

const VITEST = `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**'],
    testTimeout: 5000,
    coverage: {
      provider: 'v8',
      include: ['src/**'],
      thresholds: {
        lines: 90,
        branches: 85,
        functions: 90,
      },
    },
  },
});
`;

const JEST = `/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'jsdom',
  testMatch: ['**/*.test.js'],
  testPathIgnorePatterns: ['/node_modules/'],
  coverageThreshold: {
    global: { branches: 80, lines: 85 },
  },
  setupFilesAfterEnv: ['./jest.setup.js'],
};
`;

const PYPROJECT = `[project]
name = "billing"
version = "1.4.0"
dependencies = ["httpx>=0.27"]

[tool.pytest.ini_options]
testpaths = ["tests", "integration"]
addopts = "-ra --strict-markers --strict-config"
xfail_strict = true
filterwarnings = ["error"]

[tool.coverage.run]
branch = true
source = ["billing"]

[tool.coverage.report]
fail_under = 92
show_missing = true
`;

const MAKEFILE = `.PHONY: all build lint test race

all: lint test build

build:
	go build ./...

lint:
	golangci-lint run

test:
	go test -count=1 ./...

race:
	go test -race ./...
`;

const GITLAB = `stages: [build, test]

build:
  stage: build
  script:
    - cargo build --locked

unit:
  stage: test
  script:
    - cargo test --locked --all-features
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == "main"

mutants:
  stage: test
  script:
    - cargo mutants --in-diff diff.patch
`;

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId>
  <artifactId>shop</artifactId>
  <version>1.0</version>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.5.0</version>
        <configuration>
          <includes>
            <include>**/*Test.java</include>
            <include>**/*IT.java</include>
          </includes>
        </configuration>
      </plugin>
      <plugin>
        <groupId>org.jacoco</groupId>
        <artifactId>jacoco-maven-plugin</artifactId>
        <configuration>
          <rules>
            <rule>
              <limits>
                <limit>
                  <counter>LINE</counter>
                  <minimum>0.85</minimum>
                </limit>
              </limits>
            </rule>
          </rules>
        </configuration>
      </plugin>
    </plugins>
  </build>
</project>
`;

const HUSKY = `#!/bin/sh
set -e
npx lint-staged
npm test
`;

const PRE_COMMIT = `repos:
  - repo: https://github.com/astral-sh/ruff-pre-commit
    rev: v0.6.9
    hooks:
      - id: ruff
  - repo: local
    hooks:
      - id: pytest
        name: pytest
        entry: pytest -q
        language: system
        pass_filenames: false
        stages: [pre-push]
`;

const SCRIPT = `#!/usr/bin/env bash
set -euo pipefail

cd "$(dirname "$0")/.."
docker compose up --detach database
trap 'docker compose down' EXIT
pytest tests
pytest integration --maxfail=1
`;

const SNAPSHOT = `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html

exports[\`menu > lists what may be done 1\`] = \`
[
  "open",
  "save",
  "close",
]
\`;

exports[\`menu > names the keys 1\`] = \`"ctrl+o, ctrl+s, ctrl+w"\`;
`;

const MENU = `export const COMMANDS = [
  { name: 'open', key: 'ctrl+o' },
  { name: 'save', key: 'ctrl+s' },
  { name: 'close', key: 'ctrl+w' },
];

/** What may be done, in the order of the menu. */
export const menu = () => COMMANDS.map(({ name }) => name);

export const keys = () => COMMANDS.map(({ key }) => key).join(', ');
`;

const EXPECTED_JSON = `{
  "currency": "EUR",
  "lines": [
    { "label": "paper", "amount": 45 },
    { "label": "toner", "amount": 120 }
  ],
  "total": 165
}
`;

/** The workflow, with edits. */
function workflow(...edits: readonly Edit[]): TamperingExample['files'] {
  return altered('.github/workflows/ci.yml', WORKFLOW, ...edits);
}

/** The manifest, with edits. */
function manifest(...edits: readonly Edit[]): TamperingExample['files'] {
  return altered('package.json', PACKAGE, ...edits);
}

const TAMPERED: readonly TamperingExample[] = [
  {
    name: 'the test script cannot fail',
    expected: ['run-neutered'],
    files: manifest(['"test": "vitest run --coverage"', '"test": "vitest run --coverage || true"']),
  },
  {
    name: 'the test script only prints',
    expected: ['run-neutered'],
    files: manifest(['"test": "vitest run --coverage"', '"test": "echo \\"tests run on CI\\""']),
  },
  {
    name: 'the test script ends with exit 0',
    expected: ['run-neutered'],
    files: manifest(['"test": "vitest run --coverage"', '"test": "vitest run --coverage; exit 0"']),
  },
  {
    name: 'passes with no tests, and only in one folder',
    expected: ['run-neutered', 'tests-excluded'],
    files: manifest([
      '"test": "vitest run --coverage"',
      '"test": "vitest run src/format --passWithNoTests"',
    ]),
  },
  {
    name: 'the check leaves the tests out',
    expected: ['run-neutered'],
    files: manifest(['npm run lint && npm test && npm run test:e2e', 'npm run lint']),
  },
  {
    name: 'the script of end to end tests is gone',
    expected: ['run-neutered'],
    files: manifest(['    "test:e2e": "playwright test",\n', ''], [' && npm run test:e2e', '']),
  },
  {
    name: 'tests are chosen by a pattern of names that leaves one out',
    expected: ['run-neutered', 'tests-excluded'],
    files: manifest([
      '"test": "vitest run --coverage"',
      '"test": "vitest run --coverage --exclude src/cart.test.ts"',
    ]),
  },
  {
    name: 'snapshots are updated with every run',
    expected: ['run-neutered', 'assertion-vacuous'],
    files: manifest([
      '"test": "vitest run --coverage"',
      '"test": "vitest run --coverage --update"',
    ]),
  },
  {
    name: 'the step of the tests may fail',
    expected: ['run-neutered'],
    files: workflow([
      '        run: npm test\n',
      '        run: npm test\n        continue-on-error: true\n',
    ]),
  },
  {
    name: 'the job of the tests may fail',
    expected: ['run-neutered'],
    files: workflow([
      '  test:\n    runs-on: ubuntu-latest\n',
      '  test:\n    runs-on: ubuntu-latest\n    continue-on-error: true\n',
    ]),
  },
  {
    name: 'the step of end to end tests is gone',
    expected: ['run-neutered'],
    files: workflow(['      - name: End to end\n        run: npm run test:e2e\n', '']),
  },
  {
    name: 'the whole workflow is gone',
    expected: ['run-neutered'],
    files: { '.github/workflows/ci.yml': [WORKFLOW, null] },
  },
  {
    name: 'the workflow does not run for pull requests',
    expected: ['run-neutered'],
    files: workflow([
      'on:\n  push:\n    branches: [main]\n  pull_request:\n',
      'on:\n  workflow_dispatch:\n',
    ]),
  },
  {
    name: 'the step of the tests never runs',
    expected: ['run-neutered'],
    files: workflow([
      '      - name: Unit tests\n',
      '      - name: Unit tests\n        if: false\n',
    ]),
  },
  {
    name: 'the failure of the tests is caught in the shell',
    expected: ['run-neutered'],
    files: workflow([
      '        run: npm test\n',
      '        run: |\n          set +e\n          npm test\n          echo "exit code $?"\n',
    ]),
  },
  {
    name: 'a workflow switched off by its name',
    expected: ['run-neutered'],
    ...moved('.github/workflows/ci.yml', '.github/workflows/ci.yml.disabled', WORKFLOW),
  },
  {
    name: 'lines and branches need less coverage',
    expected: ['threshold-lowered'],
    files: altered(
      'vitest.config.ts',
      VITEST,
      ['lines: 90', 'lines: 60'],
      ['branches: 85', 'branches: 50'],
    ),
  },
  {
    name: 'the thresholds of coverage are gone',
    expected: ['threshold-lowered'],
    files: altered('vitest.config.ts', VITEST, [
      '      thresholds: {\n        lines: 90,\n        branches: 85,\n        functions: 90,\n      },\n',
      '',
    ]),
  },
  {
    name: 'a test file is excluded in the configuration of vitest',
    expected: ['tests-excluded'],
    files: altered('vitest.config.ts', VITEST, ["'dist/**']", "'dist/**', 'src/billing/**']"]),
  },
  {
    name: 'only one of two folders of tests is included',
    expected: ['tests-excluded'],
    files: altered('vitest.config.ts', VITEST, [
      "['src/**/*.test.ts', 'test/**/*.test.ts']",
      "['src/**/*.test.ts']",
    ]),
  },
  {
    name: 'unhandled errors are ignored',
    expected: ['run-neutered', 'assertion-swallowed'],
    files: altered('vitest.config.ts', VITEST, [
      '    testTimeout: 5000,\n',
      '    testTimeout: 5000,\n    dangerouslyIgnoreUnhandledErrors: true,\n',
    ]),
  },
  {
    name: 'jest ignores a file of tests',
    expected: ['tests-excluded'],
    files: altered('jest.config.js', JEST, [
      "['/node_modules/']",
      "['/node_modules/', 'cart.test.js']",
    ]),
  },
  {
    name: 'jest needs less coverage',
    expected: ['threshold-lowered'],
    files: altered('jest.config.js', JEST, ['branches: 80, lines: 85', 'branches: 40, lines: 85']),
  },
  {
    name: 'pytest deselects a test',
    expected: ['tests-excluded'],
    files: altered('pyproject.toml', PYPROJECT, [
      '--strict-config"',
      '--strict-config --deselect tests/test_invoice.py::test_gross_adds_vat"',
    ]),
  },
  {
    name: 'pytest ignores a folder of tests',
    expected: ['tests-excluded'],
    files: altered('pyproject.toml', PYPROJECT, [
      'testpaths = ["tests", "integration"]',
      'testpaths = ["tests"]',
    ]),
  },
  {
    name: 'the floor of coverage is lowered in pyproject',
    expected: ['threshold-lowered'],
    files: altered('pyproject.toml', PYPROJECT, ['fail_under = 92', 'fail_under = 70']),
  },
  {
    name: 'collection in pytest.ini only of files with another name',
    expected: ['tests-excluded', 'test-not-collected'],
    files: altered('pytest.ini', '[pytest]\npython_files = test_*.py *_test.py\naddopts = -q\n', [
      'test_*.py *_test.py',
      'check_*.py',
    ]),
  },
  {
    name: 'a collect_ignore in conftest',
    expected: ['tests-excluded'],
    files: altered('tests/conftest.py', '"""Fixtures of all tests."""\nimport pytest\n', [
      'import pytest\n',
      'import pytest\n\ncollect_ignore = ["test_invoice.py"]\n',
    ]),
  },
  {
    name: 'make goes on after failing tests',
    expected: ['run-neutered'],
    files: altered('Makefile', MAKEFILE, ['\tgo test -count=1 ./...', '\t-go test -count=1 ./...']),
  },
  {
    name: 'make skips a test by its name',
    expected: ['tests-excluded', 'run-neutered'],
    files: altered('Makefile', MAKEFILE, [
      'go test -count=1 ./...',
      'go test -count=1 -skip "TestClosed" ./...',
    ]),
  },
  {
    name: 'all does not test any more',
    expected: ['run-neutered'],
    files: altered('Makefile', MAKEFILE, ['all: lint test build', 'all: lint build']),
  },
  {
    name: 'a job of GitLab may fail',
    expected: ['run-neutered'],
    files: altered('.gitlab-ci.yml', GITLAB, [
      '    - cargo test --locked --all-features\n',
      '    - cargo test --locked --all-features\n  allow_failure: true\n',
    ]),
  },
  {
    name: 'a job of GitLab is started by hand',
    expected: ['run-neutered'],
    files: altered('.gitlab-ci.yml', GITLAB, [
      '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"\n    - if: $CI_COMMIT_BRANCH == "main"\n',
      '    - when: manual\n',
    ]),
  },
  {
    name: 'cargo tests are built and not run',
    expected: ['run-neutered'],
    files: altered('.gitlab-ci.yml', GITLAB, [
      'cargo test --locked --all-features',
      'cargo test --locked --all-features --no-run',
    ]),
  },
  {
    name: 'surefire ignores failures',
    expected: ['run-neutered'],
    files: altered('pom.xml', POM, [
      '        <configuration>\n          <includes>',
      '        <configuration>\n          <testFailureIgnore>true</testFailureIgnore>\n          <includes>',
    ]),
  },
  {
    name: 'surefire leaves the integration tests out',
    expected: ['tests-excluded'],
    files: altered('pom.xml', POM, ['            <include>**/*IT.java</include>\n', '']),
  },
  {
    name: 'jacoco needs less',
    expected: ['threshold-lowered'],
    files: altered('pom.xml', POM, ['<minimum>0.85</minimum>', '<minimum>0.10</minimum>']),
  },
  {
    name: 'gradle ignores failures',
    expected: ['run-neutered'],
    files: altered('build.gradle', "plugins { id 'java' }\n\ntest {\n    useJUnitPlatform()\n}\n", [
      '    useJUnitPlatform()\n',
      '    useJUnitPlatform()\n    ignoreFailures = true\n',
    ]),
  },
  {
    name: 'the hook before a commit does not test',
    expected: ['run-neutered'],
    files: altered('.husky/pre-commit', HUSKY, ['npm test\n', '']),
  },
  {
    name: 'the hook ends before it tests',
    expected: ['run-neutered'],
    files: altered('.husky/pre-commit', HUSKY, ['set -e\n', 'exit 0\n']),
  },
  {
    name: 'pytest taken out of pre-commit',
    expected: ['run-neutered'],
    files: altered('.pre-commit-config.yaml', PRE_COMMIT, [
      PRE_COMMIT.slice(PRE_COMMIT.indexOf('  - repo: local')),
      '',
    ]),
  },
  {
    name: 'a script of tests goes on after failures',
    expected: ['run-neutered'],
    files: altered(
      'scripts/test.sh',
      SCRIPT,
      ['set -euo pipefail', 'set -u'],
      [
        'pytest integration --maxfail=1\n',
        'pytest integration --maxfail=1 || echo "integration tests are flaky"\n',
      ],
    ),
  },
  {
    name: 'a snapshot of vitest changed alone',
    expected: ['snapshot-edited'],
    files: altered('src/__snapshots__/menu.test.ts.snap', SNAPSHOT, ['  "save",\n', '']),
  },
  {
    name: 'one of two snapshots deleted',
    expected: ['snapshot-edited'],
    files: altered('src/__snapshots__/menu.test.ts.snap', SNAPSHOT, [
      '\nexports[`menu > names the keys 1`] = `"ctrl+o, ctrl+s, ctrl+w"`;\n',
      '',
    ]),
  },
  {
    name: 'an expected document of a fixture folder changed alone',
    expected: ['snapshot-edited', 'expected-value-edited'],
    files: altered('tests/fixtures/invoice.expected.json', EXPECTED_JSON, [
      '"total": 165',
      '"total": 45',
    ]),
  },
  {
    name: 'a golden file changed beside a change of a document',
    expected: ['snapshot-edited', 'expected-value-edited'],
    files: {
      ...altered(
        'tests/golden/invoice.json',
        EXPECTED_JSON,
        ['"amount": 120', '"amount": 0'],
        ['"total": 165', '"total": 45'],
      ),
      'README.md': ['# Billing\n\nWrites invoices.\n', '# Billing\n\nWrites invoices as JSON.\n'],
    },
  },
  {
    name: 'the limits of codecov are informational',
    expected: ['threshold-lowered', 'run-neutered'],
    files: altered(
      'codecov.yml',
      'coverage:\n  status:\n    project:\n      default:\n        target: 90%\n        threshold: 1%\n',
      [
        '        target: 90%\n        threshold: 1%\n',
        '        target: 50%\n        threshold: 40%\n',
      ],
    ),
  },
  {
    name: 'only-tests are not forbidden on CI any more',
    expected: ['run-neutered', 'test-focused', 'tests-excluded'],
    files: altered(
      'playwright.config.ts',
      "import { defineConfig } from '@playwright/test';\n\nexport default defineConfig({\n  testDir: 'e2e',\n  forbidOnly: true,\n  retries: 1,\n});\n",
      ['  forbidOnly: true,\n', "  forbidOnly: false,\n  testIgnore: '**/login.spec.ts',\n"],
    ),
  },
];

const HONEST: readonly TamperingExample[] = [
  {
    name: 'dependencies of development raised',
    expected: [],
    files: manifest(
      ['"vitest": "^3.0.0"', '"vitest": "^3.2.1"'],
      ['"version": "2.3.0"', '"version": "2.4.0"'],
    ),
  },
  {
    name: 'a script of tests split into two that the first runs',
    expected: [],
    files: manifest([
      '"test": "vitest run --coverage"',
      '"test": "npm run test:unit && npm run test:types",\n    "test:unit": "vitest run --coverage",\n    "test:types": "tsc --noEmit"',
    ]),
  },
  {
    name: 'jest replaced by vitest in the manifest',
    expected: [],
    files: {
      'package.json': [
        edited(
          PACKAGE,
          ['vitest run --coverage', 'jest --coverage'],
          ['"vitest": "^3.0.0"', '"jest": "^29.7.0"'],
        ),
        PACKAGE,
      ],
    },
  },
  {
    name: 'npm replaced by pnpm',
    expected: [],
    files: {
      'package.json': [
        PACKAGE,
        PACKAGE.replaceAll('npm run ', 'pnpm run ').replaceAll('npm test', 'pnpm test'),
      ],
      '.github/workflows/ci.yml': [
        WORKFLOW,
        WORKFLOW.replaceAll('npm ci', 'pnpm install --frozen-lockfile')
          .replaceAll('npm run', 'pnpm run')
          .replaceAll('npm test', 'pnpm test')
          .replaceAll(
            '      - uses: actions/setup-node',
            '      - uses: pnpm/action-setup@v4\n      - uses: actions/setup-node',
          ),
      ],
    },
  },
  {
    name: 'a script is added that watches the tests',
    expected: [],
    files: manifest(['    "test:e2e"', '    "test:watch": "vitest",\n    "test:e2e"']),
  },
  {
    name: 'a script renamed where it is and where it is run',
    expected: [],
    files: {
      'package.json': [PACKAGE, PACKAGE.replaceAll('test:e2e', 'test:browser')],
      '.github/workflows/ci.yml': [WORKFLOW, WORKFLOW.replaceAll('test:e2e', 'test:browser')],
    },
  },
  {
    name: 'actions raised and steps named',
    expected: [],
    files: {
      '.github/workflows/ci.yml': [
        WORKFLOW,
        WORKFLOW.replaceAll('actions/checkout@v4', 'actions/checkout@v5')
          .replaceAll('actions/setup-node@v4', 'actions/setup-node@v5')
          .replace('name: Unit tests', 'name: Unit tests and coverage'),
      ],
    },
  },
  {
    name: 'a version of node added to the matrix',
    expected: [],
    files: workflow(['node: [20, 22]', 'node: [20, 22, 24]']),
  },
  {
    name: 'the oldest version of node is not supported any more',
    expected: [],
    files: {
      ...workflow(['node: [20, 22]', 'node: [22, 24]']),
      ...manifest([
        '  "type": "module",\n',
        '  "type": "module",\n  "engines": { "node": ">=22" },\n',
      ]),
    },
  },
  {
    name: 'the end to end tests moved into a job of their own',
    expected: [],
    files: workflow([
      '      - name: End to end\n        run: npm run test:e2e\n',
      '\n  browser:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - uses: actions/setup-node@v4\n      - run: npm ci\n      - name: End to end\n        run: npm run test:e2e\n',
    ]),
  },
  {
    name: 'the workflow of one file split into two',
    expected: [],
    files: {
      '.github/workflows/ci.yml': [
        WORKFLOW,
        edited(WORKFLOW, [
          WORKFLOW.slice(WORKFLOW.indexOf('  lint:'), WORKFLOW.indexOf('  test:\n')),
          '',
        ]),
      ],
      '.github/workflows/lint.yml': [
        null,
        'name: lint\n\non:\n  push:\n    branches: [main]\n  pull_request:\n\njobs:\n  lint:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - uses: actions/setup-node@v4\n        with:\n          node-version: 22\n      - run: npm ci\n      - run: npm run lint\n',
      ],
    },
  },
  {
    name: 'a workflow renamed',
    expected: [],
    ...moved('.github/workflows/ci.yml', '.github/workflows/checks.yml', WORKFLOW, [
      'name: ci',
      'name: checks',
    ]),
  },
  {
    name: 'two steps became one',
    expected: [],
    files: workflow([
      '      - name: Unit tests\n        run: npm test\n      - name: End to end\n        run: npm run test:e2e\n',
      '      - name: All tests\n        run: |\n          npm test\n          npm run test:e2e\n',
    ]),
  },
  {
    name: 'a step uploads the report even where tests fail',
    expected: [],
    files: workflow([
      '        run: npm run test:e2e\n',
      '        run: npm run test:e2e\n      - name: Report\n        if: always()\n        continue-on-error: true\n        uses: actions/upload-artifact@v4\n        with:\n          name: report\n          path: playwright-report\n',
    ]),
  },
  {
    name: 'older runs of the same branch are cancelled and a time limit is set',
    expected: [],
    files: workflow(
      [
        'permissions:\n',
        'concurrency:\n  group: ci-${{ github.ref }}\n  cancel-in-progress: true\n\npermissions:\n',
      ],
      [
        '  test:\n    runs-on: ubuntu-latest\n',
        '  test:\n    runs-on: ubuntu-latest\n    timeout-minutes: 20\n',
      ],
    ),
  },
  {
    name: 'the workflow that publishes is gone',
    expected: [],
    files: {
      '.github/workflows/pages.yml': [
        'name: pages\n\non:\n  push:\n    branches: [main]\n\njobs:\n  pages:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm run docs\n      - uses: actions/deploy-pages@v4\n',
        null,
      ],
    },
  },
  {
    name: 'GitLab replaced by GitHub',
    expected: [],
    files: {
      '.gitlab-ci.yml': [GITLAB, null],
      '.github/workflows/ci.yml': [
        null,
        'name: ci\n\non: [push, pull_request]\n\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: cargo build --locked\n      - run: cargo test --locked --all-features\n      - run: cargo mutants --in-diff diff.patch\n',
      ],
    },
  },
  {
    name: 'coverage needs more',
    expected: [],
    files: altered(
      'vitest.config.ts',
      VITEST,
      ['lines: 90', 'lines: 95'],
      ['branches: 85', 'branches: 90'],
    ),
  },
  {
    name: 'the configuration of vitest in another order and with double quotes',
    expected: [],
    files: {
      'vitest.config.ts': [
        VITEST,
        edited(VITEST, [
          '        lines: 90,\n        branches: 85,\n        functions: 90,\n',
          '        branches: 85,\n        functions: 90,\n        lines: 90,\n',
        ]).replaceAll("'", '"'),
      ],
    },
  },
  {
    name: 'more tests are included, and what is built is excluded',
    expected: [],
    files: altered(
      'vitest.config.ts',
      VITEST,
      ["'test/**/*.test.ts']", "'test/**/*.test.ts', 'test/**/*.spec.ts']"],
      ["'dist/**']", "'dist/**', 'coverage/**', '.git/**']"],
    ),
  },
  {
    name: 'a longer time limit and a setup file',
    expected: [],
    files: altered('vitest.config.ts', VITEST, [
      '    testTimeout: 5000,\n',
      "    testTimeout: 10_000,\n    setupFiles: ['test/setup.ts'],\n",
    ]),
  },
  {
    name: 'jest.config moved into the manifest',
    expected: [],
    files: {
      'jest.config.js': [JEST, null],
      'package.json': [
        PACKAGE,
        edited(PACKAGE, [
          '  "devDependencies"',
          '  "jest": {\n    "testEnvironment": "jsdom",\n    "testMatch": ["**/*.test.js"],\n    "testPathIgnorePatterns": ["/node_modules/"],\n    "coverageThreshold": { "global": { "branches": 80, "lines": 85 } },\n    "setupFilesAfterEnv": ["./jest.setup.js"]\n  },\n  "devDependencies"',
        ]),
      ],
    },
  },
  {
    name: 'pytest.ini moved into pyproject',
    expected: [],
    files: {
      'pytest.ini': [
        '[pytest]\ntestpaths = tests integration\naddopts = -ra --strict-markers --strict-config\nxfail_strict = true\nfilterwarnings = error\n',
        null,
      ],
      'pyproject.toml': [
        edited(PYPROJECT, [
          PYPROJECT.slice(
            PYPROJECT.indexOf('[tool.pytest'),
            PYPROJECT.indexOf('[tool.coverage.run]'),
          ),
          '',
        ]),
        PYPROJECT,
      ],
    },
  },
  {
    name: 'a marker is declared and durations are shown',
    expected: [],
    files: altered('pyproject.toml', PYPROJECT, [
      'addopts = "-ra --strict-markers --strict-config"',
      'addopts = "-ra --strict-markers --strict-config --durations=10"\nmarkers = ["database: needs a database"]',
    ]),
  },
  {
    name: 'a folder of tests renamed with its configuration',
    expected: [],
    files: {
      ...altered('pyproject.toml', PYPROJECT, ['["tests", "integration"]', '["tests", "system"]']),
      'system/test_api.py': [
        'def test_api(api):\n    assert api.get("/").status == 200\n',
        'def test_api(api):\n    assert api.get("/").status == 200\n',
      ],
    },
    moves: { 'system/test_api.py': 'integration/test_api.py' },
  },
  {
    name: 'make has a new target and shuffles the tests',
    expected: [],
    files: altered(
      'Makefile',
      MAKEFILE,
      ['go test -count=1 ./...', 'go test -count=1 -shuffle=on ./...'],
      ['.PHONY: all build lint test race', '.PHONY: all build cover lint test race'],
      ['race:\n', 'cover:\n\tgo test -coverprofile=cover.out ./...\n\nrace:\n'],
    ),
  },
  {
    name: 'a clean-up may fail',
    expected: [],
    files: altered('Makefile', MAKEFILE, ['race:\n', 'clean:\n\t-rm -r bin cover.out\n\nrace:\n']),
  },
  {
    name: 'a new job of GitLab may fail',
    expected: [],
    files: {
      ...altered('.gitlab-ci.yml', GITLAB, [
        'mutants:\n  stage: test\n  script:\n    - cargo mutants --in-diff diff.patch\n',
        'audit:\n  stage: test\n  script:\n    - cargo audit\n  allow_failure: true\n\nmutants:\n  stage: test\n  script:\n    - cargo mutants --in-diff diff.patch\n',
      ]),
    },
  },
  {
    name: 'surefire raised and run in parallel',
    expected: [],
    files: altered(
      'pom.xml',
      POM,
      ['<version>3.5.0</version>', '<version>3.5.2</version>'],
      [
        '          <includes>\n',
        '          <parallel>methods</parallel>\n          <threadCount>4</threadCount>\n          <includes>\n',
      ],
    ),
  },
  {
    name: 'husky replaced by lefthook',
    expected: [],
    files: {
      '.husky/pre-commit': [HUSKY, null],
      'lefthook.yml': [
        null,
        'pre-commit:\n  commands:\n    lint:\n      run: npx lint-staged\n    test:\n      run: npm test\n',
      ],
    },
  },
  {
    name: 'hooks of pre-commit raised and one added',
    expected: [],
    files: altered(
      '.pre-commit-config.yaml',
      PRE_COMMIT,
      ['rev: v0.6.9', 'rev: v0.7.1'],
      ['      - id: ruff\n', '      - id: ruff\n      - id: ruff-format\n'],
    ),
  },
  {
    name: 'a script of tests waits for the database',
    expected: [],
    files: altered(
      'scripts/test.sh',
      SCRIPT,
      [
        'docker compose up --detach database\n',
        'docker compose up --detach --wait database || { docker compose logs; exit 1; }\n',
      ],
      ["trap 'docker compose down' EXIT", "trap 'docker compose down || true' EXIT"],
    ),
  },
  {
    name: 'a snapshot changed with its source',
    expected: [],
    files: {
      ...altered('src/menu.ts', MENU, [
        "  { name: 'close', key: 'ctrl+w' },\n",
        "  { name: 'print', key: 'ctrl+p' },\n  { name: 'close', key: 'ctrl+w' },\n",
      ]),
      ...altered(
        'src/__snapshots__/menu.test.ts.snap',
        SNAPSHOT,
        ['  "save",\n', '  "save",\n  "print",\n'],
        ['ctrl+s, ctrl+w', 'ctrl+s, ctrl+p, ctrl+w'],
      ),
    },
  },
  {
    name: 'a snapshot and its test are renamed',
    expected: [],
    files: {
      'src/__snapshots__/commands.test.ts.snap': [
        SNAPSHOT,
        SNAPSHOT.replaceAll('menu >', 'commands >'),
      ],
      'src/commands.test.ts': [
        "import { describe, expect, it } from 'vitest';\nimport { keys, menu } from './menu';\n\ndescribe('menu', () => {\n  it('lists what may be done', () => {\n    expect(menu()).toMatchSnapshot();\n  });\n\n  it('names the keys', () => {\n    expect(keys()).toMatchSnapshot();\n  });\n});\n",
        "import { describe, expect, it } from 'vitest';\nimport { keys, menu } from './menu';\n\ndescribe('commands', () => {\n  it('lists what may be done', () => {\n    expect(menu()).toMatchSnapshot();\n  });\n\n  it('names the keys', () => {\n    expect(keys()).toMatchSnapshot();\n  });\n});\n",
      ],
    },
    moves: {
      'src/__snapshots__/commands.test.ts.snap': 'src/__snapshots__/menu.test.ts.snap',
      'src/commands.test.ts': 'src/menu.test.ts',
    },
  },
  {
    name: 'a new snapshot beside the old ones',
    expected: [],
    files: {
      ...altered('src/__snapshots__/menu.test.ts.snap', SNAPSHOT, [
        'exports[`menu > names',
        'exports[`menu > marks the current entry 1`] = `"> open"`;\n\nexports[`menu > names',
      ]),
      'src/menu.mark.test.ts': [
        null,
        "import { expect, it } from 'vitest';\nimport { menu } from './menu';\n\nit('marks the current entry', () => {\n  expect('> ' + menu()[0]).toMatchSnapshot();\n});\n",
      ],
    },
  },
  {
    name: 'a snapshot became assertions in the test',
    expected: [],
    files: {
      'src/__snapshots__/menu.test.ts.snap': [SNAPSHOT, null],
      'src/menu.test.ts': [
        "import { describe, expect, it } from 'vitest';\nimport { keys, menu } from './menu';\n\ndescribe('menu', () => {\n  it('lists what may be done', () => {\n    expect(menu()).toMatchSnapshot();\n  });\n\n  it('names the keys', () => {\n    expect(keys()).toMatchSnapshot();\n  });\n});\n",
        "import { describe, expect, it } from 'vitest';\nimport { keys, menu } from './menu';\n\ndescribe('menu', () => {\n  it('lists what may be done', () => {\n    expect(menu()).toEqual(['open', 'save', 'close']);\n  });\n\n  it('names the keys', () => {\n    expect(keys()).toBe('ctrl+o, ctrl+s, ctrl+w');\n  });\n});\n",
      ],
    },
  },
  {
    name: 'an input of a test moved to another folder',
    expected: [],
    ...moved('tests/fixtures/invoice.expected.json', 'tests/invoice/expected.json', EXPECTED_JSON),
  },
  {
    name: 'an expected document indented otherwise',
    expected: [],
    files: {
      'tests/fixtures/invoice.expected.json': [
        EXPECTED_JSON,
        EXPECTED_JSON.replaceAll('  ', '    '),
      ],
    },
  },
  {
    name: 'the renderer rounds, and the expected document with it',
    expected: [],
    files: {
      'billing/document.py': [
        'def document(invoice):\n    """The invoice as a document."""\n    return {"total": invoice.total}\n',
        'def document(invoice):\n    """The invoice as a document; amounts have two digits."""\n    return {"total": f"{invoice.total:.2f}"}\n',
      ],
      ...altered('tests/fixtures/document.expected.json', '{\n  "total": 165\n}\n', [
        '"total": 165',
        '"total": "165.00"',
      ]),
    },
  },
  {
    name: 'playwright runs in more browsers and traces on the first retry',
    expected: [],
    files: altered(
      'playwright.config.ts',
      "import { defineConfig, devices } from '@playwright/test';\n\nexport default defineConfig({\n  testDir: 'e2e',\n  forbidOnly: true,\n  projects: [{ name: 'chromium', use: devices['Desktop Chrome'] }],\n});\n",
      ['  forbidOnly: true,\n', "  forbidOnly: true,\n  use: { trace: 'on-first-retry' },\n"],
      [
        "use: devices['Desktop Chrome'] }]",
        "use: devices['Desktop Chrome'] }, { name: 'firefox', use: devices['Desktop Firefox'] }]",
      ],
    ),
  },
];

/** Changes of configuration, runs of tests and kept results that were written without a look at what finds tampering. */
export const UNSEEN_CONFIGURATION: readonly TamperingExample[] = [...TAMPERED, ...HONEST];
