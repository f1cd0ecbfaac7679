import { spellingOf } from '../report/command-lines.ts';
import type { Command, NamedCommand } from './command.ts';
import { GONE, newName } from './command-names.ts';

/** Every command of `cs`, in the order of the help. Bodies are loaded when they are called. */
export const COMMANDS = {
  do: async () => (await import('./commands/do.ts')).doCommand,
  prove: async () => (await import('./commands/prove.ts')).proveCommand,
  meet: async () => (await import('./commands/meet.ts')).meetCommand,
  check: async () => (await import('./commands/verify-verbs.ts')).checkCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  setup: async () => (await import('./commands/setup.ts')).setupCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  promise: async () => (await import('./commands/promise.ts')).promiseCommand,
  'promise start': async () => (await import('./commands/promise-verbs.ts')).startCommand,
  'promise cancel': async () => (await import('./commands/promise-verbs.ts')).cancelCommand,
  'promise validate': async () => (await import('./commands/validate.ts')).validateCommand,
  'promise store-validation': async () =>
    (await import('./commands/store-validation.ts')).storeValidationCommand,
  'promise tamper': async () => (await import('./commands/tamper.ts')).tamperCommand,
  'promise accept': async () => (await import('./commands/accept.ts')).acceptCommand,
  'promise attest': async () => (await import('./commands/attest.ts')).attestCommand,
  'promise waive': async () => (await import('./commands/promise-verbs.ts')).waiveCommand,
  'promise log': async () => (await import('./commands/log.ts')).logCommand,
  'promise release': async () => (await import('./commands/promise-verbs.ts')).releaseCommand,
  'promise adopt': async () => (await import('./commands/promise-verbs.ts')).adoptCommand,
  judge: async () => (await import('./commands/verify-verbs.ts')).judgeCommand,
  'judge cost': async () => (await import('./commands/cost.ts')).costCommand,
  'judge reality-check': () => loadReview('reality-check'),
  'judge continuation-review': () => loadReview('continuation-review'),
  'judge bench': async () => (await import('./commands/judge-bench.ts')).judgeBenchCommand,
  'session init': async () => (await import('./commands/init.ts')).initCommand,
  'session ask': async () => (await import('./commands/ask.ts')).askCommand,
  'session directive': async () => (await import('./commands/directive.ts')).directiveCommand,
  'session pause': async () => (await import('./commands/pause.ts')).pauseCommand,
  'session end': async () => (await import('./commands/end-session.ts')).endSessionCommand,
  store: async () => (await import('./commands/store.ts')).storeCommand,
  'store audit': async () => (await import('./commands/audit.ts')).auditCommand,
  hooks: async () => (await import('./commands/hooks.ts')).hooksCommand,
  config: async () => (await import('./commands/config.ts')).configCommand,
  'config trust': async () => (await import('./commands/trust.ts')).trustCommand,
  'config notify': async () => (await import('./commands/notify.ts')).notifyCommand,
  'setup undo': async () => (await import('./commands/uninstall.ts')).uninstallCommand,
  ci: async () => (await import('./commands/ci.ts')).ciCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
  'stop-gate': async () => (await import('./commands/stop-gate.ts')).stopGateCommand,
  'session-start': async () => (await import('./commands/session-start.ts')).sessionStartCommand,
  'user-prompt': async () => (await import('./commands/user-prompt.ts')).userPromptCommand,
  'session-end': async () => (await import('./commands/session-end.ts')).sessionEndCommand,
  statusline: async () => (await import('./commands/statusline.ts')).statusLineCommand,
} as const satisfies Readonly<Record<string, () => Promise<Command | undefined>>>;

async function loadReview(name: string): Promise<Command | undefined> {
  return (await import('./commands/review.ts')).reviewCommandNamed(name);
}

/** The command of a name, or the review of that name; undefined where there is neither. */
export async function commandNamed(name: string): Promise<Command | undefined> {
  return isCommandName(name) ? COMMANDS[name]() : loadReview(name);
}

/** All commands, with their bodies. */
export async function allCommands(): Promise<readonly NamedCommand[]> {
  const loaded = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => ({ name, command: await load() })),
  );
  return loaded.flatMap(({ command, name }) => (command === undefined ? [] : [{ name, command }]));
}

export type CommandName = keyof typeof COMMANDS;

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** Whether commands stand under a word. */
export function isNoun(word: string): boolean {
  return Object.keys(COMMANDS).some((name) => name.startsWith(`${word} `));
}

/** Whether a program takes the name of a command as its first word, and is not a drop-in name of one. */
export function isWholeSuite(program: string): boolean {
  return spellingOf(program) !== 'drop-in';
}

/** A command as it was called, and the words that are left for it. */
export interface CalledCommand {
  readonly name: string | undefined;
  readonly rest: readonly string[];
  /** The name by which it was called where it has another one by now. */
  readonly old?: string;
}

/**
 * The command that a program's words name: a word, or a noun and a word. The project may be named before it
 * (`cs -C <folder> status`), as git has it.
 */
export function commandIn(program: string, words: readonly string[]): CalledCommand {
  if (!isWholeSuite(program)) {
    const name = program.slice('cs-'.length);
    return { name: newName(name) ?? name, rest: words };
  }
  const project = words.slice(0, projectWords(words));
  const [name, ...rest] = words.slice(project.length);
  if (name === undefined || name.startsWith('-')) return { name: words[0], rest: words.slice(1) };
  const ofNoun = `${name} ${rest[0]}`;
  if (isCommandName(ofNoun) || Object.hasOwn(GONE, ofNoun))
    return { name: ofNoun, rest: [...project, ...rest.slice(1)] };
  const newer = newName(name);
  const called = newer === undefined ? { name } : { name: newer, old: name };
  return { ...called, rest: [...project, ...rest] };
}

/** How many words at the front name the project. */
function projectWords([first = '']: readonly string[]): number {
  if (first === '-C' || first === '--project') return 2;
  return /^(?:-C|--project=)./s.test(first) ? 1 : 0;
}
