import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodeGit } from '../../src/adapters/git/node-git.ts';
import { parseChangedFiles } from '../../src/checks/changed-files.ts';
import { checkWorld } from '../rig/worlds/check-world.ts';
import {
  filledRepository,
  type Repository,
  scratchFolder,
  scratchProject,
} from '../rig/worlds/repository.ts';

function parsed({ folder }: Pick<Repository, 'folder'>) {
  return parseChangedFiles(
    { at: new Date().toISOString(), commit: undefined },
    createNodeGit(folder, 60_000),
    checkWorld({ folder }),
  );
}

describe('files that changed since a promise was made', () => {
  it.each<[string, (repository: Repository) => void, readonly string[], number]>([
    ['none', () => undefined, [], 0],
    ['a new one that is whole', ({ write }) => write('new.json', '{}'), [], 1],
    ['a new one that is broken', ({ write }) => write('new.json', '{'), ['new.json'], 1],
    ['one that no parser knows', ({ write }) => write('new.xyz', '{'), [], 0],
    [
      'a new one without a byte, as its language has them',
      ({ write }) => write('new.py', ''),
      [],
      1,
    ],
    ['a new one without a byte', ({ write }) => write('new.json', ''), ['new.json'], 1],
    ['one that git ignores', ({ write }) => write('ignored/new.json', '{'), [], 0],
    ["the suite's state", ({ write }) => write('.claude/completion-state/x.json', '{'), [], 0],
    [
      'two languages',
      ({ write }) => {
        write('a.json', '{');
        write('b.js', 'const');
      },
      ['a.json', 'b.js'],
      2,
    ],
    [
      'one with a name of many bytes',
      ({ write }) => write('ünï cödé.json', '{'),
      ['ünï cödé.json'],
      1,
    ],
    ['one that is a template', ({ write }) => write('a.yaml', 'a: {{ b }}\n{{ c }}\n'), [], 1],
  ])('%s', async (_name, act, broken, count) => {
    const repository = filledRepository();
    act(repository);
    const result = await parsed(repository);
    expect(result.broken.map(({ path }) => path).sort()).toEqual(broken);
    expect(result.parsed).toBe(count);
  });

  it('one that was there broken before is nobody’s now', async () => {
    const repository = filledRepository();
    repository.write('old.json', '{');
    repository.commit();
    expect(await parsed(repository)).toMatchObject({ broken: [], parsed: 0 });
  });

  it.each<[what: string, name: string, before: string, detail: string | undefined]>([
    ['it was emptied', 'app.py', 'x = 1\n', 'it was emptied'],
    ['it was emptied, and its language has no empty text', 'app.json', '{}', 'not valid json'],
    ['it was empty before', 'app.py', '', undefined],
  ])('one of which nothing is left: %s', async (_what, name, before, detail) => {
    const repository = filledRepository();
    repository.write(name, before);
    repository.commit();
    const at = new Date().toISOString();
    const commit = repository.git('rev-parse', 'HEAD').trim();
    repository.write(name, '');
    const git = createNodeGit(repository.folder, 60_000);
    const { broken } = await parseChangedFiles({ at, commit }, git, checkWorld(repository));
    const expected =
      detail === undefined ? [] : [{ path: name, detail: expect.stringContaining(detail) }];
    expect(broken).toEqual(expected);
  });

  it('what cannot be parsed is said', async () => {
    const repository = filledRepository();
    repository.write('a.yaml', 'a: {{ b }}\n{{ c }}\n');
    expect((await parsed(repository)).notes.join('\n')).toContain('a.yaml');
  });

  it.each<[what: string, name: string, text: string, isBroken: boolean]>([
    ['comments', 'settings.json', '// a\n{"a": 1}\n', false],
    ['a comma behind the last', 'settings.json', '{"a": 1,}\n', false],
    ['comments where a tool allows them', 'turbo.json', '// a\n{"a": 1,}\n', false],
    ['something else', 'settings.json', '// a\n{"a" 1}\n', true],
    ['comments where npm reads it', 'a/package.json', '// a\n{"a": 1}\n', true],
  ])('JSON with %s: %s', async (_what, name, text, isBroken) => {
    const repository = filledRepository();
    repository.write(name, text);
    const result = await parsed(repository);
    expect(result.broken.map(({ path }) => path)).toEqual(isBroken ? [name] : []);
    if (name === 'settings.json' && !isBroken) expect(result.notes.join('\n')).toContain(name);
  });

  it('a link is not followed out of the project, and is named', async () => {
    const repository = filledRepository();
    const outside = join(scratchFolder(), 'secret');
    writeFileSync(outside, 'no JSON');
    symlinkSync(outside, join(repository.folder, 'l.json'));
    repository.write('plain.txt', '{');
    symlinkSync('plain.txt', join(repository.folder, 'here.json'));
    symlinkSync('nowhere', join(repository.folder, 'gone.json'));
    const { broken, notes } = await parsed(repository);
    expect(broken.map(({ path }) => path)).toEqual(['here.json']);
    expect(notes.join('\n')).toContain('l.json: it is a link that leads outside the project');
  });

  it('without a repository nothing is parsed, and that is said', async () => {
    const result = await parsed(scratchProject());
    expect(result).toMatchObject({ broken: [], parsed: 0 });
    expect(result.notes.join('\n')).toMatch(/not parsed/);
  });
});
