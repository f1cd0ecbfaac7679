import type { Result } from './domain/base/result.ts';
import type { RevisionEntry } from './domain/ci/definition-set.ts';
import type { TokenUsage } from './domain/judging/model.ts';
import type { Unjudged } from './domain/judging/unjudged.ts';
import type { Beginning } from './domain/promise/beginning.ts';
import type { Criterion } from './domain/promise/promise.ts';
import type { ChangedFile, PatchReading } from './domain/promise/shown-changes.ts';
import type { ToolUse } from './domain/promise/tool-use.ts';
import type { TreeDigest, TreeEntry, TreeScope } from './domain/promise/tree.ts';

/** What the deciding code asks of the world. The adapters implement it; tests may replace it. */

export interface Clock {
  /** Milliseconds since the epoch. May jump: for timestamps only. */
  now(): number;
  /** Milliseconds since some fixed moment. Never jumps: for every wait and deadline. */
  elapsed(): number;
  /** Milliseconds since the machine was started, as processes that start one after the other see it. It cannot be set. */
  machine(): number;
  /** Ends early where the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The result of reading a path. Every case is expected in the state folder, so nothing is thrown. */
export type FileReading =
  | { readonly found: 'text'; readonly text: string }
  | { readonly found: 'nothing' }
  | { readonly found: 'link' }
  | { readonly found: 'folder' }
  | { readonly found: 'too-large'; readonly size: number }
  | { readonly found: 'not-utf-8' }
  | { readonly found: 'too-late' }
  | { readonly found: 'error'; readonly code: string };

/** A part of a file, or why it cannot be read. */
export type SliceReading =
  | { readonly found: 'bytes'; readonly bytes: Buffer; readonly size: number }
  | Exclude<FileReading, { readonly found: 'text' | 'not-utf-8' }>;

/** The SHA-256, in hexadecimal. */
export interface Digests {
  /** Of a text as UTF-8, or of bytes. */
  of(content: string | Uint8Array): string;
  /** Of a file of at most `most` bytes. Throws an error with the system's code. */
  ofFile(path: string, most: number): string;
  /** Of the first so many bytes of a file; undefined where it has fewer, or cannot be read. */
  ofStart(path: string, bytes: number): string | undefined;
}

/**
 * The file system. Reading and listing never throw; the others throw an error that carries the
 * system's `code` (`ENOSPC`, `EACCES`, …), which the store turns into a failure.
 */
export interface Files {
  /** The UTF-8 text of a state file of at most `limit` bytes. Never follows a link, never blocks. */
  read(path: string, limit: number): FileReading;
  /** The same of a file that the caller was given by name: links are followed, pipes read to their end. */
  readGiven(path: string, limit: number): FileReading;
  /** The same of a file that lies where others put it: links are followed, and nothing but a file is read. */
  readFollowed(path: string, limit: number): FileReading;
  /**
   * A part of a state file, at most so many bytes from a position on or up to its end, and the size of the whole.
   * Never follows a link, never blocks.
   */
  readSlice(
    path: string,
    slice: { readonly from: number; readonly most: number } | { readonly last: number },
  ): SliceReading;
  /** The names in a folder, or what is there instead. */
  list(folder: string): { readonly names: readonly string[] } | { readonly code: string };
  /** Where a path leads once every link in it is followed; nothing where it leads nowhere. */
  realPath(path: string): string | undefined;
  /** Whether anything is at a path, a link that leads nowhere included. */
  exists(path: string): boolean;
  /** When a path last changed, in milliseconds since the epoch; nothing where there is none. */
  modified(path: string): number | undefined;
  /** Whether a path is a folder that belongs to the user of this process, and no link. */
  isOwnFolder(path: string): boolean;
  /** Who may read and write a file, as the system's bits; nothing where there is none. */
  rights(path: string): number | undefined;
  /** Creates a file that must not exist yet, and forces it to the disk. `rights`: other than usual. */
  writeNew(path: string, content: string | Uint8Array, rights?: number): void;
  /** Adds one line in one write, on a line of its own even where the last writer was cut off. */
  appendLine(path: string, line: string): void;
  /**
   * Adds one line in one write to a file of the user's own, which is made for the user alone. A line of a writer
   * that was cut off is closed with `tornEnd` first. `isDurable`: forces it to the disk.
   */
  appendPrivate(
    path: string,
    line: string,
    tornEnd: string,
    isDurable: boolean,
  ): { readonly identity: string; readonly size: number };
  /**
   * Replaces a small file of the user's own in one step, by one writer at a time, without forcing it to the disk.
   * `draft`: where it is written before.
   */
  replacePrivate(path: string, draft: string, text: string): void;
  /** What tells the file at a path from any other, links not followed; nothing where there is none. */
  identityOf(path: string): string | undefined;
  /**
   * Adds a text in one write to a file of exactly that size (0: also where there is none), and forces it to the
   * disk. False where it has another size: then nothing is added. Throws where it is not a regular file.
   */
  appendAt(path: string, size: number, text: string): boolean;
  /** Moves a file or folder, replacing a file or an empty folder at the target in one step. */
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Removes an empty folder; throws where it is not empty. */
  removeFolder(path: string): void;
  /** Makes a folder and those above it where they are missing. */
  makeFolder(path: string): void;
  /** The same, for the user alone. */
  makePrivateFolder(path: string): void;
  /** Forces a folder's entries to the disk, as far as the system can. Never throws. */
  flushFolder(path: string): void;
  /**
   * Points a symbolic link at a target relative to the link, replacing the link in one step; `draft`
   * is where it is made before.
   */
  pointLink(path: string, target: string, draft: string): void;
}

/** One process, told apart from any other that had or will have its number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the system's own unit; `0` where that cannot be known. */
  readonly started: string;
  /** Which machine and process namespace the number belongs to, as a short digest. */
  readonly place: string;
}

