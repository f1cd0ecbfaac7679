import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { costLinesOf } from '../../rig/worlds/judged-project.ts';
import { personEnd } from '../../rig/worlds/person-acts.ts';
import { type Env, reviewedSession, SYSTEM3 } from '../../rig/worlds/reviewed-session.ts';

describe('what it costs', () => {
  it('a session that is let go after five blocks is not asked about again', async () => {
    const { api, project, stop } = await reviewedSession();
    for (let count = 0; count < 5; count += 1) expect((await stop()).decision).toBe('block');
    const { decision, systemMessage } = await stop();
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain('NOT COMPLETE');
    // Its user was told.
    expect(await stop()).toEqual({});
    expect(api.requests).toHaveLength(5);
    expect(costLinesOf(project)).toHaveLength(5);
  });

  it('is logged in a project that has settings and no state yet', async () => {
    const given = await reviewedSession();
    given.project.put('.claude/settings.json', '{}');
    expect((await given.stop()).decision).toBe('block');
    expect(costLinesOf(given.project)).toHaveLength(1);
  });

  it('a session that the user has spoken to since it was let go is asked about again', async () => {
    const { api, project, stop } = await reviewedSession();
    for (let count = 0; count < 6; count += 1) await stop();
    expect(api.requests).toHaveLength(5);
    const prompt = { hook_event_name: 'UserPromptSubmit', session_id: SYSTEM3, prompt: 'Go on' };
    await project.run('cs', ['user-prompt'], { input: JSON.stringify(prompt) });
    expect((await stop({ stop_hook_active: false })).decision).toBe('block');
    expect(await stop()).toMatchObject({ systemMessage: expect.stringContaining('NOT COMPLETE') });
    expect(api.requests).toHaveLength(6);
  });

  it('a session that rests while tasks run is not asked about', async () => {
    const { api, stop } = await reviewedSession();
    const task = { id: 'b1', type: 'shell', status: 'running', description: 'npm test' };
    expect((await stop({ background_tasks: [task] })).systemMessage).toContain(
      'This session rests',
    );
    expect(api.requests).toHaveLength(0);
  });

  it('a session that a person has ended is not asked about', async () => {
    const { api, project, stop } = await reviewedSession();
    const ended = personEnd(project, SYSTEM3);
    project.write(`stop-gate/${SYSTEM3}.json`, { ended });
    expect((await stop()).systemMessage).toContain('A person ended this session');
    expect(api.requests).toHaveLength(0);
  });

  it('a spending cap keeps the request back, and the session is let go with a note', async () => {
    const { api, stop } = await reviewedSession();
    const { decision, systemMessage } = await stop({}, { CS_JUDGE_MAX_USD_PER_DAY: '0.0001' });
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain('The call was not made');
    expect(api.requests).toHaveLength(0);
  });
});

describe('continuation.prefixes', () => {
  const configured = async (prefixes: unknown, id: string, env: Env = {}) => {
    const given = await reviewedSession({ id });
    given.project.put(
      join('.claude', 'completion-promise.json'),
      JSON.stringify({ continuation: { prefixes } }),
    );
    const { decision } = await given.stop({}, env);
    return [decision, given.api.requests.length];
  };

  it.each<[string, unknown, string, Env, readonly [string | undefined, number]]>([
    ['names another', 'lead-', 'lead-1', {}, ['block', 1]],
    ['names two', 'lead-,chief-', 'chief-1', {}, ['block', 1]],
    ['names another, so the usual one is none', 'lead-', SYSTEM3, {}, [undefined, 0]],
    ['names none', null, SYSTEM3, {}, [undefined, 0]],
    [
      'is added to by a variable',
      'lead-',
      'chief-1',
      { CS_CONTINUATION_PREFIXES: 'chief-' },
      ['block', 1],
    ],
  ])('%s', async (_what, prefixes, id, env, expected) => {
    expect(await configured(prefixes, id, env)).toEqual(expected);
  });

  it('is not taken back by a variable, which only adds to it', async () => {
    const env = { CS_CONTINUATION_PREFIXES: 'chief-' };
    expect(await configured('lead-', 'lead-1', env)).toEqual(['block', 1]);
  });
});
