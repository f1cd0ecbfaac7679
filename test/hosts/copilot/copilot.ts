import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostRig } from '../host.ts';
import { chatWire } from '../wires/chat-wire.ts';

/** Copilot CLI: it runs the hooks of Claude Code's settings beside its own, in folders that it trusts. */
export const copilot: HostRig = {
  key: 'copilot',
  title: 'Copilot CLI',
  name: 'copilot',
  wire: chatWire,
  prepare: ({ cache }, modelUrl) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_MODEL: 'gpt-4.1',
    // It unpacks 240 MB of itself, once.
    COPILOT_PKG_CACHE_HOME: join(cache, 'unpacked'),
  }),
  words: (prompt, resumed) => [
    '--allow-all-tools',
    '--allow-all-paths',
    '--output-format',
    'json',
    // A session that goes on takes no word of trust.
    resumed === undefined ? '--trust-folder' : `--resume=${resumed}`,
    '--prompt',
    prompt,
  ],
  screen: {
    words: ['--allow-all-tools', '--allow-all-paths'],
    prepare({ folder, home }) {
      mkdirSync(join(home, '.copilot'), { recursive: true });
      const known = { trustedFolders: [folder] };
      writeFileSync(join(home, '.copilot', 'config.json'), JSON.stringify(known));
    },
    ready: /\? help/,
    interrupted: /Operation cancelled/,
  },
  sessionIn: (printed) => /"type":"result".*"sessionId":"([^"]+)"/.exec(printed)?.[1],
  shell: {
    tool: 'bash',
    input: (command) => ({ command, description: 'A step', mode: 'sync', initial_wait: 60 }),
  },
  holdsEither: true,
  delegate: (prompt) => [
    {
      uses: 'task',
      input: {
        name: 'part',
        agent_type: 'general-purpose',
        description: 'A part',
        prompt,
        mode: 'sync',
      },
    },
  ],
  putStopHook({ home }, bash, timeoutSec) {
    const folder = join(home, '.copilot', 'hooks');
    mkdirSync(folder, { recursive: true });
    const hooks = { agentStop: [{ type: 'command', bash, timeoutSec }] };
    writeFileSync(join(folder, 'stop.json'), JSON.stringify({ version: 1, hooks }, null, 2));
  },
};
