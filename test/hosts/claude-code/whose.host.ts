import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { scheduler } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Script } from '../scripted-model.ts';
import { claudeCodeProject } from './claude-project.ts';
import { bash, delegate, describeClaudeCode, follow, promise, say, scenario } from './scenario.ts';

/** Promises that a session does not know: of its subagents, and of sessions that are not there any more. */

describeClaudeCode('a promise of a subagent', () => {
  scenario(
    'is asked of the subagent, which keeps it before its session stops',
    {
      agent: [delegate(), say('Done.')],
      subagent: [promise(), say('An answer.'), follow, say('An answer.')],
    },
    ({ blocks, subagentTold }) => {
      expect(blocks).toEqual([]);
      expect(subagentTold).toHaveLength(4);
      expect(subagentTold[2]).toContain('You are blocked because you created it.');
    },
  );

  scenario(
    'is asked of its session where the subagent does not keep it, and is told as one that a subagent made',
    {
      agent: [delegate(), say('Done.'), say('Done.'), follow],
      subagent: [promise(), say('An answer.')],
    },
    ({ blocks, subagentTold }) => {
      expect(subagentTold).toHaveLength(7);
      expect(blocks).toHaveLength(1);
      expect(blocks[0]).toMatch(/promise-\w+ was created by a subagent \(general-purpose, \w+\)/);
      expect(blocks[0]).toContain('cs status promise-');
    },
  );

  scenario(
    'is asked of a teammate that made it, as the host asks its stop hooks before the teammate idles',
    {
      env: { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1' },
      agent: [delegate({ name: 'mate' }), say('Done.')],
      subagent: [promise(), say('An answer.'), follow, say('An answer.')],
    },
    ({ blocks, subagentTold }) => {
      expect(blocks).toEqual([]);
      expect(subagentTold[2]).toContain('You are blocked because you created it.');
    },
  );

  scenario(
    'is not asked of a subagent that another made it beside, or that only saw it',
    {
      agent: [promise(), delegate(), say('Done.'), say('Done.'), follow],
      subagent: [bash('cs-promise --list; cs-status'), say('An answer.')],
    },
    ({ blocks, subagentTold }) => {
      expect(subagentTold).toHaveLength(2);
      expect(blocks).toHaveLength(1);
      expect(blocks[0]).not.toContain('was created by a subagent');
    },
  );
});

describeClaudeCode('a promise of a session that was killed', () => {
  it('is told to the next one, which does not own it, and can be freed for it', async () => {
    const first: Script = ({ turn }) => {
      const step = [promise(), bash('touch ../is-made; sleep 600')][turn];
      return step === undefined ? say('Done.') : step;
    };
    const world = await claudeCodeProject((request) =>
      request.told.includes('Go on with it') ? say('Done.') : first(request),
    );
    const { client, model, project, session } = world;
    const killed = client(['-p', 'Build it', '--allowedTools', 'Bash']);
    await until(() => existsSync(join(project.folder, '..', 'is-made')));
    killed.kill('SIGKILL');
    await once(killed, 'close');
    const [file = ''] = project.list('promises');
    const id = file.replace('.json', '');
    const next = await session('Go on with it');
    expect(model.seen.at(-1)?.told).toContain(`${id} "Sign-in" (0/1 criteria met)`);
    const env = { CLAUDE_SESSION_ID: next.session_id };
    for (const way of ['--adopt', '--release', '--cancel']) {
      const { code, stderr } = await project.run('cs-promise', [way, id], { env });
      expect(code).toBe(1);
      expect(stderr).toContain(`a person can release it in a terminal: cs-promise --release ${id}`);
    }
  });

  scenario(
    'is not told where its session runs still',
    {
      agent: [promise(), bash(`claude -p "An agent within" --output-format text`), say('Done.')],
    },
    ({ told }) => {
      expect(told.join('\n')).not.toContain('no longer running');
    },
  );
});

/** Waits for what the client's agent does. */
async function until(isSo: () => boolean): Promise<void> {
  for (let patience = 600; !isSo(); patience -= 1) {
    if (patience === 0) throw new Error('It did not happen within a minute.');
    await scheduler.wait(100);
  }
}
