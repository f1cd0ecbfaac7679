import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { altered, edited, moved } from '../unseen/edited.ts';

const WORKFLOW = `name: checks
on:
  push:
    branches: [main]
  pull_request:
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v3
      - run: make lint
  test:
    runs-on: \${{ matrix.os }}
    strategy:
      matrix:
        os: [ubuntu-latest, macos-latest, windows-latest]
        python: ['3.8', '3.11', '3.12']
    steps:
      - uses: actions/checkout@v3
      - uses: actions/setup-python@v4
        with:
          python-version: \${{ matrix.python }}
      - run: pip install -e .[test]
      - name: Unit tests
        run: pytest -q tests/unit
      - name: Integration tests
        run: pytest -q tests/integration
`;

const PACKAGE = `{
  "name": "widgets",
  "version": "3.1.0",
  "scripts": {
    "build": "tsc -b",
    "lint": "eslint .",
    "test": "npm run lint && jest --ci",
    "test:e2e": "playwright test",
    "prepublishOnly": "npm test && npm run build"
  },
  "jest": {
    "testEnvironment": "jsdom",
    "testMatch": ["<rootDir>/src/**/*.test.ts"],
    "coverageThreshold": {
      "global": { "branches": 80, "lines": 90 }
    }
  },
  "devDependencies": {
    "jest": "^28.1.3"
  }
}
`;

const PYPROJECT = `[project]
name = "tempo"
requires-python = ">=3.8"

[tool.pytest.ini_options]
testpaths = ["tests", "integration"]
addopts = "-ra --strict-markers"
xfail_strict = true

[tool.coverage.report]
fail_under = 92
exclude_lines = ["pragma: no cover"]
`;

const MAKEFILE = `.PHONY: all test lint

all: lint test

lint:
	golangci-lint run

test:
	go vet ./...
	go test -race -count=1 ./...
`;

const POM = `<project>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.2.5</version>
        <configuration>
          <includes>
            <include>**/*Test.java</include>
            <include>**/*Spec.java</include>
          </includes>
        </configuration>
      </plugin>
    </plugins>
  </build>
</project>
`;

const GRADLE = `plugins {
    kotlin("jvm") version "1.9.22"
    jacoco
}

tasks.test {
    useJUnitPlatform()
    finalizedBy(tasks.jacocoTestReport)
}

tasks.jacocoTestCoverageVerification {
    violationRules {
        rule { limit { minimum = "0.85".toBigDecimal() } }
    }
}

tasks.check { dependsOn(tasks.jacocoTestCoverageVerification) }
`;

const VITEST = `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    coverage: { provider: 'v8', thresholds: { lines: 90, functions: 85 } },
  },
});
`;

const GITLAB = `stages: [build, test]

build:
  stage: build
  script:
    - cargo build --locked

unit:
  stage: test
  script:
    - cargo test --locked --workspace
    - cargo test --doc
`;

const HOOK = `#!/bin/sh
set -e
npx lint-staged
npm test
`;

const BADGE = `import { escape } from './escape';

export function badge(label: string, count: number): string {
  return '<span class="badge">' + escape(label) + ' <b>' + count + '</b></span>';
}
`;
const BADGE_TEST = `import { badge } from '../badge';

test('badge', () => {
  expect(badge('new', 3)).toMatchSnapshot();
});

test('escaped badge', () => {
  expect(badge('<a>', 1)).toMatchSnapshot();
});
`;
const BADGE_SNAPSHOT = `// Jest Snapshot v1, https://goo.gl/fbAQLP

exports[\`badge 1\`] = \`"<span class=\\"badge\\">new <b>3</b></span>"\`;

exports[\`escaped badge 1\`] = \`"<span class=\\"badge\\">&lt;a&gt; <b>1</b></span>"\`;
`;
const SNAPSHOT_PATH = 'src/__tests__/__snapshots__/badge.test.ts.snap';

