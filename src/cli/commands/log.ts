import { watchFolder } from '../../adapters/folder-watch.ts';
import { listenForInterrupts } from '../../adapters/interrupts.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { isAbout, readLoggedLine } from '../../domain/promise/logged-line.ts';
import { isClosed } from '../../domain/promise/promise.ts';
import { beginsAnewText, logText, longLineText } from '../../report/log-text.ts';
import { jsonLine } from '../../report/printable.ts';
import type { Style } from '../../report/style.ts';
import type { EventReading } from '../../store/event-log.ts';
import type { Suite } from '../../suite.ts';
import { type Command, JSON_OPTION, type Report } from '../command.ts';
import { createLineOutput, type LineOutput } from '../line-output.ts';
import { shownText } from '../print.ts';
import { usage } from '../usage.ts';

/** Most lines that `-n` keeps in memory. */
const MOST_LAST = 100_000;

/** How many of the last lines are shown before those that are waited for. */
const LAST_BEFORE_FOLLOWING = 10;

/** How long is waited before a file is looked at whose system tells of no change, in milliseconds. */
const LOOK_EVERY_MS = 1000;

export const logCommand: Command = {
  summary: 'Shows the history of promises from the ledger, one line per change.',
  usage: ['[<id>] [-n <lines>] [--follow] [--json]'],
  effects: [],
  subject: { names: 'promise', leftOut: 'all-of-them' },
  options: {
    lines: {
      takes: 'word',
      value: '<n>',
      alias: 'n',
      summary: `Show only the last lines, up to ${MOST_LAST}`,
    },
    follow: {
      takes: 'nothing',
      alias: 'f',
      summary: `Follow new lines after the last ${LAST_BEFORE_FOLLOWING}; Ctrl-C ends it`,
    },
    json: { ...JSON_OPTION, summary: 'Print each stored line as JSON with its number' },
  },
  examples: [
    ['$0', 'The whole history, newest last'],
    ['$0 promise-1a2b3c4d', 'The history of one promise, including validations and judgments'],
    ['$0 -f', 'Watch sessions at work'],
  ],
  async run(args, suite) {
    const id = args.text('promise');
    const isFollowing = args.given('follow');
    const last = lastOf(args.text('lines'), isFollowing);
    if (last === undefined) {
      return usage(`--lines takes a number from 0 to ${MOST_LAST}`);
    }
    const asked: Asked = { id, last, asJson: args.given('json') };
    return isFollowing ? follow(asked, suite) : show(asked, suite);
  },
};

interface Asked {
  /** The promise that lines must be about; nothing where all are shown. */
  readonly id: string | undefined;
  /** How many lines at the most. */
  readonly last: number;
  readonly asJson: boolean;
}

/** How many lines are asked for; undefined where the word is no such number. */
function lastOf(text: string | undefined, isFollowing: boolean): number | undefined {
  if (text === undefined) return isFollowing ? LAST_BEFORE_FOLLOWING : Number.POSITIVE_INFINITY;
  return /^\d{1,6}$/.test(text) && Number(text) <= MOST_LAST ? Number(text) : undefined;
}

/** What a command that wrote its answer by itself reports. */
const WRITTEN: Report = { text: '', json: undefined, isWritten: true };

async function show(asked: Asked, suite: Suite): Promise<Result<Report>> {
  const output = createLineOutput();
  const source = await createSource(suite, asked);
  const broken = await source.print(output, true, asked.last);
  await output.end();
  if (broken !== undefined) return failed({ kind: 'broken-file', file: broken });
  if (asked.id === undefined) return success(WRITTEN);
  // A promise without a line is told from a word that names none.
  const found = await suite.promises.find(asked.id);
  if (!found.ok) return source.count() > 0 ? success(WRITTEN) : found;
  if (source.count() > 0) {
    const isMissing = isClosed(found.value.promise) && !source.hasClose();
    return success(isMissing ? { ...WRITTEN, notes: [closeMissing(asked.id)] } : WRITTEN);
  }
  const note = `Note: ${asked.id} is not in the ledger: another program or an earlier version created it.`;
  return success({ ...WRITTEN, notes: [note] });
}

