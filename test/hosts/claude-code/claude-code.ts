import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY } from '../../rig/worlds/messages-api.ts';
import type { HostRig } from '../host.ts';
import { messagesWire } from '../wires/messages-wire.ts';
import { toldIsWritten, transcriptsIn } from './transcripts.ts';

/** Claude Code, in the scenarios of all hosts. Its own tests go further. */
export const claudeCode: HostRig = {
  key: 'claudeCode',
  title: 'Claude Code',
  name: 'claude-code',
  wire: messagesWire,
  prepare: (_place, modelUrl) => ({
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // Nobody is asked for permissions; a superuser must say that this is a sandbox.
    IS_SANDBOX: '1',
  }),
  words: (prompt, resumed) => [
    '--print',
    prompt,
    '--output-format',
    'stream-json',
    '--verbose',
    '--permission-mode',
    'bypassPermissions',
    ...(resumed === undefined ? [] : ['--resume', resumed]),
  ],
  sessionIn: (printed) => /"session_id":"([^"]+)"/.exec(printed)?.[1],
  shell: { tool: 'Bash', input: (command) => ({ command, description: 'A step' }) },
  delegate: (prompt) => [
    {
      uses: 'Agent',
      input: { description: 'A part', prompt, subagent_type: 'general-purpose' },
    },
  ],
  settled: ({ home }, request) =>
    toldIsWritten(request, () => transcriptsIn(join(home, '.claude', 'projects'))),
  putStopHook({ home }, command, timeout) {
    mkdirSync(join(home, '.claude'), { recursive: true });
    const hooks = { Stop: [{ hooks: [{ type: 'command', command, timeout }] }] };
    writeFileSync(join(home, '.claude', 'settings.json'), JSON.stringify({ hooks }, null, 2));
  },
};
