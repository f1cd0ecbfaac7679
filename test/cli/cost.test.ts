import { describe, expect, it } from 'vitest';
import { createProject, type Outcome, type Project } from '../rig/worlds/project.ts';

const LOG = 'judge-cost-log.jsonl';

/** A line as this suite writes it; any part can be replaced. */
function line(parts: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    timestamp: '2026-02-17T10:30:00Z',
    promise_id: 'promise-0000aaaa',
    input_tokens: 1000,
    output_tokens: 100,
    model: 'claude-sonnet-5-5',
    latency_ms: 4000,
    verdict: 'PASS',
    kind: 'promise-review',
    status: 'success',
    cost_usd: 0.01,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
    request_id: 'req_1',
    session_id: 'session-1',
    vote: null,
    ...parts,
  });
}

const LINES = [
  line({ timestamp: '2026-02-15T23:59:59Z', cost_usd: 0.5 }),
  line({ timestamp: '2026-02-16T00:00:00Z', model: 'claude-opus-5-5', cost_usd: 0.3 }),
  line({ timestamp: '2026-02-16T12:00:00Z', verdict: 'FAIL', promise_id: 'promise-0000bbbb' }),
  line({ timestamp: '2026-02-17T10:30:00Z', verdict: 'WARN', kind: 'reality-check', cost_usd: 0 }),
];

/** A line of the older shape: nothing after `verdict`. A million tokens of this model cost $3. */
const OLD_LINE = JSON.stringify({
  timestamp: '2026-02-14T08:00:00Z',
  promise_id: 'promise-0000cccc',
  input_tokens: 1_000_000,
  output_tokens: 0,
  model: 'claude-sonnet-4-5-20250929',
  latency_ms: 900,
  verdict: 'PASS',
});

function projectWith(...lines: readonly string[]): Project {
  const project = createProject(undefined);
  project.write(LOG, lines.map((one) => `${one}\n`).join(''));
  return project;
}

const cost = (project: Project, ...args: readonly string[]): Promise<Outcome> =>
  project.run('cs', ['judge', 'cost', ...args]);

interface Summary {
  readonly groups: readonly { readonly key: string; readonly calls: number }[];
  readonly total: { readonly calls: number; readonly cost_usd: number };
}

