import { parser } from 'sax';
import { describe, expect, it } from 'vitest';
import { readCiResult } from '../../../src/domain/ci/ci-result-reading.ts';
import { unobeyed } from '../../../src/report/printable.ts';
import { commentText } from '../../../src/report/ci/comment.ts';
import { CI_OUTPUTS } from '../../../src/report/ci/outputs.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { ciResult, judged } from '../../rig/values/ci-values.ts';

/** Words that would be more than words somewhere. */
const EVIL =
  '::set-output name=x::y\n::error::z ##[error]a %0A::warning::b </failure>]]><x y="1">&amp; | `c` <b>@ada</b> #1 ![i](http://e.vil) \u001b[31m\u0000\ufffe \u202e';

const [definition] = ciResult().definitions;
const HOSTILE = ciResult({
  outcome: 'failed',
  because: [EVIL],
  definitions: [
    {
      path: `.promises/${EVIL}.json`,
      promise_id: null,
      title: EVIL,
      digest: definition?.digest ?? '',
      criteria: [judged('AC-1', EVIL, 'FAIL', EVIL), judged('AC-2', EVIL, 'UNCHECKED')],
    },
  ],
  broken: [{ path: EVIL, problems: [EVIL] }],
  always: [
    { command: EVIL, verdict: 'FAIL', results: [{ name: EVIL, status: 'FAIL', detail: EVIL }] },
  ],
  notes: [EVIL],
});

function rendered(name: string, result = HOSTILE): string {
  const output = CI_OUTPUTS.find((one) => one.name === name);
  if (output === undefined) throw new Error(`there is no output ${name}`);
  return output.render(result, plainStyle);
}

describe('words of others stay words', () => {
  it('in the log of GitHub', () => {
    const lines = unobeyed(rendered('text')).split('\n');
    expect(lines.filter((line) => /^\s*::|##\[/.test(line))).toEqual([]);
    const annotations = rendered('annotations').split('\n');
    expect(annotations.every((line) => /^::(?:error|warning) [^\n]*::/.test(line))).toBe(true);
    for (const line of annotations) {
      const [, properties = ''] = /^::\w+ (.*?)::/.exec(line) ?? [];
      expect(properties.split(',').map((one) => one.split('=', 1)[0])).toEqual(
        expect.arrayContaining(['title']),
      );
      expect(line).not.toContain('%0A::warning');
    }
  });

  it('in XML, which a strict parser reads', () => {
    const reader = parser(true);
    const names: string[] = [];
    reader.onopentag = ({ name }) => void names.push(name);
    reader.write(rendered('junit')).close();
    expect(new Set(names)).toEqual(
      new Set(['testsuites', 'testsuite', 'testcase', 'failure', 'skipped']),
    );
  });

  it('in Markdown, where they are no markup, and notify nobody', () => {
    const text = commentText(HOSTILE, 'ci');
    // What stands in a fence, or is code, is shown as it is.
    const outside = text.replace(/^(`{3,})\w*\n[\s\S]*?^\1$|<code>[^<]*<\/code>/gm, '');
    expect(outside).not.toMatch(/<b>|<x |@ada|!\[i\]\(|<!--[\s\S]*<!--/);
    expect(text.startsWith('<!-- completion-promise:ci key=ci run=7001 -->\n')).toBe(true);
  });
});

it('a comment of thousands of failures fits', () => {
  const criteria = Array.from({ length: 500 }, (_one, index) =>
    judged(`AC-${index + 1}`, 'x'.repeat(300), 'FAIL', 'y'.repeat(1000)),
  );
  const definitions = Array.from({ length: 20 }, () => ({
    path: 'p',
    promise_id: null,
    title: 't',
    digest: '',
    criteria,
  }));
  expect(commentText(ciResult({ definitions }), 'ci').length).toBeLessThanOrEqual(65_536);
});

it('SARIF names a rule and a place for each finding', () => {
  const log = JSON.parse(rendered('sarif'));
  const [run] = log.runs;
  const ids = run.tool.driver.rules.map(({ id }: { id: string }) => id);
  expect(log.version).toBe('2.1.0');
  expect(run.results).toHaveLength(3);
  for (const { locations, ruleId, ruleIndex } of run.results) {
    expect(ids[ruleIndex]).toBe(ruleId);
    expect(locations[0].physicalLocation.artifactLocation.uri).toMatch(/^[\w.%!~*'()/-]+$/);
  }
});

it('a result is read again as it was written', () => {
  const read = readCiResult(JSON.parse(rendered('result', ciResult())));
  expect(read).toEqual({ ok: true, result: ciResult() });
});
