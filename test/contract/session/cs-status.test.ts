import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  criterion,
  metCriterion,
  type PromiseParts,
  promiseFile,
} from '../../rig/values/promises.ts';
import { personEnd } from '../../rig/worlds/person-acts.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';

/** Two promises of this session, one of another, two orphans, and two that have ended. */
const FILES: Readonly<Record<string, PromiseParts>> = {
  'promises/promise-000000a1': promiseFile('promise-000000a1', SESSION, {
    acceptance_criteria: [metCriterion('AC-1'), criterion('AC-2')],
    of_another_tool: { kept: true },
  }),
  'promises/promise-000000a2': promiseFile('promise-000000a2', SESSION, { status: 'pending' }),
  'promises/promise-000000a3': promiseFile('promise-000000a3', 'another-session'),
  'promises/promise-000000a4': promiseFile('promise-000000a4', null),
  'promises/promise-000000a5': promiseFile('promise-000000a5', null, { status: 'pending' }),
  'history/promise-000000a6': promiseFile('promise-000000a6', SESSION, { status: 'verified' }),
  'history/promise-000000a7': promiseFile('promise-000000a7', null, { status: 'cancelled' }),
};

function populatedProject(): Project {
  const project = createProject();
  for (const [path, content] of Object.entries(FILES)) project.write(`${path}.json`, content);
  return project;
}

function idsIn(text: string): readonly string[] {
  return [...new Set(text.match(/promise-000000a\d/g))].sort();
}

