import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chainFault } from '../../rig/values/chain-fault.ts';
import { validatorResponse } from '../../rig/values/promises.ts';
import { createProject, type Project } from '../../rig/worlds/project.ts';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

const ledgerOf = ({ state }: Project) => join(state, 'events.jsonl');
const linesOf = (project: Project) =>
  readFileSync(ledgerOf(project), 'utf8').replace(/\n$/, '').split('\n');

async function recordOf(project: Project, id: string): Promise<unknown> {
  const { stdout } = await project.run('cs-status', ['--json']);
  return JSON.parse(stdout).records[id];
}

async function shown(project: Project, id: string): Promise<readonly string[]> {
  const calls = [
    ['cs-status', []],
    ['cs-promise', ['--list']],
    ['cs-promise', ['--show', id]],
  ] as const;
  const outcomes = await Promise.all(calls.map(([bin, args]) => project.run(bin, args)));
  return outcomes.map(({ stdout }) => stdout);
}

describe('the ledger of a project', () => {
  it('holds every change of promises and answers in one chain, with the digests of the files', async () => {
    const project = createProject();
    const id = await project.startedPromise('first');
    await project.run('cs', ['meet', id, '--ac-id', 'AC-1', '--evidence', 'seen']);
    const response = JSON.stringify(validatorResponse('PASS'));
    const at = ['--promise', id, '--ac-id', 'AC-1', '--response', response];
    await project.run('cs-store-validation', at);
    const digestOf = (path: string) => sha256(readFileSync(join(project.state, path)));
    const answers = `validations/${id}/AC-1`;
    const events = linesOf(project).map((line) => JSON.parse(line));
    expect(events.find(({ event }) => event === 'validation.stored')).toMatchObject({
      file: {
        path: `${answers}-validation.json`,
        before: null,
        after: digestOf(`${answers}-validation.json`),
      },
      also: [{ path: `${answers}-answers.jsonl`, after: digestOf(`${answers}-answers.jsonl`) }],
    });
    await project.run('cs-verify', ['--promise', id]);
    expect(chainFault(linesOf(project))).toBeUndefined();
    const last = JSON.parse(linesOf(project).at(-1) ?? '');
    expect(last).toMatchObject({
      event: 'promise.verified',
      file: { path: `promises/${id}.json` },
    });
    expect(last.file.after).toBe(digestOf(`history/${id}.json`));
    expect(await recordOf(project, id)).toBe('recorded');
  });

  it('takes the log of an earlier version over', async () => {
    const project = createProject();
    const old =
      '{"timestamp":"2026-02-17T10:30:00Z","session_id":"s","event":"promise.released"}\n';
    project.write('events.jsonl', old);
    await project.promise('first');
    const lines = linesOf(project);
    expect(lines.map((line) => JSON.parse(line).event)).toEqual([
      'promise.released',
      'ledger.started',
      'promise.created',
    ]);
    expect(chainFault(lines)).toBeUndefined();
  });

  it('holds the changes of several processes at once, none lost and the chain whole', async () => {
    const project = createProject();
    const makers = Array.from({ length: 6 }, (_, index) =>
      project.run('cs-promise', ['--create', `T${index}`, '--ac', 'a']),
    );
    const outcomes = await Promise.all(makers);
    expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual(makers.map(() => [0, '']));
    expect(linesOf(project)).toHaveLength(6);
    expect(chainFault(linesOf(project))).toBeUndefined();
    expect(project.list('.commits')).toEqual([]);
  });
});

describe('a ledger that cannot be written refuses the change', () => {
  const CHANGES: readonly (readonly [string, (id: string) => readonly string[]])[] = [
    ['cs-promise', () => ['--create', 'T', '--ac', 'a']],
    ['cs-promise', (id) => ['--start', id]],
    ['cs', (id) => ['meet', id, '--ac-id', 'AC-1', '--evidence', 'seen']],
    ['cs', () => ['session', 'directive', '--add', 'It works']],
    ['cs-init', () => []],
    [
      'cs-store-validation',
      (id) => [
        ...['--promise', id, '--ac-id', 'AC-1'],
        ...['--response', JSON.stringify(validatorResponse('PASS'))],
      ],
    ],
  ];

  it.each<[string, (ledger: string) => void]>([
    ['a folder in its place', (ledger) => mkdirSync(ledger)],
    ['a pipe in its place', (ledger) => execFileSync('mkfifo', [ledger])],
    ['a line without an end', (ledger) => writeFileSync(ledger, 'x'.repeat(9 * 1024 * 1024))],
  ])('%s', async (_what, spoil) => {
    const project = createProject();
    const id = await project.promise('first');
    const before = project.read(`promises/${id}.json`);
    rmSync(ledgerOf(project));
    spoil(ledgerOf(project));
    for (const [bin, args] of CHANGES) {
      const { code, stderr } = await project.run(bin, args(id));
      expect([bin, code]).toEqual([bin, 1]);
      expect(stderr).toMatch(/^Error: .*events\.jsonl cannot be used: .*\n.*cs doctor/);
    }
    expect(project.list('promises')).toEqual([`${id}.json`]);
    expect(project.read(`promises/${id}.json`)).toEqual(before);
    expect(project.list('stop-gate')).toEqual([]);
    const doctor = await project.run('cs', ['doctor']);
    expect(doctor.stdout + doctor.stderr).toContain('events.jsonl');
  });
});

