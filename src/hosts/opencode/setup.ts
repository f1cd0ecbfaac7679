import { join } from 'node:path';
import { homeFolder, readVariable } from '../../adapters/environment.ts';
import { GUARDS_OF_USER } from '../../domain/host/guarded-command.ts';
import type { HookFormat } from '../../domain/host/hook-format.ts';
import type { HostSetup } from '../host.ts';
import { PLUGIN_HOOKS } from './plugin-file.ts';
import { openCodeTrial } from './trial.ts';

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
  trial: openCodeTrial,
};
