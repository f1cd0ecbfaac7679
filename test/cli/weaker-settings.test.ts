import { describe, expect, it } from 'vitest';
import { createProject, type Project } from '../rig/worlds/project.ts';
import { eventsOf } from '../rig/worlds/proving.ts';

const configure = (project: Project, configuration: unknown): void =>
  void project.write('../completion-promise.json', configuration);

/** A promise that was made where the judge must be had, under settings that have changed since. */
async function weakened(
  since: unknown,
): Promise<{ readonly project: Project; readonly id: string }> {
  const project = createProject();
  configure(project, { judge: { onUnavailable: 'block' } });
  const { stdout } = await project.run('cs-promise', ['--create', 'T', '--ac', 'one', '--json']);
  const { id }: { id: string } = JSON.parse(stdout);
  await project.run('cs-promise', ['--start', id]);
  configure(project, since);
  return { project, id };
}

const meet = (project: Project, id: string) =>
  project.run('cs', ['meet', id, '--ac-id', 'AC-1', '--evidence', 'seen']);

const sentence = (id: string): string =>
  `Weaker settings than when ${id} was created: judge.onUnavailable was "block", is "warn".`;

describe('settings that became weaker since a promise was made', () => {
  it('the promise and its first event keep those of its making', async () => {
    const { id, project } = await weakened({});
    const { settings } = project.read(`promises/${id}.json`);
    expect(settings).toMatchObject({
      'judge.onUnavailable': 'block',
      'gates.validation': 'required',
    });
    expect(eventsOf(project)[0]).toMatchObject({ event: 'promise.created', settings });
  });

  it('a promise that is made under settings that cannot be read keeps none', async () => {
    const project = createProject();
    configure(project, { unknown: 1 });
    const { stdout } = await project.run('cs-promise', ['--create', 'T', '--ac', 'one', '--json']);
    expect(JSON.parse(stdout).promise.settings).toBeUndefined();
  });

  it('a block names them, and tells the model nothing of them', async () => {
    const { id, project } = await weakened({});
    const { code, stderr, stdout } = await project.run('cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stdout.endsWith(`\n\n${sentence(id)}\n`)).toBe(true);
    expect(stderr).not.toContain('onUnavailable');
  });

  it('a check that lets go names them where it is asked to speak', async () => {
    const { id, project } = await weakened({});
    await meet(project, id);
    expect(await project.run('cs-verify', ['--check'])).toMatchObject({ code: 0, stdout: '' });
    const { code, stdout } = await project.run('cs-verify', ['--check', '--verbose']);
    expect({ code, last: stdout.trim().split('\n').at(-1) }).toEqual({
      code: 0,
      last: sentence(id),
    });
    const { stdout: json } = await project.run('cs-verify', ['--check', '--json']);
    expect(JSON.parse(json).weaker_settings).toEqual([
      { id, key: 'judge.onUnavailable', before: 'block', now: 'warn' },
    ]);
  });

  it('an audit names them, and is no less whole for that', async () => {
    const { id, project } = await weakened({});
    for (const args of [[], [id]]) {
      const { code, stdout } = await project.run('cs', ['store', 'audit', ...args]);
      expect([code, stdout.trim().split('\n').at(-1)]).toEqual([0, sentence(id)]);
    }
    const { stdout } = await project.run('cs', ['store', 'audit', '--json']);
    expect(JSON.parse(stdout).weaker_settings).toEqual([
      { id, key: 'judge.onUnavailable', before: 'block', now: 'warn' },
    ]);
    configure(project, { unknown: 1 });
    const broken = await project.run('cs', ['store', 'audit']);
    expect([broken.code, broken.stderr.startsWith('Warning: ')]).toEqual([0, true]);
  });

  it('verify closes the promise and names them', async () => {
    const { id, project } = await weakened({ gates: { validation: 'off' } });
    await meet(project, id);
    const { code, stderr, stdout } = await project.run('cs-verify', ['--promise', id, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).weaker_settings).toEqual([
      { id, key: 'gates.validation', before: 'required', now: 'off' },
      { id, key: 'judge.onUnavailable', before: 'block', now: 'warn' },
    ]);
    expect(stderr).toContain(
      `Note: Weaker settings than when ${id} was created: gates.validation was "required", is "off"; judge.onUnavailable was "block", is "warn".`,
    );
  });

  it('an audit names them, of open promises, and they are no misfit', async () => {
    const { id, project } = await weakened({});
    const { code, stdout } = await project.run('cs', ['store', 'audit']);
    expect({ code, last: stdout.trim().split('\n').at(-1) }).toEqual({
      code: 0,
      last: sentence(id),
    });
    const other = await project.run('cs', [
      'store',
      'audit',
      await project.promise('two'),
      '--json',
    ]);
    expect(JSON.parse(other.stdout).weaker_settings).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['the same settings', { judge: { onUnavailable: 'block' } }],
    [
      'stricter ones',
      { judge: { onUnavailable: 'block' }, gates: { endRequires: 'met' }, tier: 1 },
    ],
  ])('nothing is said of %s', async (_name, since) => {
    const { project } = await weakened(since);
    const { stdout } = await project.run('cs-verify', ['--check']);
    expect(stdout).not.toContain('Weaker settings');
  });

  it('a variable that cannot be read, of a setting that the check does not go by, shuts nothing', async () => {
    const { id, project } = await weakened({ judge: { onUnavailable: 'block' } });
    await meet(project, id);
    const env = { CS_STOP_GATE_TODOS: 'perhaps' };
    expect(await project.run('cs-verify', ['--check'], { env })).toMatchObject({ code: 0 });
  });
});
