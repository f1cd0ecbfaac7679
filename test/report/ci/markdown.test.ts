import { describe, expect, it } from 'vitest';
import type { CiResult } from '../../../src/domain/ci/ci-result.ts';
import { annotationsOutput } from '../../../src/report/ci/annotations.ts';
import { ciMarkdown } from '../../../src/report/ci/markdown.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { ciResult, judged } from '../../rig/values/ci-values.ts';

const PUSHED = 'e'.repeat(40);
const FORGE = 'https://github.com/owner/project';
const NO_FORGE = { forge_url: '', commit: PUSHED, folder: '' };

const finding = {
  kind: 'test-skipped',
  path: 'a.test.js',
  line: 7,
  detail: '"adds" no longer runs.',
  digest: 'd1',
};
const weakened: CiResult['tampering'] = {
  setting: 'warn',
  examined: true,
  reason: '',
  findings: [finding],
};

/** Criteria that share one failing check, of so many definitions. */
function sharing(definitions: number): Partial<CiResult> {
  const command = {
    argv: ['npm', 'test'],
    exit_code: 1,
    duration_ms: 3,
    output_tail: 'THE TAIL',
    output_sha256: '',
    program: null,
  };
  const cause = { path: 'a.test.js', line: 12 };
  const failing = (id: string) => ({
    ...judged(id, 'It adds', 'FAIL', 'exit code 1: not ok'),
    command,
    cause,
  });
  return {
    outcome: 'failed',
    because: ['2 criteria failed.'],
    definitions: Array.from({ length: definitions }, (_one, index) => ({
      path: `.promises/${index}.json`,
      promise_id: null,
      title: `Sums ${index}`,
      digest: '',
      criteria: [failing('AC-1'), failing('AC-2'), judged('AC-3', 'It is there', 'PASS')],
    })),
  };
}

it.each<[string, Partial<CiResult>, readonly string[]]>([
  [
    'what held',
    {},
    [
      '### ✅ completion-promise: Held',
      `Commit [${PUSHED.slice(0, 12)}](${FORGE}/commit/${PUSHED}) ([run](${FORGE}/actions/runs/7001)): 1 definition; criteria: 1 passed.`,
    ],
  ],
  [
    'what failed',
    sharing(1),
    [
      '### ❌ completion-promise: Failed',
      `Commit [${PUSHED.slice(0, 12)}](${FORGE}/commit/${PUSHED}) ([run](${FORGE}/actions/runs/7001)): 2 criteria failed.`,
      `❌ <strong>npm test failed</strong> · [a.test.js:12](${FORGE}/blob/${PUSHED}/a.test.js#L12)`,
      'AC-1, AC-2 of Sums 0',
    ],
  ],
  [
    'what was weakened, though all held',
    { tampering: weakened },
    [
      '### ✅ completion-promise: Held · ⚠️ 1 sign of weakened tests',
      `Commit [${PUSHED.slice(0, 12)}](${FORGE}/commit/${PUSHED}) ([run](${FORGE}/actions/runs/7001)): 1 definition; criteria: 1 passed.`,
      'Weakened tests: 1 sign; this fails nothing here (gates.tampering is &#34;warn&#34;)',
      `- [a.test.js:7](${FORGE}/blob/${PUSHED}/a.test.js#L7) &#34;adds&#34; no longer runs. <sub><code>d1</code></sub>`,
    ],
  ],
  [
    'what was weakened, before what failed',
    { ...sharing(1), tampering: weakened },
    [
      '### ❌ completion-promise: Failed · ⚠️ 1 sign of weakened tests',
      `Commit [${PUSHED.slice(0, 12)}](${FORGE}/commit/${PUSHED}) ([run](${FORGE}/actions/runs/7001)): 2 criteria failed.`,
      'Weakened tests: 1 sign; this fails nothing here (gates.tampering is &#34;warn&#34;)',
    ],
  ],
  [
    'why nothing could be judged',
    {
      outcome: 'not-judged',
      because: ['1 criterion could not be judged.'],
      change: { ...ciResult().change, pushed: NO_FORGE, run_url: '' },
    },
    [
      '### ⚠️ completion-promise: Could not be judged',
      `Commit <code>${PUSHED.slice(0, 12)}</code>: 1 criterion could not be judged.`,
    ],
  ],
  [
    'a file that cannot be parsed',
    {
      outcome: 'failed',
      because: ['1 changed file cannot be parsed.'],
      changed_files: {
        parsed: 1,
        broken: [{ path: 'c.json', detail: 'not valid json at line 4, column 1' }],
      },
    },
    [
      '### ❌ completion-promise: Failed',
      `Commit [${PUSHED.slice(0, 12)}](${FORGE}/commit/${PUSHED}) ([run](${FORGE}/actions/runs/7001)): 1 changed file cannot be parsed.`,
      `- ❌ [c.json:4](${FORGE}/blob/${PUSHED}/c.json#L4) not valid json at line 4, column 1`,
    ],
  ],
])('a comment says first %s', (_name, parts, lines) => {
  const said = ciMarkdown(ciResult(parts), 60_000).split('\n').filter(Boolean);
  expect(said.slice(0, lines.length)).toEqual(lines);
});

