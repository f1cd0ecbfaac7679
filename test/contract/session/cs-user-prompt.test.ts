import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { callHook, hasHosts, THIS_HOST } from '../../rig/worlds/hook-call.ts';
import { createProject, type Project } from '../../rig/worlds/project.ts';

const ME = 'session-a';
const FILE = `stop-gate/${ME}.json`;

const ask = (project: Project, prompt: unknown, parts: object = {}, env = {}) =>
  callHook(
    project,
    'user-prompt',
    { session_id: ME, hook_event_name: 'UserPromptSubmit', prompt, ...parts },
    { env },
  );

const CONFIGURATION = '../completion-promise.json';

/** A project whose stops are held against what the user asked for. */
function checkedProject(project: Project = createProject()): Project {
  project.write(CONFIGURATION, { realityCheck: { enabled: true } });
  return project;
}

const SILENCE = { code: 0, signal: null, stdout: '', stderr: '' };

const directivesOf = (project: Project, file = FILE): readonly Record<string, unknown>[] =>
  [project.read(file)['directives']].flat().map((entry) => Object(entry));

describe('cs user-prompt', () => {
  it('keeps what the user asks for, with the commit and a line of the log, and says nothing', async () => {
    const project = createGitProject({ 'a.txt': 'a' });
    checkedProject(project);
    expect(await ask(project, ' Make sign-in work\n')).toEqual(SILENCE);
    expect(await ask(project, 'No new packages')).toEqual(SILENCE);
    const commit = project.git('rev-parse', 'HEAD').trim();
    expect(directivesOf(project)).toMatchObject([
      { id: 'D-1', type: 'initial-request', text: 'Make sign-in work', commit, by: 'hook' },
      { id: 'D-2', type: 'follow-up', text: 'No new packages', status: 'active', commit },
    ]);
    const log = readFileSync(join(project.state, 'events.jsonl'), 'utf8').trim().split('\n');
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'directive.added', directive: 'D-1', type: 'initial-request', session_id: ME },
      { event: 'directive.added', directive: 'D-2', type: 'follow-up', session_id: ME },
    ]);
  });

  it('cs session directive lists and retires them as those given by hand', async () => {
    const project = checkedProject(createProject(ME));
    await ask(project, 'Make sign-in work');
    await project.run('cs', ['session', 'directive', '--add', 'By hand']);
    await project.run('cs', ['session', 'directive', '--retire', 'D-1']);
    const { stdout } = await project.run('cs', ['session', 'directive', '--list']);
    expect(stdout).toBe('D-2 [follow-up] By hand\n');
    expect(directivesOf(project)).toMatchObject([{ status: 'retired', by: 'hook' }, { id: 'D-2' }]);
  });

  it.each<[string, unknown, object]>([
    ['no prompt', undefined, {}],
    ['an empty one', '  ', {}],
    ['a command', '/compact', {}],
    ['an insert of the host', '<task-notification>x</task-notification>', {}],
    ['of a subagent', 'x', { agent_id: 'a-1' }],
    ['of a timer', 'x', { source: 'schedule_wakeup' }],
  ])('%s: nothing is kept', async (_what, prompt, parts) => {
    const project = checkedProject();
    expect(await ask(project, prompt, parts)).toEqual(SILENCE);
    expect(project.list('.')).toEqual([]);
  });

  it('is kept where the reality check is on by a variable, or for the user', async () => {
    const project = createProject();
    await ask(project, 'x', {}, { CS_REALITY_CHECK_ENABLED: 'true' });
    const others = createProject();
    others.write('../../../home/.config/completion-promise/config.json', {
      realityCheck: { enabled: true },
    });
    await ask(others, 'x');
    for (const one of [project, others]) expect(directivesOf(one)).toHaveLength(1);
  });

  it.each<[string, (project: Project) => void]>([
    ['that has nothing of the suite', () => undefined],
    [
      'with the hooks in its settings',
      ({ write }) => write('../settings.json', '"cs user-prompt"'),
    ],
    ['with a configuration of other things', ({ write }) => write(CONFIGURATION, { tier: 1 })],
    [
      'whose reality check is off',
      ({ write }) => write(CONFIGURATION, { realityCheck: { enabled: false } }),
    ],
  ])('leaves nothing in a project %s', async (_what, prepare) => {
    const project = createProject();
    prepare(project);
    expect(await ask(project, 'x')).toEqual(SILENCE);
    expect(project.list('.')).toEqual([]);
  });

  it('leaves nothing beside the promises of a project whose reality check is off', async () => {
    const project = createProject();
    project.write('events.jsonl', '');
    expect(await ask(project, 'x')).toEqual(SILENCE);
    expect(project.list('.')).toEqual(['events.jsonl']);
  });

  it('the same again is kept once', async () => {
    const project = checkedProject();
    for (const prompt of ['go on', ' go on ', 'stop', 'go on']) await ask(project, prompt);
    expect(directivesOf(project).map(({ text }) => text)).toEqual(['go on', 'stop', 'go on']);
  });

  it('a secret does not get to the disk', async () => {
    const project = checkedProject();
    await ask(project, 'The key is sk-ant-abcdefgh12345678: use it');
    expect(readFileSync(join(project.state, FILE), 'utf8')).not.toContain('abcdefgh12345678');
    expect(directivesOf(project)[0]?.['text']).toBe('The key is [redacted: Anthropic key]: use it');
  });

  it('10 MB are cut, with a mark', async () => {
    const project = checkedProject();
    expect(await ask(project, 'do it '.repeat(1_700_000))).toEqual(SILENCE);
    const text = String(directivesOf(project)[0]?.['text']);
    expect(text.length).toBeLessThanOrEqual(20_000);
    expect(text).toMatch(/\[… 10,180,\d{3} characters omitted\]$/);
  });

  it('twenty at once are all kept', async () => {
    const project = checkedProject();
    const texts = Array.from({ length: 20 }, (_, index) => `prompt ${index}`);
    const outcomes = await Promise.all(texts.map((text) => ask(project, text)));
    expect(outcomes).toEqual(texts.map(() => SILENCE));
    const kept = directivesOf(project);
    expect(kept.map(({ text }) => text).sort()).toEqual(texts.toSorted());
    expect(new Set(kept.map(({ id }) => id)).size).toBe(20);
    expect(kept.filter(({ type }) => type === 'initial-request')).toHaveLength(1);
  });

  it('belongs to the id that the environment gives first', async () => {
    const project = checkedProject();
    await ask(project, 'x', {}, { CLAUDE_SESSION_ID: 'session-of-the-shell' });
    expect(project.list('stop-gate')).toEqual(['session-of-the-shell.json']);
  });

  it.skipIf(!hasHosts)('keys that it does not know survive', async () => {
    const project = checkedProject();
    const state = { host: THIS_HOST, other: { a: [1] }, directives: ['odd', { id: 'D-7' }] };
    project.write(FILE, state);
    await ask(project, 'x');
    expect(project.read(FILE)).toEqual({
      ...state,
      directives: ['odd', { id: 'D-7' }, expect.objectContaining({ id: 'D-8', text: 'x' })],
    });
  });

  it.each<[string, object, (project: Project) => void, string]>([
    ['a file that is broken', {}, (project) => void project.write(FILE, '{'), 'cannot be used'],
    [
      'a configuration that is broken',
      {},
      (project) => void project.write(CONFIGURATION, '{'),
      'completion-promise.json',
    ],
    ['no id', { session_id: '' }, () => undefined, 'CLAUDE_SESSION_ID not set'],
    [
      'a folder that is none',
      {},
      (project) => void project.write('stop-gate', 'a file'),
      'stop-gate',
    ],
  ])('%s: the user is told, and the prompt goes through', async (_what, parts, spoil, says) => {
    const project = checkedProject();
    spoil(project);
    const { code, stderr, stdout } = await ask(project, 'x', parts);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { systemMessage, ...others } = JSON.parse(stdout);
    expect(others).toEqual({});
    expect(systemMessage).toContain('this prompt may not be recorded as a directive: ');
    expect(systemMessage).toContain(says);
  });
});
