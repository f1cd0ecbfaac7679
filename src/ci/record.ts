import type { AttestedAnswers } from '../domain/attestation/attested-answers.ts';
import type { AttestedPromise, Bundle } from '../domain/attestation/bundle.ts';
import { answersOf, CI_VALIDATOR } from '../domain/ci/ci-answers.ts';
import type { CiResult } from '../domain/ci/ci-result.ts';
import { definitionTextOf } from '../domain/ci/definition-set.ts';
import { type Criterion, checksOf, criteriaOf, titleOf } from '../domain/promise/promise.ts';
import type { TreeScope } from '../domain/promise/tree.ts';
import { reasoningOf, verdictOf } from '../domain/validation/validation.ts';
import type { FoundDefinition, FoundDefinitions } from './definitions.ts';

/** What a record that came along asks for: its promises, with the commands that its session chose among their checks. */
export function definitionsOfRecord(path: string, bundle: Bundle): FoundDefinitions {
  const lines = bundle.broken.map(({ line, reason }) => ({
    path: `${path}:${line}`,
    problems: [reason],
  }));
  const gaps = bundle.gaps.map(({ ac_id, line, promise, what }) => ({
    path: `${path}:${line}`,
    problems: [`${[promise, ac_id].filter((one) => one !== '').join(' ')}: ${GAP_WORDS[what]}`],
  }));
  return { found: bundle.promises.map(definitionOf), broken: [...lines, ...gaps] };
}

const GAP_WORDS: Readonly<Record<Bundle['gaps'][number]['what'], string>> = {
  'no-record': 'the record that it belongs to is missing',
  'no-proof': 'a proof that its record lists is missing',
  'no-verification': 'its record says that it was verified, and no statement does',
  'not-listed': 'its record does not list this proof',
  'several-records': 'there is another record of it',
};

function definitionOf({ id, promise, proofs }: AttestedPromise): FoundDefinition {
  const checksFor = (criterion: Criterion) => {
    const declared = checksOf(criterion);
    return declared.length > 0 ? declared : (proofs.get(criterion.id)?.checks ?? []);
  };
  const criteria = criteriaOf(promise);
  return {
    path: id,
    promiseId: id,
    asks: definitionTextOf(promise),
    ids: criteria.map((criterion) => criterion.id),
    definition: {
      title: titleOf(promise),
      criteria: criteria.map((criterion) => ({
        description: criterion.description ?? '',
        checks: checksFor(criterion),
      })),
    },
  };
}

/** The answers of a run to the promises of a record, and the files that each of its runs saw. */
export function attestedAnswersOf(result: CiResult): readonly {
  readonly answers: AttestedAnswers;
  readonly seen: readonly { readonly tree: string; readonly scope: TreeScope }[];
}[] {
  const { answered_at, change, promises } = answersOf(result);
  return promises.flatMap(({ answers, digest, promise_id }) => {
    if (promise_id === null) return [];
    const seen = answers.flatMap(({ files, inputs, tree }) =>
      tree === null ? [] : [{ tree, scope: { inputs, files } }],
    );
    const common = { promise: promise_id, asks: digest, validator: CI_VALIDATOR, at: answered_at };
    const url = change.run_url === '' ? null : change.run_url;
    const results = new Map(resultsOf(result, promise_id));
    const said = answers.map(({ ac_id, response }) => ({
      ac_id,
      verdict: verdictOf(response) ?? 'BLOCKED',
      reasoning: reasoningOf(response),
      evidence_digest: null,
      results: results.get(ac_id) ?? [],
    }));
    return [{ answers: { ...common, url, answers: said }, seen }];
  });
}

function resultsOf({ definitions }: CiResult, id: string) {
  return definitions
    .filter(({ promise_id }) => promise_id === id)
    .flatMap(({ criteria }) => criteria.map((one) => [one.id, one.results] as const));
}
