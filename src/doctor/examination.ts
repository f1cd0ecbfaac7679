import type { Advice, Diagnosis } from '../domain/host/diagnosis.ts';
import type { inspectSettings } from '../settings/loading.ts';
import type { Suite } from '../suite.ts';
import type { SeenHost } from './seen-hosts.ts';
import type { SeenStore } from './seen-store.ts';

/** What the rows look at: the suite, and what several of them ask about, read once. */
export interface Examined extends Suite {
  readonly settings: ReturnType<typeof inspectSettings>;
  readonly store: SeenStore;
  readonly hosts: readonly SeenHost[];
}

/** The same, for a row that looks at one host after the other. */
export interface ExaminedHost extends Examined {
  readonly host: SeenHost;
}

type Status = Diagnosis['status'];

/** A case begins with its status: `fail late`. */
type CaseName = Status | `${Status} ${string}`;

/** One thing that doctor examines. */
interface Row<World, Seen, Case extends CaseName> {
  /** Its name for programs. That of a host other than Claude Code has the host's name before its last word. */
  readonly check: string;
  /** Whether there is anything to look at; always, where it is left out. */
  readonly applies?: (world: World) => boolean;
  /** Reads what there is to judge, and changes nothing: a value for each line that may be said. */
  readonly look: (world: World) => readonly Seen[] | Promise<readonly Seen[]>;
  /** Which case it is, by what was read alone; undefined where there is nothing to say. */
  readonly verdict: (seen: Seen) => Case | undefined;
  readonly words: (seen: Seen) => Readonly<Record<Case, string>>;
  /** What stands before all words: the hook that they are about. */
  readonly about?: (seen: Seen) => string;
  /** The file or program that it is about, where the words do not name it. */
  readonly where?: (seen: Seen) => string | undefined;
  /** What follows from it where all is not well, if the words do not say so. */
  readonly follows?: (seen: Seen, found: Case) => string | undefined;
  /** What the user can do about it then. */
  readonly mend?: (seen: Seen, found: Case) => Advice | undefined;
  /** How long a program ran that was started for it, in milliseconds. */
  readonly durationMs?: (seen: Seen) => number;
  /** How many lines are said one by one, and what is said of the others. */
  readonly most?: { readonly named: number; others(count: number): string; readonly mend: string };
}

/** A row as the table has it. */
export interface Examination<World> {
  examine(world: World): Promise<readonly Diagnosis[]>;
}

interface JudgedRow<World, Seen> extends Examination<World> {
  /** What is said of what was seen. Pure. */
  judge(seen: readonly Seen[]): readonly Diagnosis[];
}

/** A row about the project, its state or the machine. */
export function row<Seen, Case extends CaseName>(
  made: Row<Examined, Seen, Case>,
): JudgedRow<Examined, Seen> {
  return judged(made);
}

/** A row about each host. */
export function hostRow<Seen, Case extends CaseName>(
  made: Row<ExaminedHost, Seen, Case>,
): JudgedRow<ExaminedHost, Seen> {
  return judged(made);
}

function judged<World, Seen, Case extends CaseName>(
  made: Row<World, Seen, Case>,
): JudgedRow<World, Seen> {
  const { applies, check, look, most } = made;
  function judge(all: readonly Seen[]): readonly Diagnosis[] {
    const told = all.flatMap((seen) => diagnosisOf(made, seen) ?? []);
    const others = told.length - (most?.named ?? told.length);
    if (most === undefined || others <= 0) return told;
    const rest = { check, status: 'note', detail: most.others(others), advice: most.mend } as const;
    return [...told.slice(0, most.named), rest];
  }
  return {
    judge,
    examine: async (world) => (applies?.(world) === false ? [] : judge(await look(world))),
  };
}

function diagnosisOf<World, Seen, Case extends CaseName>(
  made: Row<World, Seen, Case>,
  seen: Seen,
): Diagnosis | undefined {
  const found = made.verdict(seen);
  if (found === undefined) return undefined;
  const about = made.about === undefined ? '' : `${made.about(seen)}: `;
  const detail = about + made.words(seen)[found];
  const said = { check: made.check, detail, durationMs: made.durationMs?.(seen) };
  if (found.startsWith('ok')) return { ...said, status: 'ok' };
  return {
    ...said,
    status: found.startsWith('note') ? 'note' : 'fail',
    where: made.where?.(seen),
    follows: made.follows?.(seen, found),
    advice: made.mend?.(seen, found),
  };
}
