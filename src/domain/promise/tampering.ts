import { canonicalText, inOrder } from '../base/canonical.ts';
import { isObject } from '../base/document.ts';

/** Something that may be a test that was weakened, under a name by which it can be accepted. */
export interface TamperingFinding {
  /** One of the kinds of `checks/tampering/change.ts`; another in what a later version wrote. */
  readonly kind: string;
  /** Of the file as it is now, or was where it is gone; with slashes, from the project's folder. */
  readonly path: string;
  /** In the file as it is now; in the one before where it is gone. Counted from 1. */
  readonly line: number;
  /** One sentence for a person: what is weaker, and of which test. */
  readonly detail: string;
  /** The lines in question before and after, as written; empty where there are none. */
  readonly before: string;
  readonly after: string;
  /** Names it: 16 hexadecimal digits, the same however far it moves inside of its file. */
  readonly digest: string;
}

/** What a look for weakened tests found, or why none was taken. */
export type TamperingLook =
  | {
      readonly examined: true;
      /** The commit that the change begins at; empty where there was none yet. */
      readonly base: string;
      /** In the order of paths and lines, each once. */
      readonly findings: readonly TamperingFinding[];
      /** Those in files that hold what a merge or a pull brought: a person is told of them, and they count nothing. */
      readonly named: readonly TamperingFinding[];
      /** What a person should know of how the change was found, and what of it was not looked at. */
      readonly notes: readonly string[];
      /** The files of findings that did not change since the work began: the work is not blamed for them. */
      readonly untouched?: readonly string[];
    }
  | {
      readonly examined: false;
      /** Why, without a full stop: `the project is not in a git repository`. */
      readonly reason: string;
    };

/** How many tests run no more, are gone, or keep others from running. */
export interface TestChanges {
  readonly skipped: number;
  readonly deleted: number;
  readonly focused: number;
}

export const NO_TEST_CHANGES: TestChanges = { skipped: 0, deleted: 0, focused: 0 };

/** What weakened tests do to a close, weakest first: they are shown, those that run no more hold it, or all do. */
export const TAMPERING = ['warn', 'switched-off', 'block'] as const;
export type TamperingSetting = (typeof TAMPERING)[number];

/** The kinds by which tests run no more, or a run of them shows nothing. */
const SWITCHED_OFF: ReadonlySet<string> = new Set([
  'test-deleted',
  'test-skipped',
  'test-focused',
  'run-neutered',
]);

/** Whether a finding holds a close, or fails a run, until it is accepted. */
export function isHeldBy(setting: TamperingSetting, { kind }: { readonly kind: string }): boolean {
  return setting === 'block' || (setting === 'switched-off' && SWITCHED_OFF.has(kind));
}

const CHANGES: Readonly<Record<keyof TestChanges, string>> = {
  skipped: 'test-skipped',
  deleted: 'test-deleted',
  focused: 'test-focused',
};

/** What a look tells of tests that run no more, since the work began; undefined where that is nothing. */
export function testChangesOf(look: TamperingLook | undefined): TestChanges | undefined {
  if (look?.examined !== true) return undefined;
  const untouched = new Set(look.untouched);
  const own = look.findings.filter(({ path }) => !untouched.has(path));
  const count = (kind: string): number => own.filter((finding) => finding.kind === kind).length;
  const { deleted, focused, skipped } = CHANGES;
  const tests = { skipped: count(skipped), deleted: count(deleted), focused: count(focused) };
  return Object.values(tests).some((found) => found > 0) ? tests : undefined;
}

/** The same as a promise keeps it. */
export function testChangesIn(value: unknown): TestChanges {
  const count = (key: keyof TestChanges): number => {
    const found = isObject(value) ? value[key] : undefined;
    return typeof found === 'number' ? found : 0;
  };
  return { skipped: count('skipped'), deleted: count('deleted'), focused: count('focused') };
}

/** What a finding says, and what it is about in the same words whatever else changes. */
export interface Suspected extends Omit<TamperingFinding, 'digest'> {
  readonly about: string;
}

/** How many digits of the SHA-256 name a finding: enough that no other gets the same by chance. */
const DIGEST_DIGITS = 16;

/**
 * The findings of a look, each once, in the order of paths and lines. Two that nothing tells apart but their lines are
 * one. `sha256` takes a text as UTF-8 and gives hexadecimal digits.
 */
export function findingsOf(
  suspected: readonly Suspected[],
  sha256: (text: string) => string,
): readonly TamperingFinding[] {
  const findings = new Map<string, TamperingFinding>();
  for (const { about, ...said } of [...suspected].sort(inPlace)) {
    const { after, before, kind, path } = said;
    const digest = sha256(canonicalText([kind, path, about, before, after]));
    const name = digest.slice(0, DIGEST_DIGITS);
    if (!findings.has(name)) findings.set(name, { ...said, digest: name });
  }
  return [...findings.values()];
}

function inPlace(a: Suspected, b: Suspected): number {
  return inOrder(a.path, b.path) || a.line - b.line || inOrder(a.kind, b.kind);
}
