import { type CiResult, RESULT_FORMAT } from '../../../src/domain/ci/ci-result.ts';

/** A result of one definition whose only criterion holds; `parts` takes the place of what they name. */
export function ciResult(parts: Partial<CiResult> = {}): CiResult {
  return {
    format: RESULT_FORMAT,
    outcome: 'held',
    because: [],
    started_at: '2026-02-17T10:30:00Z',
    duration_ms: 1200,
    change: {
      service: 'github',
      event: 'pull_request',
      repository: 'owner/project',
      number: 12,
      from_fork: false,
      head: 'a'.repeat(40),
      pushed: {
        forge_url: 'https://github.com/owner/project/',
        commit: 'e'.repeat(40),
        folder: '',
      },
      base: 'b'.repeat(40),
      merge_base: 'b'.repeat(40),
      run_url: 'https://github.com/owner/project/actions/runs/7001',
      run: 7001,
    },
    trust: { definitions: 'base', revision: 'b'.repeat(40), why: 'the base revision', changes: [] },
    definitions: [
      {
        path: '.promises/answer.json',
        promise_id: null,
        title: 'The answer',
        digest: 'c'.repeat(64),
        criteria: [judged('AC-1', 'The tests pass', 'PASS')],
      },
    ],
    broken: [],
    always: [],
    changed_files: { broken: [], parsed: 0 },
    tampering: { setting: 'warn', examined: true, reason: '', findings: [] },
    notes: [],
    ...parts,
  };
}

type Criterion = CiResult['definitions'][number]['criteria'][number];

/** A criterion with one command, which says what `detail` says. */
export function judged(
  id: string,
  description: string,
  verdict: Criterion['verdict'],
  detail = 'exit code 0 in 0.1 s',
): Criterion {
  const status = verdict === 'BLOCKED' ? 'SKIPPED' : verdict === 'UNCHECKED' ? 'SKIPPED' : verdict;
  return {
    id,
    description,
    verdict,
    results: verdict === 'UNCHECKED' ? [] : [{ name: 'command_npm test', status, detail }],
    tree: 'd'.repeat(64),
    inputs: null,
    files: [],
    command: null,
    artifacts: [],
    shown: null,
    cause: null,
  };
}
