import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { devNull } from 'node:os';
import { delimiter, join } from 'node:path';
import { scheduler } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { createGitProject, type GitProject } from './git-project.ts';
import { filesUnder } from './judged-project.ts';
import { commandsPath } from './programs.ts';
import { CHECKOUT, createProject, type Outcome, outcomeOf } from './project.ts';
import {
  type Script,
  type ScriptedModel,
  type SeenRequest,
  startScriptedModel,
} from './scripted-model.ts';

/** Where the real Claude Code lies; nothing where its tests are not asked for. */
export const CLAUDE_BIN = process.env['CLAUDE_BIN'] ?? '';

/** For the name of a group of them: why they are skipped, where they are. */
export const SKIPPED = CLAUDE_BIN === '' ? ' (skipped: CLAUDE_BIN does not name the program)' : '';

/** A project whose sessions are the real program's, and their model a script. */
export interface ClaudeCodeProject {
  readonly project: GitProject;
  readonly model: ScriptedModel;
  /** Runs `claude -p` to its end. */
  session(prompt: string, args?: readonly string[]): Promise<SessionResult>;
  /** What the host asked its stop hooks, in the order of the stops. */
  stops(): readonly z.infer<typeof stopSchema>[];
  /** All that the host wrote of its sessions, whatever their ids. */
  transcripts(): string;
}

export interface SessionResult extends z.infer<typeof resultSchema> {
  readonly outcome: Outcome;
  /** What the user was shown beside the model's words. */
  readonly shown: string;
}

const resultSchema = z.looseObject({
  is_error: z.boolean(),
  session_id: z.string(),
  subtype: z.string(),
  result: z.string(),
});
const shownSchema = z.looseObject({ subtype: z.literal('informational'), content: z.string() });
const stopSchema = z.looseObject({
  hook_event_name: z.string(),
  session_id: z.string(),
  agent_id: z.optional(z.string()),
  background_tasks: z.optional(z.array(z.unknown())),
});

export interface ClaudeCodeParts {
  /** The hooks are in the user's settings, and not in the project's. */
  readonly forAllProjects?: boolean;
  /** The command of the Stop hook, where it is another than the suite's. */
  readonly stop?: string;
  /** Variables beside those that keep it here. */
  readonly env?: Readonly<Record<string, string>>;
  /** A line for the shell that runs at each stop beside the gate. */
  readonly atStop?: string;
}

/** The command of the suite's stop gate, as it is installed. */
export const GATE = `${commandLine('cs-stop-gate')} || exit 2`;

/** Makes one with the suite's hooks in its settings. Everything of it goes with the test. */
export async function claudeCodeProject(
  script: Script,
  parts: ClaudeCodeParts = {},
): Promise<ClaudeCodeProject> {
  const project = createGitProject({ 'README.md': '# A project\n' }, createProject());
  const root = join(project.folder, '..');
  const transcripts = (): string => transcriptsIn(join(root, 'home', '.claude', 'projects'));
  const model = await startScriptedModel(async (request) => {
    await blocksWritten(request, transcripts);
    return script(request);
  });
  const witness = join(root, 'stops.jsonl');
  const settings = parts.forAllProjects ? '../home/.claude' : '.claude';
  project.put(`${settings}/settings.json`, JSON.stringify({ hooks: hooksWith(parts, witness) }));
  project.put('.git/info/exclude', '.claude/\n');
  const env = {
    ...parts.env,
    ...model.env,
    ...environmentIn(root),
    PATH: pathWithClaude(project),
  };
  return {
    project,
    model,
    async session(prompt, args = []) {
      const format = ['--output-format', 'stream-json', '--verbose'];
      const words = ['-p', prompt, ...format, '--allowedTools', 'Bash', ...args];
      const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
      const options = { cwd: project.folder, env, stdio, detached: true };
      return resultOf(await outcomeOf(endedWithTest(spawn(CLAUDE_BIN, words, options))));
    },
    stops: () =>
      existsSync(witness)
        ? objectsIn(readFileSync(witness, 'utf8')).map((stop) => stopSchema.parse(stop))
        : [],
    transcripts,
  };
}

function transcriptsIn(folder: string): string {
  return existsSync(folder) ? [...filesUnder(folder).values()].join('\n') : '';
}

/** How the host begins what it tells the model of a block. */
const FEEDBACK = 'Stop hook feedback:';

/**
 * Waits until the blocks that a model was told of stand in the transcript. The host writes it now and
 * then; a real model takes longer than that, while a script would stop again at the same place of it.
 */
async function blocksWritten({ told }: SeenRequest, transcripts: () => string): Promise<void> {
  const count = (text: string, words: string): number => text.split(words).length - 1;
  const blocks = count(told, FEEDBACK);
  const written = (): number => count(transcripts(), `"content":"${FEEDBACK}`);
  while (blocks > 0 && written() < blocks) await scheduler.wait(10);
}

/** Nothing of the user's, and nothing that goes further than loopback. */
function environmentIn(root: string): Readonly<Record<string, string>> {
  const temporary = join(root, 'tmp');
  mkdirSync(temporary);
  return {
    HOME: join(root, 'home'),
    TMPDIR: temporary,
    CLAUDE_CODE_TMPDIR: temporary,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_SYSTEM: devNull,
  };
}

/** A PATH with the suite's commands, and with the real program under its name. */
function pathWithClaude(project: GitProject): string {
  const folder = join(project.folder, '..', 'programs', 'claude');
  mkdirSync(folder, { recursive: true });
  symlinkSync(CLAUDE_BIN, join(folder, 'claude'));
  return `${folder}${delimiter}${commandsPath(project)}`;
}

/** A process that leads a group, which is ended whole with the test. */
function endedWithTest(child: ChildProcess): ChildProcess {
  onTestFinished(() => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  });
  return child;
}

function resultOf(outcome: Outcome): SessionResult {
  const events = objectsIn(outcome.stdout);
  const result = events.flatMap((event) => resultSchema.safeParse(event).data ?? []).at(-1);
  if (result === undefined) {
    throw new Error(`no result (exit ${outcome.code}): ${outcome.stdout}\n${outcome.stderr}`);
  }
  const shown = events.flatMap((event) => shownSchema.safeParse(event).data?.content ?? []);
  return { ...result, outcome, shown: shown.join('\n') };
}

/** The lines that are JSON. */
function objectsIn(text: string): readonly unknown[] {
  return text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
}

/** The hooks as they are installed, and beside the gate a witness of what the host asked it. */
function hooksWith({ atStop, stop = GATE }: ClaudeCodeParts, witness: string): object {
  const watching = `{ cat; echo; } >> "${witness}"`;
  return {
    SessionStart: hooks(commandLine('cs', 'session-start')),
    UserPromptSubmit: hooks(commandLine('cs', 'user-prompt')),
    Stop: hooks(stop, watching, ...(atStop === undefined ? [] : [atStop])),
    SubagentStop: hooks(stop, watching),
  };
}

function hooks(...commands: readonly string[]): readonly object[] {
  return [{ hooks: commands.map((command) => ({ type: 'command', command, timeout: 60 })) }];
}

function commandLine(name: string, ...args: readonly string[]): string {
  const bin = join(CHECKOUT, 'bin', `${name}.cjs`);
  return [`"${process.execPath}"`, `"${bin}"`, ...args].join(' ');
}
