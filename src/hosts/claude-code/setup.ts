import { CLAUDE_CODE_WORDS } from '../../domain/host/guarded-command.ts';
import { GROUPED_IN_SECONDS } from '../../domain/host/hook-format.ts';
import type { HostSetup } from '../host.ts';
import { examine } from './examine.ts';
import { agentFolder, settingsPath } from './places.ts';

export const claudeCodeSetup: HostSetup = {
  programs: ['claude'],
  userFolder: agentFolder,
  places: {
    local: (world) => settingsPath('local', world),
    project: (world) => settingsPath('project', world),
    user: (world) => settingsPath('user', world),
  },
  format: GROUPED_IN_SECONDS,
  words: CLAUDE_CODE_WORDS,
  project: { posix: '$CLAUDE_PROJECT_DIR', powershell: '$env:CLAUDE_PROJECT_DIR' },
  isNamed: false,
  trust: {},
  skills: '.claude/skills',
  examine,
};