const GOLDEN_TEST = `package report

import (
	"os"
	"testing"
)

func TestRender(t *testing.T) {
	want, err := os.ReadFile("testdata/report.golden")
	if err != nil {
		t.Fatal(err)
	}
	if got := Render(sample()); got != string(want) {
		t.Errorf("got:\\n%s\\nwant:\\n%s", got, want)
	}
}
`;
const GOLDEN = 'name   total\ntea       30\ncoffee   120\n';
const RENDER = `package report

import (
	"fmt"
	"strings"
)

func Render(lines []Line) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-6s %5s\\n", "name", "total")
	for _, line := range lines {
		fmt.Fprintf(&b, "%-6s %5d\\n", line.Name, line.Total)
	}
	return b.String()
}
`;

const TAMPERED: readonly TamperingExample[] = [
  {
    name: 'integration tests of the workflow may fail while a flake is looked into',
    expected: ['run-neutered'],
    files: {
      'src/tempo/client.py': ['TIMEOUT = 5\n', 'TIMEOUT = 10\n'],
      ...altered('.github/workflows/checks.yml', WORKFLOW, [
        '      - name: Integration tests\n',
        '      - name: Integration tests\n        continue-on-error: true\n',
      ]),
    },
  },
  {
    name: 'the step of the integration tests is gone in a bump of actions',
    expected: ['run-neutered', 'tests-excluded'],
    files: {
      '.github/workflows/checks.yml': [
        WORKFLOW,
        edited(WORKFLOW.replaceAll('checkout@v3', 'checkout@v4'), [
          '      - name: Integration tests\n        run: pytest -q tests/integration\n',
          '',
        ]),
      ],
    },
  },
  {
    name: 'the job of the tests has a condition that never holds',
    expected: ['run-neutered'],
    files: altered('.github/workflows/checks.yml', WORKFLOW, [
      '  test:\n    runs-on',
      '  test:\n    if: false\n    runs-on',
    ]),
  },
  {
    name: 'the unit tests deselect what fails',
    expected: ['tests-excluded', 'run-neutered'],
    files: altered('.github/workflows/checks.yml', WORKFLOW, [
      'pytest -q tests/unit',
      'pytest -q tests/unit --deselect tests/unit/test_clock.py -k "not leap"',
    ]),
  },
  {
    name: 'the test script passes with no tests after a move of the folder',
    expected: ['run-neutered'],
    files: altered('package.json', PACKAGE, ['jest --ci"', 'jest --ci --passWithNoTests"']),
  },
  {
    name: 'the end-to-end script only says something, and a bump hides it',
    expected: ['run-neutered'],
    files: altered(
      'package.json',
      PACKAGE,
      ['"test:e2e": "playwright test"', '"test:e2e": "playwright test || echo skipped"'],
      ['"jest": "^28.1.3"', '"jest": "^29.7.0"'],
    ),
  },
  {
    name: 'lines may be covered by three quarters',
    expected: ['threshold-lowered'],
    files: {
      'src/cache.ts': [
        'export const cache = new Map<string, string>();\n',
        'export const cache = new Map<string, string>();\n\nexport function clear(): void {\n  cache.clear();\n}\n',
      ],
      ...altered('package.json', PACKAGE, [
        '"branches": 80, "lines": 90',
        '"branches": 60, "lines": 75',
      ]),
    },
  },
  {
    name: 'a folder of tests is left out of the paths of pytest',
    expected: ['tests-excluded'],
    files: altered('pyproject.toml', PYPROJECT, [
      'testpaths = ["tests", "integration"]',
      'testpaths = ["tests"]',
    ]),
  },
  {
    name: 'options of pytest ignore a file, and xfail is not strict',
    expected: ['tests-excluded', 'run-neutered', 'threshold-lowered'],
    files: altered('pyproject.toml', PYPROJECT, [
      'addopts = "-ra --strict-markers"\nxfail_strict = true',
      'addopts = "-ra --strict-markers --ignore=tests/test_timezones.py"\nxfail_strict = false',
    ]),
  },
  {
    name: 'a minus before go test in the Makefile',
    expected: ['run-neutered'],
    files: altered('Makefile', MAKEFILE, [
      '\tgo test -race -count=1 ./...\n',
      '\t-go test -race -count=1 ./...\n',
    ]),
  },
  {
    name: 'go test runs what matches a name only',
    expected: ['tests-excluded', 'run-neutered'],
    files: altered('Makefile', MAKEFILE, [
      'go test -race -count=1 ./...',
      "go test -count=1 -skip 'TestSync|TestReplay' ./...",
    ]),
  },
  {
    name: 'failures of surefire are ignored',
    expected: ['run-neutered'],
    files: altered('pom.xml', POM, [
      '        <configuration>\n',
      '        <configuration>\n          <testFailureIgnore>true</testFailureIgnore>\n',
    ]),
  },
  {
    name: 'specs are excluded from surefire',
    expected: ['tests-excluded'],
    files: altered('pom.xml', POM, [
      '          </includes>\n',
      '          </includes>\n          <excludes>\n            <exclude>**/LedgerSpec.java</exclude>\n          </excludes>\n',
    ]),
  },
  {
    name: 'Gradle goes on after failures and asks for less coverage',
    expected: ['run-neutered', 'threshold-lowered'],
    files: altered(
      'build.gradle.kts',
      GRADLE,
      ['    useJUnitPlatform()\n', '    useJUnitPlatform()\n    ignoreFailures = true\n'],
      ['"0.85"', '"0.5"'],
    ),
  },
  {
    name: 'Vitest leaves a folder out',
    expected: ['tests-excluded'],
    files: altered('vitest.config.ts', VITEST, [
      "    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],\n",
      "    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],\n    exclude: ['**/node_modules/**', 'test/sync/**'],\n",
    ]),
  },
  {
    name: 'the tests of a pipeline of GitLab may fail',
    expected: ['run-neutered'],
    files: altered('.gitlab-ci.yml', GITLAB, [
      'unit:\n  stage: test\n',
      'unit:\n  stage: test\n  allow_failure: true\n',
    ]),
  },
  {
    name: 'the hook before a commit ends before the tests',
    expected: ['run-neutered'],
    files: altered('.husky/pre-commit', HOOK, ['npm test\n', 'exit 0\nnpm test\n']),
  },
  {
    name: 'a kept badge is edited to have no escape',
    expected: ['snapshot-edited'],
    files: altered(SNAPSHOT_PATH, BADGE_SNAPSHOT, ['&lt;a&gt;', '<a>']),
  },
  {
    name: 'a golden report loses its padding, and nothing else changes',
    expected: ['snapshot-edited', 'expected-value-edited'],
    files: {
      'report/testdata/report.golden': [GOLDEN, edited(GOLDEN, ['tea       30', 'tea 30'])],
      'report/doc.go': [
        '// Package report renders.\npackage report\n',
        '// Package report renders tables.\npackage report\n',
      ],
    },
  },
  {
    name: 'the golden file is written anew by its own test',
    expected: ['assertion-vacuous', 'assertion-removed', 'assertion-weakened', 'snapshot-edited'],
    files: altered('report/report_test.go', GOLDEN_TEST, [
      '	want, err := os.ReadFile("testdata/report.golden")\n',
      '	_ = os.WriteFile("testdata/report.golden", []byte(Render(sample())), 0o644)\n	want, err := os.ReadFile("testdata/report.golden")\n',
    ]),
  },
];

