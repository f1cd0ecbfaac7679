import { parser } from 'sax';
import { describe, expect, it } from 'vitest';
import type { CiResult } from '../../src/domain/ci/ci-result.ts';
import { commentText } from '../../src/report/ci/comment.ts';
import { CI_OUTPUTS } from '../../src/report/ci/outputs.ts';
import { REPORT_FORMATS } from '../../src/report/formats.ts';
import { unobeyed } from '../../src/report/printable.ts';
import { plainStyle } from '../../src/report/style.ts';
import { ciResult, judged } from '../rig/values/ci-values.ts';
import { FORGED_LINE, HIDDEN, NAMES } from '../rig/values/file-names.ts';
import {
  accountOf,
  MEANS,
  promiseFullOf,
  reportOf,
  writtenAs,
} from '../rig/values/report-values.ts';

/** Odd names of files, in each place of a report and of `cs ci` that shows one. */

const TAGS = /<img|<b>forged|<!-- /;

/** Markdown without what is shown as it stands. */
const outsideCode = (text: string): string =>
  text.replace(/^(`{3,})\w*\n[\s\S]*?^\1$|<code>[^<]*<\/code>/gm, '');

/** A report that shows the name wherever one can stand. */
function reportWith(name: string) {
  const plain = promiseFullOf('plain');
  const proof = {
    source: 'checks',
    argv: ['cat', name],
    exit_code: 0,
    tree: null,
    inputs: [name],
    files: [name],
    program: { path: `/odd/${name}`, sha256: '' },
    checkout: `/there/${name}`,
    results: [{ name: `file_${name}`, status: 'PASS', detail: name }],
  };
  const criterion = { id: 'AC-1', description: 'x', status: 'met', evidence: name, proof };
  const account = accountOf(
    { ...plain, acceptance_criteria: [criterion] },
    {
      look: {
        examined: true,
        notes: [name],
        findings: [
          {
            digest: 'd',
            kind: 'skipped',
            path: name,
            line: 3,
            detail: name,
            before: '',
            after: '',
          },
        ],
      },
    },
  );
  const criteria = account.criteria.map((one) =>
    one.proof === null
      ? one
      : { ...one, proof: { ...one.proof, standing: 'stale', changed: [name] } as const },
  );
  return reportOf([{ ...account, criteria }], { project: name });
}

function ciWith(name: string): CiResult {
  const command = {
    argv: ['cat', name],
    exit_code: 1,
    duration_ms: 1,
    output_tail: name,
    output_sha256: '',
    program: `/odd/${name}`,
  };
  const one = judged('AC-1', 'It is there', 'FAIL', name);
  return ciResult({
    outcome: 'failed',
    definitions: [
      {
        path: `.promises/${name}`,
        promise_id: null,
        title: 'x',
        digest: '',
        criteria: [{ ...one, command, cause: { path: name, line: 3 } }],
      },
    ],
    broken: [{ path: name, problems: ['x'] }],
    changed_files: { parsed: 1, broken: [{ path: name, detail: 'x' }] },
    tampering: {
      ...ciResult().tampering,
      findings: [{ kind: 'skipped', path: name, line: 3, detail: 'x', digest: 'd' }],
    },
    notes: [name],
  });
}

/** The values of a JSON document. */
function valuesIn(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(valuesIn)
    : [value];
}

describe.each(NAMES)('a file whose name has %s', (_what, name) => {
  const written = (option: string): string => {
    const format = REPORT_FORMATS.find((one) => one.option === option);
    return format === undefined ? '' : writtenAs(format, reportWith(name), MEANS);
  };
  const rendered = (output: string): string =>
    CI_OUTPUTS.find((one) => one.name === output)?.render(ciWith(name), plainStyle) ?? '';

  it('is one name in the text of a report and of cs ci', () => {
    for (const text of [written(''), rendered('text')]) {
      expect(text).not.toBe('');
      expect(text).not.toMatch(HIDDEN);
      expect(text).not.toMatch(FORGED_LINE);
      expect(unobeyed(text)).not.toMatch(/^\s*::|##\[/m);
    }
  });

  it('is no Markdown of a report, a summary or a comment', () => {
    for (const text of [written('md'), rendered('summary'), commentText(ciWith(name), 'ci')]) {
      expect(text).not.toBe('');
      expect(text).not.toMatch(HIDDEN);
      const outside = outsideCode(text.replace(/^<!-- completion-promise:.*-->\n/, ''));
      expect(outside).not.toMatch(FORGED_LINE);
      expect(outside).not.toMatch(TAGS);
      expect(outside).not.toMatch(/\]\(javascript|!\[b\]\(|@forged|(?<!&)#12/);
    }
  });

  it('is no markup of a page', () => {
    const page = written('html');
    expect(page).not.toMatch(HIDDEN);
    expect(page).not.toMatch(TAGS);
    expect(page).not.toContain('href="javascript');
  });

  it('is the same in JSON, with nothing that a terminal obeys', () => {
    for (const text of [written('json'), rendered('sarif')]) {
      expect(text).not.toMatch(HIDDEN);
      expect(valuesIn(JSON.parse(text)).length).toBeGreaterThan(0);
    }
    expect(valuesIn(JSON.parse(written('json')))).toContain(name);
  });

  it('is one annotation, and text in XML', () => {
    for (const line of rendered('annotations').split('\n')) {
      expect(line).toMatch(/^::(?:error|warning) [^:]*title=/);
      expect(line).not.toMatch(HIDDEN);
    }
    const names = new Set<string>();
    const reader = parser(true);
    reader.onopentag = ({ name: element }) => void names.add(element);
    reader.write(rendered('junit')).close();
    expect([...names].filter((one) => !/^test|^failure$|^skipped$|^system-out$/.test(one))).toEqual(
      [],
    );
  });
});

describe('a program that is neither of the system nor of the project', () => {
  it.each(REPORT_FORMATS)('stands with its proof in a report: $option', (format) => {
    const text = writtenAs(format, reportWith('runner'), MEANS);
    expect(text).toMatch(/by \/odd\/runner|"program": "\/odd/);
  });

  it.each([
    ['text', CI_OUTPUTS.find(({ name }) => name === 'text')?.render(ciWith('runner'), plainStyle)],
    ['the comment', commentText(ciWith('runner'), 'ci')],
  ])('stands with its criterion in %s of cs ci', (_where, text) => {
    expect(text).toContain('It is there (by /odd/runner)');
  });
});
