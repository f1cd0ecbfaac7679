import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { keepSession } from '../../rig/values/kept-sessions.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { OPEN_SESSION } from '../../rig/values/transcripts.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';
import type { Toy } from '../toy.ts';

/** A host as a contributor would write it: it names sessions in its own way, and blocks by a word. */
const MODULE = `import type { HookHost } from '../domain/host/hook-host.ts';
import { readHookPayload } from '../domain/host/hook-payload.ts';
import { aside, object } from './speaking.ts';

export const toy = {
  name: 'toy',
  title: 'Toy',
  programs: ['toy'],
  variables: { marks: ['TOY'], project: 'TOY_PROJECT_DIR', session: ['TOY_SESSION'] },
  events: { stop: 'halt' },
  tell: ({ fields }) => (typeof fields['toy'] === 'string' ? 'own' : 'no'),
  readPayload: ({ asked: prompt, talk: transcript_path, toy: session_id }) => {
    const hook_event_name = prompt === undefined ? 'Stop' : 'UserPromptSubmit';
    return readHookPayload({ session_id, transcript_path, prompt, hook_event_name });
  },
  dialect: {
    stop: ({ decision, reason }) => (decision === 'block' ? object({ halt: 'no', reason }) : aside('')),
    start: () => aside(''),
    note: (message) => aside(message),
  },
  transcriptPlace: {
    folder: { name: '.toy', variable: 'TOY_HOME', names: 'itself' },
    way: (session) => ['talks', session + '.jsonl'],
  },
  interruptMark: { isMark: ({ halted }) => halted === true },
  blockLimit: () => Number.POSITIVE_INFINITY,
} as const satisfies HookHost;
`;

export const host: Toy = {
  title: 'a host is one module and two lines of one table',
  modules: { 'src/hosts/toy.ts': MODULE },
  table: 'src/hosts/hosts.ts',
  rows: [
    { behind: 'import ', line: "import { toy } from './toy.ts';" },
    { behind: 'const HOSTS', line: '  toy,' },
  ],
  // A host that nothing is known to install for is a fault of the types.
  late: { behind: 'export const SETUPS', line: '  toy: openCodeSetup,', fault: /'toy' is missing/ },
  async works(copy) {
    const project = createProject();
    project.write('promises/promise-0000000a.json', promiseFile('promise-0000000a', SESSION));
    const env = { CLAUDE_SESSION_ID: '', TOY_PROJECT_DIR: project.folder };
    const stop = (session: string, args: readonly string[] = [], parts: object = {}) => {
      const input = JSON.stringify({ toy: session, ...parts });
      return copy.run(project, 'cs-stop-gate', args, { env, input });
    };
    const held = await stop(SESSION);
    expect(JSON.parse(held.stdout)).toMatchObject({ halt: 'no' });
    expect(held.stdout).toContain('promise-0000000a has 1 open criterion');
    expect(await stop('another')).toMatchObject({ code: 0, stdout: '', stderr: '' });
    // Its user's interrupt is obeyed.
    const talk = join(project.folder, 'talk.jsonl');
    writeFileSync(talk, '{"halted":true}\n');
    const prompt = JSON.stringify({ toy: SESSION, asked: 'What is left?', talk });
    await copy.run(project, 'cs', ['user-prompt'], { env, input: prompt });
    expect((await stop(SESSION, [], { talk })).stdout).toBe('');
    // It can be named, too, and its shells know their session.
    expect((await stop(SESSION, ['--host', 'toy'])).stdout).toContain('Still blocked');
    const shell = { CLAUDE_SESSION_ID: '', TOY_SESSION: SESSION };
    const checked = await copy.run(project, 'cs-verify', ['--check'], { env: shell });
    expect(checked.code).toBe(2);
    // Commands find what was said in it.
    const place = `.toy/talks/${SESSION}.jsonl`;
    keepSession(join(project.folder, '..', 'home'), { place, begins: [] }, OPEN_SESSION);
    const review = await copy.run(project, 'cs', ['continuation-review', '--dry-run'], {
      env: shell,
    });
    expect(review.stdout).toContain('Build the sign-in, with two workers');
  },
};
