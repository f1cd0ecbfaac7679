import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY } from '../../rig/worlds/messages-api.ts';
import type { HostPlace, HostRig } from '../host.ts';
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
  screen: {
    words: ['--permission-mode', 'bypassPermissions'],
    prepare: writeUser,
    ready: /bypass permissions on/,
    interrupted: /Interrupted/,
  },
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

/** Writes what is there of a user who has used it on a screen before, and trusts the project. */
export function writeUser({ folder, home }: Pick<HostPlace, 'folder' | 'home'>): void {
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
  const known = {
    hasCompletedOnboarding: true,
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    projects: { [folder]: trusted },
  };
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, '.claude.json'), JSON.stringify(known));
}
