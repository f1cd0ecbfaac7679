// completion-promise for OpenCode, version 1
// Written by: cs hooks install --host opencode. Removed by: cs hooks uninstall --host opencode. Changes here are lost.
import { spawn } from 'node:child_process';

const CALLS = {};

// How often in a row a gate that gives no answer holds a session.
const MOST_FAILURES = 3;

const NO_ANSWER = 'Blocked: the stop gate (completion-promise) gave no answer. Next: cs doctor';

// `opencode run` ends with its last text and waits for nothing: there the gate is asked as each text is complete.
const isHeadless = process.argv.includes('run');

export const CompletionPromise = async ({ client, directory }) => {
  const parents = new Map();
  const texts = new Map();
  const reasons = new Map();
  const failures = new Map();
  const contexts = new Map();
  // Sessions whose turn the user aborted: nothing is sent to one, whatever follows, before the user's next prompt.
  const aborted = new Set();

  const parentOf = async (id) => {
    if (!parents.has(id)) {
      const { data } = await client.session.get({ path: { id } });
      parents.set(id, data?.parentID);
    }
    return parents.get(id);
  };

  // The session that the user talks to: what its subagents promise is its own.
  const rootOf = async (id) => {
    const parent = await parentOf(id);
    return parent === undefined ? id : rootOf(parent);
  };

  const tell = async (message) => {
    if (isHeadless) process.stderr.write(`${message}\n`);
    else await client.tui.showToast({ body: { message, variant: 'warning' } });
  };

  // What a hook answers; undefined where it gives no answer in time.
  const ask = (line, limit, event) =>
    new Promise((resolve) => {
      const child = spawn(line, { shell: true, cwd: directory, stdio: ['pipe', 'pipe', 'ignore'] });
      let answer = '';
      const timer = setTimeout(() => {
        child.kill();
        resolve(undefined);
      }, limit);
      const end = (code) => {
        clearTimeout(timer);
        resolve(objectIn(answer, code));
      };
      child.on('error', end);
      child.on('close', end);
      child.stdout.on('data', (chunk) => {
        if (answer.length < 1e6) answer += chunk;
      });
      child.stdin.on('error', () => {});
      child.stdin.end(JSON.stringify({ host: 'opencode', cwd: directory, ...event }));
    });

  const objectIn = (answer, code) => {
    if (answer.trim() === '') return code === 0 ? {} : undefined;
    try {
      return JSON.parse(answer);
    } catch {
      return undefined;
    }
  };

  const prompt = async (id, text) => {
    if (aborted.has(id)) return;
    reasons.set(id, text);
    await client.session.promptAsync({ path: { id }, body: { parts: [{ type: 'text', text }] } });
  };

  const gate = async (id) => {
    if (aborted.has(id) || (await parentOf(id)) !== undefined) return;
    const { messageID, text } = texts.get(id) ?? {};
    const answer = await ask(CALLS.stop, CALLS.stopMs, {
      hook_event_name: 'Stop',
      session_id: id,
      message_id: messageID,
      stop_hook_active: reasons.has(id),
      last_assistant_message: text,
    });
    const failed = answer === undefined ? (failures.get(id) ?? 0) + 1 : 0;
    failures.set(id, failed);
    if (answer?.systemMessage) await tell(answer.systemMessage);
    if (answer?.decision === 'block') await prompt(id, answer.reason);
    else if (failed > MOST_FAILURES) await tell(NO_ANSWER);
    else if (failed > 0) await prompt(id, NO_ANSWER);
    else reasons.delete(id);
  };

  // Once for each session that this process meets: what is promised in it, for the model.
  const start = async (id) => {
    if (contexts.has(id) || (await parentOf(id)) !== undefined) return;
    contexts.set(id, undefined);
    const event = { hook_event_name: 'SessionStart', session_id: id, source: 'startup' };
    const answer = await ask(CALLS.start, CALLS.startMs, event);
    contexts.set(id, answer?.hookSpecificOutput?.additionalContext);
    if (answer?.systemMessage) await tell(answer.systemMessage);
  };

  // A plugin that throws would end the turn of its session.
  const carefully = (work) =>
    work.catch((error) => tell(`completion-promise: ${error}`)).catch(() => {});

  return {
    'experimental.text.complete': async ({ messageID, sessionID }, { text }) => {
      // Where the session rests, its event names no message.
      texts.set(sessionID, { messageID, text });
      if (isHeadless) await carefully(gate(sessionID));
    },
    event: async ({ event }) => {
      const { error, sessionID } = event.properties ?? {};
      const isAbort = event.type === 'session.error' && error?.name === 'MessageAbortedError';
      if (isAbort && sessionID !== undefined) aborted.add(sessionID);
      const isIdle = event.type === 'session.idle' && !isHeadless;
      if (isIdle) await carefully(gate(sessionID));
    },
    'chat.message': async ({ sessionID }, { parts }) => {
      const text = parts.map((part) => part.text ?? '').join('');
      // The reason of a block is no prompt of the user.
      if (text === reasons.get(sessionID)) return;
      const interrupted = aborted.delete(sessionID) && !isHeadless;
      await carefully(start(sessionID));
      const event = {
        hook_event_name: 'UserPromptSubmit',
        session_id: sessionID,
        prompt: text,
        ...(interrupted ? { interrupted } : {}),
      };
      await carefully(ask(CALLS.prompt, CALLS.promptMs, event));
    },
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      const context = contexts.get(sessionID);
      if (context !== undefined) system.push(context);
    },
    'shell.env': async ({ sessionID }, { env }) => {
      env.CS_PROJECT_DIR = directory;
      if (sessionID === undefined) return;
      env.OPENCODE_SESSION_ID = await rootOf(sessionID).catch(() => sessionID);
    },
  };
};
