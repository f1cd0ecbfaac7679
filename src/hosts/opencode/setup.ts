import { join } from 'node:path';
import { homeFolder, readVariable } from '../../adapters/environment.ts';
import { usualWords } from '../../domain/host/guarded-command.ts';
import { type HookFormat, PLAIN } from '../../domain/host/hook-format.ts';
import { decidedReason } from '../../domain/host/hook-trial.ts';
import { type HostSetup, placesAt, USUAL } from '../host.ts';
import { type HostTrial, LAST_MESSAGE, PROMPT } from '../trial.ts';
import { PLUGIN_HOOKS } from './plugin-file.ts';

/** The plugin runs the lines in the shell of the system, and counts in milliseconds. */
const FORMAT: HookFormat = { ...PLAIN, unitMs: 1, usualTimeout: 60_000 };

const FILE = 'completion-promise.js';

const openCodeFolder = (): string =>
  readVariable('OPENCODE_CONFIG_DIR') ??
  join(readVariable('XDG_CONFIG_HOME') ?? join(homeFolder(), '.config'), 'opencode');

/** What the suite's plugin sends, and what it makes of the answer. */
const TRIAL: HostTrial = {
  payload: ({ event, id, project }) => ({
    always: { host: 'opencode', cwd: project, hook_event_name: event, session_id: id },
    stop: {
      message_id: 'message',
      stop_hook_active: false,
      last_assistant_message: LAST_MESSAGE,
    },
    'session-start': { prompt: PROMPT },
    'user-prompt': { prompt: PROMPT },
  }),
  variables: () => ({}),
  answers: {
    reason: decidedReason,
    isObjectFirst: true,
    needsReason: { object: true, two: false },
  },
};

export const openCodeSetup: HostSetup = {
  ...USUAL,
  programs: ['opencode'],
  userFolder: openCodeFolder,
  places: placesAt(['.opencode', 'plugins', FILE], openCodeFolder, ['plugins', FILE]),
  file: PLUGIN_HOOKS,
  format: FORMAT,
  words: { ...usualWords('opencode', '.opencode/cs-hook'), project: '.' },
  project: { posix: '.', powershell: '.' },
  trial: TRIAL,
  validator: {
    unlimited: 'it limits commands by patterns alone, and no sandbox holds what they start',
  },
};
