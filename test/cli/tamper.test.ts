import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tamperingSchema } from '../../build/schemas/tampering.ts';
import {
  createFilesProject,
  createGitProject,
  type GitProject,
  runGit,
} from '../rig/worlds/git-project.ts';
import { createProject } from '../rig/worlds/project.ts';
import { hasTerminals, runOnTerminal } from '../rig/worlds/pseudo-terminal.ts';
import { controlsIn } from '../rig/worlds/terminal.ts';

const SUM = `export function add(a, b) {
  return a + b;
}

export function subtract(a, b) {
  return a - b;
}
`;

const SUM_TEST = `import { describe, expect, it } from 'vitest';
import { add, subtract } from '../src/sum.js';

describe('sums', () => {
  it('adds', () => {
    expect(add(1, 2)).toBe(3);
    expect(add(-1, 1)).toBe(0);
  });

  it('subtracts', () => {
    expect(subtract(3, 2)).toBe(1);
  });
});
`;

const SKIPPED = SUM_TEST.replace("it('adds'", "it.skip('adds'");

const CART = `def total(items):
    return sum(price for _, price in items)


def count(items):
    return len(items)
`;

const CART_TEST = `from shop.cart import count, total


def test_total():
    assert total([("apple", 2), ("pear", 3)]) == 5


def test_count():
    assert count([("apple", 2)]) == 1
`;

const WITHOUT_COUNT = CART_TEST.slice(0, CART_TEST.indexOf('\n\ndef test_count'));

const FILES = {
  'src/sum.js': SUM,
  'test/sum.test.js': SUM_TEST,
  'shop/cart.py': CART,
  'tests/test_cart.py': CART_TEST,
  'package.json': '{\n  "scripts": {\n    "test": "vitest run"\n  }\n}\n',
};

const shop = (): GitProject => createGitProject(FILES);

const move = ({ folder }: GitProject, from: string, to: string): void =>
  renameSync(join(folder, from), join(folder, to));

const remove = ({ folder }: GitProject, path: string): void => rmSync(join(folder, path));

interface Looked {
  readonly code: number | null;
  readonly base: string | null;
  /** `<path>: <kind>` of each finding. */
  readonly findings: readonly string[];
  readonly named: readonly string[];
  readonly notes: readonly string[];
}

/** What the command says as JSON, which keeps to its schema. */
async function look(project: GitProject, ...args: readonly string[]): Promise<Looked> {
  const { code, stdout } = await project.run('cs', ['promise', 'tamper', ...args, '--json']);
  const said = tamperingSchema.parse(JSON.parse(stdout));
  const words = (findings: typeof said.findings) =>
    findings.map(({ kind, path }) => `${path}: ${kind}`);
  return { ...said, code, findings: words(said.findings), named: words(said.named) };
}

const SINCE_HEAD = ['--base', 'HEAD'];

