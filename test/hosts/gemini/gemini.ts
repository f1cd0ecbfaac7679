import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostRig } from '../host.ts';
import { geminiWire } from '../wires/gemini-wire.ts';

/** Gemini CLI: its shells know no session, and a block of its stop hook starts a new turn. */
export const gemini: HostRig = {
  key: 'gemini',
  title: 'Gemini CLI',
  name: 'gemini',
  wire: geminiWire,
  prepare({ home }, modelUrl) {
    mkdirSync(join(home, '.gemini'), { recursive: true });
    writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(SETTINGS, null, 2));
    return {
      GEMINI_API_KEY: 'a-key-of-the-tests',
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    };
  },
  words: (prompt, resumed) => [
    '--model',
    'gemini-2.5-flash',
    '--yolo',
    '--output-format',
    'stream-json',
    ...(resumed === undefined ? [] : ['--resume', resumed]),
    '--prompt',
    prompt,
  ],
  screen: {
    words: ['--model', 'gemini-2.5-flash', '--yolo'],
    ready: /Type your message/,
    interrupted: /[Rr]equest cancelled|cancelled the request/,
  },
  sessionIn: (printed) => /"session_id":"([^"]+)"/.exec(printed)?.[1],
  shell: {
    tool: 'run_shell_command',
    input: (command) => ({ command, description: 'A step' }),
  },
  delegate: (prompt) => [{ uses: 'invoke_agent', input: { agent_name: 'generalist', prompt } }],
  // It asks whether the session runs in circles.
  aside: () =>
    JSON.stringify({
      unproductive_state_analysis: 'none',
      unproductive_state_confidence: 0,
      recommended_check_interval: 15,
    }),
  putStopHook({ home }, command, seconds) {
    const path = join(home, '.gemini', 'settings.json');
    const hook = { type: 'command', command, timeout: 1000 * seconds };
    const settings = {
      ...JSON.parse(readFileSync(path, 'utf8')),
      hooks: { AfterAgent: [{ hooks: [hook] }] },
    };
    writeFileSync(path, JSON.stringify(settings, null, 2));
  },
};

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  general: { disableAutoUpdate: true, enableAutoUpdate: false },
  telemetry: { enabled: false },
};
