import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostRig } from '../host.ts';
import { chatWire } from '../wires/chat-wire.ts';

/** OpenCode: it has no stop hook, so a plugin asks the gate at every text of the model. */
export const opencode: HostRig = {
  key: 'opencode',
  title: 'OpenCode',
  name: 'opencode',
  wire: chatWire,
  prepare({ home }, modelUrl) {
    const folder = join(home, '.config', 'opencode');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'opencode.json'), JSON.stringify(settings(modelUrl), null, 2));
    return {
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      // For each folder of plugins it installs a package, and does well without.
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
    };
  },
  words: (prompt, resumed) => [
    'run',
    '--format',
    'json',
    ...(resumed === undefined ? ['--title', 'A session'] : ['--session', resumed]),
    prompt,
  ],
  screen: { words: [], ready: /ctrl\+p commands/, interrupted: /· interrupted/ },
  sessionIn: (printed) => /"sessionID":"([^"]+)"/.exec(printed)?.[1],
  shell: { tool: 'bash', input: (command) => ({ command, description: 'A step' }) },
  // Two that begin at once on one database wait for each other without end (its issue 29395).
  atOnce: ({ home }, index) => ({ XDG_DATA_HOME: join(home, `data-${index}`) }),
  delegate: (prompt) => [
    { uses: 'task', input: { description: 'A part', prompt, subagent_type: 'general' } },
  ],
};

function settings(modelUrl: string): object {
  const model = { name: 'm', tool_call: true, limit: { context: 100_000, output: 4_000 } };
  const scripted = {
    npm: '@ai-sdk/openai-compatible',
    name: 'scripted',
    options: { baseURL: `${modelUrl}/v1`, apiKey: 'a-key-of-the-tests' },
    models: { m: model },
  };
  return {
    $schema: 'https://opencode.ai/config.json',
    model: 'scripted/m',
    small_model: 'scripted/m',
    autoupdate: false,
    share: 'disabled',
    snapshot: false,
    permission: 'allow',
    provider: { scripted },
  };
}
