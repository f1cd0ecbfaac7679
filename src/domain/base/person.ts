import {
  type Ancestor,
  cutOffAt,
  isSessionCutOff,
  multiplexerIn,
  programName,
} from './ancestry.ts';

/** What is known of the process that runs a command which only a person may run. */
export interface PersonFacts {
  readonly interactive: boolean;
  /** The agent's host marked the environment as its own. */
  readonly startedByAgent: boolean;
  /** This program and those above it, nearest first, up to the first process, as far as they can be seen. */
  readonly ancestors: readonly Ancestor[];
  /** None of them can be seen, although this system shows them. */
  readonly isBlind?: boolean;
  /** There are more of them than are looked at. */
  readonly isEndless?: boolean;
  /**
   * Where a terminal multiplexer is among them: the programs above each of its clients that shows this terminal.
   * Undefined where the multiplexer could not be asked.
   */
  readonly attached?: readonly (readonly Ancestor[])[] | undefined;
}

/** Variables by which agents mark what they start. A person's own settings of an agent are none of them. */
export const AGENT_VARIABLES: readonly string[] = [
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ID',
  'CODEX_SANDBOX',
  'CODEX_SANDBOX_NETWORK_DISABLED',
  'CODEX_THREAD_ID',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'OPENCODE',
];

/** Programs that act for a person. One of them above a command means that an agent runs it. */
const AGENTS = new Set([
  'claude',
  'codex',
  'codex-linux-sandbox',
  'gemini',
  'opencode',
  'aider',
  'copilot',
  'cursor-agent',
  'goose',
  'qwen',
]);
/** The npm packages of those that a runtime runs under another file's name. */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ['@anthropic-ai/claude-code', 'claude'],
  ['@openai/codex', 'codex'],
  ['@google/gemini-cli', 'gemini'],
  ['opencode-ai', 'opencode'],
  ['@github/copilot', 'copilot'],
  ['@qwen-code/qwen-code', 'qwen'],
]);
const RUNTIMES = new Set(['node', 'bun', 'deno', 'python', 'python3']);

/**
 * Why this does not look like a person at a terminal; undefined where it does. It makes cheating more work
 * and visible. It is no proof: a program that runs as the same user can get past it.
 */
export function personFault(facts: PersonFacts): string | undefined {
  const { ancestors, interactive, isBlind, isEndless, startedByAgent } = facts;
  if (startedByAgent) return 'an agent started this command';
  if (isBlind) return 'the parent processes of this command cannot be inspected';
  if (isEndless) return 'this command has too many parent processes to inspect';
  const fault = chainFault(ancestors);
  if (fault !== undefined) return fault;
  if (!interactive) return 'this is not a terminal';
  if (isSessionCutOff(ancestors)) {
    return 'its process tree was cut off: the process that started this terminal session is gone';
  }
  const multiplexer = multiplexerIn(ancestors);
  return multiplexer === undefined ? undefined : attachedFault(facts, nameOf(multiplexer));
}

/** What speaks against the programs above a command, or above a client that shows it. */
function chainFault(ancestors: readonly Ancestor[]): string | undefined {
  const agent = ancestors.map(agentOf).find((name) => name !== undefined);
  if (agent !== undefined) return `${agent} started this command`;
  const marked = ancestors.find(({ marks = [] }) => marks.length > 0);
  if (marked !== undefined) {
    return `an agent started this command: the environment of ${nameOf(marked)} has ${marked.marks?.[0]}`;
  }
  const top = cutOffAt(ancestors);
  return top === undefined
    ? undefined
    : `its process tree was cut off: ${nameOf(top)} has no parent process`;
}

/** A person looks at a terminal of a multiplexer where one of its clients is that person's. */
function attachedFault({ attached }: PersonFacts, name: string): string | undefined {
  if (attached === undefined) return `${name} does not say who is attached to this terminal`;
  if (attached.length === 0) return `no one is attached to this terminal of ${name}`;
  const faults = attached.map((above) => {
    // A client inside of another multiplexer is not followed any further.
    return chainFault(above) ?? (multiplexerIn(above.slice(1)) && `it is inside another ${name}`);
  });
  return faults.includes(undefined)
    ? undefined
    : `what is attached to it in ${name} is not a person: ${faults[0]}`;
}

/** The name of a program for people: that of its file, which who starts it cannot choose as easily. */
function nameOf({ file, words: [program = ''] }: Ancestor): string {
  return programName(file ?? program.split(' ')[0] ?? '').replace(/:$/, '') || 'a program';
}

function agentOf({ file, words }: Ancestor): string | undefined {
  return agentIn(words) ?? (file === undefined ? undefined : agentIn([file, ...words.slice(1)]));
}

/** The name of the agent that a command line runs; undefined where it runs none. */
export function agentIn(words: readonly string[]): string | undefined {
  // A program may put a title in place of its command line, in one word.
  const [first = '', ...rest] = words.flatMap((word) => word.split(' '));
  const program = programName(first);
  const script = rest.find((word) => !word.startsWith('-'));
  if (AGENTS.has(program)) return program;
  if (script === undefined || !RUNTIMES.has(program)) return undefined;
  return AGENTS.has(programName(script)) ? programName(script) : PACKAGES.get(packageOf(script));
}

/** The npm package that a script lies in, scope included; empty where it lies in none. */
function packageOf(path: string): string {
  const [, inside = ''] = path.replaceAll('\\', '/').split(/.*\/node_modules\//);
  const [first = '', second = ''] = inside.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}
