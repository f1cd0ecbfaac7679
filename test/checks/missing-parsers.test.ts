import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copySuite } from '../rig/worlds/copied-suite.ts';
import { createProject, type Project } from '../rig/worlds/project.ts';
import { prove, startWith } from '../rig/worlds/proving.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';

const FILES = {
  json: ['a.json', '{"a": 1}', '{"a": '],
  jsonc: ['tsconfig.json', '{"a": 1,} // x', '{"a": '],
  yaml: ['a.yaml', 'a: 1\n', 'a: [\n'],
  javascript: ['a.js', 'const a = 1;\n', 'const = 1;\n'],
  python: ['a.py', 'a = 1\n', 'a = (\n'],
  sql: ['a.sql', 'SELECT 1;\n', 'SELEC 1;\n'],
} as const;

type Language = keyof typeof FILES;

/** A project with a promise that asks for one file, whole or broken. */
async function projectWith(
  language: Language,
  which: 'whole' | 'broken',
): Promise<{ readonly project: Project; readonly id: string }> {
  const project = createProject();
  const [name, whole, broken] = FILES[language];
  writeFileSync(join(project.folder, name), which === 'whole' ? whole : broken);
  const id = await startWith(project, '--ac', 'the file is there', '--file', `AC-1=${name}`);
  return { project, id };
}

const LANGUAGES = ['json', 'jsonc', 'yaml', 'javascript', 'python', 'sql'] as const;

describe('with every parser', () => {
  it.each(LANGUAGES)('%s: a whole file is proved, a broken one fails', async (language) => {
    const whole = await projectWith(language, 'whole');
    expect(await prove(whole.project, whole.id)).toMatchObject({ code: 0 });
    const broken = await projectWith(language, 'broken');
    const outcome = await prove(broken.project, broken.id);
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringContaining('[FAILED] AC-1') });
  });
});

/** What is missing: a file of the suite, or the program that parses. */
const MISSING: readonly (readonly [Language, readonly string[], boolean])[] = [
  ['jsonc', ['jsonc-parser.cjs'], false],
  ['yaml', ['yaml-parser.cjs'], false],
  ['javascript', ['javascript-parser.cjs'], false],
  ['python', [], true],
  ['sql', ['sql-parser.cjs'], false],
];

describe.each(['whole', 'broken'] as const)('without the parser, a file that is %s', (which) => {
  it.each(MISSING)('%s: skipped, neither passed nor failed', async (language, files, hasNoPath) => {
    const bins = copySuite(files);
    const { id, project } = await projectWith(language, which);
    const path = hasNoPath ? scratchFolder() : undefined;
    const { code, stderr, stdout } = await bins.run(project, 'cs', ['prove', id, '--json'], path);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      proved: false,
      criteria: [
        {
          verdict: 'BLOCKED',
          results: [
            { status: 'PASS' },
            { status: 'PASS' },
            {
              name: `syntax_${FILES[language][0]}`,
              status: 'SKIPPED',
              detail: expect.stringContaining(`no parser for ${language}`),
            },
          ],
        },
      ],
    });
    const check = await bins.run(project, 'cs-verify', ['--check'], path);
    expect(check.code).toBe(2);
    expect(project.read(`promises/${id}.json`)).toMatchObject({
      acceptance_criteria: [{ status: 'pending', proof: null }],
    });
    const stored = project.read(`validations/${id}/AC-1-validation.json`);
    expect(stored['verdict']).toBe('BLOCKED');
    expect(stored['confidence']).toBeLessThan(1);
  });
});

it.each([
  ['junit', '<testsuite><testcase name="a"/></testsuite>'],
  ['tap', 'ok 1'],
])(
  'a report without the reader of %s is skipped, neither passed nor failed',
  async (format, text) => {
    const bins = copySuite([`${format}-parser.cjs`]);
    const project = createProject();
    const command = `echo '${text}' > report`;
    const checks = ['--command', `AC-1=${command}`, '--report', `AC-1=${format}:report`];
    const id = await startWith(project, '--ac', 'tests pass', ...checks);
    const { code, stderr, stdout } = await bins.run(project, 'cs', ['prove', id, '--json']);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(code).toBe(1);
    const skipped = { status: 'SKIPPED', detail: `the ${format} reader is not installed` };
    expect(JSON.parse(stdout)).toMatchObject({
      criteria: [{ verdict: 'BLOCKED', results: [{ status: 'PASS' }, skipped] }],
    });
  },
);

it('a definition in YAML without its parser is said to be unreadable, and makes nothing', async () => {
  const bins = copySuite(['yaml-parser.cjs']);
  const project = createProject();
  const path = join(project.folder, 'promise.yaml');
  writeFileSync(path, 'title: T\nacceptance_criteria: [it works]\n');
  const outcome = await bins.run(project, 'cs-promise', ['--create', '--from', path]);
  expect(outcome.code).toBe(1);
  expect(outcome.stderr).not.toMatch(/^ {4}at /m);
  expect(project.list('promises')).toEqual([]);
});
