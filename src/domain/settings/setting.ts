import { MOST_VOTES } from '../judging/panel.ts';
import { SUBSTANCES } from '../judging/substance.ts';
import { CHECK_TIMEOUT_RANGE } from '../promise/check.ts';
import { TAMPERING } from '../promise/tampering.ts';
import { TIERS } from '../promise/tier.ts';
import { isProjectName } from './repository-name.ts';
import { isCommand, isStandingList, mergedEntries, type StandingEntry } from './standing-checks.ts';
import { addressFault, FILES, shownAddress } from './store-address.ts';

export type SettingValue = string | number | boolean | null | readonly StandingEntry[];

/** What a setting takes. Amounts are US dollars; null stands for no limit. */
type SettingType =
  | { readonly takes: 'one-of'; readonly choices: readonly (string | number | boolean)[] }
  | { readonly takes: 'yes-or-no' }
  | { readonly takes: 'whole-number'; readonly least: number; readonly most: number }
  | { readonly takes: 'milliseconds'; readonly least: number; readonly most: number }
  | { readonly takes: 'amount-or-null' }
  | { readonly takes: 'model' }
  /** Models with commas between them. */
  | { readonly takes: 'models-or-null' }
  /** Beginnings of session ids with commas between them. */
  | { readonly takes: 'prefixes-or-null' }
  /** Some of the choices, in a list or with commas between them. */
  | { readonly takes: 'some-of'; readonly choices: readonly string[] }
  /** A number from 0 to 1. */
  | { readonly takes: 'fraction-or-null' }
  | { readonly takes: 'standing-checks' }
  /** A line for the shell, or a program with its arguments. */
  | { readonly takes: 'command-or-null' }
  /** `files`, or the URL of a database. */
  | { readonly takes: 'store' }
  | { readonly takes: 'name-or-null' }
  /** A command line for the shell. */
  | { readonly takes: 'line-or-null' };

/**
 * One setting. `strictest` is there for a key by which a gate could be weakened: the strictest of all
 * sources wins then, and elsewhere the source that is nearest to the command line.
 */
export interface Setting {
  readonly key: string;
  readonly type: SettingType;
  readonly default: SettingValue;
  readonly summary: string;
  readonly strictest?: (values: readonly SettingValue[]) => SettingValue;
  /** A short name of its variable, beside the one that its key makes. */
  readonly alias?: string;
  /** What a value of it does beyond this project: one of a project's file waits until this user approved it. */
  readonly acts?: Acts;
}

/**
 * It opens connections and shows credentials, costs, sends what would stay on this machine, or runs programs and holds
 * sessions to them; `demands`: a close asks for more by it, and what that costs waits.
 */
export type Acts = 'connects' | 'spends' | 'exports' | 'runs' | 'demands';

/** The default model of the judge: an alias, because aliases outlive the ids of models. */
export const DEFAULT_MODEL = 'sonnet';

export const VALIDATIONS = ['required', 'when-present', 'run', 'off'] as const;

/** The validators that can be run: hosts whose sessions are limited, and the program of `validator.command`. */
export const VALIDATORS = ['claude-code', 'codex', 'command'] as const;
export const RUN_VALIDATORS = ['none', ...VALIDATORS] as const;

/** Shortest and longest time for a run of a validator, in milliseconds. */
export const VALIDATOR_TIMEOUT_RANGE = { least: 1000, most: 3_600_000 } as const;
export const END_REQUIREMENTS = ['met', 'verified'] as const;
export const CHANGED_FILES = ['parse', 'off'] as const;

/** What a test of a report is worth that failed and passed when it was run again. */
export const RETRIED = ['marked', 'pass', 'fail'] as const;
export const SHOWN = ['tell', 'block'] as const;
export const BACKENDS = ['api', 'claude', 'auto', 'rubric'] as const;
export const REALITY_MODELS = ['opus', 'sonnet'] as const;
export const ON_UNAVAILABLE = ['warn', 'block'] as const;
export const ASKING = ['rest', 'block'] as const;
export const STANDING = ['off', 'tell', 'block'] as const;

/** Of which sessions the todo list is asked about: of none, of those with a promise, of all. */
export const TODOS = [false, true, 'all'] as const;
export const INDEPENDENCE = ['warn', 'required'] as const;

/** Shortest and longest time for a whole run of the judge, in milliseconds. */
export const TIMEOUT_RANGE = { least: 1000, most: 600_000 } as const;

