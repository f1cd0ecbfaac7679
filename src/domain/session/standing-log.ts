import { isObject, parseDocument, textsIn } from '../base/document.ts';
import { isCommit } from '../promise/beginning.ts';
import { hostIn, type SessionHost } from './session-host.ts';

/**
 * What is kept of a project's standing checks, a line each: how they came out on which files, and what the files were
 * as sessions began and ended their turns. A check is named by the digest of what it runs and depends on, files by the
 * fingerprint of the scope of a check.
 */
export type StandingLine = StandingRun | StandingTurn;

export const STANDING_OUTCOMES = ['passed', 'failed', 'could-not-run', 'wrote'] as const;

/** How one standing check came out. */
export interface StandingRun {
  readonly kind: 'run';
  readonly at: string;
  /** The session that had it run; null for a person. */
  readonly session: string | null;
  readonly checkout: string;
  readonly check: string;
  /** The fingerprint of the files that it depends on, after it ran. */
  readonly tree: string;
  /** `wrote`: it passed and changed these files meanwhile, so that it says nothing of those that are there now. */
  readonly outcome: (typeof STANDING_OUTCOMES)[number];
  /** How it ended, on one line. */
  readonly detail: string;
  /** How many tests ran, where the runner says so. */
  readonly ran?: number;
  /** The names of the tests that failed, as far as the runner's output gives them. */
  readonly failed: readonly string[];
  /** The files that it wrote of those it depends on. */
  readonly wrote: readonly string[];
  /** That it wrote where a run just before did: it will again. */
  readonly again: boolean;
}

/** The files at one end of a session's turn. */
export interface StandingTurn {
  readonly kind: 'turn';
  readonly at: string;
  readonly session: string;
  readonly checkout: string;
  /** `start`: the session began, and its user has entered nothing yet. */
  readonly end: 'start' | 'prompt' | 'stop';
  /** Fingerprints by scopes; null where there is none. */
  readonly trees: Readonly<Record<string, string | null>>;
  /** At a stop: the checks that the session leaves undone on files that it changed, and what failed in them. */
  readonly owed: Readonly<Record<string, readonly string[]>>;
  readonly host?: SessionHost;
  /** The session in whose process this one runs: what it changes is that one's work. */
  readonly within?: string;
  /** The commit that was checked out as the session began; null where there was none yet. */
  readonly commit?: string | null;
}

/** The line of a file; undefined where it is none that the suite itself wrote. */
export function readStandingLine(
  text: string,
  isSealed: (line: StandingLine, seal: string) => boolean,
): StandingLine | undefined {
  const document = parseDocument(text);
  if (!document.ok || !isObject(document.value)) return undefined;
  const { value } = document;
  const line = value['kind'] === 'turn' ? turnIn(value) : runIn(value);
  const { seal } = value;
  return line !== undefined && typeof seal === 'string' && isSealed(line, seal) ? line : undefined;
}

function runIn(value: { readonly [key: string]: unknown }): StandingRun | undefined {
  const { again, at, check, checkout, detail, ran, session, tree } = value;
  const outcome = STANDING_OUTCOMES.find((one) => one === value['outcome']);
  if (outcome === undefined || typeof at !== 'string' || typeof checkout !== 'string') {
    return undefined;
  }
  if (typeof check !== 'string' || typeof tree !== 'string') return undefined;
  return {
    kind: 'run',
    at,
    session: typeof session === 'string' ? session : null,
    checkout,
    check,
    tree,
    outcome,
    detail: typeof detail === 'string' ? detail : '',
    ...(typeof ran === 'number' ? { ran } : {}),
    failed: textsIn(value['failed']),
    wrote: textsIn(value['wrote']),
    again: again === true,
  };
}

const ENDS = ['start', 'prompt', 'stop'] as const;

function turnIn(value: { readonly [key: string]: unknown }): StandingTurn | undefined {
  const { at, checkout, commit, owed, session, trees, within } = value;
  const end = ENDS.find((one) => one === value['end']);
  if (end === undefined || typeof at !== 'string' || typeof checkout !== 'string') return undefined;
  if (typeof session !== 'string' || !isObject(trees)) return undefined;
  const host = hostIn(value);
  return {
    kind: 'turn',
    at,
    session,
    checkout,
    end,
    trees: Object.fromEntries(
      Object.entries(trees).map(([scope, tree]) => [scope, typeof tree === 'string' ? tree : null]),
    ),
    owed: isObject(owed)
      ? Object.fromEntries(Object.entries(owed).map(([check, names]) => [check, textsIn(names)]))
      : {},
    ...(host === undefined ? {} : { host }),
    ...(typeof within === 'string' ? { within } : {}),
    ...(isCommit(commit) ? { commit } : {}),
  };
}

/** The turns of a session, the first one first. */
export function turnsOf(
  log: readonly StandingLine[],
  ids: readonly string[],
): readonly StandingTurn[] {
  return log.flatMap((line) => (line.kind === 'turn' && ids.includes(line.session) ? [line] : []));
}

/** The commit that was checked out as a session began in a checkout; undefined where that is not known. */
export function commitAtStart(
  turns: readonly StandingTurn[],
  checkout: string,
): string | null | undefined {
  return turns.find((turn) => turn.checkout === checkout && turn.commit !== undefined)?.commit;
}

/** Whether a look at the files begins a turn: what a session under way is told in between does not. */
export function beginsTurn(before: StandingTurn | undefined, end: 'start' | 'prompt'): boolean {
  if (before === undefined || before.end === 'stop') return true;
  return end === 'prompt' && before.end === 'start';
}
