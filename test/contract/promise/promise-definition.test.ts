import { describe, expect, it } from 'vitest';
import { createProject, type Outcome, type Project } from '../../rig/worlds/project.ts';
import { promiseOf, prove, writeBeside } from '../../rig/worlds/proving.ts';

const YAML = `
# What done means.
title: Login works
summary: |
  People can sign in.
tier: 1
acceptance_criteria:
  - It reads well
  - description: Tests pass
    tier: 2
    checks:
      - { kind: command, run: [node, -e, "0"], timeout_ms: 5000, alone: true }
      - kind: file
        path: package.json
        min_bytes: 2
        max_bytes: 100
`;

const READ = {
  title: 'Login works',
  summary: 'People can sign in.\n',
  status: 'pending',
  tier: 1,
  acceptance_criteria: [
    { id: 'AC-1', description: 'It reads well' },
    {
      id: 'AC-2',
      description: 'Tests pass',
      tier: 2,
      checks: [
        { kind: 'command', run: ['node', '-e', '0'], timeout_ms: 5000, alone: true },
        { kind: 'file', path: 'package.json', min_bytes: 2, max_bytes: 100 },
      ],
    },
  ],
};

function createFrom(project: Project, path: string, ...more: readonly string[]): Promise<Outcome> {
  return project.run('cs-promise', ['--create', '--from', path, ...more]);
}

function idIn({ stdout }: Outcome): string {
  return /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? '';
}

const DOCUMENT = {
  $schema: './promise-definition.schema.json',
  title: 'Login works',
  summary: 'People can sign in.\n',
  tier: 1,
  acceptance_criteria: [
    'It reads well',
    {
      description: 'Tests pass',
      tier: 2,
      checks: [
        { kind: 'command', run: ['node', '-e', '0'], timeout_ms: 5000, alone: true },
        { kind: 'file', path: 'package.json', min_bytes: 2, max_bytes: 100 },
      ],
    },
  ],
};

describe('cs-promise --create --from', () => {
  it.each([
    ['promise.yaml', YAML],
    ['promise.yml', YAML],
    ['promise.json', JSON.stringify(DOCUMENT)],
    ['promise.yaml', JSON.stringify(DOCUMENT)],
    ['promise', YAML],
    ['promise.yaml', `\ufeff${YAML}`],
    ['promise.yaml', YAML.replaceAll('\n', '\r\n')],
  ])('reads %s', async (name, text) => {
    const project = createProject();
    const outcome = await createFrom(project, writeBeside(project, name, text));
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(promiseOf(project, idIn(outcome))).toMatchObject(READ);
  });

  it('reads a path from where it is called', async () => {
    const project = createProject();
    writeBeside(project, 'promise.yaml', YAML);
    const options = {
      cwd: `${project.folder}/../beside`,
      env: { CLAUDE_PROJECT_DIR: project.folder },
    };
    const words = ['--create', '--from', 'promise.yaml'];
    expect(await project.run('cs-promise', words, options)).toMatchObject({ code: 0 });
  });

  it('a title on the command line takes the place of the file’s', async () => {
    const project = createProject();
    const path = writeBeside(project, 'p.yaml', YAML);
    const outcome = await project.run('cs-promise', ['--create', 'Another', '--from', path]);
    expect(promiseOf(project, idIn(outcome))).toMatchObject({ title: 'Another' });
  });

  it('what this user creates is trusted, wherever the file comes from', async () => {
    const project = createProject();
    const path = writeBeside(project, 'p.yaml', YAML);
    const id = idIn(await createFrom(project, path));
    writeBeside(project, '../project/package.json', {});
    expect(await prove(project, id)).toMatchObject({ code: 0 });
  });
});

const criteria = (...acceptance_criteria: readonly unknown[]) => ({
  title: 'T',
  acceptance_criteria,
});
const check = (one: unknown) => criteria({ description: 'a', checks: [one] });
const command = (parts: object) => check({ kind: 'command', run: 'a', ...parts });
const file = (parts: object) => check({ kind: 'file', path: 'a', ...parts });

