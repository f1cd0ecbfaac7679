import { counted } from '../base/counted.ts';
import { digestOf } from '../base/digest.ts';
import type { JudgedFacts } from '../judging/judged-facts.ts';
import type { Substance, SubstanceName } from '../judging/substance.ts';
import type { Criterion } from '../promise/promise.ts';
import { answersIn } from '../validation/validation.ts';
import type { BenchCase, CaseCriterion } from './bench-case.ts';

/**
 * A case as Gate 3 sees a promise. What is wanted, why, the class and the case's own name are not in it. `sees`: the
 * parts of the work itself that are shown.
 */
export function factsOfCase(given: BenchCase, sees: readonly SubstanceName[]): JudgedFacts {
  const id = `promise-${digestOf(given.id).slice(0, 8)}`;
  const answers = given.criteria.flatMap(({ answer, id: task_id }) =>
    answer === undefined
      ? []
      : [[task_id, { found: 'answer', response: { task_id, ...answer } }] as const],
  );
  const substance = substanceOf(given, sees);
  return {
    id,
    promise: {
      id,
      status: 'in_progress',
      ownership: { owned_by: null },
      title: given.promise.title,
      summary: given.promise.summary ?? given.promise.title,
      acceptance_criteria: given.criteria.map(criterionOf),
    },
    answerFor: answersIn(new Map(answers)),
    isAsked: () => true,
    ...(substance.diff === undefined && substance.tools === undefined ? {} : { substance }),
  };
}

function criterionOf({ proof, ...given }: CaseCriterion): Criterion {
  const { description, evidence, evidence_type, id } = given;
  const said = { id, status: 'met', description, evidence, evidence_type };
  return proof === undefined
    ? said
    : { ...said, proof: { source: 'self-chosen', tree: null, ...proof } };
}

function substanceOf({ diff, tools }: BenchCase, sees: readonly SubstanceName[]): Substance {
  const files = [...(diff ?? '').matchAll(/^\+\+\+ (?:b\/)?(\S+)/gm)].map(([, path]) => path);
  const summary = [`${counted(files.length, 'file')} changed`, ...files].join('\n');
  return {
    redacted: [],
    ...(sees.includes('diff') && diff !== undefined
      ? { diff: { shown: { summary, patch: diff, leftOut: [] } } }
      : {}),
    ...(sees.includes('tools') && tools !== undefined
      ? { tools: { calls: tools, leftOut: 0 } }
      : {}),
  };
}
