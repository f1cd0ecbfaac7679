import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../../src/domain/base/document.ts';
import { INTERRUPTED_HOSTS, type InterruptedHost } from '../../rig/values/interrupts.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { createProject, type Project } from '../../rig/worlds/project.ts';

/** Sessions of the hosts whose users interrupt them, by the hooks as the hosts call them. */

const ID = 'promise-0000000a';
const SESSION = 'a-session-1';
const NOBODY = {
  CLAUDE_SESSION_ID: undefined,
  CLAUDE_CODE_SESSION_ID: undefined,
  CLAUDE_PROJECT_DIR: undefined,
};
const OBEYED = 'You interrupted, so this stop is let through.';

interface Spoken {
  readonly isBlocked: boolean;
  readonly said: string;
}

/** A session that promised something, with a transcript that its host writes. */
function sessionOf(
  { atPrompt, atStop, host, marks, prompts, says }: InterruptedHost,
  env: object = {},
) {
  const project = createProject(SESSION);
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
  const home = join(project.folder, '..', 'home');
  const path = join(home, '.copilot', 'session-state', SESSION, 'events.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  let turns = 0;
  const write = (...lines: readonly object[]) =>
    appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const run = (bin: string, args: readonly string[], fields: object) =>
    project.run(bin, [...args, '--host', host], {
      input: JSON.stringify({ ...fields, cwd: project.folder }),
      env: { ...NOBODY, ...env },
    });
  return {
    project,
    write,
    interrupts: (mark = marks[0] ?? {}) => write(mark),
    /** The user prompts, and the agent answers. */
    async turn(prompt: string): Promise<void> {
      const { code, stdout } = await run('cs', ['user-prompt'], atPrompt(prompt, SESSION, path));
      expect([code, stdout]).toEqual([0, '']);
      write(prompts(prompt), says(`I do: ${prompt}`));
    },
    stop: async (isSame = false): Promise<Spoken> => {
      if (!isSame) turns += 1;
      const outcome = await run('cs-stop-gate', [], atStop(SESSION, path, String(turns)));
      const { stderr, stdout } = outcome;
      return { isBlocked: stdout.includes('"decision":"block"'), said: stdout + stderr };
    },
    goesOn: () => write(says('I go on.')),
  };
}

function stateOf(project: Project): { readonly [key: string]: unknown } {
  const state = project.read(`stop-gate/${SESSION}.json`);
  return isObject(state) ? state : {};
}

describe.each(INTERRUPTED_HOSTS)('a session of $host', (written) => {
  it.each(written.marks.map((mark) => [mark]))(
    'whose user interrupted it, by %j, is let through once and held again',
    async (mark) => {
      const { goesOn, interrupts, project, stop, turn } = sessionOf(written);
      await turn('Build it');
      expect((await stop()).isBlocked).toBe(true);
      interrupts(mark);
      await turn('What is left?');
      const free = await stop();
      expect(free.isBlocked).toBe(false);
      expect(free.said).toContain(OBEYED);
      expect(free.said).toContain(ID);
      // A second hook that asks about the same stop is told the same.
      expect(await stop(true)).toEqual(free);
      expect(stateOf(project)).toMatchObject({ interrupted: { used: true } });
      expect(project.read(`promises/${ID}.json`)).toMatchObject({ status: 'in_progress' });
      const { stdout } = await project.run('cs', ['status']);
      expect(stdout).toMatch(
        /INTERRUPTED BY THE USER:\n {2}a-session-1: you interrupted \d+ seconds? ago/,
      );
      expect(readFileSync(join(project.state, 'events.jsonl'), 'utf8')).toContain(
        '"event":"session.interrupted"',
      );
      // The agent goes on without a prompt, as after a task in the background.
      goesOn();
      expect((await stop()).isBlocked).toBe(true);
      await turn('Go on');
      expect((await stop()).isBlocked).toBe(true);
      expect(stateOf(project)).not.toHaveProperty('interrupted');
    },
  );

  it.each<[string, (session: ReturnType<typeof sessionOf>) => Promise<void>]>([
    [
      'a mark that its agent wrote before it spoke',
      async ({ goesOn, interrupts, turn }) => {
        interrupts();
        goesOn();
        await turn('Go on');
      },
    ],
    [
      'a mark that no prompt followed',
      async ({ goesOn, interrupts, turn }) => {
        await turn('Go on');
        interrupts();
        goesOn();
      },
    ],
    [
      'lines like a mark',
      async ({ turn, write }) => {
        write(...written.others);
        await turn('Go on');
      },
    ],
  ])('is held in spite of %s', async (_what, play) => {
    const session = sessionOf(written);
    await session.turn('Build it');
    await play(session);
    expect((await session.stop()).isBlocked).toBe(true);
  });

  it('is held where nobody attends it', async () => {
    const { interrupts, project, stop, turn } = sessionOf(written, {
      CLAUDE_CODE_SESSION_ATTENDED: '0',
    });
    await turn('Build it');
    interrupts();
    await turn('Go on');
    expect((await stop()).isBlocked).toBe(true);
    expect(stateOf(project)).not.toHaveProperty('interrupted');
  });
});

const GEMINI = INTERRUPTED_HOSTS.filter(({ host }) => host === 'gemini');

it.each(GEMINI)(
  'a turn of $host that was interrupted itself starts no other one',
  async (written) => {
    const { interrupts, stop, turn } = sessionOf(written);
    await turn('Build it');
    interrupts();
    const first = await stop();
    expect([first.isBlocked, first.said.includes(OBEYED)]).toEqual([false, true]);
    // Another mark, which the agent's shell can write as well.
    interrupts();
    expect((await stop()).isBlocked).toBe(true);
  },
);

it.each(GEMINI)(
  'where $host goes on by itself after an interrupt, that and the next prompt of the user are let through',
  async (written) => {
    const { interrupts, stop, turn } = sessionOf(written);
    await turn('Build it');
    interrupts();
    expect((await stop()).isBlocked).toBe(false);
    await turn('[System: You successfully executed a tool but returned an empty response.]');
    expect((await stop()).isBlocked).toBe(false);
    await turn('What is left?');
    expect((await stop()).isBlocked).toBe(false);
    await turn('Go on');
    expect((await stop()).isBlocked).toBe(true);
  },
);

describe('Cursor', () => {
  const ask = async (
    status: string | undefined,
    spoil?: (project: Project) => void,
    parts: object = {},
  ) => {
    const project = createProject(SESSION);
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
    spoil?.(project);
    const input = JSON.stringify({
      conversation_id: SESSION,
      generation_id: 'g',
      status,
      loop_count: 0,
      hook_event_name: 'stop',
      workspace_roots: [project.folder],
      ...parts,
    });
    const env = { ...NOBODY, CURSOR_VERSION: '3.7', CURSOR_PROJECT_DIR: project.folder };
    return project.run('cs-stop-gate', [], { input, env });
  };

  it.each([['aborted'], ['error'], ['cancelled']])(
    'gets no follow-up where a turn ended as %s, and its user is told what is open',
    async (status) => {
      const { code, stderr, stdout } = await ask(status);
      expect([code, stdout]).toEqual([0, '']);
      expect(stderr).toContain(OBEYED);
      expect(stderr).toContain(ID);
    },
  );

  it('gets none where the gate cannot look either', async () => {
    const broken = (project: Project) => void project.write(`promises/${ID}.json`, '{');
    const { code, stdout } = await ask('aborted', broken);
    expect([code, stdout]).toEqual([0, '']);
  });

  it('gets none for a subagent that was aborted, and its user is told what that has open', async () => {
    const agent = { hook_event_name: 'subagentStop', agent_id: 'agent-1' };
    const owes = (project: Project) =>
      void project.write(`promises/${ID}.json`, promiseFile(ID, 'agent-1'));
    expect((await ask('completed', owes, agent)).stdout).toContain(ID);
    const { code, stderr, stdout } = await ask('aborted', owes, agent);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(ID);
  });

  it.each([['completed'], [undefined]])('gets one where it ended as %j', async (status) => {
    expect(JSON.parse((await ask(status)).stdout).followup_message).toContain(ID);
  });
});
