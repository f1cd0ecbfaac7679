import { basename, resolve } from 'node:path';
import { fromCurrentFolder } from '../../../adapters/surroundings.ts';
import { counted } from '../../../domain/base/counted.ts';
import { isObject, parseDocument } from '../../../domain/base/document.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import type { ReplayFacts } from '../../../domain/closing/replay.ts';
import { replayAlone } from '../../../domain/closing/replay-alone.ts';
import {
  isJudgeResult,
  type ReplayedDocument,
  replayResult,
  sumOfReplays,
} from '../../../domain/judging/replayed-result.ts';
import { readPromise } from '../../../domain/promise/promise-reading.ts';
import { EXIT, type ExitCode } from '../../../report/exit.ts';
import {
  type ReplayedFolder,
  type ReplayRow,
  replayFolderJson,
  replayFolderNotes,
  replayFolderText,
} from '../../../report/replay-folder-text.ts';
import type { Suite } from '../../../suite.ts';
import type { Report } from '../../command.ts';
import { kindOf, type LookedAt, lookAtFile, lookAtFolder } from './replay-files.ts';

/** Most documents of one call: a file of lines can hold more than anybody reads. */
const MOST_ROWS = 200_000;

/** What lies where `--replay` was pointed to: the path, or nothing where neither a file nor a folder is there. */
export function replayPath(named: string): string | undefined {
  const path = resolve(fromCurrentFolder(named));
  return kindOf(path) === 'nothing' ? undefined : path;
}

/**
 * `--replay <folder or file>`: derives the verdict of every answer, reply and promise in it. Makes no call, writes
 * nothing. Exit code 3: one does not follow; 1: one cannot be read.
 */
export async function replayFiles(
  path: string,
  settings: ReplayFacts['settings'],
  suite: Suite,
): Promise<Result<Report>> {
  const isFolder = kindOf(path) === 'folder';
  const looks = isFolder ? lookAtFolder(path) : [lookAtFile(path, basename(path))];
  const { repliesIn, replayReply } = await import('../../judging.ts');
  const read: Readers = { repliesIn, replayReply, settings };
  const folder = gathered(looks, read);
  return success({
    text: replayFolderText(folder, suite.style),
    json: replayFolderJson(folder),
    notes: replayFolderNotes(folder),
    exitCode: exitCodeOf(folder),
  });
}

function exitCodeOf({ rows, sum, unreadable }: ReplayedFolder): ExitCode {
  if (sum.mismatches > 0) return EXIT.misfit;
  return unreadable.length > 0 || rows.length === 0 ? EXIT.failed : EXIT.ok;
}

interface Readers {
  readonly replayReply: (value: unknown) => ReplayedDocument | undefined;
  readonly repliesIn: (written: unknown) => readonly unknown[];
  readonly settings: ReplayFacts['settings'];
}

type Named = ReplayedFolder['unreadable'][number];

function gathered(looks: Iterable<LookedAt>, read: Readers): ReplayedFolder {
  const rows: ReplayRow[] = [];
  const unreadable: Named[] = [];
  const skipped: Named[] = [];
  for (const looked of looks) {
    const { file } = looked;
    if ('skipped' in looked) skipped.push({ file, why: looked.skipped });
    else if ('unreadable' in looked) unreadable.push({ file, why: looked.unreadable });
    else {
      const found = documentsIn(file, looked.text, read);
      const left = MOST_ROWS - rows.length;
      for (const row of found.rows.slice(0, left)) rows.push(row);
      if (found.rows.length > left) {
        const why = `${found.rows.length - left} documents skipped: at most ${MOST_ROWS} are replayed at once`;
        unreadable.push({ file, why });
      }
      if (found.why !== undefined) unreadable.push({ file, why: found.why });
    }
  }
  return { rows, unreadable, skipped, sum: sumOfReplays(rows.map(({ document }) => document)) };
}

interface Found {
  readonly rows: readonly ReplayRow[];
  /** Why something in the file cannot be read. */
  readonly why: string | undefined;
}

const NOTHING_TO_REPLAY = "it is neither a judge's answer or reply nor a promise";

function documentsIn(file: string, text: string, read: Readers): Found {
  return /\.jsonl$/i.test(file) ? linesIn(file, text, read) : wholeOf(file, text, read);
}

/** A file of one document, of a list of them, or of what `--all --json` prints. */
function wholeOf(file: string, text: string, read: Readers): Found {
  const parsed = parseDocument(text);
  const values = parsed.ok ? valuesOf(parsed.value) : undefined;
  if (values !== undefined) {
    const rows = values.map((value, index) => rowOf(file, index + 1, value, read));
    const known = rows.filter((row) => row !== undefined);
    const unknown = rows.length - known.length;
    const why =
      unknown === 0 ? undefined : `${unknown} of ${rows.length} in it: ${NOTHING_TO_REPLAY}`;
    return { rows: known, why };
  }
  // What a model wrote may have words around it.
  const row = rowOf(file, null, parsed.ok ? parsed.value : text, read);
  const why = parsed.ok ? NOTHING_TO_REPLAY : parsed.reason;
  return row === undefined ? { rows: [], why } : { rows: [row], why: undefined };
}

function valuesOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return isObject(value) && Array.isArray(value['results']) ? value['results'] : undefined;
}

function linesIn(file: string, text: string, read: Readers): Found {
  const rows: ReplayRow[] = [];
  const wrong: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = parseDocument(line);
    const row = parsed.ok ? rowOf(file, index + 1, parsed.value, read) : undefined;
    if (row === undefined) wrong.push(index + 1);
    else rows.push(row);
  }
  if (wrong.length === 0) {
    return { rows, why: rows.length === 0 ? 'it is empty' : undefined };
  }
  const count = `${counted(wrong.length, 'line')}, the first being line ${wrong[0]}`;
  return { rows, why: `${count}: neither a judge's answer or reply nor a promise` };
}

function rowOf(
  file: string,
  entry: number | null,
  value: unknown,
  read: Readers,
): ReplayRow | undefined {
  const document = documentOf(value, read);
  return document === undefined ? undefined : { file, entry, document };
}

/** A document by what it looks like. Of what a model wrote, exactly one review must be in it. */
function documentOf(value: unknown, read: Readers): ReplayedDocument | undefined {
  if (isJudgeResult(value)) return replayResult(value);
  const reply = read.replayReply(value);
  if (reply !== undefined) return reply;
  const replies = read.repliesIn(value).flatMap((one) => read.replayReply(one) ?? []);
  if (replies.length > 0) return replies.length === 1 ? replies[0] : undefined;
  const promise = readPromise(value);
  return promise.ok ? replayAlone(promise.promise.id, promise.promise, read.settings) : undefined;
}
