import { surroundings } from '../../adapters/surroundings.ts';
import { digestOf } from '../../domain/base/digest.ts';
import { isSafeId } from '../../domain/base/identifier.ts';
import { type Result, success } from '../../domain/base/result.ts';
import { compactTimestamp } from '../../domain/base/time.ts';
import { titleOf } from '../../domain/promise/promise.ts';
import {
  SHELL_NAMES,
  type Shell,
  shellNamed,
  shellOfPlatform,
} from '../../domain/session/shells.ts';
import { EXIT } from '../../report/exit.ts';
import { oneLine, shellWord } from '../../report/printable.ts';
import { isOrphaned, unreadableNotes } from '../../report/status-text.ts';
import type { Suite } from '../../suite.ts';
import { type Command, JSON_OPTION, type Report } from '../command.ts';
import { warningOf } from '../print.ts';
import { usage } from '../usage.ts';

export const initCommand: Command = {
  summary: 'Starts a session: prints shell lines that set its id, and writes its state file.',
  usage: ['[--initiative <name>] [--shell <shell>]', '--show | --check-orphans'],
  effects: { show: [], 'check-orphans': [] },
  options: {
    initiative: {
      takes: 'text',
      value: '<name>',
      summary: 'The goal of the session; part of its folder name',
    },
    shell: {
      takes: 'word',
      value: '<shell>',
      summary: 'The shell to print lines for (default: sh)',
      completes: SHELL_NAMES,
    },
    show: {
      takes: 'nothing',
      summary: 'Show the current session; exit code 1 if none',
    },
    'check-orphans': { takes: 'nothing', summary: 'List open promises without an owner' },
    json: JSON_OPTION,
  },
  examples: [
    ['eval "$($0)"', 'Start a session in this shell'],
    ['$0 --shell powershell | Out-String | Invoke-Expression', 'The same in PowerShell'],
    ['$0 --shell fish | source', 'The same in fish'],
    ['$0 --check-orphans', 'List what ended sessions left behind'],
  ],
  async run(args, suite) {
    if (args.given('show') && args.given('check-orphans')) {
      return usage('--show and --check-orphans cannot be given together');
    }
    if (args.given('show')) return showSession(suite);
    if (args.given('check-orphans')) return listOrphans(suite);
    const wanted = args.text('shell');
    const shell = shellNamed(wanted);
    if (shell === undefined) {
      return usage(`--shell takes one of ${SHELL_NAMES.join(', ')}`);
    }
    return startSession(args.text('initiative'), { shell, isNamed: wanted !== undefined }, suite);
  },
};

function showSession({ environment }: Suite): Result<Report> {
  const id = environment.session?.id;
  return success({
    text: `Current session: ${oneLine(id ?? '(not set)')}`,
    json: { session_id: id ?? null },
    exitCode: id === undefined ? EXIT.failed : EXIT.ok,
  });
}

async function listOrphans({ commandLines, promises, style }: Suite): Promise<Result<Report>> {
  const listing = await promises.listActive();
  if (!listing.ok) return listing;
  const { promises: active, broken } = listing.value;
  const orphans = active.filter(isOrphaned);
  const lines = orphans.map(
    ({ id, promise }) => `${style.caution('[ORPHANED]')} ${id}: ${oneLine(titleOf(promise))}`,
  );
  return success({
    text: lines.length === 0 ? 'No orphaned promises found.' : lines.join('\n'),
    json: { orphans: orphans.map(({ promise }) => promise), unreadable: broken },
    notes: unreadableNotes(broken, commandLines),
  });
}

/** The shell that lines are printed for, and whether the caller named it. */
interface WantedShell {
  readonly shell: Shell;
  readonly isNamed: boolean;
}

async function startSession(
  initiative: string | undefined,
  wanted: WantedShell,
  suite: Suite,
): Promise<Result<Report>> {
  const { clock, environment, processes, sessions } = suite;
  const at = compactTimestamp(clock.now());
  const sessionId = environment.session?.id ?? `session-${at}-${processes.self.pid}`;
  const kept = environment.sessionFolder;
  const folderName =
    kept !== undefined && isSafeId(kept) ? kept : sessionFolderName(sessionId, initiative, at);
  const lines = linesFor(wanted.shell, {
    CLAUDE_SESSION_ID: sessionId,
    CLAUDE_SESSION_DIR: folderName,
  });
  if (!lines.ok) return lines;
  const initialized = await sessions.initialize({ sessionId, folderName, initiative });
  if (!initialized.ok) return initialized;
  const { place, warnings } = initialized.value;
  return success({
    text: lines.value.join('\n'),
    json: { session_id: sessionId, session_dir: folderName, path: place },
    notes: [
      environment.session === undefined
        ? `Started session: ${oneLine(sessionId)}`
        : `Kept the current session: ${oneLine(sessionId)}`,
      ...hostNotes(environment),
      `State: ${shellWord(place)}`,
      ...hintOnTerminal(wanted, suite),
      ...warnings.map(warningOf),
    ],
  });
}

/** What an id is worth inside a host that tells this shell none. */
function hostNotes({ host, session, startedByAgent, unnamed }: Suite['environment']): string[] {
  const title = host?.title ?? 'the host';
  if (session === undefined) {
    const note = `NOTE: ${title} does not tell this shell its session, and its gate does not know this id: start ${title} with it.`;
    return startedByAgent ? [note] : [];
  }
  return unnamed !== undefined && session.id === unnamed
    ? [`NOTE: ${title} does not tell this shell its session: this id is that of all of them here.`]
    : [];
}

function sessionFolderName(sessionId: string, initiative: string | undefined, at: string): string {
  // Many sessions may start in one second, so the folder's name holds a digest of the session's id.
  const own = `${at}-${digestOf(sessionId).slice(0, 8)}`;
  if (initiative === undefined) return isSafeId(sessionId) ? sessionId : `session-${own}`;
  const slug = initiative
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${slug.slice(0, 64) || 'session'}-${own}`;
}

/** A line for each variable. Fails where the shell has no safe way to write a value. */
function linesFor(
  shell: Shell,
  variables: Readonly<Record<string, string>>,
): Result<readonly string[]> {
  const lines: string[] = [];
  for (const [variable, value] of Object.entries(variables)) {
    const line = shell.setLine(variable, value);
    if (line === undefined) {
      return usage(
        `${variable} has a character that ${shell.name} cannot take in a line: ${value}`,
      );
    }
    lines.push(line);
  }
  return success(lines);
}

/** Lines that a terminal shows were not evaluated: how they are. */
function hintOnTerminal({ isNamed, shell }: WantedShell, { commandLines }: Suite): string[] {
  if (!surroundings().output.isTerminal) return [];
  const here = isNamed ? shell : shellOfPlatform(process.platform);
  return [`These lines were only shown. To use them: ${here.evaluation(commandLines.init())}`];
}
