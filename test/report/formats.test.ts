import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../build/schemas/report.ts';
import { promiseAccount } from '../../src/domain/account/promise-account.ts';
import { createCleaning } from '../../src/gathering/cleaning.ts';
import { formatOfFile, REPORT_FORMATS } from '../../src/report/formats.ts';
import { LONGEST_COMMENT } from '../../src/report/markdown/fitting.ts';
import { markdownReport } from '../../src/report/markdown/markdown-format.ts';
import {
  accountOf,
  factsOf,
  MEANS,
  promiseFullOf,
  reportOf,
  surroundingsFullOf,
} from '../rig/values/report-values.ts';

describe('every format', () => {
  const secret = 'hunter2-of-the-env-file';
  const clean = createCleaning([{ kind: 'value of an env file', value: secret }]);
  const facts = factsOf(promiseFullOf(secret), surroundingsFullOf(secret));
  const report = reportOf([promiseAccount(facts, clean)]);

  it.each(REPORT_FORMATS)('"$option" holds no secret, wherever one stood', (format) => {
    expect(format.write(report, MEANS)).not.toContain(secret);
  });

  it.each(REPORT_FORMATS)(
    '"$option" says that there is nothing where there is nothing',
    (format) => {
      expect(format.write(reportOf([]), MEANS)).not.toBe('');
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