const RETRIES_RANGE = { least: 1, most: 50 } as const;

/** Shortest and longest time for the whole stop gate, in milliseconds: its hook has 600 s by default. */
const GATE_TIMEOUT_RANGE = { least: 5000, most: 590_000 } as const;

/** Shortest and longest time for a continuation review, start-up included, in milliseconds. */
const CONTINUATION_TIMEOUT_RANGE = { least: 1000, most: 60_000 } as const;

/** The strongest of the given values, for a setting that could weaken a gate. */
const strongestOf =
  (...weakestFirst: readonly SettingValue[]) =>
  (values: readonly SettingValue[]): SettingValue =>
    weakestFirst.findLast((value) => values.includes(value)) ?? null;

/** The largest number; null is none. */
function largest(values: readonly SettingValue[]): SettingValue {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length === 0 ? null : Math.max(...numbers);
}

/** The smallest limit; null is none. */
function smallest(values: readonly SettingValue[]): SettingValue {
  const limits = values.filter((value) => typeof value === 'number');
  return limits.length === 0 ? null : Math.min(...limits);
}

/** Every word of every list, each once; null is an empty list. */
function allWords(values: readonly SettingValue[]): SettingValue {
  const words = new Set(values.filter((value) => typeof value === 'string').flatMap(wordsIn));
  return words.size === 0 ? null : [...words].join(',');
}

/** Every choice that any source names, in the order of the table. */
const everyChoice =
  (choices: readonly string[]) =>
  (values: readonly SettingValue[]): SettingValue =>
    choices.filter((choice) => values.some((value) => choicesIn(value).includes(choice)));

/** The words of a list of choices. */
export function choicesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Every check of every list, each once. */
function allChecks(values: readonly SettingValue[]): SettingValue {
  return mergedEntries(values.map((value) => (isStandingList(value) ? value : [])));
}

/** The words of a text with commas between them. */
export function wordsIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** The keys of the settings that say where the state is kept. */
export const STORE_KEY = 'store';
export const STORE_PROJECT_KEY = 'storeProject';
export const STORE_TIMEOUT_KEY = 'storeTimeoutMs';

/** How long a stop waits for a database, in milliseconds. */
export const USUAL_TIMEOUT_MS = 2000;

/** The shortest and the longest of such waits. */
const STORE_TIMEOUT_RANGE = { least: 100, most: 20_000 } as const;