describe('a test that was weakened', () => {
  it.each<[what: string, act: (project: GitProject) => void, expected: readonly string[]]>(
    [
    ['skipped in the working tree', (p) => p.put('test/sum.test.js', SKIPPED), ['test/sum.test.js: test-skipped']],
    ['skipped in the index, and the file as it is', (p) => {
      p.put('test/sum.test.js', SKIPPED);
      p.git('add', '--all');
    }, ['test/sum.test.js: test-skipped']],
    ['skipped where git was told to overlook it', (p) => {
      p.git('update-index', '--assume-unchanged', 'test/sum.test.js');
      p.put('test/sum.test.js', SKIPPED);
    }, ['test/sum.test.js: test-skipped']],
    ['skipped in an untracked file that it was moved to', (p) => {
      remove(p, 'test/sum.test.js');
      p.put('test/add.test.js', SKIPPED);
    }, ['test/add.test.js: test-skipped']],
    ['deleted in Python', (p) => p.put('tests/test_cart.py', WITHOUT_COUNT), ['tests/test_cart.py: test-deleted']],
    ['deleted with its file', (p) => remove(p, 'tests/test_cart.py'), ['tests/test_cart.py: test-deleted', 'tests/test_cart.py: test-deleted']],
    ['replaced by a link that leads out', (p) => {
      const outside = join(p.folder, '..', 'test_cart.py');
      move(p, 'tests/test_cart.py', '../test_cart.py');
      symlinkSync(outside, join(p.folder, 'tests', 'test_cart.py'));
    }, ['tests/test_cart.py: test-deleted', 'tests/test_cart.py: test-deleted']],
    ['made larger than what is read', (p) => p.put('tests/test_cart.py', `${CART_TEST}# ${'x'.repeat(4 * 1024 * 1024)}\n`), ['tests/test_cart.py: test-deleted', 'tests/test_cart.py: test-deleted']],
    ['weakened in a file of more than 1 MB', (p) => p.put('test/sum.test.js', `${SKIPPED}// ${'x'.repeat(1024 * 1024)}\n`), ['test/sum.test.js: test-skipped']],
    ['left out of a sparse checkout that leaves nothing out', (p) => {
      p.git('update-index', '--skip-worktree', 'tests/test_cart.py');
      p.git('config', 'core.sparseCheckout', 'true');
      remove(p, 'tests/test_cart.py');
    }, ['tests/test_cart.py: test-deleted', 'tests/test_cart.py: test-deleted']],
    ['in a file with an odd name', (p) => {
      remove(p, 'test/sum.test.js');
      p.put('test/größe "x"\n.test.js', SKIPPED);
    }, ['test/größe "x"\n.test.js: test-skipped']],
    ['run by a script that cannot fail', (p) =>
      p.put('package.json', FILES['package.json'].replace('vitest run', 'vitest run || true')),
    ['package.json: run-neutered']],
  ] /* biome-ignore format: a table */,
  )('%s', async (_what, act, expected) => {
    const project = shop();
    act(project);
    const { code, findings } = await look(project, ...SINCE_HEAD);
    expect({ code, findings }).toEqual({ code: 2, findings: expected });
  });

  it.each<[what: string, act: (project: GitProject) => void]>(
    [
    ['nothing was changed', () => {}],
    ['a test file was renamed', (p) => move(p, 'test/sum.test.js', 'test/add.test.js')],
    ['a test file was moved by git', (p) => {
      mkdirSync(join(p.folder, 'spec'));
      p.git('mv', 'test/sum.test.js', 'spec/sum.test.js');
    }],
    ['a test was added', (p) =>
      p.put('tests/test_cart.py', `${CART_TEST}\n\ndef test_nothing():\n    assert total([]) == 0\n`)],
    ['a test was deleted together with what it is about', (p) => {
      p.put('tests/test_cart.py', WITHOUT_COUNT.replace('count, total', 'total'));
      p.put('shop/cart.py', CART.slice(0, CART.indexOf('\n\ndef count')));
    }],
    ['only line ends changed', (p) => p.put('test/sum.test.js', SUM_TEST.replaceAll('\n', '\r\n'))],
  ] /* biome-ignore format: a table */,
  )('is none where %s', async (_what, act) => {
    const project = shop();
    act(project);
    const { code, findings, named } = await look(project, ...SINCE_HEAD);
    expect({ code, findings, named }).toEqual({ code: 0, findings: [], named: [] });
  });
});

