import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProject, outcomeOf, type Project, SESSION } from '../../rig/worlds/project.ts';

const FILE = `stop-gate/${SESSION}.json`;
const directive = (project: Project, ...args: string[]) =>
  project.run('cs', ['session', 'directive', ...args]);

function textsIn(project: Project): readonly string[] {
  return [project.read(FILE)['directives']].flat().map((entry) => String(Object(entry).text));
}

describe('cs session directive', () => {
  it('adds, lists and retires, with a line of the log for each change', async () => {
    const project = createProject();
    const added = await directive(project, '--add', 'Sign-in works');
    expect(added).toMatchObject({
      code: 0,
      stdout: 'Added directive: D-1 [initial-request] Sign-in works\n',
      stderr: '',
    });
    await directive(project, '--add', 'No new packages', '--type', 'constraint');
    const retired = await directive(project, '--retire', 'D-1', '--json');
    expect(JSON.parse(retired.stdout)).toMatchObject({
      directive: { id: 'D-1', status: 'retired' },
    });
    const listed = async (...args: string[]) =>
      JSON.parse((await directive(project, '--list', '--json', ...args)).stdout).directives;
    expect(await listed()).toMatchObject([{ id: 'D-2', type: 'constraint', status: 'active' }]);
    expect(await listed('--all')).toMatchObject([{ id: 'D-1', status: 'retired' }, { id: 'D-2' }]);
    const log = readFileSync(join(project.state, 'events.jsonl'), 'utf8').trim().split('\n');
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'directive.added', directive: 'D-1', type: 'initial-request', session_id: SESSION },
      { event: 'directive.added', directive: 'D-2', type: 'constraint' },
      { event: 'directive.retired', directive: 'D-1' },
    ]);
  });

  it.each<[string, readonly string[], string]>([
    ['no action', [], '--add, --list or --retire is required'],
    ['two actions', ['--list', '--retire', 'D-1'], 'cannot be given together'],
    ['an empty text', ['--add', '  '], '--add needs text'],
    ['an unknown type', ['--add', 'x', '--type', 'wish'], 'Invalid type: wish'],
    ['a type with another action', ['--list', '--type', 'constraint'], '--type goes with --add'],
    ['--all with another action', ['--add', 'x', '--all'], '--all goes with --list'],
    ['an unknown id', ['--retire', 'D-9'], 'Directive not found: D-9'],
  ])('%s: exit code 1, nothing written', async (_what, args, says) => {
    const project = createProject();
    const { code, stderr } = await directive(project, ...args);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(says) });
    expect(project.list('.')).toEqual([]);
  });

  it('of a session whose id cannot name a file are kept under its digest', async () => {
    const project = createProject();
    const env = { CLAUDE_SESSION_ID: '../out' };
    expect((await project.run('cs', ['session', 'directive', '--add', 'x'], { env })).code).toBe(0);
    const { stdout } = await project.run('cs', ['session', 'directive', '--list'], { env });
    expect(stdout).toBe('D-1 [initial-request] x\n');
    expect(project.list('stop-gate')).toEqual([expect.stringMatching(/^id-[0-9a-f]{14}\.json$/)]);
  });

  it.each([['no session', undefined, 'CLAUDE_SESSION_ID not set']])(
    '%s: exit code 1',
    async (_what, session, says) => {
      const project = createProject();
      const env = { CLAUDE_SESSION_ID: session };
      for (const args of [['--add', 'x'], ['--list'], ['--retire', 'D-1']]) {
        const { code, stderr } = await project.run('cs', ['session', 'directive', ...args], {
          env,
        });
        expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(says) });
      }
    },
  );

  it('one that was retired before cannot be retired again', async () => {
    const project = createProject();
    await directive(project, '--add', 'x');
    await directive(project, '--retire', 'D-1');
    const { code, stderr } = await directive(project, '--retire', 'D-1');
    expect([code, stderr]).toEqual([1, expect.stringContaining('D-1 is already retired')]);
  });

  it('keys and entries that it does not know survive', async () => {
    const project = createProject();
    const odd = [{ id: 'D-3', type: 'wish', text: 'hand-made', note: 1 }, 'odd'];
    project.write(FILE, { directives: odd, stop_attempts: [{ odd: 1 }], counters: { blocks: 2 } });
    await directive(project, '--add', 'more');
    await directive(project, '--retire', 'D-3');
    expect(project.read(FILE)).toMatchObject({
      directives: [{ id: 'D-3', type: 'wish', note: 1, status: 'retired' }, 'odd', { id: 'D-4' }],
      stop_attempts: [{ odd: 1 }],
      counters: { blocks: 2 },
    });
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['of directives that are no list', '{"directives": 5}'],
  ])('a file that is %s is named and left as it is', async (_what, text) => {
    const project = createProject();
    const path = project.write(FILE, text);
    for (const args of [['--add', 'x'], ['--list']]) {
      const { code, stderr } = await directive(project, ...args);
      expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be used')]);
    }
    expect(readFileSync(path, 'utf8')).toBe(text);
    const doctor = await project.run('cs', ['doctor']);
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining(FILE)]);
  });

  it('20 processes add at once, one of them killed -9: every acknowledged one is there, once', async () => {
    const project = createProject();
    const texts = Array.from({ length: 20 }, (_, index) => `directive ${index}`);
    const children = texts.map((text) =>
      project.start('cs', ['session', 'directive', '--add', text]),
    );
    const pending = children.map(outcomeOf);
    await Promise.race(pending);
    children[13]?.kill('SIGKILL');
    const outcomes = await Promise.all(pending);
    const heard = texts.filter((_, index) => outcomes[index]?.code === 0);
    expect(heard.length).toBeGreaterThanOrEqual(19);
    expect(textsIn(project)).toEqual(expect.arrayContaining(heard));
    const ids = [project.read(FILE)['directives']].flat().map((entry) => Object(entry).id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