/** The settings by their keys. */
const BY_KEY: Readonly<Record<string, Omit<Setting, 'key'>>> = {
  tier: {
    acts: 'demands',
    type: { takes: 'one-of', choices: TIERS },
    default: 1,
    summary:
      '1: Gates 1 and 2 close a promise. 2: plus one judge, even without --judge. 3: plus a vote',
    strictest: strongestOf(1, 2, 3),
  },
  tier2_enabled: {
    acts: 'demands',
    type: { takes: 'yes-or-no' },
    default: true,
    summary: 'Whether tiers 2 and 3 call the judge. Off: no tier calls it',
    strictest: strongestOf(false, true),
  },
  tier3_enabled: {
    acts: 'demands',
    type: { takes: 'yes-or-no' },
    default: true,
    summary: 'Whether tier 3 requires a vote. Off: tier 3 calls one judge',
    strictest: strongestOf(false, true),
  },
  tier3_vote_count: {
    acts: 'demands',
    type: { takes: 'whole-number', least: 2, most: MOST_VOTES },
    default: 3,
    summary: 'Number of votes for tier 3; more than half must pass',
    strictest: largest,
  },
  'gates.validation': {
    type: { takes: 'one-of', choices: VALIDATIONS },
    default: 'required',
    summary:
      'Gate 2 needs a passing answer for every criterion (required), asks validator.by for those without one (run), no FAIL (when-present), or nothing (off)',
    strictest: strongestOf('off', 'when-present', 'required', 'run'),
  },
  'gates.endRequires': {
    type: { takes: 'one-of', choices: END_REQUIREMENTS },
    default: 'met',
    summary:
      'A session can end when its criteria are met (met), or only when its promises are verified (verified)',
    strictest: strongestOf('met', 'verified'),
  },
  'gates.tampering': {
    type: { takes: 'one-of', choices: TAMPERING },
    default: 'warn',
    summary:
      'Tests weakened since the promise was created: show them (warn), or close nothing until those that run no more (switched-off), or all (block), are accepted',
    strictest: strongestOf(...TAMPERING),
  },
  'gates.shown': {
    type: { takes: 'one-of', choices: SHOWN },
    default: 'tell',
    summary: 'A check that passes without the work as well: say so (tell), or fail it (block)',
    strictest: strongestOf('tell', 'block'),
  },
  'retries.max': {
    type: { takes: 'whole-number', ...RETRIES_RANGE },
    default: 3,
    summary: 'Consecutive failures of a criterion before it needs human review',
  },
  'checks.timeoutMs': {
    type: { takes: 'milliseconds', ...CHECK_TIMEOUT_RANGE },
    default: 600_000,
    summary: "Time limit for one check's command, unless the check sets its own",
  },
  'checks.changedFiles': {
    type: { takes: 'one-of', choices: CHANGED_FILES },
    default: 'parse',
    summary:
      'cs prove and cs verify parse every file changed since the promise was created (parse), or none (off)',
    strictest: strongestOf('off', 'parse'),
  },
  'checks.retried': {
    type: { takes: 'one-of', choices: RETRIED },
    default: 'marked',
    summary:
      'A test that passed when run again passes where the report marks it (marked), lists it again (pass), or not (fail)',
    strictest: strongestOf('pass', 'marked', 'fail'),
  },
  'checks.always': {
    acts: 'runs',
    type: { takes: 'standing-checks' },
    default: [],
    summary:
      'Standing checks: commands that must pass. cs prove and cs verify run them; sessions are held to them (stopGate.standing)',
    strictest: allChecks,
  },
  'validator.by': {
    acts: 'spends',
    type: { takes: 'one-of', choices: RUN_VALIDATORS },
    default: 'none',
    summary:
      'The validator that gates.validation: run starts, as cs promise validate --by takes it',
  },
  'validator.command': {
    acts: 'runs',
    type: { takes: 'line-or-null' },
    default: null,
    summary: 'The program of --by command: reads a question as JSON, prints an answer as JSON',
  },
  'validator.maxUsd': {
    acts: 'spends',
    type: { takes: 'amount-or-null' },
    default: 2,
    summary: 'Spending limit for one run of a validator, in US dollars; null: no limit',
  },
  'validator.timeoutMs': {
    acts: 'spends',
    type: { takes: 'milliseconds', ...VALIDATOR_TIMEOUT_RANGE },
    default: 600_000,
    summary: 'Time limit for one run of a validator, all votes included',
  },
  'judge.backend': {
    acts: 'spends',
    type: { takes: 'one-of', choices: BACKENDS },
    default: 'api',
    summary:
      'Judge backend: the Messages API (api), claude -p (claude), the first available of these (auto), or the offline rubric (rubric), which satisfies no tier',
  },
  'judge.model': {
    acts: 'spends',
    type: { takes: 'model' },
    default: DEFAULT_MODEL,
    summary: 'Judge model',
  },
  'judge.panel': {
    acts: 'spends',
    type: { takes: 'models-or-null' },
    default: null,
    summary: 'Models that vote, in turn, when several votes are taken; null: judge.model only',
  },
  'judge.timeoutMs': {
    type: { takes: 'milliseconds', ...TIMEOUT_RANGE },
    default: 60_000,
    summary: 'Time limit for a judge run, retries included',
  },
  'judge.onUnavailable': {
    type: { takes: 'one-of', choices: ON_UNAVAILABLE },
    default: 'warn',
    summary: 'When the judge is unavailable: continue unjudged (warn), or stop (block)',
    strictest: strongestOf('warn', 'block'),
  },
  'judge.structuredFindings': {
    type: { takes: 'yes-or-no' },
    default: false,
    summary: 'The judge lists findings by severity; code computes the verdict from them',
    alias: 'CS_STRUCTURED_FINDINGS',
  },
  'judge.sees': {
    acts: 'exports',
    type: { takes: 'some-of', choices: SUBSTANCES },
    default: [],
    summary:
      'What the judge sees of the work itself: changes since the promise was created (diff), tool calls of the session (tools)',
    strictest: everyChoice(SUBSTANCES),
  },
  'judge.independent': {
    type: { takes: 'one-of', choices: INDEPENDENCE },
    default: 'warn',
    summary: 'When the model that did the work would judge it: warn (warn), or refuse (required)',
    strictest: strongestOf('warn', 'required'),
  },
  'judge.askPersonBelow': {
    type: { takes: 'fraction-or-null' },
    default: null,
    summary:
      'A PASS with lower confidence closes nothing until a person waives what it is about; the verdict is not changed',
    strictest: largest,
  },
  'judge.maxUsdPerDay': {
    acts: 'demands',
    type: { takes: 'amount-or-null' },
    default: null,
    summary:
      'Daily spending limit (UTC) for all calls of the project, in US dollars; null: no limit',
    strictest: smallest,
  },
  'realityCheck.enabled': {
    acts: 'spends',
    type: { takes: 'yes-or-no' },
    default: false,
    summary: "P3.6: the stop gate checks the work against the session's directives",
    strictest: strongestOf(false, true),
  },
  'realityCheck.model': {
    acts: 'spends',
    type: { takes: 'one-of', choices: REALITY_MODELS },
    default: 'sonnet',
    summary: 'Model for the reality check',
  },
  'realityCheck.timeoutMs': {
    acts: 'spends',
    type: { takes: 'milliseconds', ...TIMEOUT_RANGE },
    default: 30_000,
    summary: 'Time limit for a reality check, reading the checkout included',
  },
  'stopGate.timeoutMs': {
    type: { takes: 'milliseconds', ...GATE_TIMEOUT_RANGE },
    default: 50_000,
    summary:
      "Time limit for the whole stop gate, reviews included; the hook's own timeout must be longer",
  },
  'stopGate.standing': {
    acts: 'runs',
    type: { takes: 'one-of', choices: STANDING },
    // A list that its user approved is meant: a key that nobody set must not be weaker than it.
    default: 'block',
    summary:
      'P1.5: where checks.always has not passed on what a session changed: block it (block), tell its user (tell), or neither (off)',
    strictest: strongestOf(...STANDING),
  },
  'stopGate.beads': {
    type: { takes: 'yes-or-no' },
    default: true,
    summary: 'P2: a session cannot end while what it changed in .beads/ is not committed',
    strictest: strongestOf(false, true),
  },
  'stopGate.orchestrators': {
    type: { takes: 'prefixes-or-null' },
    default: 'orch-',
    summary: 'P2.5: sessions whose id starts with one of these are told once of blocked work',
    strictest: allWords,
  },
  'stopGate.todos': {
    type: { takes: 'one-of', choices: TODOS },
    default: true,
    summary:
      'P3: a session with a promise (true), or every session (all), cannot end while its todo or task list has open items',
    strictest: strongestOf(...TODOS),
  },
  'stopGate.ask': {
    type: { takes: 'one-of', choices: ASKING },
    default: 'block',
    summary:
      "When no one can answer a session's question (cs session ask): keep blocking (block), or let it stop and wait (rest)",
    strictest: strongestOf('rest', 'block'),
  },
  'stopGate.gitStatus': {
    type: { takes: 'yes-or-no' },
    default: true,
    summary: 'P4: tell the user of uncommitted changes, in sessions with promises',
  },
  'stopGate.availableWork': {
    type: { takes: 'yes-or-no' },
    default: true,
    summary: 'P5: tell the user of ready work in beads',
  },
  'continuation.prefixes': {
    acts: 'spends',
    type: { takes: 'prefixes-or-null' },
    default: 'system3-',
    summary:
      'P3.5: sessions whose id starts with one of these are reviewed before they end; null: none',
    strictest: allWords,
  },
  'continuation.model': {
    acts: 'spends',
    type: { takes: 'model' },
    default: 'haiku',
    summary: 'Model for the continuation review',
  },
  'continuation.timeoutMs': {
    acts: 'spends',
    type: { takes: 'milliseconds', ...CONTINUATION_TIMEOUT_RANGE },
    default: 8000,
    summary: 'Time limit for a continuation review, start-up included; then the session can end',
  },
  notify: {
    acts: 'runs',
    type: { takes: 'command-or-null' },
    default: null,
    summary:
      'Command that gets one JSON object on its input when a session waits for its user, is let go unfinished, or verified a promise',
  },
  [STORE_KEY]: {
    acts: 'connects',
    type: { takes: 'store' },
    default: FILES,
    summary:
      "Where the state is kept: in the project's folder, or in a PostgreSQL database that machines share",
  },
  [STORE_PROJECT_KEY]: {
    acts: 'connects',
    type: { takes: 'name-or-null' },
    default: null,
    summary: "The project's name in that database. Null: by the URL of its git remote",
  },
  [STORE_TIMEOUT_KEY]: {
    acts: 'connects',
    type: { takes: 'milliseconds', ...STORE_TIMEOUT_RANGE },
    default: USUAL_TIMEOUT_MS,
    summary: 'How long the check and the stop gate wait for that database, connecting included',
  },
};

