import { userFolderOf } from '../../adapters/environment.ts';
import { INSTALLATIONS, usualWords } from '../../domain/host/guarded-command.ts';
import { type HookFormat, PLAIN } from '../../domain/host/hook-format.ts';
import { decidedReason } from '../../domain/host/hook-trial.ts';
import { type HostSetup, placesAt, USUAL } from '../host.ts';
import { type HostTrial, PROMPT } from '../trial.ts';
import { copilot } from './host.ts';

/** The variable with the object that blocks where the guard is missing: it takes nothing else for a block. */
const HELD = 'HELD';

const MISSING = {
  decision: 'block',
  reason: `Blocked: there are promises here, and the stop gate (completion-promise) is missing. Next: ${INSTALLATIONS.global}, then cs setup`,
};

const FORMAT: HookFormat = {
  ...PLAIN,
  lines: { posix: { key: 'bash' }, powershell: { key: 'powershell' } },
  timeout: 'timeoutSec',
  unitMs: 1000,
  usualTimeout: 30,
  document: { version: 1 },
  entry: { type: 'command' },
  gate: { env: { [HELD]: JSON.stringify(MISSING) } },
};

/** It reads all files of its folders of hooks: this one is the suite's. */
const FILE = 'completion-promise.json';

const copilotFolder = (): string => userFolderOf(copilot.transcriptPlace.folder);

const TRIAL: HostTrial = {
  // It never tells the last answer, nor the name of the event.
  payload({ agent, id, project, transcript }) {
    const stop = { transcriptPath: transcript, stopReason: 'end_turn', stop_hook_active: false };
    return {
      always: { sessionId: id, timestamp: 1_767_225_600_000, cwd: project },
      stop,
      'subagent-stop': { ...stop, agentId: agent, parentAgentId: id },
      'user-prompt': { prompt: PROMPT },
      'session-start': { source: 'new' },
      'session-end': { reason: 'complete' },
    };
  },
  variables: ({ project }) => ({
    COPILOT_CLI: '1',
    COPILOT_PROJECT_DIR: project,
    CLAUDE_PROJECT_DIR: project,
  }),
  // Exit code 2 without an object warns the user, and blocks nothing.
  answers: {
    reason: decidedReason,
    isObjectFirst: true,
    two: 'passes',
    needsReason: { object: true, two: false },
  },
};

export const copilotSetup: HostSetup = {
  ...USUAL,
  programs: ['copilot'],
  userFolder: copilotFolder,
  places: placesAt(['.github', 'hooks', FILE], copilotFolder, ['hooks', FILE]),
  format: FORMAT,
  words: {
    ...usualWords('copilot', '.github/hooks/cs-hook'),
    sessionKey: 'sessionId',
    project: '${COPILOT_PROJECT_DIR:-.}',
    enter: 'cd "$COPILOT_PROJECT_DIR";',
    isCapped: true,
    heldBy: HELD,
  },
  project: { posix: '$COPILOT_PROJECT_DIR', powershell: '$env:COPILOT_PROJECT_DIR' },
  trust: {
    project:
      "Copilot CLI reads a project's hooks only in folders that you trust: start it there, or use --trust-folder.",
  },
  readsClaudeCode: {
    places: ['local', 'project'],
    when: 'in folders that you trust',
    isCertain: true,
  },
  needsSilentShell: true,
  trial: TRIAL,
  validator: { unlimited: 'its shell writes files without asking, as by git diff --output' },
};
