import { join } from 'node:path';
import { userFolderOf } from '../../adapters/environment.ts';
import { GUARDS_OF_USER } from '../../domain/host/guarded-command.ts';
import type { HookFormat } from '../../domain/host/hook-format.ts';
import type { HostSetup } from '../host.ts';
import { gemini } from './host.ts';
import { geminiTrial } from './trial.ts';
import { examineFolders } from './trust.ts';

/** That of Claude Code in milliseconds: 60 would be an open gate. Its settings may hold comments. */
const FORMAT: HookFormat = {
  isGrouped: true,
  lines: { posix: { key: 'command' } },
  timeout: 'timeout',
  unitMs: 1,
  usualTimeout: 60_000,
  document: {},
  // Its user is shown the line of a hook that has no name.
  entry: { type: 'command', name: 'completion-promise' },
  gate: {},
  isCommented: true,
};

const geminiFolder = (): string => userFolderOf(gemini.transcriptPlace.folder);

export const geminiSetup: HostSetup = {
  programs: ['gemini'],
  userFolder: geminiFolder,
  places: {
    project: ({ environment }) => join(environment.projectFolder, '.gemini', 'settings.json'),
    user: () => join(geminiFolder(), 'settings.json'),
  },
  format: FORMAT,
  words: {
    refusal: 'words',
    sessionKey: 'session_id',
    project: '${GEMINI_PROJECT_DIR:-.}',
    guard: { user: `${GUARDS_OF_USER}/gemini`, project: '.gemini/hooks/cs-hook' },
    enter: '',
    inProject: '',
    isCapped: false,
    showsErrors: true,
  },
  project: { posix: '$GEMINI_PROJECT_DIR', powershell: '$env:GEMINI_PROJECT_DIR' },
  isNamed: true,
  trust: {
    project:
      "Gemini CLI runs a project's hooks only in folders that you trust: /permissions trust. With --skip-trust it ignores them.",
  },
  skills: '.agents/skills',
  trial: geminiTrial,
  examineTrust: (hooks, world) => examineFolders(geminiFolder(), hooks, world),
};
