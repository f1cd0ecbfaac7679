import { spellingOf } from '../report/command-lines.ts';
import type { Command, NamedCommand } from './command.ts';

/** The headings of the help, in its order. */
export const GROUPS = ['Daily', 'Evidence', 'Judge', 'Setup', 'Sessions', 'For hosts'] as const;

interface CommandRow {
  readonly group: (typeof GROUPS)[number];
  readonly summary: string;
  load(): Promise<Command | undefined>;
}

/** Every command of `cs`, in the order of the help. Bodies are loaded when they are called. */
export const COMMANDS = {
  do: {
    group: 'Daily',
    summary: 'Promise something and start: title, criteria, checks',
    load: async () => (await import('./commands/do.ts')).doCommand,
  },
  status: {
    group: 'Daily',
    summary: 'Show the promises here, their owners and progress',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  list: {
    group: 'Daily',
    summary: 'List the open promises',
    load: async () => (await import('./commands/promise-verbs.ts')).listCommand,
  },
  show: {
    group: 'Daily',
    summary: 'Show one promise',
    load: async () => (await import('./commands/promise-verbs.ts')).showCommand,
  },
  start: {
    group: 'Daily',
    summary: 'Start work on a promise',
    load: async () => (await import('./commands/promise-verbs.ts')).startCommand,
  },
  meet: {
    group: 'Daily',
    summary: 'Meet a criterion with evidence',
    load: async () => (await import('./commands/meet.ts')).meetCommand,
  },
  run: {
    group: 'Daily',
    summary: 'Run a declared check, and meet its criterion',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  check: {
    group: 'Daily',
    summary: 'Ask whether this session can end',
    load: async () => (await import('./commands/verify-verbs.ts')).checkCommand,
  },
  verify: {
    group: 'Daily',
    summary: 'Close a promise through the gates',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  cancel: {
    group: 'Daily',
    summary: 'Cancel a promise',
    load: async () => (await import('./commands/promise-verbs.ts')).cancelCommand,
  },
  ask: {
    group: 'Daily',
    summary: 'Ask the user and wait',
    load: async () => (await import('./commands/ask.ts')).askCommand,
  },
  promise: {
    group: 'Daily',
    summary: 'Create, change and show promises: every option',
    load: async () => (await import('./commands/promise.ts')).promiseCommand,
  },
  prove: {
    group: 'Evidence',
    summary: 'Run the checks of a promise and keep the proofs',
    load: async () => (await import('./commands/prove.ts')).proveCommand,
  },
  validate: {
    group: 'Evidence',
    summary: 'Validate a criterion: pass or fail',
    load: async () => (await import('./commands/validate.ts')).validateCommand,
  },
  'store-validation': {
    group: 'Evidence',
    summary: "Store a validator's answer in JSON",
    load: async () => (await import('./commands/store-validation.ts')).storeValidationCommand,
  },
  lint: {
    group: 'Evidence',
    summary: 'Check the evidence offline, by rules',
    load: async () => (await import('./commands/lint.ts')).lintCommand,
  },
  tamper: {
    group: 'Evidence',
    summary: 'List weakened tests',
    load: async () => (await import('./commands/tamper.ts')).tamperCommand,
  },
  accept: {
    group: 'Evidence',
    summary: 'Accept a weakened test',
    load: async () => (await import('./commands/accept.ts')).acceptCommand,
  },
  ci: {
    group: 'Evidence',
    summary: 'Check a change in a pipeline, by the definitions of its base',
    load: async () => (await import('./commands/ci.ts')).ciCommand,
  },
  attest: {
    group: 'Evidence',
    summary: 'Sign proofs so that they travel, and verify signed ones',
    load: async () => (await import('./commands/attest.ts')).attestCommand,
  },
  waive: {
    group: 'Evidence',
    summary: 'Waive a criterion (a person, in a terminal)',
    load: async () => (await import('./commands/promise-verbs.ts')).waiveCommand,
  },
  report: {
    group: 'Evidence',
    summary: 'Report on promises: terminal, Markdown, HTML, JSON',
    load: async () => (await import('./commands/report.ts')).reportCommand,
  },
  log: {
    group: 'Evidence',
    summary: 'Show the history from the ledger',
    load: async () => (await import('./commands/log.ts')).logCommand,
  },
  audit: {
    group: 'Evidence',
    summary: 'Check the ledger against the files',
    load: async () => (await import('./commands/audit.ts')).auditCommand,
  },
  judge: {
    group: 'Judge',
    summary: 'Have a model judge the evidence',
    load: async () => (await import('./commands/verify-verbs.ts')).judgeCommand,
  },
  cost: {
    group: 'Judge',
    summary: 'Sum up judge costs',
    load: async () => (await import('./commands/cost.ts')).costCommand,
  },
  directive: {
    group: 'Judge',
    summary: 'Record what the user asked for',
    load: async () => (await import('./commands/directive.ts')).directiveCommand,
  },
  'reality-check': {
    group: 'Judge',
    summary: 'Ask a model whether the work does what the user asked for',
    load: () => loadReview('reality-check'),
  },
  'continuation-review': {
    group: 'Judge',
    summary: 'Ask a model whether the session has more to do',
    load: () => loadReview('continuation-review'),
  },
  'judge-bench': {
    group: 'Judge',
    summary: 'Measure a judge on labelled cases',
    load: async () => (await import('./commands/judge-bench.ts')).judgeBenchCommand,
  },
  setup: {
    group: 'Setup',
    summary: 'Set a project up: hooks, test command, doctor',
    load: async () => (await import('./commands/setup.ts')).setupCommand,
  },
  store: {
    group: 'Setup',
    summary: 'Where the state is kept; move it to a database',
    load: async () => (await import('./commands/store.ts')).storeCommand,
  },
  hooks: {
    group: 'Setup',
    summary: 'Install or remove the hooks',
    load: async () => (await import('./commands/hooks.ts')).hooksCommand,
  },
  trust: {
    group: 'Setup',
    summary: 'Approve what the project connects to and spends (a person, in a terminal)',
    load: async () => (await import('./commands/trust.ts')).trustCommand,
  },
  uninstall: {
    group: 'Setup',
    summary: 'Take the hooks out everywhere',
    load: async () => (await import('./commands/uninstall.ts')).uninstallCommand,
  },
  doctor: {
    group: 'Setup',
    summary: 'Find and repair what would keep the gate open or blocked',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  config: {
    group: 'Setup',
    summary: 'Show the settings and their sources',
    load: async () => (await import('./commands/config.ts')).configCommand,
  },
  init: {
    group: 'Setup',
    summary: 'Start a session manually',
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
  completion: {
    group: 'Setup',
    summary: 'Print a shell completion script',
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
  adopt: {
    group: 'Sessions',
    summary: 'Adopt a promise without an owner',
    load: async () => (await import('./commands/promise-verbs.ts')).adoptCommand,
  },
  release: {
    group: 'Sessions',
    summary: 'Release a promise to other sessions',
    load: async () => (await import('./commands/promise-verbs.ts')).releaseCommand,
  },
  pause: {
    group: 'Sessions',
    summary: 'Have the stop gate off for a while (a person, in a terminal)',
    load: async () => (await import('./commands/pause.ts')).pauseCommand,
  },
  'end-session': {
    group: 'Sessions',
    summary: 'Let a session end unfinished (a person, in a terminal)',
    load: async () => (await import('./commands/end-session.ts')).endSessionCommand,
  },
  'stop-gate': {
    group: 'For hosts',
    summary: "Answer a host's stop hook",
    load: async () => (await import('./commands/stop-gate.ts')).stopGateCommand,
  },
  'session-start': {
    group: 'For hosts',
    summary: 'The SessionStart hook',
    load: async () => (await import('./commands/session-start.ts')).sessionStartCommand,
  },
  'user-prompt': {
    group: 'For hosts',
    summary: 'The UserPromptSubmit hook',
    load: async () => (await import('./commands/user-prompt.ts')).userPromptCommand,
  },
  'session-end': {
    group: 'For hosts',
    summary: 'The SessionEnd hook',
    load: async () => (await import('./commands/session-end.ts')).sessionEndCommand,
  },
  statusline: {
    group: 'For hosts',
    summary: 'Print one line for the status line of the host',
    load: async () => (await import('./commands/statusline.ts')).statusLineCommand,
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

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

/** Whether a program takes the name of a command as its first word, and is not a drop-in name of one. */
export function isWholeSuite(program: string): boolean {
  return spellingOf(program) !== 'drop-in';
}

/**
 * The command that a program's words name, and the words that are left for it. The project may be named before the
 * command (`cs -C <folder> list`), as git has it.
 */
export function commandIn(
  program: string,
  words: readonly string[],
): { readonly name: string | undefined; readonly rest: readonly string[] } {
  if (!isWholeSuite(program)) return { name: program.slice('cs-'.length), rest: words };
  const project = words.slice(0, projectWords(words));
  const [name, ...rest] = words.slice(project.length);
  return name === undefined || name.startsWith('-')
    ? { name: words[0], rest: words.slice(1) }
    : { name, rest: [...project, ...rest] };
}

/** How many words at the front name the project. */
function projectWords([first = '']: readonly string[]): number {
  if (first === '-C' || first === '--project') return 2;
  return /^(?:-C|--project=)./s.test(first) ? 1 : 0;
}
