import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a session may end, by what the docs say and by the files alone, with nothing of the product: a small
 * model that the real verdicts are held against. It knows promises whose checkout does not change.
 */

type Values = Readonly<Record<string, unknown>>;

/** The promises of a session that keep it from ending, as words. */
export function openBy(state: string, session: string): readonly string[] {
  return promisesIn(state)
    .filter(({ promise }) => ownerOf(promise) === session)
    .flatMap(({ file, promise }) => {
      const open = criteriaOf(promise).filter(isOpen);
      if (promise['status'] === 'pending') return [`${file} is not started`];
      if (promise['status'] !== 'in_progress') return [];
      return open.map((criterion) => `${file}: ${String(criterion['id'])}`);
    });
}

/** A criterion is done with evidence; one with checks, with a proof of them, and no run since that failed. */
function isOpen(criterion: Values): boolean {
  const evidence = criterion['evidence'];
  if (criterion['status'] !== 'met' || typeof evidence !== 'string' || evidence.trim() === '') {
    return true;
  }
  const checks = criterion['checks'];
  return Array.isArray(checks) && checks.length > 0 && !isRecord(criterion['proof']);
}

/** Who owns a promise; null for nobody. */
export function ownerOf(promise: Values): unknown {
  const ownership = promise['ownership'];
  return isRecord(ownership) ? ownership['owned_by'] : null;
}

function criteriaOf(promise: Values): readonly Values[] {
  const criteria = promise['acceptance_criteria'];
  return Array.isArray(criteria) ? criteria.filter(isRecord) : [];
}

/** The promises that are not archived. */
export function promisesIn(
  state: string,
): readonly { readonly file: string; readonly promise: Values }[] {
  return namesIn(join(state, 'promises'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const promise: unknown = JSON.parse(readFileSync(join(state, 'promises', file), 'utf8'));
      if (!isRecord(promise)) throw new Error(`${file} holds no object`);
      return { file, promise };
    });
}

/** The names in a folder; none where there is none. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
