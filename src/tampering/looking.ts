import {
  findingsOf,
  type TamperingLook as Look,
  type TamperingFinding,
} from '../domain/promise/tampering.ts';
import type { ChangeStart, Git, WithinTime } from '../ports.ts';
import type { Suspicion, TextChange } from './change.ts';
import { grammarsOf, isTestFile, readerWith } from './languages.ts';
import { loadGrammars } from './syntax/grammars.ts';
import { suspicionsIn } from './tampering.ts';
import { unreadNotes } from './unread-languages.ts';

// What else is read of tests comes through here: this module is a bundle of its own, with the grammars packed in it.
export { isResult } from './comparing/snapshots.ts';
export { grammarsOf, isTestFile, readerWith } from './languages.ts';
export { loadGrammars } from './syntax/grammars.ts';
export { unreadLanguage } from './unread-languages.ts';

/** A look with what proving and pipelines ask of it besides. */
export type TamperingLook = Exclude<Look, { readonly examined: true }> | ExaminedChange;

interface ExaminedChange extends Extract<Look, { readonly examined: true }> {
  /** Whether something was not looked at that may matter. */
  readonly isPartial?: boolean | undefined;
  /** The test files of the change, in order, with what they held before; undefined where they were not there. */
  readonly changedTests: readonly ChangedTest[];
}

export interface ChangedTest {
  readonly path: string;
  readonly before: string | undefined;
}

/** What a look for weakened tests uses of the world. */
export interface TamperingWorld {
  readonly git: Pick<Git, 'changedTexts'>;
  /** The SHA-256 of a text as UTF-8, in hexadecimal. */
  readonly sha256: (text: string) => string;
  readonly withinTime: WithinTime;
}

/** Longest time that the texts of a change are compared, in seconds: thousands of ordinary files take less than one. */
const LONGEST_SECONDS = 20;

/**
 * Looks for tests that were weakened since some work began, or since a commit. Where git cannot say what changed, or
 * that takes too long to compare, nothing is examined.
 */
export async function lookForTampering(
  since: ChangeStart,
  { git, sha256, withinTime }: TamperingWorld,
): Promise<TamperingLook> {
  const changed = git.changedTexts(since);
  if (!changed.ok) return { examined: false, reason: changed.reason };
  const { base, changes, isPartial, notes, origins, project } = changed.value;
  const paths = changes.flatMap(({ earlierPath, path }) => [path, earlierPath ?? path]);
  const reader = readerWith(await loadGrammars(grammarsOf(paths)));
  const compared = withinTime(
    () => ({
      all: findingsOf(withWholeLines(suspicionsIn(changes, reader, project), changes), sha256),
      changedTests: changedTestsIn(changes),
    }),
    LONGEST_SECONDS * 1000,
  );
  if (compared === undefined) {
    return { examined: false, reason: `it took longer than ${LONGEST_SECONDS} seconds` };
  }
  const { all, changedTests } = compared.value;
  const unread = unreadNotes(changes);
  const cameFrom = origins([...new Set(all.map(({ path }) => path))]);
  const untouched = [...cameFrom].flatMap(([path, origin]) =>
    origin === 'untouched' ? [path] : [],
  );
  const isNamed = ({ path }: TamperingFinding): boolean => cameFrom.get(path) === 'brought-in';
  return {
    examined: true,
    base,
    findings: all.filter((finding) => !isNamed(finding)),
    named: all.filter(isNamed),
    notes: [...notes, ...unread, ...untouchedNotes(untouched)],
    untouched,
    isPartial: isPartial === true || unread.length > 0,
    changedTests,
  };
}

/** Most files that a note names. */
const MOST_NAMED = 5;

/** What was weaker before the work began is found as well, since its commit has it otherwise: nobody is blamed for it. */
function untouchedNotes(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  const named = paths.slice(0, MOST_NAMED).join(', ');
  return [
    `What was found in ${named}${more} was there before the promise was created, and not committed.`,
  ];
}

/** Longest line that is shown, in characters. */
const LONGEST_LINE = 500;

/** Suspicions that show whole lines where they name a part of one: `it.skip('adds', …` says more than `.skip`. */
function withWholeLines(
  suspicions: readonly Suspicion[],
  changes: readonly TextChange[],
): readonly Suspicion[] {
  const texts = new Map(changes.map(({ after, path }) => [path, after]));
  const lines = new Map<string, readonly string[]>();
  const linesOf = (path: string): readonly string[] => {
    const known = lines.get(path) ?? texts.get(path)?.split('\n') ?? [];
    lines.set(path, known);
    return known;
  };
  return suspicions.map((suspicion) => {
    const { after, line, path } = suspicion;
    if (after === '' || after.includes('\n')) return suspicion;
    const whole = linesOf(path)[line - 1]?.trim() ?? '';
    const isPart = whole.length <= LONGEST_LINE && whole.includes(after);
    return isPart ? { ...suspicion, after: whole } : suspicion;
  });
}

function changedTestsIn(changes: readonly TextChange[]): readonly ChangedTest[] {
  return changes.flatMap(({ after, before, earlierPath, path }) => {
    const was = earlierPath ?? path;
    const wasTest = before !== undefined && isTestFile(was, before);
    const isNow = after !== undefined && isTestFile(path, after);
    if (earlierPath === undefined) return wasTest || isNow ? [{ path, before }] : [];
    return [
      ...(wasTest ? [{ path: earlierPath, before }] : []),
      ...(isNow ? [{ path, before: undefined }] : []),
    ];
  });
}
