import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MOST_SOON } from '../../../src/domain/session/bound.ts';
import { jsonText } from '../../rig/values/arbitraries.ts';
import { criterion, promiseFile } from '../../rig/values/promises.ts';
import { runs } from '../../rig/values/runs.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';

/** The gate itself, asked by any host about a session that gets on and closes nothing: no more than the bound holds it. */

const ID = 'promise-0000000a';
const HOSTS = ['claude-code', 'codex', 'gemini', 'copilot', 'cursor', 'opencode'] as const;

/** Members by which hosts say what kind of stop it is, with anything in them. */
const members = fc.dictionary(
  fc.constantFrom(
    'stop_hook_active',
    'last_assistant_message',
    'turn_id',
    'message_id',
    'generation_id',
    'loop_count',
    'timestamp',
    'permission_mode',
    'background_tasks',
  ),
  fc.oneof(
    fc.constantFrom<unknown>(true, false, 'Done.', 7, null, []),
    fc.string({ maxLength: 8 }),
  ),
);

const stop = fc.record({ members, line: fc.option(jsonText), prompts: fc.boolean() });

it('whatever a host says, a session is blocked at most so often in ten minutes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...HOSTS),
      fc.boolean(),
      fc.array(stop, { minLength: MOST_SOON + 2, maxLength: MOST_SOON + 2 }),
      async (host, hasTranscript, stops) => {
        const project = createProject();
        const transcript = join(project.folder, '..', 'transcripts', 't.jsonl');
        mkdirSync(dirname(transcript), { recursive: true });
        writeFileSync(transcript, '');
        let blocks = 0;
        for (const [at, { line, members: said, prompts }] of stops.entries()) {
          if (line !== null) appendFileSync(transcript, `${line}\n`);
          const acceptance_criteria = [criterion('AC-1', { description: `${at}` })];
          project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
          const call = { session_id: SESSION, cwd: project.folder, prompt: 'Go on' };
          const input = JSON.stringify({
            ...said,
            ...(hasTranscript ? { transcript_path: transcript } : {}),
            ...call,
            hook_event_name: 'Stop',
          });
          const args = ['--host', host];
          if (prompts) await project.run('cs', ['user-prompt', ...args], { input });
          const { stdout } = await project.run('cs-stop-gate', args, { input });
          if (/"decision":"block"|"followup_message"/.test(stdout)) blocks += 1;
        }
        expect(blocks).toBeLessThanOrEqual(MOST_SOON);
      },
    ),
    runs(12),
  );
});