async function summary(project: Project, ...args: readonly string[]): Promise<Summary> {
  const { code, stdout } = await cost(project, '--json', ...args);
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

describe('by severity', () => {
  const opus = { model: 'claude-opus-5-5' };
  const counts = (critical: number, major: number, minor: number, info: number) => ({
    findings: { critical, major, minor, info },
  });
  const FOUND = [
    line({ ...counts(0, 0, 5, 0), timestamp: '2026-02-17T00:00:00Z' }),
    line({ ...counts(1, 2, 0, 0), timestamp: '2026-02-16T10:00:00Z' }),
    line({ ...counts(2, 0, 0, 3), timestamp: '2026-02-16T11:00:00Z' }),
    line({ ...opus, ...counts(4, 0, 0, 0), timestamp: '2026-02-16T12:00:00Z', cost_usd: 0.5 }),
    line({ ...opus, timestamp: '2026-02-16T13:00:00Z' }),
  ];

  it('the findings of each model stand day by day, and calls without counts beside them', async () => {
    const { code, stdout } = await cost(projectWith(...FOUND), '--by', 'severity');
    expect(code).toBe(0);
    expect(
      stdout,
    ).toBe(`day and model                 calls  no counts  critical  major  minor  info     cost
2026-02-16 claude-opus-5-5        2          1         4      0      0     0  $0.5100  ########################
2026-02-16 claude-sonnet-5-5      2          0         3      2      0     3  $0.0200  #
2026-02-17 claude-sonnet-5-5      1          0         0      0      5     0  $0.0100  #
total                             5          1         7      2      5     3  $0.5400
`);
  });

  it('as JSON the day and the model have keys of their own', async () => {
    const { groups, total } = await summary(projectWith(...FOUND), '--by', 'severity');
    expect(groups[0]).toMatchObject({
      key: '2026-02-16 claude-opus-5-5',
      day: '2026-02-16',
      model: 'claude-opus-5-5',
      calls: 2,
      calls_without_counts: 1,
      findings: { critical: 4, major: 0, minor: 0, info: 0 },
    });
    expect(total).toMatchObject({
      calls_without_counts: 1,
      findings: { critical: 7, major: 2, minor: 5, info: 3 },
    });
  });

  it('as comma-separated values they have columns of their own', async () => {
    const { stdout } = await cost(projectWith(...FOUND), '--by', 'severity', '--csv');
    const [heading, first] = stdout.split('\n');
    expect(heading).toMatch(/^day,model,calls,.*,calls_without_counts,critical,major,minor,info$/);
    expect(first).toBe('2026-02-16,claude-opus-5-5,2,2000,200,0,0,0.51,0,1,4,0,0,0');
  });

  it('no other sum tells of it', async () => {
    const { groups, total } = await summary(projectWith(...FOUND), '--by', 'model');
    for (const sum of [...groups, total]) {
      expect(sum).not.toHaveProperty('findings');
      expect(sum).not.toHaveProperty('calls_without_counts');
    }
  });
});

describe('cs judge cost sums up', () => {
  it.each([
    {
      by: 'day',
      keys: ['2026-02-15', '2026-02-16', '2026-02-17'],
      calls: [1, 2, 1],
    },
    { by: 'model', keys: ['claude-sonnet-5-5', 'claude-opus-5-5'], calls: [3, 1] },
    { by: 'promise', keys: ['promise-0000aaaa', 'promise-0000bbbb'], calls: [3, 1] },
    { by: 'kind', keys: ['promise-review', 'reality-check'], calls: [3, 1] },
    { by: 'verdict', keys: ['PASS', 'FAIL', 'WARN'], calls: [2, 1, 1] },
  ])('by $by: days in their order, all else the dearest first', async ({ by, calls, keys }) => {
    const { groups, total } = await summary(projectWith(...LINES), '--by', by);
    expect(groups.map(({ key }) => key)).toEqual(keys);
    expect(groups.map((group) => group.calls)).toEqual(calls);
    expect(total).toEqual({
      calls: 4,
      input_tokens: 4000,
      output_tokens: 400,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
      cost_usd: 0.81,
      calls_of_unknown_cost: 0,
    });
  });

  it('by day where nothing else is said', async () => {
    const project = projectWith(...LINES);
    expect(await summary(project)).toEqual(await summary(project, '--by', 'day'));
  });

  it.each([
    { span: ['--since', '2026-02-16'], calls: 3 },
    { span: ['--since', '2026-02-16T00:00:01Z'], calls: 2 },
    { span: ['--until', '2026-02-16'], calls: 3 },
    { span: ['--until', '2026-02-15'], calls: 1 },
    { span: ['--until', '2026-02-16T00:00:00Z'], calls: 1 },
    { span: ['--since', '2026-02-16', '--until', '2026-02-16'], calls: 2 },
    { span: ['--since', '2026-02-18'], calls: 0 },
    { span: ['--since', '99999d'], calls: 4 },
    { span: ['--since', '0d'], calls: 0 },
  ])('the calls of a span: $span', async ({ calls, span }) => {
    const { total } = await summary(projectWith(...LINES), ...span);
    expect(total.calls).toBe(calls);
  });

  it('the last days, counted back from now', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const project = projectWith(line({ timestamp: ago(8) }), line({ timestamp: ago(6) }));
    expect((await summary(project, '--since', '7d')).total.calls).toBe(1);
  });

  it('lines of the older shape, at the price of their model', async () => {
    const { groups, total } = await summary(projectWith(OLD_LINE), '--by', 'kind');
    expect(groups).toMatchObject([{ key: 'promise-review', calls: 1 }]);
    expect(total.cost_usd).toBe(3);
  });

  it('models of unknown prices apart', async () => {
    const project = projectWith(line({ model: 'my-model', cost_usd: null }), ...LINES);
    expect(await summary(project)).toMatchObject({
      total: { calls: 5, cost_usd: 0.81, calls_of_unknown_cost: 1 },
    });
    const { stdout } = await cost(project);
    expect(stdout).toContain('$0.8100+');
    expect(stdout).toContain('1 call to models with unknown prices');
  });
});

