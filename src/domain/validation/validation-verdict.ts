import { isObject } from '../base/document.ts';
import type { ValidationResponse } from './validation-response.ts';

/**
 * The other shape in which validators answer: `task_id, mode, success, validation_levels`. It says no
 * verdict of its own; success is PASS, anything else FAIL.
 */
export function isValidationVerdict(response: ValidationResponse): boolean {
  return response['verdict'] === undefined && typeof response['success'] === 'boolean';
}

const FIELDS = ['task_id', 'mode', 'success', 'validation_levels'];

/** The fields that such an answer lacks. */
export function missingOfVerdict(response: ValidationResponse): readonly string[] {
  return FIELDS.filter((field) => (response[field] ?? '') === '');
}

/** The same as a `ValidationResponse`, its own keys kept. `now`: the timestamp of an answer without one. */
export function asResponse(response: ValidationResponse, now: string): ValidationResponse {
  return {
    ...response,
    verdict: response['success'] === true ? 'PASS' : 'FAIL',
    criteria_results: levelsOf(response['validation_levels']),
    timestamp: response['timestamp'] ?? now,
  };
}

/** The levels as results: a list of them, or an object with one under each name. */
function levelsOf(levels: unknown): readonly object[] {
  if (Array.isArray(levels)) return levels.filter(isObject).map((level) => resultOf('', level));
  if (!isObject(levels)) return [];
  return Object.entries(levels).map(([name, level]) => resultOf(name, level));
}

function resultOf(name: string, level: unknown): object {
  if (!isObject(level)) return { name, status: didPass(level) ? 'PASS' : 'FAIL', detail: '' };
  const title = name || textOf(level['name']) || textOf(level['level']);
  const said = level['status'] ?? level['success'] ?? level['passed'] ?? level['result'];
  const detail = ['detail', 'details', 'evidence', 'reason', 'notes', 'message']
    .map((key) => textOf(level[key]))
    .find((text) => text !== '');
  return { name: title, status: didPass(said) ? 'PASS' : 'FAIL', detail: detail ?? '' };
}

function didPass(said: unknown): boolean {
  if (typeof said === 'boolean') return said;
  return typeof said === 'string' && /^(?:pass|passed|success|ok|true)$/i.test(said);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
