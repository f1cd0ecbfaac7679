import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { plainWords } from '../rig/values/plain-line.ts';
import { runCommand } from '../rig/worlds/commands.ts';
import { createProject } from '../rig/worlds/project.ts';
import { terminalBeside } from '../rig/worlds/pseudo-terminal.ts';
import { PACKAGE } from '../rig/worlds/suite.ts';

/** What runs a page's commands one after the other, as a reader's shell would. */
export interface Shell {
  /** Runs a command; `$?` in it is the exit code of the one before. */
  run(command: string): Promise<Printed>;
  /** Writes a file of the project, as a reader's editor would. */
  write(path: string, text: string): void;
}

/** How a command ended, and what it printed on both of its outputs. */
export interface Printed {
  readonly code: number;
  readonly output: string;
}

/** Who commits in the examples: git asks for a name, and a scratch HOME has none. */
const COMMITTER = { NAME: 'Ada', EMAIL: 'ada@example.org' };

/** Opens a shell in a scratch project that finds the suite's commands as an installation has them. */
export function openShell(given: Variables = {}): Shell {
  const { folder } = createProject();
  return shellThat(folder, given, async (command, state, beside) => {
    const printed = await runPlain(command, state);
    return printed ?? runInBash(command, state, beside);
  });
}

/** The same on a terminal, as a person has it: every command is a process, and a session is opened by `cs do`. */
export function openTerminal(): Shell {
  const { folder } = createProject();
  const terminal = terminalBeside(folder);
  const placed = (words: Words): Words => [terminal, '-qec', words.join(' '), '/dev/null'];
  return shellThat(folder, { TERM: 'xterm' }, async (command, state, beside) => {
    const { output, ...after } = runInBash(command, state, beside, placed);
    return { ...after, output: standing(output) };
  });
}

/** Opens one in a project that runs its commands so. `beside`: a path for files of its own, outside of the project. */
function shellThat(
  folder: string,
  given: Variables,
  runs: (command: string, state: ShellState, beside: string) => Promise<Printed>,
): Shell {
  const bins = join(folder, '..', 'bin');
  mkdirSync(bins);
  for (const [name, file] of Object.entries(manifest.bin)) {
    symlinkSync(join(PACKAGE, file), join(bins, name));
  }
  const committer = Object.entries(COMMITTER).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]);
  let state: ShellState = {
    code: 0,
    cwd: folder,
    env: {
      PATH: [bins, process.env['PATH']].join(delimiter),
      HOME: join(folder, '..', 'home'),
      ...Object.fromEntries(committer),
      ...given,
    },
  };
  return {
    write: (path, text) => writeFileSync(join(folder, path), text),
    async run(command) {
      const after = await runs(command, state, join(bins, '..', 'shell'));
      state = { ...state, ...after };
      return after;
    },
  };
}

/** What one command leaves to the next. */
interface ShellState {
  readonly code: number;
  readonly cwd: string;
  readonly env: Variables;
}

type Variables = Readonly<Record<string, string>>;

/** A command with variables of its own before it, or whose output nobody reads. */
const AROUND = /^(?<variables>(?:[A-Z_]+=[\w-]+ )*)(?<line>.*?)(?<silent> >\/dev\/null)?$/;

/** Runs a command that needs no bash; undefined where it does. */
async function runPlain(command: string, { cwd, env }: ShellState): Promise<Printed | undefined> {
  const { line = '', silent, variables = '' } = AROUND.exec(command)?.groups ?? {};
  const words = plainWords(line);
  if (words === undefined) return undefined;
  const own = [...variables.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
  const isMerged = silent === undefined;
  const call = { ...words, cwd, env: { ...env, ...Object.fromEntries(own) }, isMerged };
  const { code, stderr, stdout } = await runCommand(call);
  return { code: code ?? 1, output: isMerged ? stdout : stderr };
}

/** A program and its arguments. */
type Words = readonly [program: string, ...args: string[]];

const BASH: Words = ['bash', '--norc', '--noprofile'];

/** What stands on a terminal in the end: without colours, and without what was written over. */
const standing = (shown: string): string =>
  stripVTControlCharacters(
    shown
      .split('\r\n')
      .map((line) => line.split('\r\u001b[2K').at(-1))
      .join('\n'),
  );

/**
 * Runs a command in a bash of its own, and keeps where that stood at its end, however that came, and what it exported.
 * `placed`: what runs the bash.
 */
function runInBash(
  command: string,
  { code, cwd, env }: ShellState,
  beside: string,
  placed: (words: Words) => Words = (words) => words,
) {
  const [file, kept] = [`${beside}.sh`, `${beside}.state`];
  const keep = `keep() { last=$?; { printf '%s\\0' "$PWD"; env -0; } >'${kept}'; exit $last; }`;
  // What is assigned is there for the next command.
  const start = `exec 2>&1; ${keep}; trap keep EXIT; set -a`;
  writeFileSync(file, `${start}\n(exit ${code})\n${command}\n`);
  const [program, ...args] = placed([...BASH, file]);
  const { status, stdout } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [stands = cwd, ...variables] = readFileSync(kept, 'utf8').split('\0').slice(0, -1);
  const pairs = variables.map((one) => [
    one.slice(0, one.indexOf('=')),
    one.slice(one.indexOf('=') + 1),
  ]);
  return { code: status ?? 1, output: stdout, cwd: stands, env: Object.fromEntries(pairs) };
}