describe('cs-status', () => {
  it('counts the active promises and lists them', async () => {
    const { code, stdout, stderr } = await populatedProject().run('cs-status', []);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(SESSION);
    expect(stdout).toMatch(/^Summary: 5 active promise\(s\)/m);
    expect(stdout).toMatch(/mine:?\s+2/i);
    expect(stdout).toMatch(/in progress:?\s+3/i);
    expect(stdout).toMatch(/pending:?\s+2/i);
    expect(stdout).toMatch(/orphaned:?\s+2/i);
    const [head = '', list = ''] = stdout.split(/^ACTIVE PROMISES:$/m);
    expect(idsIn(head)).toEqual([]);
    expect(idsIn(list)).toEqual([1, 2, 3, 4, 5].map((number) => `promise-000000a${number}`));
    expect(list).toMatch(/\[IN_PROGRESS\] promise-000000a1.*session-of-the-test/);
    expect(list).toMatch(/Title of promise-000000a1.*\[1\/2 AC met\]/);
    expect(list).toMatch(/\[PENDING\] promise-000000a5.*\(orphaned\)/);
  });

  it('works in a project without any state, and makes none', async () => {
    const project = createProject();
    const { code, stdout } = await project.run('cs-status', []);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Summary: 0 active promise\(s\)/m);
    expect(stdout).toContain('ACTIVE PROMISES:');
    expect(readdirSync(project.folder)).toEqual([]);
  });

  it('needs no session', async () => {
    const env = { CLAUDE_SESSION_ID: undefined };
    const { code, stdout } = await populatedProject().run('cs-status', [], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/mine:?\s+0/i);
  });

  it.each([
    ['cs-status', 'MY PROMISES (session: (not set)):\n  No promises found.\n  '],
    ['cs-promise', 'No promises found.\n'],
  ])('without a session, %s --mine says that none is set', async (bin, before) => {
    const env = { CLAUDE_SESSION_ID: undefined };
    const { code, stdout } = await populatedProject().run(bin, ['--mine'], { env });
    expect([code, stdout]).toEqual([
      0,
      `${before}No session is set (CLAUDE_SESSION_ID). All promises of the project: cs-status\n`,
    ]);
    expect((await populatedProject().run(bin, ['--mine'])).stdout).not.toContain('is set here');
  });

  it.each([
    { option: '--mine', ids: ['promise-000000a1', 'promise-000000a2'] },
    { option: '--orphans', ids: ['promise-000000a4', 'promise-000000a5'] },
    { option: '--history', ids: ['promise-000000a6', 'promise-000000a7'] },
  ])('$option shows $ids alone', async ({ option, ids }) => {
    const { code, stdout } = await populatedProject().run('cs-status', [option]);
    expect(code).toBe(0);
    expect(idsIn(stdout)).toEqual(ids);
  });

  it('--history says how each promise ended', async () => {
    const { stdout } = await populatedProject().run('cs-status', ['--history']);
    expect(stdout).toMatch(/\[VERIFIED\] promise-000000a6/);
    expect(stdout).toMatch(/\[CANCELLED\] promise-000000a7/);
  });

  it('--json gives the whole files', async () => {
    const { code, stdout, stderr } = await populatedProject().run('cs-status', ['--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [a1, a2, a3, a4, a5, a6, a7] = Object.values(FILES);
    expect(JSON.parse(stdout)).toMatchObject({
      session_id: SESSION,
      promises: [a1, a2, a3, a4, a5],
      history: [a6, a7],
    });
  });

  it('--json has its three keys where there is nothing to say', async () => {
    const env = { CLAUDE_SESSION_ID: undefined };
    const { code, stdout } = await createProject().run('cs-status', ['--json'], { env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ session_id: null, promises: [], history: [] });
  });
});

describe('where many promises have ended', () => {
  const ids = Array.from({ length: 60 }, (_, number) => `promise-000000${number + 10}`);

  /** Those of the first ids ended last. One of the files is broken, and does not matter to what is open. */
  function agedProject(): Project {
    const project = createProject();
    for (const [age, id] of ids.entries()) {
      const path = `history/${id}.json`;
      project.write(path, age === 30 ? '{' : promiseFile(id, SESSION, { status: 'verified' }));
      const at = new Date(Date.UTC(2026, 1, 1) - age * 1000);
      utimesSync(join(project.folder, '.claude', 'completion-state', path), at, at);
    }
    return project;
  }
  const shown = (text: string) => [...new Set(text.match(/promise-000000\d\d/g))];

  it.each([
    [[], [], 'Closed: 60 promises (cs-status --history)'],
    [['--history'], ids.slice(0, 50), 'and 10 more: cs-status --history --limit 60'],
    [['--history', '--limit', '2'], ids.slice(0, 2), 'and 58 more: cs-status --history --limit 60'],
  ])('%j tells of the last, and how many there are besides', async (args, expected, more) => {
    const { code, stdout } = await agedProject().run('cs-status', args);
    expect([code, shown(stdout)]).toEqual([0, expected.filter((id) => id !== ids[30])]);
    expect(stdout).toContain(more);
  });

  it.each([
    [[], 59, 1],
    [['--history'], 59, 1],
    [['--history', '--limit', '3'], 3, 0],
  ])('%j --json has %i of them whole, and %i as unreadable', async (args, whole, unreadable) => {
    const { stdout, stderr } = await agedProject().run('cs-status', [...args, '--json']);
    const all = JSON.parse(stdout);
    expect([all.history.length, all.unreadable.length]).toEqual([whole, unreadable]);
    expect(all.history[0].acceptance_criteria).toBeDefined();
    expect(Object.keys(all.records)).toHaveLength(whole);
    expect(stderr.includes(`${ids[30]}.json is skipped`)).toBe(unreadable === 1);
  });

  it.each([
    [['--mine', '--limit', '3'], '--mine and --limit cannot be given together'],
    [['--history', '--limit', '0'], '--limit takes a whole number from 1'],
    [['--history', '--limit', 'all'], '--limit takes a whole number from 1'],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await createProject().run('cs-status', args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('sessions that their stop gate capped', () => {
  const cap = { at: '2026-03-01T10:00:00Z', why: 'nothing-changed', checker: 'promises' };
  const memory = (last: string | null) => ({ liveness: { last }, capped: [cap] });
  const named = async (project: Project): Promise<boolean> =>
    (await project.run('cs-status', [])).stdout.includes('CAPPED: NOT COMPLETE');

  /** A session that was let go with a promise of its own. */
  function capped(parts: PromiseParts, checker = 'promises'): Project {
    const project = createProject();
    project.write('stop-gate/one.json', { ...memory('cap'), capped: [{ ...cap, checker }] });
    const id = 'promise-0000aaaa';
    project.write(`promises/${id}.json`, promiseFile(id, 'one', parts));
    return project;
  }

  it.each<[string, boolean, PromiseParts, string?]>([
    ['its promise is open', true, {}],
    ['its promise is not started', true, { status: 'pending' }],
    ['its promise is met', false, { acceptance_criteria: [metCriterion('AC-1')] }],
    ['its promise was verified', false, { status: 'verified' }],
    ['another session owns its promise', false, { ownership: { owned_by: 'two' } }],
    ['something else held it', true, { status: 'verified' }, 'todos'],
  ])('where %s: still named is %s', async (_what, expected, parts, checker) => {
    expect(await named(capped(parts, checker))).toBe(expected);
  });

  it('are named while a promise of theirs in another project is open', async () => {
    const [project, other] = [createProject(), createProject()];
    const put = (parts: PromiseParts): string =>
      other.write('promises/promise-0000aaaa.json', promiseFile('promise-0000aaaa', 'one', parts));
    put({});
    project.write('stop-gate/one.json', { ...memory('cap'), open_folders: [other.folder] });
    expect(await named(project)).toBe(true);
    put({ acceptance_criteria: [metCriterion('AC-1')] });
    expect(await named(project)).toBe(false);
  });

  it('are not named once another session has gone on with them', async () => {
    const project = capped({});
    const state = { ...memory('cap'), continued_by: 'two' };
    project.write('stop-gate/one.json', state);
    expect(await named(project)).toBe(false);
  });

  it.each([
    ['before', '2026-03-01T09:59:59Z', true],
    ['since', '2026-03-01T10:00:00Z', false],
  ])('that a person ended %s are named: %s, %s', async (_when, at, expected) => {
    const project = capped({});
    const ended = personEnd(project, 'one', { at, reason: 'the rest can wait' });
    project.write('stop-gate/one.json', { ...memory('cap'), ended });
    expect(await named(project)).toBe(expected);
  });

  it('are named, the last one first', async () => {
    const project = createProject();
    for (const session of ['one', 'two']) {
      const id = `promise-0000${session}`;
      project.write(`promises/${id}.json`, promiseFile(id, session));
    }
    project.write('stop-gate/one.json', memory('cap'));
    const later = { ...cap, at: '2026-03-02T10:00:00Z', why: 'no-progress' };
    project.write('stop-gate/two.json', { ...memory('cap'), capped: [cap, later] });
    const { stdout } = await project.run('cs-status', []);
    expect(stdout).toContain(
      [
        'CAPPED: NOT COMPLETE (the stop gate stopped blocking):',
        '  two: at 2026-03-02T10:00:00Z after 20 blocks in a row without progress in promises, proofs or todos (blocked by: its promises)',
        '      To end it anyway, run in your own terminal: cs session end two --reason "[why]"',
        '  one: at 2026-03-01T10:00:00Z after 5 blocks in a row without any change (blocked by: its promises)',
        '      To end it anyway, run in your own terminal: cs session end one --reason "[why]"',
      ].join('\n'),
    );
    const { capped } = JSON.parse((await project.run('cs-status', ['--json'])).stdout);
    expect(capped).toEqual([
      { session_id: 'two', ...later },
      { session_id: 'one', ...cap },
    ]);
  });

  it.each([
    ['has stopped since with nothing to hold it', null],
    ['was blocked again', 'block'],
  ])('are not named where the session %s', async (_what, last) => {
    const project = createProject();
    project.write('stop-gate/one.json', memory(last));
    expect((await project.run('cs-status', [])).stdout).not.toContain('CAPPED: NOT COMPLETE');
  });
});
