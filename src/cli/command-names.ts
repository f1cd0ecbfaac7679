/** The names of commands: what people type. `commands.ts` has what they do. */

/** The words for every day: all that the help shows first. Every other command stands under a noun. */
export const WORDS = {
  do: 'Promise something and start: title, criteria, checks',
  prove: 'Run the checks of a promise and keep the proofs',
  meet: 'Meet a criterion with evidence',
  check: 'Ask whether this session can end',
  verify: 'Close a promise through the gates',
  status: 'Show what is open, proved and next; with an id, one promise',
  report: 'Report on promises: terminal, Markdown, HTML, JSON',
  setup: 'Set a project up: hooks, test command, doctor',
  doctor: 'Find and repair what would keep the gate open or blocked',
} as const;

/** What hosts call: no help and no completion names it. */
const HOST_ENTRIES: ReadonlySet<string> = new Set([
  'stop-gate',
  'session-start',
  'user-prompt',
  'session-end',
  'statusline',
]);

/** Names that commands had, and those that they have. They go on working, and the drop-in names are made of them. */
export const OLD_NAMES: Readonly<Record<string, string>> = {
  list: 'status',
  show: 'status',
  run: 'prove',
  start: 'promise start',
  cancel: 'promise cancel',
  validate: 'promise validate',
  'store-validation': 'promise store-validation',
  tamper: 'promise tamper',
  accept: 'promise accept',
  attest: 'promise attest',
  waive: 'promise waive',
  log: 'promise log',
  adopt: 'promise adopt',
  cost: 'judge cost',
  'reality-check': 'judge reality-check',
  'continuation-review': 'judge continuation-review',
  'judge-bench': 'judge bench',
  init: 'session init',
  ask: 'session ask',
  directive: 'session directive',
  pause: 'session pause',
  'end-session': 'session end',
  release: 'promise release',
  audit: 'store audit',
  trust: 'config trust',
  uninstall: 'setup undo',
};

const NO_LINT =
  'cs meet refuses evidence that is only a claim; cs judge --dry-run shows what a judge would be asked.';

/** Names that no command has any more, and what to use instead. */
export const GONE: Readonly<Record<string, string>> = { lint: NO_LINT, 'promise lint': NO_LINT };

/** The name that a command has by now, where it was called by an old one. */
export function newName(name: string): string | undefined {
  return Object.hasOwn(OLD_NAMES, name) ? OLD_NAMES[name] : undefined;
}

/** The drop-in name that a command would have. */
export function dropInOf(name: string): string {
  const [old = name] = Object.keys(OLD_NAMES).filter((one) => OLD_NAMES[one] === name);
  return `cs-${isWord(name) ? name : old}`;
}

export function isWord(name: string): name is keyof typeof WORDS {
  return Object.hasOwn(WORDS, name);
}

/** Under which heading a command stands: that of the nine words, its noun, or none where hosts alone call it. */
export function headingOf(name: string): string | undefined {
  if (HOST_ENTRIES.has(name)) return undefined;
  return isWord(name) ? 'Every day' : name.replace(/ .*/, '');
}
