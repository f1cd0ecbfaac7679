import { userFolderOf } from '../../adapters/environment.ts';
import { usualWords } from '../../domain/host/guarded-command.ts';
import { GROUPED_IN_SECONDS } from '../../domain/host/hook-format.ts';
import { decidedReason } from '../../domain/host/hook-trial.ts';
import { type HostSetup, placesAt, USUAL } from '../host.ts';
import { type HostTrial, LAST_MESSAGE, PROMPT } from '../trial.ts';
import { codex } from './host.ts';
import { reviewsOf } from './trust.ts';
import { codexValidator } from './validator.ts';

/** It names the project to its hooks by no variable, and runs them where the session was started. */
const TOP = '$(git rev-parse --show-toplevel 2>/dev/null || pwd)';

const REVIEW =
  'Codex skips hooks that you have not reviewed, without a word. Start codex, review them with /hooks, and again after each change of them.';

const codexFolder = (): string => userFolderOf(codex.transcriptPlace.folder);

const TRIAL: HostTrial = {
  payload({ agent, event, id, project, transcript }) {
    const stop = { stop_hook_active: false, last_assistant_message: LAST_MESSAGE };
    return {
      always: {
        session_id: id,
        turn_id: 'turn',
        transcript_path: transcript,
        cwd: project,
        hook_event_name: event,
        model: 'model',
        permission_mode: 'default',
      },
      stop,
      'subagent-stop': { ...stop, agent_id: agent, agent_type: 'worker' },
      'user-prompt': { prompt: PROMPT },
      'session-start': { source: 'startup' },
    };
  },
  variables: () => ({}),
  daemonPath: '/usr/bin:/bin',
  answers: {
    reason: decidedReason,
    isObjectFirst: false,
    two: 'stderr',
    needsReason: { object: true, two: true },
    known: new Set([
      'continue',
      'stopReason',
      'suppressOutput',
      'systemMessage',
      'decision',
      'reason',
      'hookSpecificOutput',
    ]),
  },
};

export const codexSetup: HostSetup = {
  ...USUAL,
  programs: ['codex'],
  userFolder: codexFolder,
  places: placesAt(['.codex', 'hooks.json'], codexFolder, ['hooks.json']),
  format: { ...GROUPED_IN_SECONDS, mostAtEnd: 3 },
  reviewsChanges: true,
  words: {
    ...usualWords('codex', '.codex/hook'),
    project: TOP,
    enter: 'cd $(git rev-parse --show-cdup).;',
  },
  project: { posix: TOP, powershell: TOP },
  trust: {
    project: `${REVIEW} It reads them in projects that you trust.`,
    user: REVIEW,
  },
  trial: TRIAL,
  validator: codexValidator,
  trusting: (gates, world) => reviewsOf(codexFolder(), gates, world),
};
