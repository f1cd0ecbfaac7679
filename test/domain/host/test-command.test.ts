import { expect, it } from 'vitest';
import { testCommandsIn } from '../../../src/domain/host/test-command.ts';

const npm = (test: string): string => JSON.stringify({ scripts: { test } });

it.each<[what: string, files: Readonly<Record<string, string>>, commands: readonly string[]]>([
  ['npm', { 'package.json': npm('vitest') }, ['npm test']],
  ['pnpm', { 'package.json': npm('vitest'), 'pnpm-lock.yaml': '' }, ['pnpm test']],
  ['yarn', { 'package.json': npm('jest'), 'yarn.lock': '' }, ['yarn test']],
  ['bun', { 'package.json': npm('bun test'), 'bun.lock': '' }, ['bun run test']],
  [
    'npm’s own placeholder is no test',
    { 'package.json': npm('echo "Error: no test specified" && exit 1') },
    [],
  ],
  ['a package without scripts', { 'package.json': '{}' }, []],
  ['a broken package', { 'package.json': '{"scripts":' }, []],
  ['a package beside cargo', { 'package.json': '{}', 'Cargo.toml': '' }, ['cargo test']],
  ['deno', { 'deno.json': '{"tasks":{"test":"deno test"}}' }, ['deno task test']],
  ['cargo', { 'Cargo.toml': '' }, ['cargo test']],
  ['go', { 'go.mod': '' }, ['go test ./...']],
  ['pytest by its configuration', { 'pyproject.toml': '[tool.pytest.ini_options]' }, ['pytest']],
  ['pytest by its file', { 'pytest.ini': '' }, ['pytest']],
  ['pytest by conftest.py', { 'conftest.py': '' }, ['pytest']],
  ['pytest through uv', { 'pyproject.toml': 'pytest', 'uv.lock': '' }, ['uv run pytest']],
  ['pytest through poetry', { 'pytest.ini': '', 'poetry.lock': '' }, ['poetry run pytest']],
  ['a Python project without pytest', { 'pyproject.toml': '[project]' }, []],
  ['gradle’s wrapper', { gradlew: '', 'build.gradle': '' }, ['./gradlew test']],
  ['gradle', { 'build.gradle.kts': '' }, ['gradle test']],
  ['maven', { 'pom.xml': '' }, ['mvn test']],
  ['maven’s wrapper', { 'pom.xml': '', mvnw: '' }, ['./mvnw test']],
  ['gradle beside maven', { 'build.gradle': '', 'pom.xml': '' }, ['gradle test']],
  [
    'a workspace of the first yarn in which one package has no tests',
    {
      'package.json': '{"workspaces":["a","b"]}',
      'yarn.lock': '',
      'a/package.json': npm('x'),
      'b/package.json': '{}',
    },
    ['cd a && npm test'],
  ],
  ['mix', { 'mix.exs': '' }, ['mix test']],
  ['composer', { 'composer.json': npm('phpunit') }, ['composer test']],
  [
    'composer with a list',
    { 'composer.json': '{"scripts":{"test":["phpunit"]}}' },
    ['composer test'],
  ],
  ['rspec', { Gemfile: '', spec: '' }, ['bundle exec rspec']],
  ['make', { Makefile: 'all:\n\ntest: all\n\tx\n' }, ['make test']],
  ['a Makefile with a variable of that name', { Makefile: 'test := x\n' }, []],
  ['just', { justfile: 'test *args:\n  x\n' }, ['just test']],
  ['nothing', {}, []],

  [
    'the manager that the manifest names',
    { 'package.json': '{"packageManager":"pnpm@9.1.0","scripts":{"test":"x"}}' },
    ['pnpm test'],
  ],
  [
    'a script that keeps watching, and one that ends',
    { 'package.json': '{"scripts":{"test":"jest --watch","test:ci":"jest"}}' },
    ['npm run test:ci'],
  ],
  ['a script that keeps watching alone', { 'package.json': npm('jest --watchAll') }, []],
  ['karma that stays', { 'package.json': npm('karma start k.js') }, ['npm test -- --single-run']],
  ['karma that ends', { 'package.json': npm('karma start --single-run') }, ['npm test']],
  ['the window of Playwright', { 'package.json': npm('playwright test --ui') }, []],
  ['Playwright that is debugged', { 'package.json': npm('playwright test --debug') }, []],
  ['the window of Cypress', { 'package.json': npm('cypress open') }, []],
  ['the window of vitest', { 'package.json': npm('vitest --ui') }, []],
  ['mocha that watches', { 'package.json': npm('mocha -w test') }, []],
  ['a -w that means something else', { 'package.json': npm('npm test -w a') }, ['npm test']],
  ['a watch of files', { 'package.json': npm('node --watch-path=src --test') }, []],
  ['a runner that chokidar starts', { 'package.json': npm('chokidar src -c mocha') }, []],
  ['vitest that is told to watch', { 'package.json': npm('vitest dev') }, []],
  ['an option that begins like a window’s', { 'package.json': npm('jest --ui-off') }, ['npm test']],
  [
    'a script that is told not to watch',
    { 'package.json': npm('jest --watchAll=false') },
    ['npm test'],
  ],
  [
    'react-scripts',
    { 'package.json': npm('react-scripts test') },
    ['npm test -- --watchAll=false'],
  ],
  [
    'react-scripts with yarn',
    { 'package.json': npm('react-scripts test'), 'yarn.lock': '' },
    ['yarn test --watchAll=false'],
  ],
  [
    'a workspace of npm',
    { 'package.json': '{"workspaces":["packages/*"]}', 'packages/a/package.json': npm('x') },
    ['npm test --workspaces --if-present'],
  ],
  [
    'a workspace without any test',
    { 'package.json': '{"workspaces":["packages/*"]}', 'packages/a/package.json': '{}' },
    [],
  ],
  [
    'a workspace of pnpm',
    {
      'package.json': '{}',
      'pnpm-workspace.yaml': "packages:\n  - 'apps/*'\n",
      'apps/web/package.json': npm('x'),
    },
    ['pnpm --recursive test'],
  ],
  [
    'a workspace of yarn 4',
    {
      'package.json': '{"packageManager":"yarn@4.0.0","workspaces":{"packages":["a"]}}',
      'a/package.json': npm('x'),
    },
    ['yarn workspaces foreach --all run test'],
  ],
  [
    'a workspace of cargo',
    { 'Cargo.toml': '[workspace]\nmembers = ["a"]' },
    ['cargo test --workspace'],
  ],
  [
    'a workspace of go',
    { 'go.work': 'go 1.22\n\nuse (\n\t./a\n\t./b/c\n)\n' },
    ['go test ./a/... ./b/c/...'],
  ],
  [
    'unittest',
    { 'tests/test_a.py': 'import unittest\n' },
    ['python3 -m unittest discover -s tests'],
  ],
  ['tests of Python that say nothing', { 'tests/test_a.py': 'def test_a(): pass\n' }, ['pytest']],
  [
    'the environment of the project',
    { 'requirements-dev.txt': 'pytest\n', '.venv/bin/pytest': '' },
    ['.venv/bin/pytest'],
  ],
  ['Django', { 'manage.py': '', 'uv.lock': '' }, ['uv run python manage.py test']],
  ['dotnet', { 'App.sln': '' }, ['dotnet test']],
  ['Rails', { Gemfile: '', 'bin/rails': '', 'test/a_test.rb': '' }, ['bin/rails test']],
  ['PHPUnit', { 'composer.json': '{}', 'phpunit.xml.dist': '' }, ['vendor/bin/phpunit']],
  ['a Taskfile', { 'Taskfile.yml': 'version: "3"\ntasks:\n  test:\n    cmd: x\n' }, ['task test']],
  ['a rule of another name', { Makefile: 'test-all: x\n' }, []],
  ['a rule that pytest is run by', { Makefile: 'test:\n\tx\n', 'pytest.ini': '' }, ['make test']],
  ['a script beside a rule', { Makefile: 'test:\n\tx\n', 'package.json': npm('x') }, ['npm test']],
  ['two languages', { 'package.json': npm('x'), 'Cargo.toml': '' }, ['npm test', 'cargo test']],
  [
    'two languages and a rule for both',
    { 'package.json': npm('x'), 'Cargo.toml': '', Makefile: 'test:\n' },
    ['make test'],
  ],
  [
    'folders',
    { 'web/package.json': npm('x'), 'api/go.mod': '', 'docs/a.md': '' },
    ['cd api && go test ./...', 'cd web && npm test'],
  ],
  [
    'folders in a folder for them',
    { 'services/a/go.mod': '', 'services/b/go.mod': '' },
    ['cd services/a && go test ./...', 'cd services/b && go test ./...'],
  ],
  [
    'folders of others',
    {
      'node_modules/a/package.json': npm('x'),
      'examples/package.json': npm('x'),
      '.x/package.json': npm('x'),
      'a b/package.json': npm('x'),
    },
    [],
  ],
])('%s', (_what, files, commands) => {
  const paths = Object.keys(files);
  const found = testCommandsIn({
    exists: (path) => paths.some((one) => one === path || one.startsWith(`${path}/`)),
    text: (path) => files[path],
    names: (folder) => {
      const start = folder === '' ? '' : `${folder}/`;
      const below = paths.filter((one) => one.startsWith(start));
      return [...new Set(below.map((one) => one.slice(start.length).split('/')[0] ?? ''))];
    },
  });
  expect(found.map(({ command }) => command)).toEqual(commands);
});
