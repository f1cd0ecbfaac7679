import type { ProjectReader, TestCommand } from './kind.ts';

/** Files in which a Python project says that it uses pytest. */
const SAYING = [
  'pytest.ini',
  'pyproject.toml',
  'setup.cfg',
  'tox.ini',
  'requirements.txt',
  'requirements-dev.txt',
  'dev-requirements.txt',
  'requirements/dev.txt',
  'requirements/test.txt',
  'Pipfile',
];

/** Where tests lie by custom, the top included. */
const FOLDERS = ['tests', 'test', ''];

const TEST_FILE = /^(?:test_.+|.+_test)\.py$/;

/** What a tool of environments puts before a command, by its lock file. */
const TOOLS: readonly (readonly [lockFile: string, before: string])[] = [
  ['uv.lock', 'uv run '],
  ['poetry.lock', 'poetry run '],
  ['pdm.lock', 'pdm run '],
  ['Pipfile.lock', 'pipenv run '],
];

/** The environment of the project itself, where no tool keeps one. */
const ENVIRONMENTS = ['.venv/bin/', 'venv/bin/'];

/** pytest or unittest, through the environment that the project keeps. */
export function pythonTests(project: ProjectReader): TestCommand | undefined {
  const { exists } = project;
  if (exists('manage.py') && !saysPytest(project)) {
    return { command: through(project, 'python', 'manage.py test'), source: 'manage.py' };
  }
  const saying = saysPytest(project) ?? (exists('conftest.py') ? 'conftest.py' : undefined);
  if (saying !== undefined) return { command: through(project, 'pytest', ''), source: saying };
  const file = firstTestFile(project);
  if (file === undefined) return undefined;
  const text = project.text(file.path) ?? '';
  if (!/^\s*(?:import|from) unittest\b/m.test(text) || /\bpytest\b/.test(text)) {
    return { command: through(project, 'pytest', ''), source: file.path };
  }
  const start = file.folder === '' ? '' : ` -s ${file.folder}`;
  return {
    command: through(project, 'python', `-m unittest discover${start}`),
    source: file.path,
  };
}

/** The file that names pytest. An own file of pytest need say nothing. */
function saysPytest({ exists, text }: ProjectReader): string | undefined {
  return SAYING.find((name) =>
    name === 'pytest.ini' ? exists(name) : /\bpytest\b/.test(text(name) ?? ''),
  );
}

function firstTestFile({ names }: ProjectReader) {
  for (const folder of FOLDERS) {
    const name = names(folder).find((one) => TEST_FILE.test(one));
    if (name !== undefined) return { folder, path: folder === '' ? name : `${folder}/${name}` };
  }
  return undefined;
}

/** A program with its words, through the tool or the environment that has it. */
function through({ exists }: ProjectReader, program: 'python' | 'pytest', words: string): string {
  const tool = TOOLS.find(([lockFile]) => exists(lockFile))?.[1];
  const environment = ENVIRONMENTS.find((folder) => exists(`${folder}${program}`));
  // Outside of an environment many systems have no python, only a python3.
  const plain = program === 'python' ? 'python3' : program;
  const started =
    tool !== undefined
      ? `${tool}${program}`
      : environment === undefined
        ? plain
        : `${environment}${program}`;
  return `${started} ${words}`.trim();
}