describe('how a promise stands to the ledger', () => {
  it('is not said of one that the suite wrote', async () => {
    const project = createProject();
    const id = await project.promise('first');
    expect(await recordOf(project, id)).toBe('recorded');
    expect((await shown(project, id)).join('')).not.toMatch(/unrecorded|outside/);
  });

  it.each<[string, string, (project: Project, id: string) => void]>([
    [
      'changed-outside',
      '(changed outside completion-promise)',
      (project, id) => {
        const parts = project.read(`promises/${id}.json`);
        project.write(`promises/${id}.json`, { ...parts, status: 'in_progress' });
      },
    ],
    ['unrecorded', '(not in the ledger)', (project) => rmSync(ledgerOf(project))],
  ])('is %s: %s', async (state, mark, alter) => {
    const project = createProject();
    const id = await project.promise('first');
    alter(project, id);
    expect(await recordOf(project, id)).toBe(state);
    for (const text of await shown(project, id)) expect(text).toContain(mark);
    await project.run('cs-promise', ['--add-ac', id, 'second']);
    expect(await recordOf(project, id)).toBe('recorded');
  });

  it('is not known where the ledger cannot be read, which is said', async () => {
    const project = createProject();
    const id = await project.promise('first');
    rmSync(ledgerOf(project));
    mkdirSync(ledgerOf(project));
    const { code, stderr, stdout } = await project.run('cs-status', ['--json']);
    expect([code, JSON.parse(stdout).records]).toEqual([0, {}]);
    expect(stderr).toContain('events.jsonl is skipped: it is a folder.');
    expect(await shown(project, id)).not.toContain('unrecorded');
  });
});

describe('what cs doctor says of the ledger', () => {
  const noteIn = async (project: Project) =>
    (await project.run('cs', ['doctor'])).stdout
      .split('\n')
      .filter((line) => line.startsWith('[NOTE] ledger'));

  it('is nothing where its chain holds, or where it is of a version without one', async () => {
    const project = createProject();
    expect(await noteIn(project)).toEqual([]);
    await project.promise('first', 'second');
    expect(await noteIn(project)).toEqual([]);
    writeFileSync(ledgerOf(project), '{"event":"promise.created"}\n');
    expect(await noteIn(project)).toEqual([]);
  });

  it.each<[string, string, (lines: readonly string[]) => readonly string[]]>([
    ['was removed', 'line 2 of ', ([first = '', , ...rest]) => [first, ...rest]],
    ['was edited', 'line 2 of ', ([first = '', ...rest]) => [first.replace('"t', '"T'), ...rest]],
    ['has no digest', 'line 1 of ', (lines) => ['{"event":"x"}', ...lines]],
  ])('is the number of the line where one before it %s', async (_what, said, edited) => {
    const project = createProject();
    const id = await project.promise('first');
    for (const more of ['second', 'third']) {
      await project.run('cs-promise', ['--add-ac', id, more]);
    }
    const lines = readFileSync(ledgerOf(project), 'utf8').trimEnd().split('\n');
    writeFileSync(ledgerOf(project), `${edited(lines).join('\n')}\n`);
    const notes = await noteIn(project);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain(said);
  });

  it('is that it is too large to be looked at; cs-status says so, too, and knows no records', async () => {
    const project = createProject();
    await project.promise('first');
    truncateSync(ledgerOf(project), 200 * 1024 ** 3);
    expect((await noteIn(project))[0]).toContain('one of its lines exceeds 8 MB');
    const { code, stderr, stdout } = await project.run('cs-status', ['--json']);
    expect(code).toBe(0);
    expect(stderr).toContain('at most 1024 MB are read');
    expect(JSON.parse(stdout).records).toEqual({});
  });
});

describe('the path of what cannot be used is named', () => {
  it.each(['.commits', 'history'])('where %s is a file', async (name) => {
    const project = createProject();
    mkdirSync(project.state, { recursive: true });
    writeFileSync(join(project.state, name), '');
    const { code, stderr } = await project.run('cs-promise', ['--create', 'T', '--ac', 'a']);
    expect(code).toBe(1);
    expect(stderr).toContain(`${join(project.state, name)}`);
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'where promises may not be written',
    async () => {
      const project = createProject();
      await project.promise('first');
      chmodSync(join(project.state, 'promises'), 0o500);
      const { code, stderr } = await project.run('cs-promise', ['--create', 'T', '--ac', 'a']);
      chmodSync(join(project.state, 'promises'), 0o700);
      expect(code).toBe(1);
      expect(stderr).toContain(join(project.state, 'promises'));
    },
  );
});