export interface Processes {
  readonly self: ProcessIdentity;
  /** `unknown`: of another machine or container, where nothing can be said. */
  fate(identity: ProcessIdentity): 'running' | 'gone' | 'unknown';
}

export interface Chance {
  /** Random lower-case hexadecimal digits, two per byte. */
  hex(bytes: number): string;
  /** A random number from 0 up to and not including 1. */
  fraction(): number;
}

/** The machine, as far as stores and commands need it. */
export interface World {
  readonly files: Files;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly processes: Processes;
}

/** The project's checkout as it was at one moment. */
export interface TreeSnapshot {
  /** The fingerprint of a scope, or why there is none. Never throws. */
  digest(scope: TreeScope): TreeDigest;
  /** The files of a scope; none where it has no fingerprint. */
  entries(scope: TreeScope): readonly TreeEntry[];
  /** The files that a commit of all that is there has: of what no fingerprint sees, those alone that are tracked. */
  committed(): readonly TreeEntry[];
  /** When each of these files was last changed, in milliseconds since 1970, as far as that could be told. */
  changeTimes(scope: TreeScope): ReadonlyMap<string, number>;
}

/** The files of a project, by paths from its folder. Nothing here is thrown. */
export interface ProjectFiles {
  /** The files that globs take, in order; folders are none. */
  find(globs: readonly string[]): readonly string[];
  look(path: string): PathLook;
  /** What changes when a file is written: its identity, size and times; nothing where there is no file. */
  stamp(path: string): string | undefined;
  /** The bytes of a file of at most `limit`; nothing where it cannot be read or is larger. */
  bytes(path: string, limit: number): Buffer | undefined;
  /** Whether links on the way to a path lead out of the project's folder. */
  leadsOut(path: string): boolean;
  /** Passes a file's content on piece by piece; whether it could be read to its end. */
  stream(path: string, onChunk: (chunk: Buffer) => void): boolean;
}

export type PathLook =
  | { readonly there: 'file'; readonly size: number }
  | { readonly there: 'folder' }
  | { readonly there: 'nothing' }
  | { readonly there: 'unreadable'; readonly code: string };

/** What git is asked beside the checkout's content. Reasons are texts for a person. */
export interface Git {
  /** The commit that a revision names. */
  commitOf(revision: string): GitResult<string>;
  /** Of some paths from the project's folder those that git tracks; none where that cannot be told. */
  tracked(paths: readonly string[]): ReadonlySet<string>;
  /** The files that changed since some work began. */
  changedSince(beginning: Beginning): GitResult<ChangedPaths>;
  /** The texts that changed since some work began, or since a commit, those that are gone included. */
  changedTexts(since: ChangeStart): GitResult<ChangedTexts>;
}

