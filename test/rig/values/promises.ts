/** Promise files as tests put them into a project by hand. */

export interface PromiseParts {
  readonly [key: string]: unknown;
}

/** A promise in progress with one unmet criterion, owned by `owner`; any part can be replaced. */
export function promiseFile(
  id: string,
  owner: string | null,
  parts: PromiseParts = {},
): PromiseParts {
  return {
    id,
    title: `Title of ${id}`,
    summary: `Title of ${id}`,
    status: 'in_progress',
    acceptance_criteria: [criterion('AC-1')],
    ownership: {
      created_by: owner,
      created_at: '2026-02-17T10:30:00Z',
      owned_by: owner,
      owned_since: '2026-02-17T10:30:00Z',
    },
    ...parts,
  };
}

/** A criterion that is not met; any part can be replaced. */
export function criterion(id: string, parts: PromiseParts = {}): PromiseParts {
  return {
    id,
    description: `What ${id} asks for`,
    status: 'pending',
    evidence: null,
    evidence_type: null,
    met_at: null,
    met_by: null,
    ...parts,
  };
}

/** A criterion that is met with evidence. */
export function metCriterion(id: string, parts: PromiseParts = {}): PromiseParts {
  return criterion(id, {
    status: 'met',
    evidence: '42 tests passed',
    evidence_type: 'test',
    met_at: '2026-02-17T10:30:00Z',
    met_by: 'somebody',
    ...parts,
  });
}

/** A validator's answer with every required field. */
export function validatorResponse(verdict: string, parts: PromiseParts = {}): PromiseParts {
  return {
    task_id: 'task-1',
    verdict,
    criteria_results: [{ name: 'it works', status: 'PASS' }],
    timestamp: '2026-02-17T10:30:00Z',
    ...parts,
  };
}
