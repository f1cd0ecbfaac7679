import { beginningOf, endingOf } from '../base/cutting.ts';
import type { Redacted } from '../base/secrets.ts';
import type { Criterion } from '../promise/promise.ts';
import type { ShownChanges } from '../promise/shown-changes.ts';
import type { ToolUse } from '../promise/tool-use.ts';

/** The parts of the work itself that a judge can be shown beside what is said about it. */
export const SUBSTANCES = ['diff', 'tools'] as const;

export type SubstanceName = (typeof SUBSTANCES)[number];

/**
 * What a judge is shown of the work itself. Secrets are taken out of all texts. A part that was not asked for
 * is missing; one that could not be looked at says why.
 */
export interface Substance {
  /** What changed in the checkout since the promise was made. */
  readonly diff?: { readonly shown: ShownChanges } | { readonly unknown: string };
  /** What the session did, oldest first. */
  readonly tools?: ShownToolCalls | { readonly unknown: string };
  /** What was taken out of these texts already. */
  readonly redacted: readonly Redacted[];
  /** Values that files of variables held before the work: no text of the prompt may hold them either. */
  readonly valuesBefore?: readonly string[];
}

/** The parts of the work that were shown, and not only asked for. */
export function shownParts(substance: Substance | undefined): readonly SubstanceName[] {
  const { diff, tools } = substance ?? {};
  return SUBSTANCES.filter((name) =>
    name === 'diff' ? diff && 'shown' in diff : tools && 'calls' in tools,
  );
}

interface ShownToolCalls {
  readonly calls: readonly ShownToolCall[];
  /** How many calls there is no room for. */
  readonly leftOut: number;
}

/** One call of a tool, and the end of what came back. */
export interface ShownToolCall extends ToolUse {
  readonly output: string;
}

/** What is asked about, in words: by it is chosen what a judge sees first. */
interface NamedInQuestion {
  /** All that the criteria say. */
  readonly text: string;
  /** The commands that are to show them. */
  readonly commands: readonly string[];
}

/** What the criteria of a promise name. */
export function namedIn(criteria: readonly Criterion[]): NamedInQuestion {
  const texts = criteria.flatMap(({ checks, description, evidence, proof }) => [
    description ?? '',
    evidence ?? '',
    JSON.stringify(checks ?? []),
    JSON.stringify(proof?.['argv'] ?? []),
  ]);
  const commands = criteria.flatMap(({ proof }) => {
    const words = proof?.['argv'];
    return Array.isArray(words) ? [words.map(String).join(' ')] : [];
  });
  return { text: texts.join('\n'), commands: commands.filter((command) => command !== '') };
}

/** Whether a question names a file: by its path, or by its name where that is no everyday word. */
export function namesFile({ text }: NamedInQuestion, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return text.includes(path) || (name.includes('.') && text.includes(name));
}

/** Shortest use of a tool that counts as named in a text, in characters: shorter ones stand in any text. */
const LEAST_NAMED = 4;

function namesCall({ commands, text }: NamedInQuestion, { about }: ToolUse): boolean {
  const used = about.trim();
  const isNamed = used.length >= LEAST_NAMED && text.includes(used);
  return isNamed || commands.some((command) => used.includes(command));
}

/** What is shown of a session's calls: how many at most, and how long in characters. */
const CALLS = { most: 40, output: 300, all: 8000 } as const;

/**
 * Chooses the calls that a judge is shown: those that the question names, the latest first, then the latest of the
 * others, as far as there is room. They keep their order. `clean` removes secrets; it runs before anything is cut.
 */
export function shownCalls(
  calls: readonly ShownToolCall[],
  question: NamedInQuestion,
  clean: (text: string) => string,
): ShownToolCalls {
  const latest = [...calls.entries()].reverse();
  const named = latest.filter(([, call]) => namesCall(question, call));
  const others = latest.filter(([, call]) => !namesCall(question, call));
  const shown = new Map<number, ShownToolCall>();
  let left: number = CALLS.all;
  for (const [index, call] of [...named, ...others]) {
    const { name, about, output } = call;
    const short = {
      ...call,
      name: beginningOf(clean(name), CALLS.output),
      about: beginningOf(clean(about), CALLS.output),
      output: endingOf(clean(output), CALLS.output),
    };
    const length = short.name.length + short.about.length + short.output.length;
    if (shown.size >= CALLS.most || length > left) break;
    left -= length;
    shown.set(index, short);
  }
  const inOrder = [...shown].sort(([a], [b]) => a - b).map(([, call]) => call);
  return { calls: inOrder, leftOut: calls.length - inOrder.length };
}