/** Files that changed since some work began: committed, staged and untracked ones alike, and none that is gone. */
export interface ChangedPaths {
  /** By their paths from the project's folder, in order. */
  readonly paths: readonly string[];
  /** What a person should know of how they were found. */
  readonly notes: readonly string[];
  /** Where some of them come from, as far as it is not from the work itself. */
  origins(paths: readonly string[]): ReadonlyMap<string, ChangeOrigin>;
  /** What some of them held when the work began; those that were not there are left out. */
  before(paths: readonly string[]): ReadonlyMap<string, Buffer>;
}

/** Does synchronous work for at most so many milliseconds; undefined where it takes longer. */
export type WithinTime = <Value>(
  work: () => Value,
  mostMs: number,
) => { readonly value: Value } | undefined;

/** What looks for weakened tests found before, each by what it looked for. Nothing here is thrown. */
export interface KeptTestLooks {
  open(about: string): KeptTestLook;
}

export interface KeptTestLook {
  /** The text that is kept of the files as they are now; undefined where there is none. */
  recall(): string | undefined;
  /** Keeps a text in the place of the last one, unless a file changed since this was opened and asked. */
  remember(text: string): void;
}

/** Where a change begins: where some work began, or at the commit that a revision names. */
export type ChangeStart = Beginning | { readonly revision: string };

/** The texts that changed: committed, staged, changed and untracked ones alike. */
export interface ChangedTexts {
  /** The commit that the change begins at; empty where there was none yet. */
  readonly base: string;
  /** In the order of their paths. What cannot be read any more counts as gone; binary files and new ones of that sort are left out. */
  readonly changes: readonly ChangedText[];
  /** What a person should know of how they were found, and what was left out. */
  readonly notes: readonly string[];
  /** Whether something was left out that may matter. */
  readonly isPartial?: boolean | undefined;
  /** Whether it holds files that git does not list, and no fingerprint sees: ignored now, and committed before. */
  readonly hasUnlisted?: boolean | undefined;
  /** Where some of them come from, as far as it is not from the work itself. */
  origins(paths: readonly string[]): ReadonlyMap<string, ChangeOrigin>;
  /** All files of the folder as they are now, changed or not; each is read when it is asked for, to 1 MB. */
  readonly project: {
    readonly paths: readonly string[];
    readonly read: (path: string) => string | undefined;
  };
}

/** What a file held before and holds now. */
export interface ChangedText {
  /** Where it is now, or was; with slashes, from the project's folder. */
  readonly path: string;
  /** Where it was, where it was moved. */
  readonly earlierPath?: string | undefined;
  /** Undefined where it was not there. */
  readonly before: string | undefined;
  /** Undefined where it is gone. */
  readonly after: string | undefined;
}

/**
 * - `brought-in`: it holds what a merge or a pull brought.
 * - `untouched`: it was not touched since, although it differs from what was committed then.
 */
export type ChangeOrigin = 'brought-in' | 'untouched';

export type GitResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string };

/** The commits of a project's repository and what they hold, by git alone: nothing of the working tree is read. */
export interface Revisions {
  /** The commit that is checked out. */
  head(): GitResult<string>;
  /** The commit that a revision names. */
  commitOf(revision: string): GitResult<string>;
  /** The last commit that two of them both have; undefined where there is none, or it was not fetched. */
  mergeBase(one: string, other: string): string | undefined;
  /** Whether a commit is another one, or is in its history; its parents are known although they were not fetched. */
  holds(commit: string, other: string): boolean;
  /** Whether only a part of the history was fetched. */
  isShallow(): boolean;
  /** The paths of all files of a commit below the project's folder, from there. */
  pathsAt(commit: string): GitResult<readonly string[]>;
  /** Whether a branch of a remote has a commit, and what git keeps is here as it is there. */
  isPushed(commit: string): boolean;
  /** The files at a path of a commit, from the project's folder: the file itself, or those right in the folder. */
  entriesAt(commit: string, path: string): GitResult<readonly RevisionEntry[]>;
  /** What some of them hold, by their ids; one that is missing or too large is left out. */
  contentsOf(entries: readonly RevisionEntry[]): ReadonlyMap<string, Buffer>;
  /** Whether the repository's configuration holds a token by which it was fetched. */
  holdsToken(): boolean;
}

/** What git calls the content of a checkout. */
export interface GitContent {
  /** The id of the tree that a commit of it would have. */
  readonly tree: string;
  /** The commit that is checked out, where its tree is just that; else null. */
  readonly commit: string | null;
}

/** What changed in a project's folder since some work began. */
export interface Changes {
  /**
   * Since the commit that work began from, what was committed since included; where that is not known,
   * since the last commit before it began.
   */
  since(beginning: Beginning): GitResult<ChangeSet>;
}