describe('cs judge cost prints', () => {
  it('a table with a bar for each group, and the total', async () => {
    const { code, stdout, stderr } = await cost(projectWith(...LINES));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [heading, ...rows] = stdout.trimEnd().split('\n');
    expect(heading?.split(/ +/)).toEqual(['day', 'calls', 'in', 'out', 'cached', 'cost']);
    expect(rows.map((row) => row.split(/ +/).slice(0, 6))).toEqual([
      ['2026-02-15', '1', '1000', '100', '0', '$0.5000'],
      ['2026-02-16', '2', '2000', '200', '0', '$0.3100'],
      ['2026-02-17', '1', '1000', '100', '0', '$0.00'],
      ['total', '4', '4000', '400', '0', '$0.8100'],
    ]);
    const bars = rows.map((row) => /#*$/.exec(row)?.[0].length ?? 0);
    expect(bars).toEqual([24, 15, 0, 0]);
  });

  it('comma-separated values', async () => {
    const { stdout } = await cost(projectWith(...LINES), '--csv', '--by', 'verdict');
    expect(stdout).toBe(
      [
        'verdict,calls,input_tokens,output_tokens,cache_read_input_tokens,cache_creation_input_tokens,cost_usd,calls_of_unknown_cost',
        'PASS,2,2000,200,0,0,0.8,0',
        'FAIL,1,1000,100,0,0,0.01,0',
        'WARN,1,1000,100,0,0,0,0',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
  ])('the model %j so that no spreadsheet misreads it', async (model, cell) => {
    const { stdout } = await cost(projectWith(line({ model })), '--csv', '--by', 'model');
    expect(stdout.split('\n')[1]).toMatch(cell);
    expect(stdout.split('\n')[1]?.startsWith(`${cell},1,`)).toBe(true);
  });

  it.each([
    { form: 'text', args: [], says: 'No calls.\n' },
    { form: 'CSV', args: ['--csv'], says: /^day,calls,[a-z_,]+\n$/ },
  ])('an empty log as $form, exit 0', async ({ args, says }) => {
    for (const project of [createProject(undefined), projectWith()]) {
      const { code, stdout, stderr } = await cost(project, ...args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(says);
    }
  });

  it('an empty log as JSON', async () => {
    expect(await summary(createProject(undefined))).toMatchObject({
      by: 'day',
      groups: [],
      total: { calls: 0, cost_usd: 0 },
      skipped_lines: 0,
    });
  });

  it('what works on a terminal made visible', async () => {
    const { stdout } = await cost(projectWith(line({ model: 'm\u001b[2J' })), '--by', 'model');
    expect(stdout).not.toContain('\u001b');
  });
});

describe('a cost log that is not as it should be', () => {
  it.each([
    { what: 'a torn last line', last: '{"timestamp": "2026-02-17T10:3', skipped: 1 },
    { what: 'a line that is no JSON', last: 'what is this\n', skipped: 1 },
    { what: 'a line without a time', last: '{"model": "x"}\n', skipped: 1 },
    { what: 'a line of another time', last: '{"timestamp": "yesterday"}\n', skipped: 1 },
    { what: 'empty lines', last: '\n\n', skipped: 0 },
  ])('$what: the rest is summed up', async ({ last, skipped }) => {
    const project = createProject(undefined);
    project.write(LOG, `${LINES.join('\n')}\n${last}`);
    expect(await summary(project)).toMatchObject({ total: { calls: 4 }, skipped_lines: skipped });
    const { stderr } = await cost(project);
    expect(stderr).toBe(skipped === 0 ? '' : 'Note: 1 unreadable line of the cost log skipped.\n');
  });

  it('a folder in its place is an error that names it', async () => {
    const project = createProject(undefined);
    project.write(`${LOG}/in-the-way`, '');
    const { code, stderr } = await cost(project);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: .*judge-cost-log\.jsonl cannot be used: it is a folder/);
  });
});

describe('cs judge cost refuses', () => {
  it.each([
    { args: ['--by', 'week'], says: '--by takes one of day, model, promise, kind, verdict' },
    { args: ['--since', 'yesterday'], says: '--since takes a day' },
    { args: ['--until', '2026-2-1'], says: '--until takes a day' },
    { args: ['--since', '2026-13-45'], says: '--since takes a day' },
    { args: ['--csv', '--json'], says: '--csv and --json cannot be given together' },
    { args: ['--weekly'], says: 'Unknown option: --weekly' },
  ])('$args', async ({ args, says }) => {
    const { code, stderr } = await cost(projectWith(...LINES), ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(`Error: ${says}`);
  });
});
