import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostRig, Step } from '../host.ts';
import { responsesWire } from '../wires/responses-wire.ts';

/** Codex: its shells run in a sandbox that may write the project and temporary files, and nothing else. */
export const codex: HostRig = {
  key: 'codex',
  title: 'Codex',
  name: 'codex',
  wire: responsesWire,
  prepare({ folder, home }, modelUrl) {
    mkdirSync(join(home, '.codex'), { recursive: true });
    writeFileSync(
      join(home, '.codex', 'config.toml'),
      `model = "gpt-5"
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[projects."${folder}"]
trust_level = "trusted"
`,
    );
    return {};
  },
  words: (prompt, resumed) => [
    'exec',
    '--json',
    '--skip-git-repo-check',
    '--sandbox',
    'workspace-write',
    // A user reviews hooks on a screen. Without this, those that nobody reviewed are skipped.
    '--dangerously-bypass-hook-trust',
    ...(resumed === undefined ? [] : ['resume', resumed]),
    prompt,
  ],
  screen: {
    // Without a word that passes over the review of hooks: by it, they would not run in the daemon behind the screen.
    words: ['--sandbox', 'workspace-write', '--ask-for-approval', 'never'],
    opening: [
      [/› 2\. Trust all/, 'Enter'],
      [/Hooks need review/, '2'],
    ],
    ready: /\? for shortcuts/,
    interrupted: /Conversation interrupted/,
  },
  sessionIn: (printed) => /"thread_id":"([^"]+)"/.exec(printed)?.[1],
  shell: { tool: 'exec_command', input: (cmd) => ({ cmd, yield_time_ms: 30_000 }) },
  delegate: (prompt) => [
    { uses: 'multi_agent_v1/spawn_agent', input: { message: prompt } },
    waitForAgent,
  ],
  putStopHook({ home }, command, timeout) {
    const hooks = { Stop: [{ hooks: [{ type: 'command', command, timeout }] }] };
    writeFileSync(join(home, '.codex', 'hooks.json'), JSON.stringify({ hooks }, null, 2));
  },
};

const waitForAgent: Step = ({ latest }) => {
  const agent = /"agent_id":\s*"([^"]+)"/.exec(latest)?.[1] ?? '';
  return { uses: 'multi_agent_v1/wait_agent', input: { targets: [agent], timeout_ms: 60_000 } };
};