export interface ChangeSet {
  readonly files: readonly ChangedFile[];
  patchOf(file: ChangedFile): PatchReading;
  /** What a file held when the work began; nothing where it was not there. */
  before(path: string): string | undefined;
}

/** What was done in a checkout since a commit, and folders that hold it without that. */
export interface Works {
  /** `base`: a commit; empty where there was none yet. `folder`: the project's folder in its checkout. */
  since(base: string, folder: string): GitResult<Work>;
}

export interface Work {
  /** The files that changed, untracked ones included, by their paths from the top of the checkout, in order. */
  readonly changes: readonly WorkChange[];
  /** What a file of the checkout holds; undefined where it cannot be read. */
  now(path: string): Buffer | undefined;
  /** Makes a folder below the system's temporary one with the files of the base, and dependencies at hand. */
  without(): GitResult<FreshFolder>;
}

export interface WorkChange {
  readonly path: string;
  /** Whether it is there now. */
  readonly isThere: boolean;
}

/** A folder outside of the project, which must be removed again. Nothing in it leads back to the checkout's own files. */
export interface FreshFolder {
  /** The folder in it that stands for the project's. */
  readonly folder: string;
  /** What it stands for, and itself: what names the first is to lead to the second. */
  readonly place: MovedPlace;
  /** What a file of it holds; undefined where it has none. */
  read(path: string): string | undefined;
  /** Has a file of it hold this text. */
  write(path: string, text: string): void;
  /** Has a file of it be as it is in the checkout, or not be there. */
  take(path: string): void;
  /** Files that git does not know in it, such as reports. */
  untracked(): readonly string[];
  /** What changes where a file of it is written again; undefined where it has none. */
  stamp(path: string): string | undefined;
  remove(): void;
}

/** A checkout that is somewhere else for a program. */
export interface MovedPlace {
  readonly from: readonly string[];
  readonly to: string;
  /** Folders in which Python looks for modules before any other. */
  readonly pythonRoots?: readonly string[];
}

/** Seals texts with a key that only this user on this machine has. */
export interface Seals {
  seal(text: string): string;
  isSealed(text: string, seal: string): boolean;
}

/** A tool call of a session's transcript: whether its result says that it failed. */
export type ToolCall =
  | { readonly found: 'call'; readonly failed: boolean | undefined; readonly name: string }
  | { readonly found: 'none' }
  | { readonly found: 'no-transcript'; readonly reason: string };

/** One call of a tool in a session, and the text of what came back. */
export interface SessionToolCall extends ToolUse {
  readonly output: string;
}

export interface Transcript {
  /** The last call of the tool of that name, or whose command holds that text. */
  lastCall(match: string): ToolCall;
  /** The last calls of tools, oldest first, at most so many; undefined where no transcript can be read. */
  lastCalls(most: number): readonly SessionToolCall[] | undefined;
  /** What the agent said last, subagents left out; nothing where that cannot be told. */
  lastMessage(): string | undefined;
  /** Every model that the agent answered with, the last one first, subagents left out. */
  models(): readonly string[];
  /** The model that the agent answered with last, subagents left out. */
  lastModel(): string | undefined;
}

export interface Checkout {
  /** Looks at the checkout when it is first asked, and does not look again. */
  snapshot(): TreeSnapshot;
}

/** How a program ended. */
export type RunEnd =
  | { readonly how: 'exit'; readonly code: number }
  | { readonly how: 'signal'; readonly signal: string }
  | { readonly how: 'timeout' }
  | { readonly how: 'interrupted' }
  | { readonly how: 'not-found' }
  | { readonly how: 'not-started'; readonly code: string };

export interface ProgramRequest {
  /** A line for the shell, or a program with its arguments, which no shell sees. */
  readonly command: string | readonly string[];
  readonly folder: string;
  readonly timeoutMs: number;
  /** All variables, or those that are no keys and tokens, beside the ones that are asked for. */
  readonly environment:
    | 'whole'
    /**
     * All but those of the session that asks, and these besides: for an agent that judges. `moved`: where it works in a
     * copy of a checkout, as below.
     */
    | { readonly judging: Readonly<Record<string, string>>; readonly moved?: MovedPlace }
    /** As a host gives it to a hook of some other session, with these besides; without any key. */
    | { readonly hook: Readonly<Record<string, string>> }
    | {
        readonly passing: readonly string[];
        /** The promise that it is run for, which the program is told. */
        readonly promise?: string;
        /** Where it runs in a copy of a checkout: nothing of its environment leads back. */
        readonly moved?: MovedPlace;
      };
  /** What it reads; nothing where it is left out. */
  readonly input?: string;
  readonly signal?: AbortSignal;
  /** Leaves neither it time to end by itself nor anything that it started behind. */
  readonly endsAtOnce?: boolean;
  /** Told of everything that it writes, as it comes. */
  readonly onOutput?: (chunk: Buffer, stream: 'stdout' | 'stderr') => void;
}

