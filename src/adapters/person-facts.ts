import { readlinkSync } from 'node:fs';
import { type Ancestor, multiplexerIn, programName } from '../domain/base/ancestry.ts';
import { AGENT_VARIABLES, type PersonFacts } from '../domain/base/person.ts';
import { namesBounded } from './bounded-files.ts';
import { describeProcess, environmentOf } from './node-ancestry.ts';
import { statFields } from './process-table.ts';
import { programFor } from './program-path.ts';
import { attempt } from './quiet-looks.ts';

/** What stands above this process, for those who must know whether a person runs it. */

/** Most programs above a process that are looked at. A person's terminal has some ten. */
const MOST_ANCESTORS = 200;

/** How long a multiplexer may take to answer, in milliseconds. */
const MOST_WAIT_MS = 3000;

/** This process and those above it, and who looks at its terminal where a multiplexer shows it. */
export function ancestryOfThisProcess(): Pick<
  PersonFacts,
  'ancestors' | 'isBlind' | 'isEndless' | 'attached'
> {
  const ancestors = above(process.pid);
  // Linux shows them, unless /proc was hidden.
  if (ancestors.length === 0) return { ancestors, isBlind: process.platform === 'linux' };
  const isEndless = ancestors.length >= MOST_ANCESTORS;
  const server = multiplexerIn(ancestors);
  if (server === undefined || isEndless) return { ancestors, isEndless };
  const clients = clientsOf(server, ancestors);
  return { ancestors, isEndless, attached: clients?.map((pid) => above(pid)) };
}

/** A process and those above it, nearest first, the first one of the machine or container included. */
function above(start: number): readonly Ancestor[] {
  const found: Ancestor[] = [];
  for (let pid = start; pid > 0 && found.length < MOST_ANCESTORS; ) {
    const one = ancestorAt(pid);
    if (one === undefined) break;
    found.push(one);
    pid = one.parent;
  }
  return found;
}

function ancestorAt(pid: number): Ancestor | undefined {
  const known = describeProcess(pid);
  if (known === undefined) return undefined;
  const fields = process.platform === 'linux' ? statFields(pid) : undefined;
  return {
    pid,
    parent: known.parent,
    words: known.words,
    session: numberIn(fields?.[3]),
    terminal: numberIn(fields?.[4]),
    started: numberIn(fields?.[19]),
    file: fileOf(pid),
    marks: marksOf(pid),
  };
}

function numberIn(field: string | undefined): number | undefined {
  return field === undefined ? undefined : Number(field);
}

/** The path of a process's program, also of one that was replaced since; undefined where it may not be seen. */
function fileOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return attempt(() => readlinkSync(`/proc/${pid}/exe`))?.replace(/ \(deleted\)$/, '');
}

/** The agents' variables in the environment that a process was started with. Values are not kept. */
function marksOf(pid: number): readonly string[] {
  const set = environmentOf(pid);
  return AGENT_VARIABLES.filter((name) => set.some((one) => one.startsWith(`${name}=`)));
}

/** A variable in the environment that a process was started with. */
function variableOf(pid: number, name: string): string | undefined {
  return environmentOf(pid)
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** The processes that show the terminal of this process to a person; undefined where that cannot be found out. */
function clientsOf(
  server: Ancestor,
  ancestors: readonly Ancestor[],
): readonly number[] | undefined {
  const [said = ''] = (server.words[0] ?? '').split(' ');
  return programName(server.file ?? said.replace(/:$/, '')) === 'tmux'
    ? clientsOfTmux(server, ancestors)
    : clientsByName(server);
}

/** Asks the very server that runs the terminal, by its own program, for the clients that show its pane now. */
function clientsOfTmux(
  server: Ancestor,
  ancestors: readonly Ancestor[],
): readonly number[] | undefined {
  const pane = ancestors[ancestors.indexOf(server) - 1];
  if (pane === undefined) return undefined;
  const socket = (variableOf(pane.pid, 'TMUX') ?? '').split(',')[0];
  const isLinux = process.platform === 'linux';
  if (socket === '' && isLinux) return undefined;
  // The file of the server itself: a program of this name could be anybody's.
  const program = isLinux ? `/proc/${server.pid}/exe` : programFor('tmux', '/').program;
  if (program === undefined) return undefined;
  const ask = (words: readonly string[]): readonly string[] | undefined =>
    linesOf(program, [...(socket ? ['-S', socket] : []), ...words]);
  const panes = ask([
    'list-panes',
    '-a',
    '-F',
    '#{pid} #{pane_pid} #{session_id} #{window_active}#{pane_active}',
  ]);
  const shown = panes
    ?.map((line) => line.split(' '))
    .filter(([of, at]) => of === String(server.pid) && at === String(pane.pid));
  const sessions = shown
    ?.filter(([, , , active]) => active === '11')
    .map(([, , session]) => session);
  if (shown === undefined || shown.length === 0) return undefined;
  return ask(['list-clients', '-F', '#{client_pid} #{session_id} #{client_control_mode}'])
    ?.map((line) => line.split(' '))
    .filter(([, session, control]) => sessions?.includes(session) === true && control !== '1')
    .map(([pid]) => Number(pid));
}

function linesOf(program: string, words: readonly string[]): readonly string[] | undefined {
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  const said = attempt(() =>
    execFileSync(program, words, {
      encoding: 'utf8',
      timeout: MOST_WAIT_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  return said?.split('\n').filter((line) => line !== '');
}

/** Of a multiplexer that cannot be asked: the other processes of the same program that have a terminal. */
function clientsByName({ file, pid: server, words }: Ancestor): readonly number[] | undefined {
  if (process.platform !== 'linux') return undefined;
  const name = programName(file ?? words[0] ?? '').toLowerCase();
  const listing = namesBounded('/proc', { mostNames: 100_000, leftMs: () => MOST_WAIT_MS });
  if (!('names' in listing)) return undefined;
  const pids = listing.names.filter((one) => /^\d+$/.test(one)).map(Number);
  return pids.filter((pid) => {
    const found = pid === server ? undefined : describeProcess(pid);
    if (found === undefined || programName(fileOf(pid) ?? found.words[0] ?? '') !== name)
      return false;
    return Number(statFields(pid)?.[4] ?? 0) !== 0;
  });
}