describe('what a person reads', () => {
  it('each finding below its file, with the lines in question', async () => {
    const project = shop();
    project.put('test/sum.test.js', SKIPPED);
    const { code, stderr, stdout } = await project.run('cs', ['promise', 'tamper', ...SINCE_HEAD]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    const [file, finding, ...lines] = stdout.trim().split('\n');
    const [after, sum] = lines.slice(-2);
    expect(file).toBe('test/sum.test.js');
    expect(finding).toMatch(/^ {2}line 5: \[test-skipped\] .*adds.* \([0-9a-f]{16}\)$/);
    expect(after).toMatch(/^ {4}\+ it\.skip\('adds'/);
    expect(sum).toMatch(/^1 sign of weakened tests in 1 file, since [0-9a-f]{12}\.$/);
  });

  it('that nothing was found', async () => {
    const { code, stderr, stdout } = await shop().run('cs', ['promise', 'tamper', ...SINCE_HEAD]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^No sign of weakened tests, since [0-9a-f]{12}\.\n$/);
  });

  it('nothing that a terminal obeys, of paths or of lines', async () => {
    const project = shop();
    const hostile = SKIPPED.replaceAll("'adds'", "'adds \u001b[2J\u202e\u0007'");
    remove(project, 'test/sum.test.js');
    project.put('test/a\u001b[31m\n.test.js', hostile);
    for (const args of [SINCE_HEAD, [...SINCE_HEAD, '--json']]) {
      const { code, stdout } = await project.run('cs', ['promise', 'tamper', ...args]);
      expect([code, controlsIn(stdout)]).toEqual([2, []]);
    }
  });

  it.skipIf(!hasTerminals)('colours on a terminal alone', async () => {
    const project = shop();
    project.put('test/sum.test.js', SKIPPED);
    const nobody = { prompt: '\0', answer: '' };
    const onTerminal = (env: Readonly<Record<string, string>>) =>
      runOnTerminal(project, 'cs', ['promise', 'tamper', ...SINCE_HEAD], nobody, env);
    const colored = await onTerminal({});
    expect(colored.code).toBe(2);
    expect(colored.shown).toContain('\u001b[33m[test-skipped]\u001b[39m');
    expect((await onTerminal({ NO_COLOR: '1' })).shown).not.toContain('\u001b');
    expect((await project.run('cs', ['promise', 'tamper', ...SINCE_HEAD])).stdout).not.toContain(
      '\u001b',
    );
  });

  it('one finding alone: what it is, by which rule, and how to accept it', async () => {
    const project = shop();
    project.put('test/sum.test.js', SKIPPED);
    const { findings } = JSON.parse(
      (await project.run('cs', ['promise', 'tamper', ...SINCE_HEAD, '--json'])).stdout,
    );
    const [{ digest }] = findings;
    const explain = (name: string) =>
      project.run('cs', ['promise', 'tamper', ...SINCE_HEAD, '--explain', name]);
    const { code, stdout } = await explain(digest.slice(0, 8));
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\([0-9a-f]{12}\)/g, '(<base>)')).toBe(
      [
        `${digest} test/sum.test.js:5`,
        '"sums > adds" no longer runs.',
        'Rule: test-skipped: a test no longer runs.',
        'Before (<base>):',
        '  (nothing)',
        'After:',
        "  it.skip('adds', () => {",
        'If the test is as strong as it should be, another session or a person accepts the finding:',
        `  cs promise accept ${digest} --because "[why]"`,
        '',
      ].join('\n'),
    );
    expect((await explain('0123456789abcdef')).stderr).toContain(
      'There is no finding 0123456789abcdef in this change',
    );
    expect((await explain('sum')).stderr).toContain('sum is not a finding');
  });

  it('what was left out, on stderr', async () => {
    const project = shop();
    project.put('logo.png', '\0');
    project.put('large.test.js', `// ${'x'.repeat(4 * 1024 * 1024)}\n`);
    const outside = join(project.folder, '..', 'outside.js');
    writeFileSync(outside, 'x\n');
    symlinkSync(outside, join(project.folder, 'outside.js'));
    const { code, stderr } = await project.run('cs', ['promise', 'tamper', ...SINCE_HEAD]);
    expect(code).toBe(0);
    expect(stderr.trim().split('\n')).toEqual([
      'Note: Not examined, too large: large.test.js.',
      'Note: Links that lead outside the project, counted as deleted: outside.js.',
      'Note: Not examined, not text: 1 file.',
    ]);
  });

  it('that nothing was found in what was looked at, where a test was not', async () => {
    const project = shop();
    project.put('test/large.test.js', `// ${'x'.repeat(4 * 1024 * 1024)}\n`);
    const { code, stdout } = await project.run('cs', ['promise', 'tamper', ...SINCE_HEAD]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Nothing was found in the examined files, since [0-9a-f]{12}\.\n$/);
  });

  it('that a flood of files was left out, and none of the tests', async () => {
    const project = shop();
    for (let number = 0; number < 2001; number += 1) project.put(`a/${number}.js`, `${number};\n`);
    remove(project, 'tests/test_cart.py');
    const { code, findings, notes } = await look(project, ...SINCE_HEAD);
    expect([code, findings]).toEqual([2, Array(2).fill('tests/test_cart.py: test-deleted')]);
    expect(notes.join()).toContain('Not examined, too many changed files: ');
  });
});

