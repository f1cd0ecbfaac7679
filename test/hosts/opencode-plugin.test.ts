import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PLUGIN_HOOKS, pluginText } from '../../src/hosts/opencode/plugin-file.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { createProject } from '../rig/worlds/project.ts';

const SHIPPED = readFileSync(join(CHECKOUT, 'hooks', 'opencode-plugin.js'), 'utf8');

const BLOCK = '{"decision":"block","reason":"why","systemMessage":"told"}';

/** The hooks that the plugin gives to OpenCode. */
interface Plugged {
  'experimental.text.complete'(input: object, output: object): Promise<void>;
  'experimental.chat.system.transform'(input: object, output: { system: string[] }): Promise<void>;
  'chat.message'(input: object, output: object): Promise<void>;
  'shell.env'(input: object, output: { env: Record<string, string> }): Promise<void>;
  event(input: object): Promise<void>;
}

let loaded = 0;

/** The plugin with a client that keeps what it is asked. `answers`: lines for the shell, in the place of the hooks. */
async function plugged(
  answers: { readonly stop?: string; readonly prompt?: string; readonly start?: string },
  { isHeadless = true, stopMs = 20_000, parents = {} as Record<string, string> } = {},
) {
  const { folder } = createProject();
  const path = join(folder, 'plugin', 'completion-promise.js');
  mkdirSync(join(folder, 'plugin'));
  writeFileSync(join(folder, 'plugin', 'package.json'), '{"type":"module"}');
  const keep = (name: string): string => `cat >> ${name}.jsonl; echo >> ${name}.jsonl; `;
  const calls = {
    start: keep('start') + (answers.start ?? 'true'),
    prompt: keep('prompt') + (answers.prompt ?? 'true'),
    stop: keep('stop') + (answers.stop ?? 'true'),
    startMs: 20_000,
    promptMs: 20_000,
    stopMs,
  };
  writeFileSync(path, pluginText(SHIPPED, calls));
  const prompts: { readonly id: string; readonly text: string }[] = [];
  const toasts: string[] = [];
  const client = {
    session: {
      get: async ({ path: { id } }: { path: { id: string } }) => {
        if (id === 'broken') throw new Error('no such session');
        return { data: { parentID: parents[id] } };
      },
      promptAsync: async (call: { path: { id: string }; body: { parts: { text: string }[] } }) => {
        prompts.push({ id: call.path.id, text: call.body.parts[0]?.text ?? '' });
      },
    },
    tui: {
      showToast: async ({ body }: { body: { message: string } }) => toasts.push(body.message),
    },
  };
  if (isHeadless) process.argv.push('run');
  loaded += 1;
  const module = await import(/* @vite-ignore */ `${pathToFileURL(path).href}?${loaded}`);
  if (isHeadless) process.argv.pop();
  const hooks: Plugged = await module.CompletionPromise({ client, directory: folder });
  const seen = (name: string): readonly Record<string, unknown>[] => {
    const text = readFileSync(join(folder, `${name}.jsonl`), 'utf8');
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  return { folder, hooks, prompts, seen, toasts };
}

const text = { messageID: 'm1', sessionID: 's1' };
const idle = (sessionID: string) => ({
  event: { type: 'session.idle', properties: { sessionID } },
});

const failing = (sessionID: string | undefined, name: string) => ({
  event: { type: 'session.error', properties: { sessionID, error: { name } } },
});

describe.runIf(process.platform !== 'win32')('the plugin of OpenCode', () => {
  it('asks the gate headless as a text is complete, and has the agent go on with the reason', async () => {
    const { folder, hooks, prompts, seen } = await plugged({ stop: `echo '${BLOCK}'; exit 2` });
    await hooks['experimental.text.complete'](text, { text: 'Done.' });
    expect(prompts).toEqual([{ id: 's1', text: 'why' }]);
    expect(seen('stop')).toEqual([
      {
        host: 'opencode',
        cwd: folder,
        hook_event_name: 'Stop',
        session_id: 's1',
        message_id: 'm1',
        stop_hook_active: false,
        last_assistant_message: 'Done.',
      },
    ]);
    await hooks.event(idle('s1'));
    await hooks['experimental.text.complete'](text, { text: 'Done.' });
    expect(seen('stop').map(({ stop_hook_active }) => stop_hook_active)).toEqual([false, true]);
  });

  it('elsewhere asks it once the session rests, and shows what the user is told', async () => {
    const { hooks, prompts, seen, toasts } = await plugged(
      { stop: `echo '${BLOCK}'; exit 2` },
      { isHeadless: false },
    );
    await hooks['experimental.text.complete'](text, { text: 'Done.' });
    expect(prompts).toEqual([]);
    await hooks.event(idle('s1'));
    // The event of a session that rests names no message.
    expect(seen('stop')).toMatchObject([{ last_assistant_message: 'Done.', message_id: 'm1' }]);
    expect(prompts).toEqual([{ id: 's1', text: 'why' }]);
    expect(toasts).toEqual(['told']);
  });

  it('lets go where the gate does', async () => {
    const { hooks, prompts } = await plugged({});
    await hooks['experimental.text.complete'](text, { text: 'Done.' });
    expect(prompts).toEqual([]);
  });

  it.each([
    ['is missing', 'no-such-program', 20_000],
    ['says something else', 'echo fine', 20_000],
    ['hangs', 'sleep 30', 300],
  ])('a gate that %s holds a session three times', async (_what, stop, stopMs) => {
    const { hooks, prompts } = await plugged({ stop }, { stopMs });
    for (let stops = 0; stops < 5; stops += 1) {
      await hooks['experimental.text.complete'](text, { text: 'Done.' });
    }
    expect(prompts.map((one) => one.text)).toEqual(
      Array(3).fill('Blocked: the stop gate (completion-promise) gave no answer. Next: cs doctor'),
    );
  });

  it('does not hold a subagent, whose shells have the session of the user', async () => {
    const { folder, hooks, prompts } = await plugged(
      { stop: `echo '${BLOCK}'; exit 2` },
      { parents: { s3: 's2', s2: 's1' } },
    );
    await hooks['experimental.text.complete']({ ...text, sessionID: 's3' }, { text: 'Done.' });
    expect(prompts).toEqual([]);
    const env = {};
    await hooks['shell.env']({ sessionID: 's3' }, { env });
    expect(env).toEqual({ CS_PROJECT_DIR: folder, OPENCODE_SESSION_ID: 's1' });
  });

  it('tells of prompts of the user, and not of its own', async () => {
    const { hooks, seen } = await plugged({ stop: `echo '${BLOCK}'; exit 2` });
    await hooks['chat.message']({ sessionID: 's1' }, { parts: [{ type: 'text', text: 'Go.' }] });
    await hooks['experimental.text.complete'](text, { text: 'Done.' });
    await hooks['chat.message']({ sessionID: 's1' }, { parts: [{ type: 'text', text: 'why' }] });
    expect(seen('prompt')).toMatchObject([{ hook_event_name: 'UserPromptSubmit', prompt: 'Go.' }]);
  });

  it('says at the first prompt what is promised, as a part of the system prompt', async () => {
    const start = '{"hookSpecificOutput":{"additionalContext":"open: one"}}';
    const { hooks, seen } = await plugged({ start: `echo '${start}'` });
    for (const prompt of ['a', 'b']) {
      await hooks['chat.message']({ sessionID: 's1' }, { parts: [{ type: 'text', text: prompt }] });
    }
    expect(seen('start')).toHaveLength(1);
    const output = { system: ['theirs'] };
    await hooks['experimental.chat.system.transform']({ sessionID: 's1' }, output);
    expect(output.system).toEqual(['theirs', 'open: one']);
  });

  it('sends nothing after the user aborted, whatever follows, and tells of it with the next prompt alone', async () => {
    const { folder, hooks, prompts, seen } = await plugged(
      { stop: `echo '${BLOCK}'; exit 2` },
      { isHeadless: false },
    );
    const says = (prompt: string) =>
      hooks['chat.message']({ sessionID: 's1' }, { parts: [{ type: 'text', text: prompt }] });
    await says('Go.');
    await hooks.event(failing('s1', 'MessageAbortedError'));
    for (let events = 0; events < 3; events += 1) await hooks.event(idle('s1'));
    expect([prompts, existsSync(join(folder, 'stop.jsonl'))]).toEqual([[], false]);
    // Other sessions go on as ever, and so does this one once its user speaks.
    await hooks.event(idle('s2'));
    expect(prompts.map(({ id }) => id)).toEqual(['s2']);
    await says('What is left?');
    await hooks.event(idle('s1'));
    await says('Go on.');
    expect(prompts.map(({ id }) => id)).toEqual(['s2', 's1']);
    expect(seen('prompt').map(({ interrupted }) => interrupted)).toEqual([
      undefined,
      true,
      undefined,
    ]);
  });

  it('sends no block of a gate that the user interrupted meanwhile', async () => {
    const { folder, hooks, prompts } = await plugged(
      { stop: `while [ ! -e aborted ]; do sleep 0.01; done; echo '${BLOCK}'; exit 2` },
      { isHeadless: false },
    );
    const asked = hooks.event(idle('s1'));
    await hooks.event(failing('s1', 'MessageAbortedError'));
    writeFileSync(join(folder, 'aborted'), '');
    await asked;
    expect(prompts).toEqual([]);
  });

  it('goes on after another error', async () => {
    const { hooks, prompts } = await plugged({ stop: `echo '${BLOCK}'` }, { isHeadless: false });
    await hooks.event(failing('s1', 'ProviderError'));
    await hooks.event(failing(undefined, 'MessageAbortedError'));
    await hooks.event(idle('s1'));
    expect(prompts).toHaveLength(1);
  });

  it('throws nothing where OpenCode does', async () => {
    const { hooks, toasts } = await plugged({ stop: `echo '${BLOCK}'` }, { isHeadless: false });
    await expect(hooks.event(idle('broken'))).resolves.toBeUndefined();
    expect(toasts).toEqual(['completion-promise: Error: no such session']);
    await expect(hooks.event({ event: { type: 'other' } })).resolves.toBeUndefined();
  });
});

describe('the text of the plugin', () => {
  it('holds its calls, and gives them back', () => {
    const calls = {
      start: 'cs-hook session-start',
      prompt: 'cs-hook user-prompt',
      stop: 'cs-hook stop --node "c $& d"',
      startMs: 1,
      promptMs: 2,
      stopMs: 3,
    };
    expect(PLUGIN_HOOKS.read(pluginText(SHIPPED, calls))).toMatchObject({
      hooks: [
        { event: 'SessionStart', command: calls.start, timeout: 1 },
        { event: 'UserPromptSubmit', command: calls.prompt, timeout: 2 },
        { event: 'Stop', command: calls.stop, timeout: 3 },
      ],
    });
  });

  it.each(['', 'export const Mine = 1;\n', `x${SHIPPED}`])('%j is none of ours', (other) => {
    expect(PLUGIN_HOOKS.read(other)).toEqual({ fault: 'it is not a plugin of completion-promise' });
  });
});
