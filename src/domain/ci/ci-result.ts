import type { CheckResult } from '../base/check-result.ts';
import { counted } from '../base/counted.ts';
import type { ForgeCommit } from '../base/forge.ts';
import type { Artifact } from '../promise/artifact.ts';
import { isHeldBy, type TamperingSetting } from '../promise/tampering.ts';
import type { ShownFact } from '../shown/fact.ts';
import type { Place } from './cause.ts';
import type { DefinitionChange } from './definition-set.ts';
import type { DefinitionSource } from './trust.ts';

/**
 * What `cs ci` found, as one value: every output is made of it, and the file that `--result` writes holds it. Keys are
 * those of the file. Texts are without secrets, and otherwise as they came: each output escapes them by itself.
 */
export interface CiResult {
  readonly format: typeof RESULT_FORMAT;
  readonly outcome: CiOutcome;
  /** Why it did not hold, or could not be judged, one sentence each; empty where it held. */
  readonly because: readonly string[];
  readonly started_at: string;
  readonly duration_ms: number;
  readonly change: CiChange;
  readonly trust: CiTrust;
  readonly definitions: readonly JudgedDefinition[];
  /** Definitions that cannot be read. */
  readonly broken: readonly BrokenDefinition[];
  readonly always: readonly JudgedCommand[];
  readonly changed_files: JudgedFiles;
  readonly tampering: JudgedTampering;
  readonly notes: readonly string[];
}

/** Names the kind of file and the version of its shape. */
export const RESULT_FORMAT = 'completion-promise/ci-result@1';

/**
 * - `held`: everything that was asked for holds.
 * - `failed`: something does not hold, or what judges the change is broken.
 * - `not-judged`: nothing failed, and not everything could be judged.
 */
export const CI_OUTCOMES = ['held', 'failed', 'not-judged'] as const;
export type CiOutcome = (typeof CI_OUTCOMES)[number];

/** The verdict of a criterion; `UNCHECKED` where it has no checks, so that others answer for it. */
export const CI_VERDICTS = ['PASS', 'FAIL', 'BLOCKED', 'UNCHECKED'] as const;
export type CiVerdict = (typeof CI_VERDICTS)[number];

/** The change that was judged, and for whom. Texts are empty where they are not known. */
export interface CiChange {
  readonly service: 'github' | 'gitlab' | 'none';
  readonly event: string;
  readonly repository: string;
  readonly number: number | null;
  readonly from_fork: boolean | null;
  /** The commit that is checked out: of a pull request the merge that the service made. */
  readonly head: string;
  /** The commit that was pushed, which a reader knows. */
  readonly pushed: ForgeCommit;
  /** The commit that the change is held against, and where both were one. */
  readonly base: string;
  readonly merge_base: string;
  /** The address of the run, and its number, by which a newer run is known. */
  readonly run_url: string;
  readonly run: number | null;
}

interface CiTrust {
  readonly definitions: DefinitionSource;
  /** The commit that they were read from; empty for the checkout as it lies. */
  readonly revision: string;
  readonly why: string;
  /** How the change treats what could judge it. */
  readonly changes: readonly DefinitionChange[];
}

export interface JudgedDefinition {
  /** Where the definition lies, from the project's folder; the promise's id for one of a record. */
  readonly path: string;
  /** The id of the promise, for one of a record; null for a committed definition. */
  readonly promise_id: string | null;
  readonly title: string;
  /** The SHA-256 of what it asks for (`definitionText`). */
  readonly digest: string;
  readonly criteria: readonly JudgedCriterion[];
}

export interface JudgedCriterion {
  readonly id: string;
  readonly description: string;
  readonly verdict: CiVerdict;
  readonly results: readonly CheckResult[];
  /** The tree fingerprint that the run is bound to; null where it is bound to none. */
  readonly tree: string | null;
  /** What the fingerprint is of (`TreeScope`). */
  readonly inputs: readonly string[] | null;
  readonly files: readonly string[];
  /** The last command that ran; null where none did. */
  readonly command: JudgedRun | null;
  /** The files that its commands left. */
  readonly artifacts: readonly Artifact[];
  /** What its commands say of the change; null where they were not asked. */
  readonly shown: ShownFact | null;
  /** Where it did not pass, the place in the project that its failure names; null where it names none. */
  readonly cause: Place | null;
}