describe('where the change begins', () => {
  it('is where the oldest open promise of the session was made', async () => {
    const project = shop();
    const base = project.git('rev-parse', 'HEAD').trim();
    await project.run('cs-promise', ['--create', 'First', '--ac', 'one']);
    project.put('test/sum.test.js', SKIPPED);
    project.commit();
    await project.run('cs-promise', ['--create', 'Second', '--ac', 'one']);
    remove(project, 'tests/test_cart.py');
    project.commit();
    const { base: said, code, findings } = await look(project);
    expect([said, code]).toEqual([base, 2]);
    expect(new Set(findings)).toEqual(
      new Set(['test/sum.test.js: test-skipped', 'tests/test_cart.py: test-deleted']),
    );
  });

  it('is where the promise was made that is named, ended or not, whoever owns it', async () => {
    const project = shop();
    await project.run('cs-promise', ['--create', 'First', '--ac', 'one']);
    remove(project, 'tests/test_cart.py');
    project.commit();
    const made = await project.run('cs-promise', ['--create', 'Second', '--ac', 'one', '--json']);
    const { id } = JSON.parse(made.stdout);
    await project.run('cs-promise', ['--cancel', id]);
    project.put('test/sum.test.js', SKIPPED);
    const other = { env: { CLAUDE_SESSION_ID: 'session-b' } };
    const { code, stdout } = await project.run(
      'cs',
      ['promise', 'tamper', '--promise', id, '--json'],
      other,
    );
    const { findings } = tamperingSchema.parse(JSON.parse(stdout));
    expect([code, findings.map(({ kind }) => kind)]).toEqual([2, ['test-skipped']]);
  });

  it('is where a branch left the one that is named', async () => {
    const project = shop();
    project.git('switch', '--quiet', '--create', 'work');
    project.put('src/sum.js', `${SUM}\n`);
    project.commit();
    project.git('switch', '--quiet', 'main');
    project.put('test/more.test.js', SUM_TEST.replaceAll('sums', 'more sums'));
    project.commit();
    project.git('switch', '--quiet', 'work');
    const { code, findings, notes } = await look(project, '--base', 'main');
    expect([code, findings]).toEqual([0, []]);
    expect(notes.join()).toContain('main has diverged');
  });

  it.each<[what: string, args: readonly string[], env: Record<string, undefined>, said: string]>(
    [
    ['the session has no open promise', [], {}, 'Tests were not examined: this session has no open promise to start from.'],
    ['there is no session', [], { CLAUDE_SESSION_ID: undefined }, 'Tests were not examined: no session is set, so there is no promise to start from.'],
    ['the revision is rubbish', ['--base', 'no such thing'], {}, 'Tests were not examined: there is no commit no such thing.'],
    ['the revision is empty', ['--base', ''], {}, 'Tests were not examined: the revision is empty.'],
    ['the revision is no commit', ['--base', 'HEAD:src'], {}, 'Tests were not examined: there is no commit HEAD:src.'],
  ] /* biome-ignore format: a table */,
  )('is an error that names --base where %s', async (_what, args, env, said) => {
    const { code, stderr, stdout } = await shop().run('cs', ['promise', 'tamper', ...args], {
      env,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `Error: ${said}\nTo name the base commit of the change: cs promise tamper --base [REV]\n`,
    );
  });

  it.each<[what: string, args: readonly string[], said: string]>(
    [
    ['both --base and --promise', ['--base', 'HEAD', '--promise', 'promise-1a2b3c4d'], '--base and --promise cannot be given together'],
    ['a promise that is not there', ['--promise', 'promise-1a2b3c4d'], 'Promise not found: promise-1a2b3c4d'],
    ['no revision', ['--base'], '--base'],
  ] /* biome-ignore format: a table */,
  )('is an error with %s', async (_what, args, said) => {
    const { code, stderr } = await shop().run('cs', ['promise', 'tamper', ...args]);
    expect(code).toBe(1);
    expect(stderr).toContain(said);
  });

  it('is not known outside of git', async () => {
    const project = createFilesProject(createProject());
    const { code, stdout } = await project.run('cs', [
      'promise',
      'tamper',
      ...SINCE_HEAD,
      '--json',
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        kind: 'tampering-unexamined',
        message: 'Tests were not examined: the project is not in a git repository.',
      },
    });
  });
});

describe('what others brought', () => {
  /** The skip of somebody else, merged since the promise was made. */
  async function merged(act: (project: GitProject) => void = () => {}): Promise<Looked> {
    const project = shop();
    const clone = join(project.folder, '..', 'clone');
    runGit(project.folder, ['clone', '--quiet', project.folder, clone]);
    await project.run('cs-promise', ['--create', 'First', '--ac', 'one']);
    writeFileSync(join(clone, 'test/sum.test.js'), SKIPPED);
    runGit(clone, ['commit', '--quiet', '--all', '--message', 'theirs']);
    project.put('src/sum.js', `${SUM}\n`);
    project.commit('own', new Date().toISOString());
    project.git('pull', '--quiet', '--no-rebase', '--no-edit', clone, 'main');
    act(project);
    return look(project);
  }

  it('is only named', async () => {
    const { code, findings, named } = await merged();
    expect({ code, findings, named }).toEqual({
      code: 0,
      findings: [],
      named: ['test/sum.test.js: test-skipped'],
    });
  });

  it('counts where it was changed since', async () => {
    const { code, findings, named } = await merged((project) =>
      project.put('test/sum.test.js', `${SKIPPED}// changed\n`),
    );
    expect({ code, findings, named }).toEqual({
      code: 2,
      findings: ['test/sum.test.js: test-skipped'],
      named: [],
    });
  });
});