export const SETTINGS: readonly Setting[] = Object.entries(BY_KEY).map(([key, setting]) => ({
  key,
  ...setting,
}));

/** What a variable says in letters where it says nothing: the name of no model and of no program. */
const NOTHING = /^\s*(?:null|none)\s*$/i;

function isListOfWords(text: string): boolean {
  return wordsIn(text).length > 0 && !NOTHING.test(text);
}

function isLine(text: string): boolean {
  return isCommand(text) && !NOTHING.test(text);
}

/** The values that a setting takes, where there is a list of them. */
export function choicesOf({ type }: Setting): readonly string[] {
  if (type.takes === 'yes-or-no') return ['true', 'false'];
  return 'choices' in type ? type.choices.map(String) : [];
}

/** What a setting takes, in words. */
export function takesText({ type }: Setting): string {
  switch (type.takes) {
    case 'one-of': {
      const words = type.choices.map((choice) => JSON.stringify(choice));
      return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
    }
    case 'yes-or-no':
      return 'true or false';
    case 'whole-number':
      return `a whole number from ${type.least} to ${type.most}`;
    case 'milliseconds':
      return `a whole number of milliseconds from ${type.least} to ${type.most}`;
    case 'amount-or-null':
      return 'an amount in US dollars, or null';
    case 'model':
      return 'a model alias or id';
    case 'prefixes-or-null':
      return 'comma-separated prefixes of session ids, or null';
    case 'some-of':
      return `a list with any of ${type.choices.map((choice) => JSON.stringify(choice)).join(', ')}`;
    case 'fraction-or-null':
      return 'a number from 0 to 1, or null';
    case 'models-or-null':
      return 'comma-separated model aliases or ids, or null';
    case 'standing-checks':
      return 'a list of commands: shell lines, lists of a program and its arguments, or {run, inputs, timeoutMs}';
    case 'command-or-null':
      return 'a shell line, a list of a program and its arguments, or null';
    case 'store':
      return '"files" or the URL of a PostgreSQL database (postgresql://…)';
    case 'name-or-null':
      return 'a name, or null';
    case 'line-or-null':
      return 'a command line for the shell, or null';
  }
}

