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
