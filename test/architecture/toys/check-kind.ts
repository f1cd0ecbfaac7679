import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createProject } from '../../rig/worlds/project.ts';
import type { SourceCopy } from '../../rig/worlds/source-copy.ts';
import type { Toy } from '../toy.ts';

/** A kind that passes where no file is there that a glob takes. */
const ABSENT = `
import { failedCheck, passed } from '../../domain/base/check-result.ts';
import { PATH_OR_GLOB } from '../check-keys.ts';
import { defineKind } from '../check-kind.ts';

export const absentKind = defineKind<{ readonly glob: string }>({
  name: 'absent',
  keys: { glob: PATH_OR_GLOB },
  option: { summary: 'A glob that no file may match', usage: '--absent <glob>', key: 'glob' },
  details: {},
  text: ({ glob }) => \`absent: \${glob}\`,
  async run({ glob }, { files }) {
    const [found] = files.find([glob]);
    const name = \`absent_\${glob}\`;
    return {
      results: [found === undefined ? passed(name, 'none') : failedCheck(name, \`there is \${found}\`)],
    };
  },
});
`;

/** A parser of a language with one rule. */
const INI = `
export function findFault(text: string): string | undefined {
  const stray = text.split('\\n').find((line) => line !== '' && !/^\\[|=/.test(line));
  return stray === undefined ? undefined : 'a line that is neither a section nor a setting';
}
`;

const INI_ROW =
  "  { name: 'ini', extensions: ['ini'], hasEmptyText: true, mayBeTemplate: false, load: () => import('./parsers/ini.ts') },";

/** Makes a promise with one check and proves it, with the commands of the copy. */
async function promiseWith(copy: SourceCopy, option: string, subject: string) {
  const project = createProject();
  const create = ['--create', 'Tidy', '--ac', 'it is tidy', option, `AC-1=${subject}`];
  const created = await copy.run(project, 'cs-promise', create);
  const id = /promise-[0-9a-f]{8}/.exec(created.stdout)?.[0] ?? '';
  await copy.run(project, 'cs-promise', ['--start', id]);
  return {
    created: created.stdout,
    check: () => copy.run(project, 'cs-verify', ['--check']),
    prove: () => copy.run(project, 'cs', ['prove', id]),
    remove: (path: string) => rmSync(join(project.folder, path)),
    write: (path: string, text: string) => writeFileSync(join(project.folder, path), text),
  };
}

export const checkKind: Toy = {
  title: 'a kind of check is one module and its place in one table',
  modules: { 'src/checks/kinds/absent.ts': ABSENT },
  table: 'src/checks/kinds.ts',
  rows: [
    { behind: "from './check-kind.ts'", line: "import { absentKind } from './kinds/absent.ts';" },
    { behind: '  fileKind,', line: '  absentKind,' },
  ],
  async works(copy) {
    const { check, created, prove, remove, write } = await promiseWith(copy, '--absent', '*.tmp');
    expect(created).toContain('      Check absent: *.tmp\n');
    expect(await check()).toMatchObject({ code: 2 });
    expect(await prove()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('ok absent_*.tmp: none'),
    });
    expect(await check()).toMatchObject({ code: 0 });
    write('left.tmp', 'x');
    expect(await prove()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('FAIL absent_*.tmp: there is left.tmp'),
    });
    expect(await check()).toMatchObject({ code: 2 });
    remove('left.tmp');
    expect(await prove()).toMatchObject({ code: 0 });

    const help = await copy.run(createProject(), 'cs-promise', ['--help']);
    expect(help.stdout).toContain('--tool-results "..."');
    expect(help.stdout).toContain('--absent <glob>');
    expect(help.stdout).toContain('A glob that no file may match');
  },
};

export const parsedLanguage: Toy = {
  title: 'a language that is parsed is one module and one row of one table',
  modules: { 'src/checks/parsers/ini.ts': INI },
  table: 'src/checks/languages.ts',
  rows: [{ behind: 'export const LANGUAGES', line: INI_ROW }],
  async works(copy) {
    const { prove, write } = await promiseWith(copy, '--file', 'a.ini');
    write('a.ini', '[a]\nb=1\n');
    expect(await prove()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('ok a.ini (syntax): valid ini'),
    });
    write('a.ini', 'b\n');
    expect(await prove()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('not valid ini: a.ini: a line that is neither'),
    });
  },
};
