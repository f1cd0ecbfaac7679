import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, inject, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import {
  createHookedProject,
  type HookedProject,
  STOP_LINE,
} from '../../rig/worlds/hooked-project.ts';
import { type Outcome, outcomeOf } from '../../rig/worlds/project.ts';
import { environmentIn } from '../host-world.ts';
import { type Script, type ScriptedModel, startScriptedModel } from '../scripted-model.ts';
import { toldIsWritten, transcriptsIn } from './transcripts.ts';

/** Where the real Claude Code lies; nothing where it could not be installed. */
export const CLAUDE_CODE = inject('clients').claudeCode;

/** A group of tests that need it. */
export const describeClaudeCode = describe.skipIf(CLAUDE_CODE === '');

/** A project whose sessions are the real program's, and their model a script. */
export interface ClaudeCodeProject {
  readonly project: GitProject;
  readonly model: ScriptedModel;
  /** Runs `claude -p` to its end, in the project unless another folder is named. */
  session(prompt: string, args?: readonly string[], folder?: string): Promise<SessionResult>;
  /** The environment in which the program runs. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts the program as it is. */
  client(args: readonly string[], folder?: string): ChildProcess;
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
  /** How long the host waits for its stop hooks, in seconds, where it is not as it is installed. */
  readonly stopSeconds?: number;
  /** There are the suite's hooks alone, and nothing that watches them. */
  readonly alone?: boolean;
  /** There are no hooks at all. */
  readonly withoutHooks?: boolean;
  /** Words before the program: it runs inside of what they start. */
  readonly inside?: readonly string[];
}

/** The command of the suite's stop gate, as it is installed. */
export const GATE = STOP_LINE;

/** Makes one with the suite's hooks in its settings. Everything of it goes with the test. */
export async function claudeCodeProject(
  script: Script,
  parts: ClaudeCodeParts = {},
): Promise<ClaudeCodeProject> {
  const hooked = createHookedProject();
  const project = createGitProject({ 'README.md': '# A project\n' }, hooked);
  const root = join(project.folder, '..');
  const transcripts = (): string => transcriptsIn(join(root, 'home', '.claude', 'projects'));
  const model = await startScriptedModel(async (request) => {
    await toldIsWritten(request, transcripts);
    return script(request);
  });
  const witness = join(root, 'stops.jsonl');
  if (parts.withoutHooks !== true) await installHooks(hooked, parts, witness);
  project.put('.git/info/exclude', '.claude/\n');
  const env = {
    ...claudeEnvironmentIn(root),
    ...model.env,
    PATH: pathWithClaude(hooked),
    ...parts.env,
  };
  const client: ClaudeCodeProject['client'] = (args, folder = project.folder) => {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    const [program = CLAUDE_CODE, ...words] = [...(parts.inside ?? []), CLAUDE_CODE, ...args];
    return endedWithTest(spawn(program, words, { cwd: folder, env, stdio, detached: true }));
  };
  return {
    project,
    model,
    env,
    client,
    async session(prompt, args = [], folder) {
      const format = ['--output-format', 'stream-json', '--verbose'];
      const words = ['-p', prompt, ...format, '--allowedTools', 'Bash', ...args];
      return resultOf(await outcomeOf(client(words, folder)));
    },
    stops: () =>
      existsSync(witness)
        ? objectsIn(readFileSync(witness, 'utf8')).map((stop) => stopSchema.parse(stop))
        : [],
    transcripts,
  };
}

/** What keeps the client to itself. */
function claudeEnvironmentIn(root: string): Readonly<Record<string, string>> {
  return {
    ...environmentIn(root),
    CLAUDE_CODE_TMPDIR: join(root, 'tmp'),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
}

/** A PATH with the suite's commands, and with the real program under its name. */
function pathWithClaude({ programs }: HookedProject): string {
  symlinkSync(CLAUDE_CODE, join(programs, 'claude'));
  return `${programs}${delimiter}${process.env['PATH'] ?? ''}`;
}

/** A process that leads a group, which is ended whole with the test. */
export function endedWithTest<Child extends ChildProcess>(child: Child): Child {
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

const settingsSchema = z.object({
  hooks: z.record(
    z.string(),
    z.array(z.object({ hooks: z.array(z.record(z.string(), z.unknown())) })),
  ),
});

/** Installs the hooks by the suite's own command, and beside the gate a witness of what the host asked. */
async function installHooks(
  hooked: HookedProject,
  { alone = false, atStop, forAllProjects = false, stop, stopSeconds }: ClaudeCodeParts,
  witness: string,
): Promise<void> {
  const place = forAllProjects ? 'user' : 'local';
  const { code, stderr } = await hooked.cs([
    'hooks',
    'install',
    ...(forAllProjects ? ['--user'] : []),
  ]);
  if (code !== 0) throw new Error(`cs hooks install ended with ${code}: ${stderr}`);
  if (alone) return;
  const { hooks } = settingsSchema.parse(hooked.settings(place));
  for (const event of ['Stop', 'SubagentStop']) {
    const gate = { ...hooks[event]?.[0]?.hooks[0] };
    if (stop !== undefined) gate['command'] = stop;
    if (stopSeconds !== undefined) gate['timeout'] = stopSeconds;
    const beside = [`{ cat; echo; } >> "${witness}"`, ...(atStop === undefined ? [] : [atStop])];
    hooks[event] = [{ hooks: [gate, ...beside.map((command) => ({ type: 'command', command }))] }];
  }
  hooked.writeSettings({ hooks }, place);
}
