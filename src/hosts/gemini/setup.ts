import { userFolderOf } from '../../adapters/environment.ts';
import { usualWords } from '../../domain/host/guarded-command.ts';
import { type HookFormat, PLAIN } from '../../domain/host/hook-format.ts';
import { type HostSetup, placesAt, USUAL } from '../host.ts';
import { type HostTrial, LAST_MESSAGE, PROMPT } from '../trial.ts';
import { gemini } from './host.ts';
import { trustOf } from './trust.ts';

/** That of Claude Code in milliseconds: 60 would be an open gate. Its settings may hold comments. */
const FORMAT: HookFormat = {
  ...PLAIN,
  isGrouped: true,
  unitMs: 1,
  usualTimeout: 60_000,
  // Its user is shown the line of a hook that has no name.
  entry: { type: 'command', name: 'completion-promise' },
  isCommented: true,
};

const geminiFolder = (): string => userFolderOf(gemini.transcriptPlace.folder);

const TRIAL: HostTrial = {
  payload: ({ event, id, project, transcript }) => ({
    always: {
      session_id: id,
      transcript_path: transcript,
      cwd: project,
      hook_event_name: event,
      timestamp: '2026-01-01T00:00:00.000Z',
    },
    stop: { prompt: PROMPT, prompt_response: LAST_MESSAGE, stop_hook_active: false },
    'user-prompt': { prompt: PROMPT },
    'session-start': { source: 'startup' },
    'session-end': { reason: 'exit' },
  }),
  variables: ({ id, project }) => ({
    GEMINI_SESSION_ID: id,
    GEMINI_PROJECT_DIR: project,
    GEMINI_CWD: project,
    CLAUDE_PROJECT_DIR: project,
  }),
  answers: {
    reason: ({ decision, reason }) =>
      decision === 'block' || decision === 'deny' ? (reason ?? '') : undefined,
    isObjectFirst: true,
    two: 'either',
    needsReason: { object: false, two: true },
  },
};

export const geminiSetup: HostSetup = {
  ...USUAL,
  programs: ['gemini'],
  userFolder: geminiFolder,
  places: placesAt(['.gemini', 'settings.json'], geminiFolder, ['settings.json']),
  format: FORMAT,
  words: {
    ...usualWords('gemini', '.gemini/hooks/cs-hook'),
    project: '${GEMINI_PROJECT_DIR:-.}',
    showsErrors: true,
  },
  project: { posix: '$GEMINI_PROJECT_DIR', powershell: '$env:GEMINI_PROJECT_DIR' },
  trust: {
    project:
      "Gemini CLI runs a project's hooks only in folders that you trust: /permissions trust. With --skip-trust it ignores them.",
  },
  trial: TRIAL,
  validator: {
    unlimited: 'it drops a rule of its policy that it takes for unsafe, without a word',
  },
  trusting: (gates, world) => trustOf(geminiFolder(), gates, world),
};
