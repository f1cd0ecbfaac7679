/** What is known of the process that runs a command which only a person may run. */
export interface PersonFacts {
  readonly interactive: boolean;
  /** The agent's host marked the environment as its own. */
  readonly startedByAgent: boolean;
  /** The command lines of the programs above this one. */
  readonly ancestors: readonly string[];
}

/** Programs that act for a person. One of them above a command means that an agent runs it. */
const AGENTS = new Set(['claude', 'codex', 'gemini', 'opencode', 'aider', 'cursor-agent', 'goose']);
/** The npm packages of those that a runtime runs under another file's name. */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ['@anthropic-ai/claude-code', 'claude'],
  ['@openai/codex', 'codex'],
  ['@google/gemini-cli', 'gemini'],
  ['opencode-ai', 'opencode'],
]);
const RUNTIMES = new Set(['node', 'bun', 'deno', 'python', 'python3']);

/**
 * Why this does not look like a person at a terminal; undefined where it does. It makes cheating more work
 * and visible. It is no proof: a program that runs as the same user can get past it.
 */
export function personFault(facts: PersonFacts): string | undefined {
  if (facts.startedByAgent) return 'an agent started this command';
  const agent = facts.ancestors.map(agentIn).find((name) => name !== undefined);
  if (agent !== undefined) return `${agent} started this command`;
  return facts.interactive ? undefined : 'this is not a terminal';
}

function agentIn(commandLine: string): string | undefined {
  const [first = '', ...rest] = commandLine.split(' ');
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

function programName(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return name.replace(/\.(exe|cmd|js|mjs|cjs|py)$/i, '');
}
