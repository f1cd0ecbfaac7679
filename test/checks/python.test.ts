import { chmodSync, existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkSyntax } from '../../src/checks/syntax.ts';
import { checkWorld, language, outcomeOfText } from '../rig/worlds/check-world.ts';
import { scratchFolder, scratchProject } from '../rig/worlds/repository.ts';

/** A PATH that leads to these programs only. */
function pathWith(programs: Readonly<Record<string, string>>): void {
  const { folder, write } = scratchProject();
  for (const [name, script] of Object.entries(programs)) write(name, script, 0o755);
  vi.stubEnv('PATH', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe('Python texts are parsed, and never run', () => {
  it('what a file does when it is imported does not happen', async () => {
    const { folder, write } = scratchProject();
    const program = `open(${JSON.stringify(join(folder, 'was-run'))}, "w")\nimport helper\n`;
    write('app.py', program);
    write('helper.py', program);
    expect(await outcomeOfText('python', program, checkWorld({ folder }))).toEqual({
      outcome: 'whole',
    });
    expect(readdirSync(folder).sort()).toEqual(['app.py', 'helper.py']);
  });

  it.each([
    'ast',
    'base64',
    'json',
    'sys',
    'sitecustomize',
    'usercustomize',
    'codecs',
    'encodings',
  ])('a %s.py beside it is not imported in place of the standard one', async (name) => {
    const { folder, write } = scratchProject();
    const mark = join(folder, 'was-imported');
    write(`${name}.py`, `open(${JSON.stringify(mark)}, "w")\nraise SystemExit(0)\n`);
    vi.stubEnv('PYTHONPATH', folder);
    vi.stubEnv('PYTHONSTARTUP', join(folder, `${name}.py`));
    onTestFinished(() => void vi.unstubAllEnvs());
    const world = checkWorld({ folder });
    expect(await outcomeOfText('python', 'a = 1\n', world)).toEqual({ outcome: 'whole' });
    expect(await outcomeOfText('python', 'a = (\n', world)).toMatchObject({ outcome: 'broken' });
    expect(existsSync(mark)).toBe(false);
  });

  it('a text that prints what an answer looks like is no answer', async () => {
    const lie = 'print(\'cs-syntax:{"outcome": "whole"}\')\nthis is not Python (\n';
    expect(await outcomeOfText('python', lie)).toMatchObject({ outcome: 'broken' });
  });
});

describe('without a Python that works it is skipped, and not passed', () => {
  const skipped = { outcome: 'skipped', detail: expect.stringContaining('python3') };

  it.each<[string, Readonly<Record<string, string>>]>([
    ['none on the PATH', {}],
    ['one that is not meant for this system', { python3: 'nonsense' }],
    ['one that ends with an error', { python3: '#!/bin/sh\nexit 9009\n' }],
    ['one that only says where it could be bought', { python: '#!/bin/sh\necho Store\nexit 49\n' }],
  ])('%s', async (_name, programs) => {
    pathWith(programs);
    expect(await outcomeOfText('python', 'a = 1\n')).toEqual(skipped);
    expect(await outcomeOfText('python', 'a = (\n')).toEqual(skipped);
  });

  it('one that says nothing and ends well', async () => {
    pathWith({ python3: '#!/bin/sh\nexit 0\n' });
    expect(await outcomeOfText('python', 'a = 1\n')).toMatchObject({ outcome: 'skipped' });
  });

  it('one that dies over the second file: that one and the rest are skipped', async () => {
    pathWith({ python3: '#!/bin/sh\necho \'cs-syntax:{"outcome": "whole"}\'\nexit 1\n' });
    const contents = ['a = 1', 'b = 2', 'c = 3'].map((text) => Buffer.from(text));
    expect(await checkSyntax(language('python'), contents, checkWorld())).toMatchObject([
      { outcome: 'whole' },
      { outcome: 'skipped' },
      { outcome: 'skipped' },
    ]);
  });

  it('one that says something else than an answer', async () => {
    pathWith({ python3: "#!/bin/sh\necho 'cs-syntax:{not json'\nexit 0\n" });
    expect(await outcomeOfText('python', 'a = 1\n')).toMatchObject({ outcome: 'skipped' });
  });
});

/** A Python of that version that calls every text broken, or whole. */
function fakePython(minor: number, detail?: string): string {
  const outcome = detail === undefined ? { outcome: 'whole' } : { outcome: 'broken', detail };
  const lines = [{ minor }, outcome].map((one) => `echo 'cs-syntax:${JSON.stringify(one)}'`);
  return `#!/bin/sh\n${lines.join('\n')}\n`;
}

const BAD = 'invalid syntax at line 1';

describe('a fault counts only where it is not the age of the newest Python', () => {
  it.each<[what: string, minor: number, text: string]>([
    ['match', 9, 'match a:\n    case 1:\n        pass\n'],
    ['match over lines', 9, 'match (\n    a,\n):\n    case 1:\n        pass\n'],
    ['with over lines', 8, 'with (\n    a as b,\n    c as d,\n):\n    pass\n'],
    ['except*', 10, 'try:\n    a\nexcept* E:\n    pass\n'],
    ['an unpacked index', 10, 'a[*b]\n'],
    ['a type parameter', 11, 'def f[T](x: T) -> T: return x\n'],
    ['a type parameter of a class', 11, 'class A[\n    T,\n]:\n    pass\n'],
    ['a type', 11, 'type A = int\n'],
    ['a type with a parameter', 11, 'type A[T] = list[T]\n'],
    ['an f-string over lines', 11, 'a = f"{\n    b\n}"\n'],
    ['a default of a type', 12, 'class A[T = int]:\n    pass\n'],
    ['exceptions without brackets', 13, 'try:\n    a\nexcept A, B:\n    pass\n'],
    ['a template string', 13, "a = t'{b}'\n"],
    ['a lazy import', 14, 'lazy import a\n'],
    ['an unpacking comprehension', 14, 'a = [*b for b in c]\n'],
  ])('%s, with 3.%i', async (_what, minor, text) => {
    pathWith({ python3: fakePython(minor, BAD) });
    const skipped = { outcome: 'skipped', detail: expect.stringContaining(`3.${minor}`) };
    expect(await outcomeOfText('python', text)).toEqual(skipped);
    pathWith({ python3: fakePython(15, BAD) });
    expect(await outcomeOfText('python', text)).toEqual({ outcome: 'broken', detail: BAD });
  });

  it('an f-string in which a Python before 3.12 finds a fault', async () => {
    pathWith({ python3: fakePython(11, "f-string: expecting '}' at line 1") });
    expect(await outcomeOfText('python', 'a')).toMatchObject({ outcome: 'skipped' });
  });

  it.each([9, 11, 13])('what no Python can parse is broken for 3.%i', async (minor) => {
    pathWith({ python3: fakePython(minor, BAD) });
    for (const text of [
      'def f(:\n',
      'print "a"\n',
      'a = (\n',
      'match = (1,\n',
      'f(*[a for a in b]\n',
      'a = f"{b}\n',
    ]) {
      expect(await outcomeOfText('python', text)).toEqual({ outcome: 'broken', detail: BAD });
    }
  });

  it.each<[file: string, content: string, 'broken' | 'skipped']>([
    ['pyproject.toml', '[project]\nrequires-python = ">=3.12,<3.15"\n', 'skipped'],
    ['pyproject.toml', '[project]\nrequires-python = ">=3.9,<3.14"\n', 'broken'],
    ['pyproject.toml', '[tool.poetry.dependencies]\npython = "^3.13"\n', 'skipped'],
    ['pyproject.toml', '[tool.ruff]\ntarget-version = "py312"\n', 'skipped'],
    ['pyproject.toml', '[tool.black]\ntarget-version = [\n  "py311",\n  "py312",\n]\n', 'skipped'],
    ['pyproject.toml', '[tool.ruff]\ntarget-version = "py39"\n', 'broken'],
    ['pyproject.toml', '[project]\nname = "a-3.14"\n', 'broken'],
    ['ruff.toml', 'target-version = "py313"\n', 'skipped'],
    ['setup.cfg', '[options]\npython_requires = >= 3.12\n', 'skipped'],
    ['.python-version', '3.13.1\n', 'skipped'],
    ['.python-version', '3.11\n', 'broken'],
    ['.tool-versions', 'nodejs 20.3.14\npython 3.12.4\n', 'skipped'],
    ['.venv/pyvenv.cfg', 'home = /usr/bin\nversion = 3.14.0\n', 'skipped'],
    ['venv/pyvenv.cfg', 'version_info = 3.11.2.final.0\n', 'broken'],
  ])('a project with the %s %j, by 3.11: %s', async (file, content, outcome) => {
    const { folder, write } = scratchProject();
    write(file, content);
    pathWith({ python3: fakePython(11, BAD) });
    const world = checkWorld({ folder });
    expect(await outcomeOfText('python', 'def f(:\n', world)).toMatchObject({ outcome });
  });

  it.each<[what: string, text: string, outcome: 'broken' | 'skipped']>([
    ['a bracket that is not closed', 'def f(:\n', 'broken'],
    ['wrong indentation', 'if a:\n        b\n    c\n', 'broken'],
    ['a conflict', '<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> other\n', 'broken'],
    ['a sentence', 'this may be Python one day\n', 'skipped'],
  ])(
    'what no version can parse is broken, whatever the project is for: %s',
    async (_what, text, outcome) => {
      const { folder, write } = scratchProject();
      write('.python-version', '3.99\n');
      expect(await outcomeOfText('python', text, checkWorld({ folder }))).toMatchObject({
        outcome,
      });
    },
  );

  it('the newest on the PATH that runs has the last word', async () => {
    const old = { python3: fakePython(11, BAD), 'python3.12': fakePython(12, BAD) };
    pathWith({ ...old, 'python3.13': fakePython(13), 'python3.14': '#!/bin/sh\nexit 127\n' });
    expect(await outcomeOfText('python', 'a = (\n')).toEqual({ outcome: 'whole' });
    pathWith({ ...old, 'python3.14': fakePython(14, 'worse') });
    const broken = { outcome: 'broken', detail: 'worse' };
    expect(await outcomeOfText('python', 'def f[T](:\n')).toEqual(broken);
  });

  it('a Python that is too old to tell', async () => {
    pathWith({ python3: fakePython(6, BAD) });
    expect(await outcomeOfText('python', 'a = (\n')).toMatchObject({ outcome: 'skipped' });
  });
});

it('where there is no python3, a python does', async () => {
  const { stdout } = await import('node:child_process').then(({ spawnSync }) =>
    spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }),
  );
  const folder = scratchFolder();
  symlinkSync(stdout.trim(), join(folder, 'python'));
  chmodSync(folder, 0o755);
  vi.stubEnv('PATH', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await outcomeOfText('python', 'a = (\n')).toMatchObject({ outcome: 'broken' });
});
