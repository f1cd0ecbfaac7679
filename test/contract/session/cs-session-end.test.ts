import { describe, expect, it } from 'vitest';
import { promiseFile } from '../../rig/values/promises.ts';
import { callHook } from '../../rig/worlds/hook-call.ts';
import { createProject, type Project } from '../../rig/worlds/project.ts';

const ME = 'session-a';
const HEADLESS = { CLAUDE_CODE_SESSION_ATTENDED: '0' };
const SILENCE = { code: 0, signal: null, stdout: '', stderr: '' };

/** A project whose stop gate let the session go; `last`: what it answered since. */
function letGo({ checker = 'promises', last = 'cap', open = true } = {}): Project {
  const project = createProject();
  const capped = [{ at: '2026-02-17T10:30:00Z', why: 'nothing-changed', checker }];
  project.write(`stop-gate/${ME}.json`, { liveness: { last }, capped });
  if (open) project.write('promises/promise-0000aaaa.json', promiseFile('promise-0000aaaa', ME));
  return project;
}

const end = (project: Project, env: Readonly<Record<string, string>>, payload: object = {}) => {
  const parts = { session_id: ME, hook_event_name: 'SessionEnd', reason: 'other', ...payload };
  return callHook(project, 'session-end', parts, { env });
};

describe('cs session-end', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['that its host calls unattended', HEADLESS],
    ['of a program', { CLAUDE_CODE_SESSION_ATTENDED: '', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }],
  ])('tells on stderr of a session %s that was let go', async (_name, env) => {
    expect(await end(letGo(), env)).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: `NOT COMPLETE: the stop gate stopped blocking session ${ME} at 2026-02-17T10:30:00Z after 5 blocks in a row without any change (blocked by: its promises).\n`,
    });
  });

  it('tells of one that a review held, whatever is promised', async () => {
    const { code, stderr } = await end(letGo({ checker: 'todos', open: false }), HEADLESS);
    expect([code, stderr]).toEqual([1, expect.stringContaining('(blocked by: its todo list)')]);
  });

  it.each<[string, () => Project, Readonly<Record<string, string>>, object]>([
    ['its user watches', () => letGo(), { CLAUDE_CODE_SESSION_ATTENDED: '1' }, {}],
    ['a host says nothing of its user', () => letGo(), { CLAUDE_CODE_SESSION_ATTENDED: '' }, {}],
    ['the gate held it since', () => letGo({ last: 'block' }), HEADLESS, {}],
    ['none of its promises keeps it any more', () => letGo({ open: false }), HEADLESS, {}],
    ['it is another session', () => letGo(), HEADLESS, { session_id: 'session-b' }],
    ['it promised nothing', createProject, HEADLESS, {}],
  ])('says nothing where %s, and changes nothing', async (_name, make, env, payload) => {
    const project = make();
    const before = project.list('.');
    expect(await end(project, { CLAUDE_CODE_ENTRYPOINT: '', ...env }, payload)).toEqual(SILENCE);
    expect(project.list('.')).toEqual(before);
  });

  it('says nothing where what is kept cannot be read', async () => {
    const project = letGo();
    project.write(`stop-gate/${ME}.json`, '{');
    expect(await end(project, HEADLESS)).toEqual(SILENCE);
  });
});
