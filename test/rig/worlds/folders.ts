import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import { plainWords } from '../values/plain-line.ts';
import { definedOnly, type Outcome, outcomeOf, runCommand } from './commands.ts';
import { SESSION } from './project.ts';
import { removeScratch } from './removal.ts';
import { type GateOutput, HOSTED, outputOf, stopPayload } from './stop-gate.ts';
import { binOf } from './suite.ts';

/** The folders of a machine, in any of which the shell of an agent may stand. */
export interface Folders {
  /** The real path of the folder that holds them all. The user's home is `home` in it. */
  readonly root: string;
  /** The whole path of a folder. */
  at(path: string): string;
  /** Runs lines of a shell that set the world up, in the root; a fault of any of them is thrown. */
  setUp(lines: string): void;
  /** Runs lines in a shell of the agent, which has the commands on its PATH. */
  shell(lines: string, place: ShellPlace): Promise<Outcome>;
  /** Asks the stop gate as a host does that was launched in a folder. */
  stop(call: StopCall): Promise<GateOutput>;
  /** For each open promise the folder that it is in, by its path from the root. */
  withPromises(): readonly string[];
}

/** The variables of a shell beside PATH, HOME and its session; undefined takes one away. */
export type Variables = Readonly<Record<string, string | undefined>>;

export interface ShellPlace {
  /** Where it stands, from the root. */
  readonly stands: string;
  readonly variables?: Variables;
  readonly session?: string;
}

export interface StopCall {
  /** The folder that the host was launched in, from the root. */
  readonly launched: string;
  /** What the host says is the current folder of the session; from the root. */
  readonly stands: string;
  readonly variables?: Variables;
  readonly session?: string;
}

/** What the lines of `setUp` can call beside the programs of the machine. */
const WORDS = `
git() { command git -c protocol.file.allow=always -c init.defaultBranch=main "$@"; }
repository() { for folder; do git init -q --template= "$folder"; git -C "$folder" commit -q --allow-empty -m One; done; }
state() { for folder; do mkdir -p "$folder/.claude/completion-state/promises"; done; }
config() { for folder; do mkdir -p "$folder/.claude"; echo '{}' > "$folder/.claude/completion-promise.json"; done; }
committed() { git -C "$1" add --all; git -C "$1" commit -q -m More; }
`;

const COMMANDS = ['cs', 'cs-promise', 'cs-verify', 'cs-status', 'cs-store-validation'];

/** Makes the folders of a scratch machine; they are removed when the test that made them has finished. */
export function createFolders(): Folders {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'completion-promise-test-')));
  onTestFinished(() => removeScratch(root));
  const at: Folders['at'] = (path) => join(root, path);
  for (const folder of ['home', 'programs']) mkdirSync(at(folder));
  for (const name of COMMANDS) {
    const words = `exec '${process.execPath}' '${binOf(name)}' "$@"`;
    writeFileSync(at(`programs/${name}`), `#!/bin/sh\n${words}\n`, { mode: 0o755 });
  }
  const path = `${at('programs')}${delimiter}${process.env['PATH'] ?? ''}`;
  const user = { PATH: path, HOME: at('home') };
  return {
    root,
    at,
    setUp(lines) {
      execFileSync('sh', ['-euc', `umask 022\n${WORDS}\n${lines}`], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...user, ...AUTHOR, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_SYSTEM: devNull },
      });
    },
    shell(lines, { session = SESSION, stands, variables = {} }) {
      const env = { ...user, CLAUDE_SESSION_ID: session, ...variables };
      const cwd = at(stands);
      const words = plainWords(lines.trim());
      if (words !== undefined) return runCommand({ ...words, cwd, env });
      const stdio = ['ignore', 'pipe', 'pipe'] as const;
      return outcomeOf(
        spawn('sh', ['-c', lines], { cwd, env: definedOnly(env), stdio: [...stdio] }),
      );
    },
    stop: (call) => stopOf(at, user, call),
    withPromises: () => withPromisesBelow(root),
  };
}

/** Runs the stop gate with what Claude Code gives its hooks. */
async function stopOf(at: Folders['at'], user: Variables, call: StopCall): Promise<GateOutput> {
  const { launched, session = SESSION, stands, variables = {} } = call;
  const transcript = at(`${session}.jsonl`);
  appendFileSync(transcript, '{"type":"assistant"}\n');
  const payload = stopPayload(session, {
    cwd: at(stands),
    stop_hook_active: false,
    transcript_path: transcript,
  });
  const hook = { CLAUDE_PROJECT_DIR: at(launched), CLAUDE_CODE_SESSION_ID: session };
  const outcome = await runCommand({
    bin: 'cs-stop-gate',
    args: [],
    cwd: at(launched),
    env: { ...user, ...HOSTED, ...hook, ...variables },
    input: JSON.stringify(payload),
  });
  return outputOf(outcome);
}

function withPromisesBelow(root: string): readonly string[] {
  // With their types, since names alone are looked for behind links as well.
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ parentPath }) => relative(root, parentPath))
    .filter((path) => path.endsWith(PROMISES))
    .map((path) => path.slice(0, -PROMISES.length))
    .sort();
}

const PROMISES = '/.claude/completion-state/promises';

/** A PATH of the suite's commands and what a shell needs, on which there is no git. */
export function pathWithoutGit({ at }: Folders): string {
  const folder = at('few-programs');
  mkdirSync(folder, { recursive: true });
  const needed = ['sh', 'mkdir', 'rmdir'];
  for (const name of needed) symlinkSync(programOf(name), join(folder, name));
  return `${at('programs')}${delimiter}${folder}`;
}

function programOf(name: string): string {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`this machine has no ${name}`);
  return found;
}

const AUTHOR = {
  GIT_AUTHOR_NAME: 'A Developer',
  GIT_AUTHOR_EMAIL: 'developer@example.org',
  GIT_COMMITTER_NAME: 'A Developer',
  GIT_COMMITTER_EMAIL: 'developer@example.org',
};