describe('a definition is refused, nothing is made, and every mistake is named with its place', () => {
  it.each<[document: unknown, says: readonly string[]]>([
    [[], ['it is not an object']],
    ['just a text', ['it is not an object']],
    [{}, ['`title` is not text', '`acceptance_criteria` is not a non-empty list']],
    [
      { title: ' ', acceptance_criteria: 'a' },
      ['`title` is not text', '`acceptance_criteria` is not a non-empty list'],
    ],
    [{ ...criteria('a'), owner: 'me' }, ['`owner` is unknown']],
    [{ ...criteria('a'), summary: 7 }, ['`summary` is not text']],
    [{ ...criteria('a'), tier: 4 }, ['`tier` is not 1, 2 or 3']],
    [criteria('a', 7), ['`acceptance_criteria.1` is neither text nor an object']],
    [criteria(''), ['`acceptance_criteria.0` is neither text nor an object']],
    [
      criteria({ desc: 'a' }),
      [
        '`acceptance_criteria.0.desc` is unknown',
        '`acceptance_criteria.0.description` is not text',
      ],
    ],
    [criteria({ description: 'a', tier: '2' }), ['`acceptance_criteria.0.tier` is not 1, 2 or 3']],
    [criteria({ description: 'a', checks: {} }), ['`acceptance_criteria.0.checks` is not a list']],
    [check('npm test'), ['`acceptance_criteria.0.checks.0`: it is not an object']],
    [check({ kind: 'magic' }), ['`kind` is not one of command, file, report, tool-results']],
    [check({ kind: 'constructor' }), ['`kind` is not one of']],
    [check({ kind: 'command' }), ['`run` is neither a command line nor a list']],
    [command({ run: [] }), ['`run` is neither']],
    [command({ run: ['', 'a'] }), ['`run` is neither']],
    [command({ run: ['a', 7] }), ['`run` is neither']],
    [command({ timeout: 3 }), ['`timeout` is unknown to this version']],
    [command({ timeout_ms: 99 }), ['`timeout_ms` is not a whole number from 100 to 86400000']],
    [command({ exit_code: -1 }), ['`exit_code` is not from 0 to 255']],
    [command({ cwd: '../x' }), ['`cwd` is not a path inside the project']],
    [command({ pass_env: 'HOME' }), ['`pass_env` is not a list of names']],
    [command({ alone: 'yes' }), ['`alone` is not true or false']],
    [command({ matches: 'ok' }), ['`matches` is not a list of patterns']],
    [command({ matches: ['['] }), ['`matches`: "[" is not a valid pattern']],
    [command({ inputs: [] }), ['`inputs` is not a list of globs']],
    [command({ inputs: ['{a,b}'.repeat(9)] }), ['its braces expand to more than 64 patterns']],
    [file({ path: 'C:\\a' }), ['`path` is not a path inside the project']],
    [file({ type: 'exe' }), ['`type` is not one of']],
    [file({ min_bytes: 1.5 }), ['`min_bytes` is not a whole number']],
    [file({ max_bytes: '9' }), ['`max_bytes` is not a whole number']],
    [file({ contains: 'a' }), ['`contains` is not a list of texts']],
    [file({ matches: 'a' }), ['`matches` is not a list of patterns']],
    [check({ kind: 'tool-results', match: '' }), ['`match` is not a text']],
  ])('%j', async (document, says) => {
    const project = createProject();
    const path = writeBeside(project, 'promise.json', JSON.stringify(document));
    const { code, stderr, stdout } = await createFrom(project, path);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: .*promise\.json is not a valid promise definition: /);
    for (const mistake of says) expect(stderr).toContain(mistake);
    expect(project.list('promises')).toEqual([]);
  });

  it.each([
    ['half of YAML', 'p.yaml', 'title: [a\n'],
    ['two documents', 'p.yaml', `${YAML}\n---\n${YAML}`],
    ['a key twice', 'p.yaml', `title: Again\n${YAML}`],
    ['half of JSON', 'p.json', '{"title": '],
    ['an empty file', 'p.yaml', ''],
    ['comments alone', 'p.yaml', '# nothing\n'],
    ['references that grow without end', 'p.yaml', bomb()],
  ])('%s', async (_what, name, text) => {
    const project = createProject();
    const { code, stderr } = await createFrom(project, writeBeside(project, name, text));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: .* is not a valid promise definition: /);
    expect(project.list('promises')).toEqual([]);
  });

  it.each([
    ['missing.yaml', 'there is no such file'],
    ['.', 'is not a valid promise definition'],
  ])('a file that cannot be read: %s', async (path, says) => {
    const { code, stderr } = await createFrom(createProject(), path);
    expect(code).toBe(1);
    expect(stderr).toContain(says);
  });
});

/** A small text that stands for gigabytes. */
function bomb(): string {
  const lists = Array.from({ length: 12 }, (_list, level) => {
    const items = level === 0 ? '"x"' : `*l${level - 1}`;
    return `l${level}: &l${level} [${Array.from({ length: 9 }, () => items).join(', ')}]`;
  });
  return `${lists.join('\n')}\ntitle: *l11\n`;
}
