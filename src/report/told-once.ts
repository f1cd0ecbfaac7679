import type { CriterionAccount, PromiseAccount } from '../domain/account/account.ts';

/** What a report tells once, though several criteria or promises have it. */

type Finding = PromiseAccount['tampering']['findings'][number];

/** The weakened tests that nobody accepted, of all promises together: one change can concern several. */
export function openFindings(promises: Iterable<PromiseAccount>): readonly Finding[] {
  const open = new Map<string, Finding>();
  for (const { tampering } of promises) {
    for (const finding of tampering.findings) {
      if (!finding.accepted) open.set(finding.digest, finding);
    }
  }
  return [...open.values()];
}

/** The criterion whose run each criterion was proved by: its own, or the first one that has the same. */
export function runOwners(
  criteria: readonly CriterionAccount[],
): ReadonlyMap<CriterionAccount, string> {
  const first = new Map<string, string>();
  const owners = criteria.map((criterion) => {
    const { id, proof } = criterion;
    if (proof === null) return [criterion, id] as const;
    const { command, output_tail, started_at } = proof;
    const run = JSON.stringify([command, started_at, output_tail]);
    if (!first.has(run)) first.set(run, id);
    return [criterion, first.get(run) ?? id] as const;
  });
  return new Map(owners);
}

/** What its evidence says beyond its proof, whose facts and output `cs prove` also writes as evidence. */
export function ownEvidence({ checks, evidence, proof }: CriterionAccount): string {
  const output = proof?.output_tail.trim() ?? '';
  const isOfProof =
    proof !== null &&
    (checks.some((check) => evidence.startsWith(check)) ||
      (output !== '' && evidence.includes(output)));
  return isOfProof ? '' : evidence;
}