export interface ProgramRun {
  /** What was started, the shell included where there was one. */
  readonly argv: readonly string[];
  readonly ended: RunEnd;
  readonly durationMs: number;
  /** Both streams in the order of arrival: how much, its digest, and the end of it. */
  readonly output: { readonly bytes: number; readonly sha256: string; readonly tail: string };
  /** A program of the command that is neither the system's nor the project's own. */
  readonly foreign?: { readonly path: string; readonly sha256: string } | undefined;
}

export interface Run {
  /** Runs a program to its end. Never throws. */
  program(request: ProgramRequest): Promise<ProgramRun>;
}

/** Looks for patterns in lines as they come. */
export interface LineSearch {
  add(chunk: Buffer): void;
  /** The patterns that no line matched, and those that took too long, once everything was added. */
  finish(): { readonly missing: readonly string[]; readonly slow: readonly string[] };
}

/** One request to a service. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long the whole exchange may take, in milliseconds. */
  readonly timeoutMs: number;
}

/** What a service answered, or why it did not, in words for a person. Names of headers are in small letters. */
export type HttpReply =
  | {
      readonly answered: true;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
    }
  | { readonly answered: false; readonly reason: string };

export interface Http {
  /** Sends once, to that address alone: redirects are not followed. Never throws. */
  send(request: HttpRequest): Promise<HttpReply>;
}

/** One question to a model. */
export interface JudgeRequest {
  readonly model: string;
  readonly system: string;
  readonly user: string;
  /** The shape of the reply, as JSON Schema within the limits of the API. */
  readonly schema: { readonly [key: string]: unknown };
  /** Most tokens of the reply, thinking included. */
  readonly maxTokens: number;
  /** The criteria that the question is about, for a judge that reads no prose; null: about none. */
  readonly criteria: readonly Criterion[] | null;
}

/** What a question may take. */
export interface JudgeLimits {
  /** When the reply must be there, on the clock that never jumps (`Clock.elapsed`). */
  readonly deadline: number;
  /** Aborted when the user interrupts; with the reason `CALLED_OFF` when the answer is no longer needed. */
  readonly signal: AbortSignal;
}

/** The reason of a signal that calls a question off. */
export const CALLED_OFF = 'cancelled';

/** What a model answered, or why it did not; either way what it used. */
export type JudgeReply = {
  readonly usage: TokenUsage;
  /** False where the API may charge for what it did not get to report. */
  readonly isUsageKnown: boolean;
  readonly requestId: string | null;
  /** The address or program that was asked; null where nothing left the machine. */
  readonly endpoint: string | null;
  /** What it cost in US dollars by the word of who answered; else its tokens say. */
  readonly costUsd?: number;
} & (
  | { readonly answered: true; readonly text: string }
  | { readonly answered: false; readonly unjudged: Unjudged }
);

export interface Judge {
  /** Asks once, retrying what can be retried within the limits. Never throws. */
  ask(request: JudgeRequest, limits: JudgeLimits): Promise<JudgeReply>;
}

/** A statement to a database that is waited for, as those need it who cannot wait otherwise. */
export interface AskedStatement {
  /** The address of the database, with any password. */
  readonly address: string;
  /** Completes "cannot …". */
  readonly action: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

export type DatabaseRows = readonly Readonly<Record<string, unknown>>[];

/** Asks a database and waits for the rows, while nothing else of this process goes on. Never throws. */
export type AskDatabase = (statement: AskedStatement) => Result<DatabaseRows>;

/** Texts that are kept outside of memory, for as long as a command runs. */
export interface Spool {
  add(text: string): SpoolPlace;
  /** A text that was added. */
  read(place: SpoolPlace): string;
  /** Removes them all. */
  close(): void;
}

/** Where a text of a spool is, in bytes. */
export interface SpoolPlace {
  readonly start: number;
  readonly length: number;
}
