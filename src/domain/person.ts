/** What can be seen of who runs a command that only a person may run (DESIGN §4, "A person"). */
export interface PersonFacts {
  readonly interactive: boolean;
  /** The agent's host marked the environment as its own. */
  readonly startedByAgent: boolean;
  /** The command lines of the programs above this one. */
  readonly ancestors: readonly string[];
}

/** Programs that act for a person. One of them above a command means that an agent runs it. */
const AGENTS = new Set(['claude', 'codex', 'gemini', 'opencode', 'aider', 'cursor-agent', 'goose']);
const RUNTIMES = new Set(['node', 'bun', 'deno', 'python', 'python3']);

/**
 * Why this does not look like a person at a terminal, or nothing where it does. It makes cheating
 * more work and visible; a program that runs as the same user can get past it (DESIGN §2, 9).
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
  const name = RUNTIMES.has(program) && script !== undefined ? programName(script) : '';
  return AGENTS.has(name) ? name : undefined;
}

function programName(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return name.replace(/\.(exe|cmd|js|mjs|cjs|py)$/i, '');
}
