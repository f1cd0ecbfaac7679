import { join } from 'node:path';
import { homeFolder, readVariable } from '../../adapters/environment.ts';
import { GUARDS_OF_USER } from '../../domain/host/guarded-command.ts';
import type { HookFormat } from '../../domain/host/hook-format.ts';
import { decidedReason } from '../../domain/host/hook-trial.ts';
import type { HostSetup } from '../host.ts';
import { type HostTrial, LAST_MESSAGE, PROMPT } from '../trial.ts';
import { PLUGIN_HOOKS } from './plugin-file.ts';

/** The plugin runs the lines in the shell of the system, and counts in milliseconds. */
const FORMAT: HookFormat = {
  isGrouped: false,
  lines: { posix: { key: 'command' } },
  timeout: 'timeout',
  unitMs: 1,
  usualTimeout: 60_000,
  document: {},
  entry: {},
  gate: {},
  isCommented: false,
};

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
  programs: ['opencode'],
  userFolder: openCodeFolder,
  places: {
    project: ({ environment }) => join(environment.projectFolder, '.opencode', 'plugins', FILE),
    user: () => join(openCodeFolder(), 'plugins', FILE),
  },
  file: PLUGIN_HOOKS,
  format: FORMAT,
  words: {
    refusal: 'words',
    sessionKey: 'session_id',
    project: '.',
    guard: { user: `${GUARDS_OF_USER}/opencode`, project: '.opencode/cs-hook' },
    enter: '',
    inProject: '',
    isCapped: false,
  },
  project: { posix: '.', powershell: '.' },
  isNamed: true,
  trust: {},
  skills: '.agents/skills',
  trial: TRIAL,
};