describe('each output is told once', () => {
  it.each([1, 40])('where the criteria of %i definitions share a check', (definitions) => {
    const text = ciMarkdown(ciResult(sharing(definitions)), 60_000);
    expect(text.split('THE TAIL')).toHaveLength(2);
    expect(text.split('exit code 1: not ok')).toHaveLength(2);
    expect(text).not.toContain('Shortened');
  });

  it('and what passed is folded where there is much of it', () => {
    const text = ciMarkdown(ciResult(sharing(40)), 60_000);
    expect(text).toContain('<summary>✅ 40 passed</summary>');
    expect(text.indexOf('AC-3')).toBeGreaterThan(text.indexOf('✅ 40 passed'));
  });
});

it('says what it cuts, and keeps what was weakened to the last', () => {
  const text = ciMarkdown(ciResult({ ...sharing(400), tampering: weakened }), 3000);
  expect(text.length).toBeLessThanOrEqual(3000);
  expect(text).toContain('&#34;adds&#34; no longer runs.');
  expect(text).toMatch(/Shortened: \d+ parts are cut here/);
});

it.each<[string, Partial<CiResult>, readonly string[]]>([
  [
    'the failing test, once for all that share it',
    sharing(2),
    [
      '::error file=app/a.test.js,line=12,title=npm test failed::AC-1, AC-2 of Sums 0; AC-1, AC-2 of Sums 1%0Anpm test: exit code 1: not ok',
    ],
  ],
  [
    'the weakened test',
    { tampering: weakened },
    [
      '::warning file=app/a.test.js,line=7,title=A test may have been weakened::"adds" no longer runs.',
    ],
  ],
  [
    'no file, where the failure names none',
    {
      definitions: [
        {
          path: 'p',
          promise_id: null,
          title: 't',
          digest: '',
          criteria: [judged('AC-1', 'x', 'FAIL', 'y')],
        },
      ],
    },
    ['::error title=AC-1 failed%3A x::npm test: y'],
  ],
])('an annotation stands at %s', (_name, parts, lines) => {
  const { change } = ciResult();
  const inFolder = { ...change, pushed: { ...change.pushed, folder: 'app/' } };
  const text = annotationsOutput.render(ciResult({ ...parts, change: inFolder }), plainStyle);
  expect(text.split('\n')).toEqual(lines);
});

it('names what a run left beside its criterion, and no file of the machine', () => {
  const artifacts = [
    { path: 'shot|<b>.png', bytes: 1234, sha256: 'ab'.repeat(32) },
    { path: 'film.mp4', bytes: 31_000_000, sha256: null },
  ];
  const [definition] = sharing(1).definitions ?? [];
  const definitions = definition === undefined ? [] : [definition];
  const held = { ...judged('AC-1', 'It draws', 'PASS'), artifacts };
  const result = ciResult({
    definitions: definitions.map((one) => ({ ...one, criteria: [held] })),
  });
  const text = ciMarkdown(result, 60_000);
  expect(text).toContain('film.mp4 (31.0 MB, too large to be kept)');
  expect(text).toMatch(/artifact: shot[^|]*png \(1\.2 kB, sha256 abababababab\)/);
  expect(text).not.toContain('<b>.png');
});
