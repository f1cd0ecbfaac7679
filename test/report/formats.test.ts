import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../build/schemas/report.ts';
import { promiseAccount } from '../../src/domain/account/promise-account.ts';
import { createCleaning } from '../../src/gathering/cleaning.ts';
import { formatOfFile, REPORT_FORMATS } from '../../src/report/formats.ts';
import { htmlFormat } from '../../src/report/html/html-format.ts';
import { LONGEST_COMMENT } from '../../src/report/markdown/fitting.ts';
import { markdownReport } from '../../src/report/markdown/markdown-format.ts';
import {
  accountOf,
  factsOf,
  MEANS,
  promiseFullOf,
  reportOf,
  surroundingsFullOf,
  writtenAs,
} from '../rig/values/report-values.ts';

describe('every format', () => {
  const secret = 'hunter2-of-the-env-file';
  const clean = createCleaning([{ kind: 'value of an env file', value: secret }]);
  const facts = factsOf(promiseFullOf(secret), surroundingsFullOf(secret));
  const report = reportOf([promiseAccount(facts, clean)]);

  it.each(REPORT_FORMATS)('"$option" holds no secret, wherever one stood', (format) => {
    expect(writtenAs(format, report, MEANS)).not.toContain(secret);
  });

  it.each(REPORT_FORMATS)(
    '"$option" says that there is nothing where there is nothing',
    (format) => {
      expect(writtenAs(format, reportOf([]), MEANS)).not.toBe('');
    },
  );

  it.each(
    REPORT_FORMATS.flatMap(({ endings, option }) => endings.map((ending) => ({ ending, option }))),
  )('a file that ends in $ending is written as "$option"', ({ ending, option }) => {
    expect(formatOfFile(`some/Report${ending.toUpperCase()}`)?.option).toBe(option);
  });

  it('the JSON keeps to its schema', () => {
    const full = accountOf(promiseFullOf('plain'), surroundingsFullOf('plain'));
    expect(reportSchema.safeParse(reportOf([full])).error).toBeUndefined();
  });
});

describe('Markdown', () => {
  it.each([1, 40])('of %i promises full of long texts fits into a comment', (count) => {
    const long = 'A sentence with | pipes, `code`, <b>tags</b> and #12. '.repeat(60);
    const one = accountOf(promiseFullOf(long), surroundingsFullOf(long));
    const text = markdownReport(
      reportOf(Array.from({ length: count }, () => one)),
      LONGEST_COMMENT,
    );
    expect(text.length).toBeLessThanOrEqual(LONGEST_COMMENT);
    expect(text.match(/<details/g)?.length ?? 0).toBe(text.match(/<\/details>/g)?.length ?? 0);
    if (count > 1) expect(text).toContain('Shortened to fit into a comment');
  });

  it('lets no text become markup', () => {
    const hostile = '| x\n\n# head <img src=x> [l](javascript:1) @team #12 ``` --> </details>';
    const text = markdownReport(
      reportOf([accountOf(promiseFullOf(hostile), surroundingsFullOf(hostile))]),
      LONGEST_COMMENT,
    );
    // Hosts look for neither names nor numbers in code.
    const outside = text
      .replace(/^(`{3,})text\n[\s\S]*?^\1$/gm, '')
      .replace(/<code>[^<]*<\/code>/g, '');
    expect(outside).not.toMatch(/<img|\]\(javascript|@team|(?<!&)#12|^# head/m);
  });
});

describe('what a reader meets first', () => {
  const DIGEST = '0123456789abcdef';
  const pushed = {
    forge_url: 'https://github.com/acme/shop/',
    commit: 'a'.repeat(40),
    folder: '',
  };
  const proof = (tail: string) => ({
    source: 'checks',
    argv: ['npm', 'test'],
    exit_code: 0,
    started_at: '2026-02-17T10:00:00Z',
    duration_ms: 5,
    output_tail: tail,
    output_sha256: 'x',
    tree: null,
    results: [],
  });
  const criterion = (id: string) => ({
    id,
    description: 'It adds',
    status: 'met',
    evidence: 'command: npm test\nTHE OUTPUT',
    proof: proof('THE OUTPUT'),
  });
  const promise = (id: string) => ({
    ...promiseFullOf('plain', id),
    judgments: [],
    accepted: [],
    acceptance_criteria: [criterion('AC-1'), criterion('AC-2')],
  });
  const weak = {
    digest: DIGEST,
    kind: 'skipped',
    path: 'a.test.js',
    line: 7,
    detail: 'It no longer runs.',
    before: '',
    after: '',
  };
  const look = { examined: true, notes: [], findings: [weak] } as const;
  const [one, two] = ['promise-00000001', 'promise-00000002'].map((id) =>
    accountOf(promise(id), { look }),
  );
  const accounts = [one, two].flatMap((account) => account ?? []);
  const report = reportOf(accounts, { pushed });
  const html = writtenAs(htmlFormat, report, MEANS);
  const md = markdownReport(report, LONGEST_COMMENT);
  const place = `https://github.com/acme/shop/blob/${'a'.repeat(40)}/a.test.js#L7`;

  it('is what was weakened, once for all promises, with a link to the line', () => {
    expect(md.split('\n')[0]).toBe(
      '### None of 2 promises is verified · ⚠️ 1 sign of weakened tests',
    );
    const top = md.slice(0, md.indexOf('| Promise |'));
    expect(top.split(`[a.test.js:7](${place}) It no longer runs.`)).toHaveLength(2);
    const cards = html.slice(html.indexOf('What to look at'), html.indexOf('id="promises"'));
    expect(
      cards.split(`<a href="${place}"><code>a.test.js:7</code></a> It no longer runs.`),
    ).toHaveLength(2);
  });

  it('is no figure of what was not used', () => {
    expect(md).not.toMatch(/judge|\$0/i);
    const top = html.slice(html.indexOf('<header>'), html.indexOf('id="promises"'));
    expect(top).not.toMatch(/judge|\$0/i);
    expect(html).toContain('<p>0 of 4 criteria proved by a program');
  });

  it('is each output once', () => {
    for (const text of [md, html])
      expect(text.split('THE OUTPUT')).toHaveLength(1 + accounts.length);
    expect(html).toContain('in the same run as AC-1');
    expect(md).toContain('Output of AC-1, AC-2');
  });
});
