import { isObject } from '../base/document.ts';
import { type Diagnosis, note } from './diagnosis.ts';
import { readHookCommand } from './hook-command.ts';
import type { Settings } from './hook-settings.ts';
import type { HookPlace } from './hooks-in-force.ts';

/** Other gates than the suite's: hooks of other programs that may keep a session from ending, or end it. */

/** A hook of the end of a session that is not the suite's. */
export interface ForeignHook {
  readonly event: string;
  /** What it runs or asks, as it stands in the settings. */
  readonly words: string;
  readonly place: HookPlace;
  /** The file that it stands in. */
  readonly path: string;
  /** The plugin that it belongs to: `<name>@<marketplace>`, or its folder. */
  readonly plugin: string | undefined;
}

const ENDS = ['Stop', 'SubagentStop'] as const;

/** The hooks of ends in settings that do not call the suite. */
export function foreignHooksIn(
  settings: Settings,
  { path, place, plugin }: Pick<ForeignHook, 'place' | 'path' | 'plugin'>,
): readonly ForeignHook[] {
  const { hooks } = settings;
  if (!isObject(hooks)) return [];
  return ENDS.flatMap((event) =>
    entriesOf(hooks[event]).flatMap((entry) => {
      const words = wordsOf(entry);
      return words === undefined || readHookCommand(words) !== undefined
        ? []
        : [{ event, words, place, path, plugin }];
    }),
  );
}

function entriesOf(groups: unknown): readonly Settings[] {
  const all: readonly unknown[] = Array.isArray(groups) ? groups : [];
  return all
    .filter(isObject)
    .flatMap((group): readonly unknown[] => (Array.isArray(group['hooks']) ? group['hooks'] : []))
    .filter(isObject);
}

/** What a hook runs, asks a model, or sends to an address. */
function wordsOf({ args, command, prompt, type, url }: Settings): string | undefined {
  if (typeof command === 'string') {
    const more = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [];
    return [command, ...more].join(' ');
  }
  const [kind, text] = [typeof type === 'string' ? type : 'hook', prompt ?? url];
  return typeof text === 'string' ? `${kind}: ${text}` : undefined;
}

/** A gate that is known by its name. */
interface KnownGate {
  readonly name: string;
  /** By what its hook is known: its words, or the name of its plugin. */
  readonly words: RegExp;
  readonly plugins: readonly string[];
  readonly follows: string;
  /** What the user can do where no plugin is to be switched off. */
  readonly advice: string;
}

const KNOWN_GATES: readonly KnownGate[] = [
  {
    name: 'the stop gate of the bash scripts',
    words: /unified[-_]stop[-_]gate/,
    plugins: [],
    follows:
      'it checks the same promises a second time, with scripts that write without locks and get slower with every promise; where the two disagree, the agent gets both messages',
    advice: 'this gate replaces it',
  },
  {
    name: 'double-shot-latte',
    words: /double-shot-latte|claude-judge-continuation/,
    plugins: ['double-shot-latte'],
    follows:
      'it calls a model at every stop, at the expense of the account, and may keep a session running that this gate allows to stop, even one that waits for its user',
    advice: 'continuation.prefixes does the same within this gate',
  },
  {
    name: 'a ralph loop',
    words: /ralph[-_ ]?(?:wiggum|loop|gate)/i,
    plugins: ['ralph-wiggum', 'ralph-loop'],
    follows:
      "while its loop is on, it repeats the session's first prompt at every stop, whatever was met and whether or not the session waits for its user",
    advice: 'in the session: /cancel-ralph',
  },
  {
    name: 'prove_it',
    words: /\bprove_it\b/,
    plugins: ['prove_it', 'prove-it'],
    follows: 'it runs its own checks at every stop and blocks on them',
    advice: 'criteria with checks do the same within this gate',
  },
];

/** What follows from any other hook at the end of a session; measured of the host. */
const COUNTED =
  'the host counts its blocks together with those of this gate and by default ends the session at the 9th in a row, with promises open; if it answers `continue: false`, the session ends whatever this gate says';

/** How many hooks are named before they are only counted. */
const MOST_NAMED = 10;

/** Names each hook that may keep a session from ending, or end it, beside the suite's. */
export function diagnoseForeignGates(hooks: readonly ForeignHook[]): readonly Diagnosis[] {
  const once = oneForEach(hooks);
  const more = once.length - MOST_NAMED;
  const counted = `${more} more hooks of other programs at the end of sessions`;
  return [
    ...once.slice(0, MOST_NAMED).map(diagnoseForeignGate),
    ...(more > 0 ? [note(CHECK, counted, 'To see all of them, run /hooks in a session')] : []),
  ];
}

const CHECK = 'hooks.beside';

/** The host runs a command that stands in several settings once, and a plugin's beside them. */
function oneForEach(hooks: readonly ForeignHook[]): readonly (ForeignHook & Events)[] {
  const found = new Map<string, ForeignHook & Events>();
  for (const hook of hooks) {
    const key = JSON.stringify([hook.plugin, hook.words]);
    const events = [...new Set([...(found.get(key)?.events ?? []), hook.event])];
    found.set(key, { ...(found.get(key) ?? hook), events });
  }
  return [...found.values()];
}

interface Events {
  readonly events: readonly string[];
}

/** How much of a foreign hook is shown, in characters. */
const MOST_SHOWN = 160;

function diagnoseForeignGate(hook: ForeignHook & Events): Diagnosis {
  const { events, path, plugin, words } = hook;
  const name = plugin?.split('@', 1)[0] ?? '';
  const known = KNOWN_GATES.find((gate) => gate.plugins.includes(name) || gate.words.test(words));
  const line = words.length > MOST_SHOWN ? `${words.slice(0, MOST_SHOWN)}…` : words;
  const what = known?.name ?? 'a hook of another program';
  return {
    ...note(CHECK, `${what}, at ${events.join(' and ')}: \`${line}\``, adviceOn(hook, known)),
    where: path,
    follows: known === undefined ? COUNTED : `${known.follows}; ${COUNTED}`,
  };
}

function adviceOn({ path, place, plugin }: ForeignHook, known: KnownGate | undefined): string {
  const why = known === undefined ? '' : ` (${known.advice})`;
  if (place === 'managed') return `Only an administrator can remove it from ${path}${why}`;
  if (place === 'session') return `Start the session without it${why}`;
  const isInstalled = plugin?.includes('@') === true;
  if (isInstalled) return `If unwanted: claude plugin disable ${plugin}${why}`;
  if (plugin !== undefined) return `If unwanted, start without --plugin-dir ${plugin}${why}`;
  return `If unwanted, remove it from ${path}${why}`;
}