const HONEST: readonly TamperingExample[] = [
  {
    name: 'actions are bumped and the steps are named',
    expected: [],
    files: {
      '.github/workflows/checks.yml': [
        WORKFLOW,
        edited(
          WORKFLOW.replaceAll('checkout@v3', 'checkout@v4').replaceAll(
            'setup-python@v4',
            'setup-python@v5',
          ),
          ['      - run: pip install', '      - name: Install\n        run: pip install'],
        ),
      ],
    },
  },
  {
    name: 'support of Python 3.8 ends',
    expected: [],
    files: {
      ...altered('.github/workflows/checks.yml', WORKFLOW, [
        "['3.8', '3.11', '3.12']",
        "['3.11', '3.12', '3.13']",
      ]),
      ...altered('pyproject.toml', PYPROJECT, [
        'requires-python = ">=3.8"',
        'requires-python = ">=3.11"',
      ]),
    },
  },
  {
    name: 'unit and integration tests become one step',
    expected: [],
    files: altered('.github/workflows/checks.yml', WORKFLOW, [
      `      - name: Unit tests
        run: pytest -q tests/unit
      - name: Integration tests
        run: pytest -q tests/integration
`,
      `      - name: Tests
        run: pytest -q tests/unit tests/integration
`,
    ]),
  },
  {
    name: 'the workflow is reused from a file of its own',
    expected: [],
    ...moved('.github/workflows/checks.yml', '.github/workflows/ci.yml', WORKFLOW, [
      'name: checks\n',
      'name: ci\n',
    ]),
  },
  {
    name: 'Jest is replaced by Vitest, thresholds and all',
    expected: [],
    files: {
      ...altered(
        'package.json',
        PACKAGE,
        ['npm run lint && jest --ci', 'npm run lint && vitest run'],
        [
          `  "jest": {
    "testEnvironment": "jsdom",
    "testMatch": ["<rootDir>/src/**/*.test.ts"],
    "coverageThreshold": {
      "global": { "branches": 80, "lines": 90 }
    }
  },
`,
          '',
        ],
        ['"jest": "^28.1.3"', '"vitest": "^2.1.4"'],
      ),
      'vitest.config.ts': [
        null,
        `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    coverage: { thresholds: { branches: 80, lines: 90 } },
  },
});
`,
      ],
    },
  },
  {
    name: 'scripts are run with pnpm',
    expected: [],
    files: altered(
      'package.json',
      PACKAGE,
      ['npm run lint && jest --ci', 'pnpm lint && jest --ci'],
      ['npm test && npm run build', 'pnpm test && pnpm build'],
    ),
  },
  {
    name: 'more is covered, and must be',
    expected: [],
    files: altered('pyproject.toml', PYPROJECT, ['fail_under = 92', 'fail_under = 94']),
  },
  {
    name: 'the folder of the integration tests moves below tests',
    expected: [],
    files: {
      ...altered('pyproject.toml', PYPROJECT, [
        'testpaths = ["tests", "integration"]',
        'testpaths = ["tests"]',
      ]),
      'tests/integration/test_sync.py': [
        'from tempo import sync\n\n\ndef test_sync():\n    assert sync([1]) == [1]\n',
        'from tempo import sync\n\n\ndef test_sync():\n    assert sync([1]) == [1]\n',
      ],
    },
    moves: { 'tests/integration/test_sync.py': 'integration/test_sync.py' },
  },
  {
    name: 'the Makefile tests with gotestsum and keeps its flags',
    expected: [],
    files: altered('Makefile', MAKEFILE, [
      '\tgo test -race -count=1 ./...\n',
      '\tgotestsum -- -race -count=1 ./...\n',
    ]),
  },
  {
    name: 'surefire is bumped and includes all of its tests by name',
    expected: [],
    files: altered(
      'pom.xml',
      POM,
      ['<version>3.2.5</version>', '<version>3.5.2</version>'],
      [
        '            <include>**/*Test.java</include>\n',
        '            <include>**/*Test.java</include>\n            <include>**/*Tests.java</include>\n',
      ],
    ),
  },
  {
    name: 'Kotlin 2 and reports of tests in Gradle',
    expected: [],
    files: altered(
      'build.gradle.kts',
      GRADLE,
      ['version "1.9.22"', 'version "2.0.21"'],
      [
        '    useJUnitPlatform()\n',
        '    useJUnitPlatform()\n    testLogging { events("failed", "skipped") }\n',
      ],
    ),
  },
  {
    name: 'Vitest has projects for the node and for the browser',
    expected: [],
    files: altered('vitest.config.ts', VITEST, [
      `    environment: 'node',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
`,
      `    projects: [
      { extends: true, test: { name: 'node', environment: 'node', include: ['src/**/*.test.ts'] } },
      { extends: true, test: { name: 'browser', environment: 'jsdom', include: ['test/**/*.test.ts'] } },
    ],
`,
    ]),
  },
  {
    name: 'the pipeline of GitLab tests with nextest',
    expected: [],
    files: altered('.gitlab-ci.yml', GITLAB, [
      '    - cargo test --locked --workspace\n',
      '    - cargo nextest run --locked --workspace\n',
    ]),
  },
  {
    name: 'the hook before a commit is quiet and names its shell',
    expected: [],
    files: altered('.husky/pre-commit', HOOK, ['npx lint-staged\n', 'npx lint-staged --quiet\n']),
  },
  {
    name: 'badges are in a div, and kept as such',
    expected: [],
    files: {
      'src/badge.ts': [
        BADGE,
        BADGE.replace('<span class="badge">', '<div class="badge">').replace('</span>', '</div>'),
      ],
      [SNAPSHOT_PATH]: [
        BADGE_SNAPSHOT,
        BADGE_SNAPSHOT.replaceAll('<span', '<div').replaceAll('</span>', '</div>'),
      ],
    },
  },
  {
    name: 'Jest 29 writes quotes without backslashes',
    expected: [],
    files: {
      ...altered('package.json', PACKAGE, ['"jest": "^28.1.3"', '"jest": "^29.7.0"']),
      [SNAPSHOT_PATH]: [BADGE_SNAPSHOT, BADGE_SNAPSHOT.replaceAll('\\"', '"')],
    },
  },
  {
    name: 'a test of a badge is renamed, and what is kept of it',
    expected: [],
    files: {
      ...altered('src/__tests__/badge.test.ts', BADGE_TEST, [
        "test('escaped badge'",
        "test('badge of a tag'",
      ]),
      [SNAPSHOT_PATH]: [
        BADGE_SNAPSHOT,
        edited(BADGE_SNAPSHOT, ['escaped badge 1', 'badge of a tag 1']),
      ],
    },
  },
  {
    name: 'what is kept of the badges becomes inline',
    expected: [],
    files: {
      ...altered(
        'src/__tests__/badge.test.ts',
        BADGE_TEST,
        [
          "badge('new', 3)).toMatchSnapshot();",
          'badge(\'new\', 3)).toMatchInlineSnapshot(`"<span class="badge">new <b>3</b></span>"`);',
        ],
        [
          "badge('<a>', 1)).toMatchSnapshot();",
          'badge(\'<a>\', 1)).toMatchInlineSnapshot(`"<span class="badge">&lt;a&gt; <b>1</b></span>"`);',
        ],
      ),
      [SNAPSHOT_PATH]: [BADGE_SNAPSHOT, null],
    },
  },
  {
    name: 'the report has wider columns, and so has the golden file',
    expected: [],
    files: {
      'report/render.go': [RENDER, RENDER.replaceAll('%-6s %5', '%-10s %5')],
      'report/testdata/report.golden': [
        GOLDEN,
        'name       total\ntea           30\ncoffee       120\n',
      ],
    },
  },
  {
    name: 'the report is withdrawn, with its golden file',
    expected: [],
    files: {
      'report/render.go': [RENDER, null],
      'report/report_test.go': [GOLDEN_TEST, null],
      'report/testdata/report.golden': [GOLDEN, null],
    },
  },
];

export const SECOND_CONFIGURATION: readonly TamperingExample[] = [...TAMPERED, ...HONEST];
