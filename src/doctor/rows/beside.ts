import type { PlacedOther } from '../../hosts/installed.ts';
import { hostRow } from '../examination.ts';

/** Other gates than the suite's: hooks of other programs that may keep a session from ending, or end it. */

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

/** What follows from any other hook at the end of a session; measured of Claude Code. */
const COUNTED =
  'the host counts its blocks together with those of this gate and by default ends the session at the 9th in a row, with promises open; if it answers `continue: false`, the session ends whatever this gate says';

/** How much of a hook is shown, in characters. */
const MOST_SHOWN = 160;

/** A hook of another program, with the events at which it stands. */
interface Seen extends PlacedOther {
  readonly events: readonly string[];
  readonly known: KnownGate | undefined;
  readonly isNamed: boolean;
}

export const beside = hostRow({
  check: 'hooks.beside',
  look({ host }): readonly Seen[] {
    // A host runs a command that stands in several settings once, and a plugin's beside them.
    const isSame = (one: PlacedOther, other: PlacedOther): boolean =>
      one.words === other.words && one.plugin === other.plugin;
    const each = host.others.filter(
      (other, at) => host.others.findIndex((one) => isSame(one, other)) === at,
    );
    return each.map((other) => {
      const all = host.others.filter((one) => isSame(one, other));
      const name = other.plugin?.split('@', 1)[0] ?? '';
      const known = KNOWN_GATES.find(
        ({ plugins, words }) => plugins.includes(name) || words.test(other.words),
      );
      const events = [...new Set(all.map(({ event }) => event))];
      return { ...other, events, known, isNamed: host.known.setup.isNamed };
    });
  },
  verdict: () => 'note',
  words({ events, known, words }) {
    const line = words.length > MOST_SHOWN ? `${words.slice(0, MOST_SHOWN)}…` : words;
    const what = known?.name ?? 'a hook of another program';
    return { note: `${what}, at ${events.join(' and ')}: \`${line}\`` };
  },
  where: ({ path }) => path,
  follows({ isNamed, known }) {
    const counted = isNamed ? 'the two may hold a session for each other' : COUNTED;
    return known === undefined ? counted : `${known.follows}; ${counted}`;
  },
  mend: adviceOn,
  most: {
    named: 10,
    others: (count) => `${count} more hooks of other programs at the end of sessions`,
    mend: 'To see all of them, run /hooks in a session',
  },
});

function adviceOn({ known, path, place, plugin }: Seen): string {
  const why = known === undefined ? '' : ` (${known.advice})`;
  if (place === 'managed') return `Only an administrator can remove it from ${path}${why}`;
  if (place === 'session') return `Start the session without it${why}`;
  const isInstalled = plugin?.includes('@') === true;
  if (isInstalled) return `If unwanted: claude plugin disable ${plugin}${why}`;
  if (plugin !== undefined) return `If unwanted, start without --plugin-dir ${plugin}${why}`;
  return `If unwanted, remove it from ${path}${why}`;
}
