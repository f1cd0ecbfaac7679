import { dirname, join } from 'node:path';
import { isSafeId } from '../../domain/base/identifier.ts';
import type { Digests, Files } from '../../ports.ts';

/** Where everything lies under the state folder ; ids are checked before they get here. */
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
  /** What could not be written into the user's register, until a hook takes it over: a file for each session. */
  readonly register: string;
  /** How standing checks came out, and the turns of sessions beside them. */
  readonly standing: string;
  /** What runs without the work said. */
  readonly shown: string;
  /** Files that runs left, by what they hold. */
  readonly artifacts: string;
}

/** What it takes to read a state folder. */
export interface FolderWorld {
  readonly digests: Digests;
  readonly files: Files;
  readonly folder: StateFolder;
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
    register: join(root, 'register'),
    standing: join(root, 'standing.jsonl'),
    shown: join(root, 'shown.jsonl'),
    artifacts: join(root, 'artifacts'),
  };
}

/** The project that a state folder belongs to. */
export function projectOf({ root }: StateFolder): string {
  return dirname(dirname(root));
}

/** Two ways to one folder are one project. */
export function realProject(files: Files, folder: StateFolder): string {
  const project = projectOf(folder);
  return files.realPath(project) ?? project;
}

/** Where a folder really is. Itself where that cannot be told now; undefined where nothing is there. */
export function placeOf(files: Files, folder: string): string | undefined {
  try {
    return files.realPath(folder) ?? (files.exists(folder) ? folder : undefined);
  } catch {
    return folder;
  }
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

/** The file that an id names in a folder. Throws for an unsafe id: its caller has a bug. */
export function idFile(folder: string, id: string): string {
  if (!isSafeId(id)) throw new RangeError(`unsafe id ${JSON.stringify(id)}`);
  return join(folder, fileNameOf(id));
}

/** The name of the file of an id. */
export function fileNameOf(id: string): string {
  return id + SUFFIX;
}

/** Whether a file's name stands for an id. Hidden files are the suite's own or an editor's. */
export function isIdFileName(name: string): boolean {
  return name.endsWith(SUFFIX) && !name.startsWith('.');
}

/** The id that a file's name stands for. */
export function idOfFileName(name: string): string {
  return name.slice(0, -SUFFIX.length);
}
