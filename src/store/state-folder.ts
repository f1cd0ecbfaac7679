import { join } from 'node:path';
import { isSafeId } from '../domain/identifier.ts';

/** Where everything lies under the state folder (DESIGN §3). Ids are checked before they get here. */
export interface StateFolder {
  readonly root: string;
  readonly promises: string;
  readonly history: string;
  readonly validations: string;
  readonly sessions: string;
  /** A file for each session: its directives, and its attempts to stop. */
  readonly stopGate: string;
  readonly quarantine: string;
  /** Revisions being committed, and the locks that queue their writers. */
  readonly commits: string;
  readonly events: string;
  /** One line per model call, and what was reserved for calls under way, a file for each day. */
  readonly costLog: string;
  readonly spending: string;
  readonly sessionLink: string;
}

export function stateFolderOf(projectFolder: string): StateFolder {
  const root = join(projectFolder, '.claude', 'completion-state');
  return {
    root,
    promises: join(root, 'promises'),
    history: join(root, 'history'),
    validations: join(root, 'validations'),
    sessions: join(root, 'sessions'),
    stopGate: join(root, 'stop-gate'),
    quarantine: join(root, 'quarantine'),
    commits: join(root, '.commits'),
    events: join(root, 'events.jsonl'),
    costLog: join(root, 'judge-cost-log.jsonl'),
    spending: join(root, 'spending'),
    sessionLink: join(root, SESSION_FILE),
  };
}

/** The name of a session's state file in its folder, and of the link to the current one. */
export const SESSION_FILE = 'session-state.json';

/** The file of the answer that governs a criterion, and that of all answers that were given for it. */
export function governingAnswerName(criterion: string): string {
  return `${criterion}${GOVERNING}`;
}

export function answerLogName(criterion: string): string {
  return `${criterion}${ANSWERS}`;
}

export function isGoverningAnswer(name: string): boolean {
  return name.endsWith(GOVERNING);
}

export function isAnswerLog(name: string): boolean {
  return name.endsWith(ANSWERS);
}

const GOVERNING = '-validation.json';
const ANSWERS = '-answers.jsonl';
const SUFFIX = '.json';

/** The file of a promise. The id must be safe: an unsafe one here is a bug, and throws. */
export function promiseFile(folder: string, id: string): string {
  if (!isSafeId(id)) throw new RangeError(`unsafe id ${JSON.stringify(id)}`);
  return join(folder, id + SUFFIX);
}

/** Whether a name in a folder of promises is meant as one. Hidden files are the suite's or an editor's. */
export function isPromiseFileName(name: string): boolean {
  return name.endsWith(SUFFIX) && !name.startsWith('.');
}

/** The id that a promise has by its file's name. */
export function idOfFileName(name: string): string {
  return name.slice(0, -SUFFIX.length);
}
