import type { CheckResult } from '../base/check-result.ts';
import { isObject, textOf, textsIn } from '../base/document.ts';
import { artifactsIn } from '../promise/artifact.ts';
import { TAMPERING } from '../promise/tampering.ts';
import { shownFactIn } from '../shown/fact.ts';
import { readChange } from './ci-answers.ts';
import {
  CI_OUTCOMES,
  CI_VERDICTS,
  type CiResult,
  type CiVerdict,
  type JudgedCriterion,
  type JudgedRun,
  RESULT_FORMAT,
} from './ci-result.ts';
import type { DefinitionChange } from './definition-set.ts';

type CiResultReading =
  | { readonly ok: true; readonly result: CiResult }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a parsed result. It may come from a job that ran foreign code: whatever it says is words, and what is missing
 * is left empty. Fails only where its outcome cannot be told.
 */
export function readCiResult(document: unknown): CiResultReading {
  if (!isObject(document) || document['format'] !== RESULT_FORMAT) {
    return {
      ok: false,
      reason: `it is no result of a pipeline (\`format\` is not "${RESULT_FORMAT}")`,
    };
  }
  const outcome = CI_OUTCOMES.find((one) => one === document['outcome']);
  if (outcome === undefined) return { ok: false, reason: 'it says no outcome' };
  return {
    ok: true,
    result: {
      format: RESULT_FORMAT,
      outcome,
      because: textsIn(document['because']),
      started_at: textOf(document['started_at']),
      duration_ms: numberIn(document['duration_ms']) ?? 0,
      change: readChange(document['change']),
      trust: readTrust(document['trust']),
      definitions: objectsIn(document['definitions']).map((one) => ({
        path: textOf(one['path']),
        promise_id: textOrNull(one['promise_id']),
        title: textOf(one['title']),
        digest: textOf(one['digest']),
        criteria: objectsIn(one['criteria']).map(readCriterion),
      })),
      broken: objectsIn(document['broken']).map((one) => ({
        path: textOf(one['path']),
        problems: textsIn(one['problems']),
      })),
      always: objectsIn(document['always']).map((one) => {
        const verdict = verdictIn(one['verdict']);
        return {
          command: textOf(one['command']),
          verdict: verdict === 'UNCHECKED' ? 'BLOCKED' : verdict,
          results: resultsIn(one['results']),
          cause: readPlace(one['cause']),
        };
      }),
      changed_files: readFiles(document['changed_files']),
      tampering: readTampering(document['tampering']),
      notes: textsIn(document['notes']),
    },
  };
}

type Holder = { readonly [key: string]: unknown };

function objectsIn(value: unknown): readonly Holder[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A verdict; what is none says that nothing is known. */
function verdictIn(value: unknown): CiVerdict {
  return CI_VERDICTS.find((one) => one === value) ?? 'BLOCKED';
}

function readCriterion(value: Holder): JudgedCriterion {
  return {
    id: textOf(value['id']),
    description: textOf(value['description']),
    verdict: verdictIn(value['verdict']),
    results: resultsIn(value['results']),
    tree: textOrNull(value['tree']),
    inputs: value['inputs'] === null ? null : textsIn(value['inputs']),
    files: textsIn(value['files']),
    command: isObject(value['command']) ? readRun(value['command']) : null,
    artifacts: artifactsIn(value['artifacts']),
    shown: shownFactIn(value['shown']) ?? null,
    cause: readPlace(value['cause']),
  };
}

function readPlace(value: unknown): JudgedCriterion['cause'] {
  return isObject(value)
    ? { path: textOf(value['path']), line: numberIn(value['line']) ?? 1 }
    : null;
}

function readRun(value: Holder): JudgedRun {
  return {
    argv: textsIn(value['argv']),
    exit_code: numberIn(value['exit_code']) ?? null,
    duration_ms: numberIn(value['duration_ms']) ?? 0,
    output_tail: textOf(value['output_tail']),
    output_sha256: textOf(value['output_sha256']),
    program: textOrNull(value['program']),
  };
}

function resultsIn(value: unknown): readonly CheckResult[] {
  return objectsIn(value).map((one) => {
    const status = STATUSES.find((known) => known === one['status']) ?? 'SKIPPED';
    const said = { name: textOf(one['name']), status, detail: textOf(one['detail']) };
    return typeof one['output'] === 'string' ? { ...said, output: one['output'] } : said;
  });
}

const STATUSES = ['PASS', 'FAIL', 'SKIPPED'] as const;

function readTrust(value: unknown): CiResult['trust'] {
  const trust = isObject(value) ? value : {};
  const source = SOURCES.find((one) => one === trust['definitions']) ?? 'head';
  return {
    definitions: source,
    revision: textOf(trust['revision']),
    why: textOf(trust['why']),
    changes: objectsIn(trust['changes']).flatMap((one): readonly DefinitionChange[] => {
      const change = CHANGES.find((known) => known === one['change']);
      return change === undefined ? [] : [{ path: textOf(one['path']), change }];
    }),
  };
}

const SOURCES = ['base', 'head', 'record'] as const;
const CHANGES = ['added', 'changed', 'deleted'] as const;

function readFiles(value: unknown): CiResult['changed_files'] {
  const files = isObject(value) ? value : {};
  return {
    broken: objectsIn(files['broken']).map((one) => ({
      path: textOf(one['path']),
      detail: textOf(one['detail']),
    })),
    parsed: numberIn(files['parsed']) ?? 0,
  };
}

function readTampering(value: unknown): CiResult['tampering'] {
  const look = isObject(value) ? value : {};
  return {
    setting: TAMPERING.find((one) => one === look['setting']) ?? 'warn',
    examined: look['examined'] === true,
    reason: textOf(look['reason']),
    findings: objectsIn(look['findings']).map((one) => ({
      kind: textOf(one['kind']),
      path: textOf(one['path']),
      line: numberIn(one['line']) ?? 1,
      detail: textOf(one['detail']),
      digest: textOf(one['digest']),
    })),
  };
}
