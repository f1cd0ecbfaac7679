import { join } from 'node:path';
import { CLAUDE_CODE_WORDS } from '../../domain/host/guarded-command.ts';
import { GROUPED_IN_SECONDS } from '../../domain/host/hook-format.ts';
import { decidedReason } from '../../domain/host/hook-trial.ts';
import type { HostSetup } from '../host.ts';
import { type HostTrial, LAST_MESSAGE, PROMPT } from '../trial.ts';
import { readInstalled } from './installed.ts';
import { agentFolder, settingsPath } from './places.ts';
import { claudeCodeValidator } from './validator.ts';

const TRIAL: HostTrial = {
  payload({ agent, event, id, project, transcript }) {
    const stop = {
      permission_mode: 'default',
      stop_hook_active: false,
      last_assistant_message: LAST_MESSAGE,
      background_tasks: [],
      session_crons: [],
    };
    return {
      always: {
        session_id: id,
        transcript_path: transcript,
        cwd: project,
        hook_event_name: event,
      },
      stop,
      'subagent-stop': { ...stop, agent_id: agent, agent_type: 'general-purpose' },
      'session-start': { source: 'startup' },
      'user-prompt': { prompt: PROMPT },
      'session-end': { reason: 'other' },
    };
  },
  variables: ({ event, id, project }) => ({
    CLAUDECODE: '1',
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_CODE_SESSION_ID: id,
    ...(event === 'SessionStart' ? { CLAUDE_ENV_FILE: join(project, 'env.sh') } : {}),
  }),
  tellsSession: true,
  answers: {
    reason: decidedReason,
    isObjectFirst: true,
    two: 'stderr',
    needsReason: { object: false, two: false },
    missing: /no such file|can't open/i,
  },
};

export const claudeCodeSetup: HostSetup = {
  programs: ['claude'],
  userFolder: agentFolder,
  places: {
    local: (world) => settingsPath('local', world),
    project: (world) => settingsPath('project', world),
    user: (world) => settingsPath('user', world),
  },
  format: { ...GROUPED_IN_SECONDS, usualPromptTimeout: 30 },
  words: CLAUDE_CODE_WORDS,
  project: { posix: '$CLAUDE_PROJECT_DIR', powershell: '$env:CLAUDE_PROJECT_DIR' },
  isNamed: false,
  trust: {},
  skills: '.claude/skills',
  trial: TRIAL,
  validator: claudeCodeValidator,
  installed: readInstalled,
};
