import { join } from 'node:path';
import { homeFolder } from '../../adapters/environment.ts';
import type { HookFormat } from '../../domain/host/hook-format.ts';
import { MOST_IN_ALL } from '../../domain/session/bound.ts';
import type { HostSetup } from '../host.ts';
import { type HostTrial, PROMPT } from '../trial.ts';

const FORMAT: HookFormat = {
  isGrouped: false,
  lines: { posix: { key: 'command' } },
  timeout: 'timeout',
  unitMs: 1000,
  usualTimeout: 60,
  document: { version: 1 },
  entry: {},
  // Without one it sends no more than 5 prompts of a hook, and ends the session without a word.
  gate: { loop_limit: MOST_IN_ALL },
  isCommented: true,
};

const cursorFolder = (): string => join(homeFolder(), '.cursor');

const TRIAL: HostTrial = {
  payload: ({ event, id, project, transcript }) => ({
    always: {
      conversation_id: id,
      generation_id: 'generation',
      model: 'model',
      hook_event_name: event,
      cursor_version: '3.0.0',
      workspace_roots: [project],
      transcript_path: transcript,
    },
    stop: { status: 'completed', loop_count: 0 },
    'user-prompt': { prompt: PROMPT, attachments: [] },
    'session-start': { session_id: id },
    'session-end': { session_id: id },
  }),
  variables: ({ project }) => ({
    CURSOR_VERSION: '3.0.0',
    CURSOR_PROJECT_DIR: project,
    CLAUDE_PROJECT_DIR: project,
  }),
  // It goes on with a prompt of the hook, and knows no other block of a stop.
  answers: {
    reason: (answer) => answer['followup_message'],
    isObjectFirst: false,
    needsReason: { object: true, two: false },
  },
};

export const cursorSetup: HostSetup = {
  programs: ['cursor-agent', 'cursor'],
  userFolder: cursorFolder,
  places: {
    project: ({ environment }) => join(environment.projectFolder, '.cursor', 'hooks.json'),
    user: () => join(cursorFolder(), 'hooks.json'),
  },
  format: FORMAT,
  words: {
    refusal: 'follow-up',
    sessionKey: 'conversation_id',
    project: '${CURSOR_PROJECT_DIR:-.}',
    // Its line has to hold an object as well, and is short by a guard beside the user's hooks.
    guard: { user: '.cursor/hook', project: '.cursor/cs-hook' },
    enter: 'cd "$CURSOR_PROJECT_DIR";',
    inProject: '"$CURSOR_PROJECT_DIR"/',
    isCapped: true,
  },
  project: { posix: '$CURSOR_PROJECT_DIR', powershell: '$env:CURSOR_PROJECT_DIR' },
  isNamed: true,
  trust: {
    project: "Cursor runs a project's hooks only in workspaces that you trust.",
  },
  readsClaudeCode: {
    places: ['local', 'project', 'user'],
    when: 'where "Third-party skills" is switched on in its settings',
    isCertain: false,
  },
  skills: '.agents/skills',
  needsSilentShell: true,
  trial: TRIAL,
};