/** The facts of a command that a proof keeps. */
export interface JudgedRun {
  readonly argv: readonly string[];
  readonly exit_code: number | null;
  readonly duration_ms: number;
  readonly output_tail: string;
  readonly output_sha256: string;
  /** The path of a program that ran for it and is neither the system's nor the project's own; null where none did. */
  readonly program: string | null;
}

/** One of the project's own commands. */
interface JudgedCommand {
  readonly command: string;
  readonly verdict: Exclude<CiVerdict, 'UNCHECKED'>;
  readonly results: readonly CheckResult[];
  readonly cause: Place | null;
}

export interface BrokenDefinition {
  readonly path: string;
  readonly problems: readonly string[];
}

interface JudgedFiles {
  readonly broken: readonly { readonly path: string; readonly detail: string }[];
  readonly parsed: number;
}

export interface JudgedTampering {
  /** Whether a weakened test fails the run. */
  readonly setting: TamperingSetting;
  readonly examined: boolean;
  /** Why not, where nothing was examined; else empty. */
  readonly reason: string;
  readonly findings: readonly JudgedFinding[];
}

/** A test that may have been weakened. */
interface JudgedFinding {
  readonly kind: string;
  readonly path: string;
  readonly line: number;
  readonly detail: string;
  readonly digest: string;
}

/** What the outcome is decided by. */
type JudgedParts = Pick<
  CiResult,
  'definitions' | 'broken' | 'always' | 'changed_files' | 'tampering'
>;

/**
 * Decides the outcome. Nothing to check is no success: a run that looked at nothing must not look like one that held.
 * `allowsNothing`: its user said that it may.
 */
export function decideOutcome(
  parts: JudgedParts,
  allowsNothing: boolean,
): Pick<CiResult, 'outcome' | 'because'> {
  const failures = failuresIn(parts);
  if (failures.length > 0) return { outcome: 'failed', because: failures };
  const gaps = gapsIn(parts, allowsNothing);
  return gaps.length > 0
    ? { outcome: 'not-judged', because: gaps }
    : { outcome: 'held', because: [] };
}

function failuresIn(parts: JudgedParts): readonly string[] {
  const { always, broken, changed_files, tampering } = parts;
  const weakened = tampering.findings.filter((one) => isHeldBy(tampering.setting, one)).length;
  return [
    ...sentence(broken.length, 'definition', 'cannot be read'),
    ...sentence(countOf(parts, 'FAIL'), 'criterion', 'failed', 'criteria'),
    ...sentence(verdicts(always, 'FAIL'), 'command of checks.always', 'failed', ALWAYS),
    ...sentence(changed_files.broken.length, 'changed file', 'cannot be parsed'),
    ...sentence(
      weakened,
      'sign',
      `of weakened tests, and gates.tampering is "${tampering.setting}"`,
    ),
  ];
}

function gapsIn(parts: JudgedParts, allowsNothing: boolean): readonly string[] {
  const { always, tampering } = parts;
  const checked = parts.definitions.flatMap(({ criteria }) =>
    criteria.filter(({ verdict }) => verdict !== 'UNCHECKED'),
  );
  const isNothing = checked.length === 0 && always.length === 0;
  const isUnseen = !tampering.examined && tampering.setting !== 'warn';
  return [
    ...sentence(countOf(parts, 'BLOCKED'), 'criterion', 'could not be judged', 'criteria'),
    ...sentence(verdicts(always, 'BLOCKED'), 'command of checks.always', 'could not run', ALWAYS),
    ...(isUnseen
      ? [
          `Weakened tests were not looked for (${tampering.reason}), and gates.tampering is "${tampering.setting}".`,
        ]
      : []),
    ...(isNothing && !allowsNothing ? [NOTHING_TO_CHECK] : []),
  ];
}

const ALWAYS = 'commands of checks.always';

/** What is said where a run looked at nothing. */
const NOTHING_TO_CHECK =
  'There is nothing to check: no definition with checks, and no checks.always.';

function sentence(count: number, one: string, what: string, several?: string): readonly string[] {
  return count === 0 ? [] : [`${counted(count, one, several)} ${what}.`];
}

/** How many criteria have a verdict. */
export function countOf(
  { definitions }: Pick<CiResult, 'definitions'>,
  verdict: CiVerdict,
): number {
  return definitions.reduce((sum, { criteria }) => sum + verdicts(criteria, verdict), 0);
}

function verdicts(judged: readonly { readonly verdict: CiVerdict }[], verdict: CiVerdict): number {
  return judged.filter((one) => one.verdict === verdict).length;
}