/** A promise's file says that it ended, and no line does. */
function closeMissing(id: string): string {
  return `Note: the close of ${id} is not in the ledger: something other than completion-promise wrote it.`;
}

async function follow(asked: Asked, suite: Suite): Promise<Result<Report>> {
  const { folder } = suite.eventLog;
  const interruption = listenForInterrupts();
  const watch = watchFolder(folder ?? suite.environment.projectFolder);
  const output = createLineOutput();
  const source = await createSource(suite, asked);
  try {
    let broken = await source.print(output, false, asked.last);
    while (broken === undefined && !interruption.signal.aborted && !output.isClosed()) {
      await watch.change(LOOK_EVERY_MS, interruption.signal);
      broken = await source.print(output, false, Number.POSITIVE_INFINITY);
    }
    await output.end();
    return broken === undefined ? success(WRITTEN) : failed({ kind: 'broken-file', file: broken });
  } finally {
    watch.stop();
    interruption.stop();
  }
}

type Broken = Extract<EventReading, { readonly read: 'broken' }>['file'];

/** The lines that are asked for, as they are printed. */
interface Source {
  /** Prints what came since the last call, of it the last few. Gives why it cannot be read. */
  print(output: LineOutput, isLast: boolean, last: number): Promise<Broken | undefined>;
  /** How many lines were there so far. */
  count(): number;
  /** Whether one of them is the end of a promise. */
  hasClose(): boolean;
}

async function createSource({ eventLog, style }: Suite, asked: Asked): Promise<Source> {
  const reader = await eventLog.open();
  let count = 0;
  let hasClose = false;
  return {
    async print(output, isLast, last) {
      const kept: string[] = [];
      for (const entry of reader.read(isLast)) {
        if (entry.read === 'broken') return entry.file;
        if (output.isClosed()) return undefined;
        const text = textOf(entry, asked, style);
        if (text === '') continue;
        count += 1;
        hasClose ||= CLOSE.test(entryText(entry));
        if (last === Number.POSITIVE_INFINITY) {
          await output.write(text);
          continue;
        }
        kept.push(text);
        if (kept.length > 2 * last + MOST_EXTRA) kept.splice(0, kept.length - last);
      }
      for (const text of last === 0 ? [] : kept.slice(-last)) await output.write(text);
      await output.flush();
      return undefined;
    },
    count: () => count,
    hasClose: () => hasClose,
  };
}

/** The events by which a promise ends, as they stand in a line. */
const CLOSE = /"event":"promise\.(?:verified|cancelled)"/;

function entryText(entry: Shown): string {
  return entry.read === 'line' ? entry.text : '';
}

/** An entry as it is printed; empty where it is not. */
function textOf(entry: Shown, { asJson, id }: Asked, style: Style): string {
  if (entry.read === 'begins-anew') return asJson ? '' : beginsAnewText(style);
  if (entry.read === 'too-long') {
    if (id !== undefined) return '';
    return asJson ? jsonLine({ unreadable: null, line: entry.number }) : longLineText(style);
  }
  const { before, isWhole, number, text } = entry;
  // Most lines of a long ledger are about other promises: those are not parsed.
  if (id !== undefined && !text.includes(id)) return '';
  const logged = readLoggedLine(text, before);
  const { document } = logged;
  if (id !== undefined && (document === undefined || !isAbout(document, id))) return '';
  return asJson
    ? jsonLine({ ...(document ?? { unreadable: text }), line: number })
    : shownText({ text: logText(logged, text, isWhole, style) });
}

/** How many more lines than are asked for are kept at least before the older ones are dropped. */
const MOST_EXTRA = 100;

type Shown = Exclude<EventReading, { readonly read: 'broken' }>;
