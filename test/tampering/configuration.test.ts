import { describe, expect, it, test } from 'vitest';
import { snapshotSuspicions } from '../../src/tampering/comparing/snapshots.ts';
import { runsOfScript } from '../../src/tampering/settings/run.ts';
import { runnerOf } from '../../src/tampering/settings/runner.ts';
import { tomlSettings } from '../../src/tampering/settings/section-settings.ts';
import { keyOf } from '../../src/tampering/settings/setting.ts';
import { yamlSettings } from '../../src/tampering/settings/yaml-settings.ts';
import { configurationSuspicions } from '../../src/tampering/settings.ts';
import { changeOf } from '../rig/values/tampering-example.ts';
import { readExamples } from '../rig/values/tampering-examples.ts';

describe('what a change of configuration weakens', () => {
  test.each(readExamples('cases', 'configuration'))('$name', (example) => {
    const change = changeOf(example);
    const found = [...configurationSuspicions(change), ...snapshotSuspicions(change)];
    if (example.expected.length === 0) expect(found).toEqual([]);
    else expect(example.expected).toContain(found[0]?.kind);
  });

  it('is told once, where it is, with both lines', () => {
    const file = (script: string) =>
      `{\n  "scripts": {\n    "build": "tsc",\n    "test": "${script}"\n  }\n}\n`;
    const found = configurationSuspicions([
      { path: 'package.json', before: file('jest'), after: file('jest || true') },
    ]);
    expect(found).toMatchObject([
      {
        kind: 'run-neutered',
        path: 'package.json',
        line: 4,
        about: 'scripts.test: jest',
        before: 'jest',
        after: 'jest [|| true]',
      },
    ]);
  });

  test.each([
    '{"scripts": {"test": ',
    '\0\0[',
    'on: [push\njobs:\n - - -\n  : x',
    '<a><b',
    `${'{'.repeat(3000)}`,
  ])('half a file is no error: %j', (text) => {
    for (const path of [
      'package.json',
      '.github/workflows/a.yml',
      'pom.xml',
      'build.gradle',
      'Makefile',
      'tox.ini',
      'pyproject.toml',
      'jest.config.js',
      'conftest.py',
      'Dockerfile',
    ]) {
      expect(configurationSuspicions([{ path, before: text, after: `${text} ` }])).toEqual([]);
    }
  });
});

describe('which commands run what', () => {
  test.each([
    ['npm test', 'script test'],
    ['npm run test:unit -- --coverage', 'script test:unit'],
    ['yarn test', 'script test'],
    ['pnpm -r test', 'script test'],
    ['npx vitest run', 'vitest'],
    ['cross-env CI=1 jest', 'jest'],
    ['poetry run pytest -q', 'pytest'],
    ['python -m pytest', 'pytest'],
    ['uv run --group dev pytest', 'pytest'],
    ['coverage run -m pytest', 'pytest'],
    ['python manage.py test', 'python manage.py test'],
    ['go test ./...', 'go test'],
    ['cargo test --all', 'cargo test'],
    ['./mvnw -B verify', 'mvn'],
    ['./gradlew build', 'gradle'],
    ['docker compose run --rm app pytest', 'pytest'],
    ['./scripts/test.sh', 'file scripts/test.sh'],
    ['make check', 'make check'],
    ['yarn jest --ci', 'jest'],
    ['npm run ci', 'script ci'],
    ['npm ci', undefined],
    ['npm ci --ignore-scripts', undefined],
    ['pnpm install --frozen-lockfile', undefined],
    ['yarn install --immutable', undefined],
    ['bun install', undefined],
    ['make misspell-check', 'make misspell-check'],
    ['coverage report', undefined],
    ['coverage report --fail-under=80', 'coverage report'],
    ['npm run build', undefined],
    ['npm run test:watch', undefined],
    ['echo npm test', undefined],
    ['mvn compile', undefined],
    ['docker rm -f test', undefined],
  ])('%s', (command, identity) => {
    expect(runnerOf(command.split(' '))?.identity).toBe(identity);
  });
});