/** Whether a value is one that a setting takes. */
export function isTaken({ type }: Setting, value: unknown): value is SettingValue {
  switch (type.takes) {
    case 'one-of':
      return type.choices.some((choice) => choice === value);
    case 'yes-or-no':
      return typeof value === 'boolean';
    case 'whole-number':
    case 'milliseconds':
      return (
        typeof value === 'number' &&
        Number.isInteger(value) &&
        value >= type.least &&
        value <= type.most
      );
    case 'amount-or-null':
      return value === null || (typeof value === 'number' && Number.isFinite(value) && value >= 0);
    case 'model':
      return typeof value === 'string' && value !== '';
    case 'models-or-null':
    case 'prefixes-or-null':
      return value === null || (typeof value === 'string' && isListOfWords(value));
    case 'some-of':
      return Array.isArray(value) && value.every((choice) => type.choices.includes(choice));
    case 'fraction-or-null':
      return value === null || (typeof value === 'number' && value >= 0 && value <= 1);
    case 'standing-checks':
      return isStandingList(value);
    case 'command-or-null':
      // A variable can only say null in letters.
      return value === null || (value !== 'null' && isCommand(value));
    case 'store':
      return typeof value === 'string' && addressFault(value) === undefined;
    case 'name-or-null':
      return value === null || (typeof value === 'string' && isProjectName(value));
    case 'line-or-null':
      return value === null || (typeof value === 'string' && isLine(value));
  }
}

/** A value as it may be shown: an address without its password. */
export function shownValue({ type }: Setting, value: SettingValue): SettingValue {
  return type.takes === 'store' && typeof value === 'string' ? shownAddress(value) : value;
}

/** The variables that set a key: its path in capitals, and its short name if it has one. */
export function variablesOf({ alias, key }: Setting): readonly string[] {
  const name = `CS_${key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()}`;
  return alias === undefined ? [name] : [name, alias];
}
