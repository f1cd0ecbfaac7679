import { checkLabel } from '../../domain/base/check-label.ts';
import { type CheckResult, troubles } from '../../domain/base/check-result.ts';
import { counted } from '../../domain/base/counted.ts';
import {
  type CiOutcome,
  type CiResult,
  type CiVerdict,
  countOf,
  type JudgedRun,
} from '../../domain/ci/ci-result.ts';
import type { DefinitionChange } from '../../domain/ci/definition-set.ts';
import { PROOF_SOURCES } from '../../domain/promise/proof.ts';
import { isHeldBy } from '../../domain/promise/tampering.ts';
import { proofLimits } from '../proof-text.ts';

/** What all outputs of `cs ci` say in the same words. None of them is escaped yet. */

export const OUTCOME_WORDS: Readonly<Record<CiOutcome, string>> = {
  held: 'Held',
  failed: 'Failed',
  'not-judged': 'Could not be judged',
};

export const VERDICT_WORDS: Readonly<Record<CiVerdict, string>> = {
  PASS: 'passed',
  FAIL: 'failed',
  BLOCKED: 'could not be judged',
  UNCHECKED: 'has no check',
};

/** How much of a commit's name is shown. */
const SHOWN_OF_COMMIT = 12;

export function shortCommit(commit: string): string {
  return commit.slice(0, SHOWN_OF_COMMIT);
}

/** `3 criteria passed, 1 failed`: how many have each verdict. */
export function totalsOf(result: CiResult): string {
  const { always, definitions } = result;
  const counts = [
    ['PASS', 'passed'],
    ['FAIL', 'failed'],
    ['BLOCKED', 'could not be judged'],
    ['UNCHECKED', 'without a check'],
  ] as const;
  const said = counts.flatMap(([verdict, words]) => {
    const count = countOf(result, verdict);
    return count === 0 ? [] : [`${count} ${words}`];
  });
  const own = always.filter(({ verdict }) => verdict === 'PASS').length;
  return [
    counted(definitions.length, 'definition'),
    `criteria: ${said.join(', ') || 'none'}`,
    ...(always.length === 0 ? [] : [`checks.always: ${own} of ${always.length} passed`]),
  ].join('; ');
}

/** `pull_request #12 of owner/name, from a fork: 0123456789ab onto ba9876543210, as merged in abcdef012345`. */
export function changeWords({ change }: CiResult): string {
  const { base, event, from_fork, head, number, pushed, repository } = change;
  const what = [
    event || 'the checkout',
    ...(number === null ? [] : [`#${number}`]),
    ...(repository === '' ? [] : [`of ${repository}`]),
  ].join(' ');
  const onto = base === '' ? '' : ` onto ${shortCommit(base)}`;
  const commit = pushed.commit || head;
  const merged = commit === head ? '' : `, as merged in ${shortCommit(head)}`;
  return `${what}${from_fork === true ? ', from a fork' : ''}: ${shortCommit(commit)}${onto}${merged}`;
}

/** What is trusted, and why. */
export function trustWords({ trust }: CiResult): string {
  const { definitions, revision, why } = trust;
  const from = revision === '' ? 'the checkout' : shortCommit(revision);
  const what =
    definitions === 'record' ? 'a record, configuration' : 'definitions and configuration';
  return `${what} of ${from}: ${why}`;
}

const CHANGE_WORDS: Readonly<Record<DefinitionChange['change'], string>> = {
  added: 'adds',
  changed: 'changes',
  deleted: 'deletes',
};

/** What the change does to what could judge it, and whether that counts. */
export function definitionChangeWords({ trust }: CiResult): readonly string[] {
  const counts = trust.definitions === 'head' || trust.revision === '';
  const effect = counts ? 'it counts here' : 'that judges nothing until it is taken';
  return trust.changes.map(
    ({ change, path }) => `The change ${CHANGE_WORDS[change]} ${path}: ${effect}.`,
  );
}

/** ` (by /odd/runner)`: the program of a run in an odd place; empty where there is none. */
export function programWords(run: JudgedRun | null): string {
  return proofLimits({ source: PROOF_SOURCES.checks, only: null, program: run?.program });
}

/** A result on one line: what was checked, and how it ended. */
export function resultWords({ detail, name }: CheckResult): string {
  return detail === '' ? checkLabel(name) : `${checkLabel(name)}: ${detail}`;
}

/** Why something did not pass, one line for each result; with what its output said. */
export function troubleWords(results: readonly CheckResult[]): readonly string[] {
  return troubles(results).flatMap((result) => [resultWords(result), ...outputLines(result)]);
}

/** What an output said beyond what the detail ends with. */
function outputLines({ detail, output }: CheckResult): readonly string[] {
  const [first = '', ...rest] = output?.split('\n') ?? [];
  if (output === undefined) return [];
  return detail.endsWith(first.trim()) ? rest : [first, ...rest];
}

/** `2 signs of weakened tests`, or why none was looked for. */
export function tamperingWords({ tampering }: CiResult): string {
  const { examined, findings, reason, setting } = tampering;
  if (!examined) return `not looked for: ${reason}`;
  if (findings.length === 0) return 'no sign of any';
  const isHeld = findings.some((one) => isHeldBy(setting, one));
  const effect = isHeld ? 'this fails the run' : 'this fails nothing here';
  return `${counted(findings.length, 'sign')}; ${effect} (gates.tampering is "${setting}")`;
}