describe('what keeps a failure from being seen', () => {
  const place = { layer: 'script' as const, place: '', line: 1 };
  test.each([
    ['jest', []],
    ['jest && npm run build', []],
    ['jest || true', ['|| true']],
    ['jest || :', ['|| :']],
    ['jest || echo failed', ['|| echo failed']],
    ['jest || (echo failed && exit 1)', []],
    ['jest || exit 1', []],
    ['jest; exit 0', ['; exit 0']],
    ['jest | tee log', ['| tee log']],
    ['set -o pipefail; jest | tee log', []],
    ['set +e\njest', ['set +e']],
    ['set +e\njest\ncode=$?\nexit $code', []],
    ["trap 'exit 0' EXIT\njest", ['trap']],
    ['exit 0\njest', ['exit 0 before it']],
    ['false && jest', ['false &&']],
    ['jest --passWithNoTests', ['--passWithNoTests']],
    ['gradle build -x test', ['-x test']],
    ['mvn verify -DskipTests', ['-DskipTests']],
    ['ls || true; jest', []],
    ['jest |& tee log', ['| tee log']],
    ['(jest; true)\nls', ['; true']],
    ['(cd app; jest)', []],
    ['if ! jest; then echo failed; fi', ['if without a failure']],
    ['if ! jest; then\n  echo failed\n  exit 1\nfi', []],
    ['if jest; then echo good; else echo bad; fi', ['if without a failure']],
    ['if jest; then echo good; else exit 1; fi', []],
    ['if ! jest; then jest --verbose; fi', []],
    ['if ! jest; then echo bad; failed=1; fi\nexit $failed', []],
    ['if ! command -v jest; then echo none; fi\njest', []],
    ['jest || logger failed', ['|| logger failed']],
    ['jest || echo again && jest', []],
    ['jest; code=$?; exit 0', ['; exit 0']],
    ['jest; code=$?; echo $code; exit $code', []],
    ['set +e\njest\ncode=$?\nls', ['set +e']],
    ['set +e\njest\ncode=$?\n[ $code -eq 0 ]', []],
    ["trap 'docker compose down || true' EXIT\njest", []],
    ["trap 'exit 0' INT\njest", []],
    ['end() {\n  rm -rf tmp\n}\ntrap end EXIT\njest', []],
    ['end() {\n  rm -rf tmp\n  exit 0\n}\ntrap end EXIT\njest', ['trap']],
    ['until pg_isready; do sleep 1; done\njest', []],
    ['for i in 1 2 3; do pg_isready && break || sleep 1; done\njest', []],
    ['if ! pg_isready; then echo waiting; sleep 5; fi\njest', []],
    ['jest -u', ['-u']],
    ['npm test -- --updateSnapshot', ['--updateSnapshot']],
    ['vitest run --update', ['--update']],
    ['playwright test --update-snapshots', ['--update-snapshots']],
    ['pytest --snapshot-update', ['--snapshot-update']],
    ['go test ./... -update', ['-update']],
    ['UPDATE_SNAPSHOTS=1 pytest', ['UPDATE_SNAPSHOTS=1']],
    ['INSTA_UPDATE=always cargo test', ['INSTA_UPDATE=always']],
    ['UPDATE_GOLDEN=1 go test ./...', ['UPDATE_GOLDEN=1']],
    ['export UPDATE_GOLDEN=1\ngo test ./...', ['export UPDATE_GOLDEN=1']],
    ['mocha -u tdd', []],
    ['INSTA_UPDATE=no cargo test', []],
  ])('%j', (script, weaknesses) => {
    const runs = runsOfScript(script, place);
    expect(runs).not.toEqual([]);
    expect(runs.flatMap((run) => run.weaknesses)).toEqual(weaknesses);
  });
});

describe('settings', () => {
  const read = (settings: ReturnType<typeof yamlSettings>) =>
    settings
      .filter(({ value }) => value !== '')
      .map((one) => `${keyOf(one)}=${one.value}@${one.line}`);

  test.each([
    ['a: 1', ['a=1@1']],
    ['a:\n  b: "x" # y', ['a.b=x@2']],
    ['a: [x, y]', ['a=x, y@1']],
    ['a:\n- x\n- y', ['a=x@2', 'a=y@3', 'a=x, y@2']],
    ['a: |\n  one\n  two\nb: 2', ['a=one\ntwo@1', 'b=2@4']],
    ['a: { b: 1, c: 2 }', ['a.b=1@1', 'a.c=2@1']],
    ['"on":\n  push:', []],
    ['a:\n  [\n    "x",\n    y,\n  ]\nb: 1', ['a=x, y@2', 'b=1@6']],
  ])('of YAML: %j', (text, expected) => {
    expect(read(yamlSettings(text))).toEqual(expected);
  });

  test.each([
    ['[a.b]\nc = 1 # d', ['a.b.c=1@2']],
    ['[a]\nb = [\n  "x", # one\n  "y",\n]', ['a.b=x, y@2']],
    ['a = """\nx\ny"""', ['a=x\ny@1']],
    ['a = { b = 1 }', ['a.b=1@1']],
  ])('of TOML: %j', (text, expected) => {
    expect(read(tomlSettings(text)).map((one) => one.replace('=\n', '='))).toEqual(expected);
  });
});
