import type { PromiseOutline } from '../../../src/domain/session/promise-outline.ts';
import type { RegisterLine, WrittenPromise } from '../../../src/domain/session/register.ts';

/** Lines and promises of a register, for tests. */

export const REGISTERED_AT = '2026-02-17T10:30:00Z';

/** A promise in progress with these criteria, `true` for one that counts as met. */
export function outline(
  criteria: Readonly<Record<string, boolean>> = { 'AC-1': false },
  status = 'in_progress',
): PromiseOutline {
  return {
    status,
    criteria: Object.entries(criteria).map(([id, isMet]) => ({ id, isMet, hasEvidence: isMet })),
  };
}

export function written(id: string, parts: Partial<WrittenPromise> = {}): WrittenPromise {
  return { project: '/work/a', id, digest: 'd1', outline: outline(), ...parts };
}

export const LINES = {
  intended: (promise: WrittenPromise): RegisterLine => ({
    at: REGISTERED_AT,
    state: 'intended',
    promise,
  }),
  made: (promise: WrittenPromise): RegisterLine => ({
    at: REGISTERED_AT,
    state: 'made',
    promise,
    ledger: { bytes: 7, digest: 'head' },
  }),
  left: ({ id, project }: WrittenPromise, how = 'verified'): RegisterLine => ({
    at: REGISTERED_AT,
    state: 'left',
    project,
    id,
    how,
  }),
  told: ({ digest, id, outline: now, project }: WrittenPromise): RegisterLine => ({
    at: REGISTERED_AT,
    state: 'told',
    project,
    id,
    digest,
    outline: now,
  }),
  altered: ({ id, project }: WrittenPromise): RegisterLine => ({
    at: REGISTERED_AT,
    state: 'altered',
    project,
    id,
    lessenings: [{ what: 'criterion-met', id: 'AC-1' }],
  }),
  toldGone: ({ id, project }: WrittenPromise): RegisterLine => ({
    at: REGISTERED_AT,
    state: 'told',
    project,
    id,
    digest: null,
    outline: null,
  }),
};

/** The text of a register of these lines. */
export function registerText(lines: readonly RegisterLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
