import type { Command, NamedCommand } from './command.ts';

/** Every command of `cs`, in the order of a working day. Bodies are loaded when they are called. */
export const COMMANDS = {
  init: {
    summary: 'Start a session: give it an id and a state file',
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
  promise: {
    summary: 'Make, change and look at promises',
    load: async () => (await import('./commands/promise.ts')).promiseCommand,
  },
  meet: {
    summary: 'Meet a criterion of a promise with evidence',
    load: async () => (await import('./commands/meet.ts')).meetCommand,
  },
  prove: {
    summary: "Run a promise's checks, and keep the proofs",
    load: async () => (await import('./commands/prove.ts')).proveCommand,
  },
  accept: {
    summary: 'Let a weakened test stand that was found in the work of another session',
    load: async () => (await import('./commands/accept.ts')).acceptCommand,
  },
  'store-validation': {
    summary: "Store a validator's answer for a criterion",
    load: async () => (await import('./commands/store-validation.ts')).storeValidationCommand,
  },
  verify: {
    summary: 'Ask whether the session may end, or close a promise through the gates',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  'stop-gate': {
    summary: "Answer a host's stop hook: may the session end, and if not, what is next",
    load: async () => (await import('./commands/stop-gate.ts')).stopGateCommand,
  },
  ask: {
    summary: 'Say that this session cannot go on without its user: it may stop, and waits',
    load: async () => (await import('./commands/ask.ts')).askCommand,
  },
  tamper: {
    summary: 'Say which tests were weakened since the promises of the session were made',
    load: async () => (await import('./commands/tamper.ts')).tamperCommand,
  },
  lint: {
    summary: 'Say what the evidence of a promise lacks, by rules alone',
    load: async () => (await import('./commands/lint.ts')).lintCommand,
  },
  cost: {
    summary: 'Sum up what the calls of the judge cost',
    load: async () => (await import('./commands/cost.ts')).costCommand,
  },
  log: {
    summary: 'Show what happened to the promises, line by line, from the ledger',
    load: async () => (await import('./commands/log.ts')).logCommand,
  },
  directive: {
    summary: 'Keep what the user asked of this session',
    load: async () => (await import('./commands/directive.ts')).directiveCommand,
  },
  'reality-check': {
    summary: 'Ask a model whether the work satisfies what the user asked for',
    load: () => loadReview('reality-check'),
  },
  'continuation-review': {
    summary: 'Ask a model whether a session that is about to end has more to do',
    load: () => loadReview('continuation-review'),
  },
  status: {
    summary: 'Show what is promised in this project, and by whom',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  statusline: {
    summary: "Print how far the session is, for the status line of the agent's host",
    load: async () => (await import('./commands/statusline.ts')).statusLineCommand,
  },
  audit: {
    summary: 'Say whether the record of what was done is whole, and the files are as it says',
    load: async () => (await import('./commands/audit.ts')).auditCommand,
  },
  'end-session': {
    summary: 'Let a session end with what it left open; only a person can',
    load: async () => (await import('./commands/end-session.ts')).endSessionCommand,
  },
  'session-start': {
    summary: 'The hook of SessionStart',
    load: async () => (await import('./commands/session-start.ts')).sessionStartCommand,
  },
  'user-prompt': {
    summary: 'The hook of UserPromptSubmit',
    load: async () => (await import('./commands/user-prompt.ts')).userPromptCommand,
  },
  'session-end': {
    summary: 'The hook of SessionEnd',
    load: async () => (await import('./commands/session-end.ts')).sessionEndCommand,
  },
  config: {
    summary: 'Show the settings in force, and where they come from',
    load: async () => (await import('./commands/config.ts')).configCommand,
  },
  hooks: {
    summary: "Put the suite's hooks into the settings of Claude Code, or take them out",
    load: async () => (await import('./commands/hooks.ts')).hooksCommand,
  },
  doctor: {
    summary: 'Find what would leave the gate open or shut for good, and repair the state folder',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  completion: {
    summary: "Print a script for the shell's completion",
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
} as const satisfies Readonly<
  Record<string, { readonly summary: string; load(): Promise<Command | undefined> }>
>;

async function loadReview(name: string): Promise<Command | undefined> {
  return (await import('./commands/review.ts')).reviewCommandNamed(name);
}

/** The command of a name, or the review of that name; undefined where there is neither. */
export async function commandNamed(name: string): Promise<Command | undefined> {
  return isCommandName(name) ? COMMANDS[name].load() : loadReview(name);
}

/** All commands, with their bodies. */
export async function allCommands(): Promise<readonly NamedCommand[]> {
  const loaded = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, { load }]) => ({ name, command: await load() })),
  );
  return loaded.flatMap(({ command, name }) => (command === undefined ? [] : [{ name, command }]));
}

export type CommandName = keyof typeof COMMANDS;

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** The command that a program's words name, and the words that are left for it. */
export function commandIn(
  program: string,
  words: readonly string[],
): { readonly name: string | undefined; readonly rest: readonly string[] } {
  return program === 'cs'
    ? { name: words[0], rest: words.slice(1) }
    : { name: program.slice('cs-'.length), rest: words };
}
