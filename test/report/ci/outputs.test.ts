import { parser } from 'sax';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ciAnswersSchema, ciResultSchema } from '../../../build/schemas/ci.ts';
import { readCiResult } from '../../../src/domain/ci/ci-result-reading.ts';
import { commentText } from '../../../src/report/ci/comment.ts';
import { CI_OUTPUTS } from '../../../src/report/ci/outputs.ts';
import { unobeyed } from '../../../src/report/printable.ts';
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
    {
      command: EVIL,
      verdict: 'FAIL',
      results: [{ name: EVIL, status: 'FAIL', detail: EVIL }],
      cause: { path: EVIL, line: 3 },
    },
  ],
  notes: [EVIL],
});

/** A result with one of everything that there can be to tell, in files with odd names. */
const WHOLE = ciResult({
  outcome: 'failed',
  because: ['x'],
  definitions: (['PASS', 'FAIL', 'BLOCKED', 'UNCHECKED'] as const).map((verdict, index) => ({
    path: `.promises/a b%25#c?d[\ud800]\\${index}.json`,
    promise_id: null,
    title: 'x',
    digest: 'c'.repeat(64),
    criteria: [judged(`AC-${index + 1}`, 'x', verdict)],
  })),
  broken: [{ path: 'Ж/é.yaml', problems: ['x', 'y'] }],
  always: [{ command: 'x', verdict: 'BLOCKED', results: [], cause: null }],
  changed_files: { broken: [{ path: 'a//b', detail: 'x' }], parsed: 1 },
  tampering: {
    setting: 'block',
    examined: true,
    reason: '',
    findings: [{ kind: 'test-skipped', path: 'a.test.js', line: 0, detail: 'x', digest: 'd' }],
  },
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

it('a comment fits whatever a result says that a foreign job wrote', () => {
  const long = EVIL.repeat(1000);
  const { trust } = ciResult();
  const finding = { kind: 'x', path: long, line: 1, detail: long, digest: long };
  const result = ciResult({
    outcome: 'failed',
    because: [long],
    trust: { ...trust, why: long, changes: [{ path: long, change: 'added' }] },
    tampering: { setting: 'warn', examined: true, reason: '', findings: [finding] },
    notes: [long],
  });
  expect(commentText(result, 'ci').length).toBeLessThanOrEqual(65_536);
  expect(commentText(result, 'ci')).toContain('completion-promise: Failed');
});

describe('JUnit XML', () => {
  /** What the schemas that CI services publish allow: required attributes, and others. */
  const KNOWN: Readonly<Record<string, readonly [required: string[], optional: string[]]>> = {
    testsuites: [[], ['name', 'time', 'tests', 'failures', 'errors']],
    testsuite: [
      ['name', 'tests', 'failures', 'errors'],
      ['time', 'skipped', 'timestamp'],
    ],
    testcase: [['name'], ['classname', 'time']],
    failure: [[], ['type', 'message']],
    error: [[], ['type', 'message']],
    skipped: [[], ['message']],
    'system-out': [[], []],
  };

  it('has the elements and attributes that services know, and counts that fit', () => {
    const reader = parser(true);
    const open: { readonly name: string; readonly has: string[]; readonly says: string }[] = [];
    const faults: string[] = [];
    reader.onopentag = ({ attributes, name }) => {
      const [required, optional] = KNOWN[name] ?? [[`no ${name}`], []];
      const given = Object.keys(attributes);
      faults.push(...required.filter((one) => !given.includes(one)));
      faults.push(...given.filter((one) => ![...required, ...optional].includes(one)));
      open.at(-1)?.has.push(name);
      open.push({ name, has: [], says: String(attributes['tests'] ?? '') });
    };
    reader.onclosetag = () => {
      const { has, name, says } = open.pop() ?? { has: [], name: '', says: '' };
      if (name === 'testsuite' && Number(says) !== has.length) faults.push(`${says} tests`);
      if (name === 'testcase' && has.length > 1) faults.push(has.join());
    };
    for (const result of [HOSTILE, WHOLE, ciResult({ definitions: [] })]) {
      reader.write(rendered('junit', result)).close();
    }
    expect(faults).toEqual([]);
  });
});

describe('SARIF', () => {
  const text = z.strictObject({ text: z.string().check(z.minLength(1)) });
  const uri = z.string().check(z.regex(/^(?:[\w.~!*'()/-]|%[0-9A-F]{2})*$/));
  const location = z.strictObject({
    physicalLocation: z.strictObject({
      artifactLocation: z.strictObject({ uri, uriBaseId: z.literal('%SRCROOT%') }),
      region: z.strictObject({ startLine: z.int().check(z.positive()) }),
    }),
  });
  /** The part of the published schema that a log of ours uses; it allows no other key anywhere. */
  const LOG = z.strictObject({
    $schema: z.url(),
    version: z.literal('2.1.0'),
    runs: z.array(
      z.strictObject({
        tool: z.strictObject({
          driver: z.strictObject({
            name: z.string(),
            informationUri: z.url(),
            version: z.string(),
            rules: z.array(z.strictObject({ id: z.string(), shortDescription: text })),
          }),
        }),
        automationDetails: z.strictObject({ id: z.string() }),
        invocations: z.array(z.strictObject({ executionSuccessful: z.boolean() })),
        versionControlProvenance: z.optional(
          z.array(z.strictObject({ repositoryUri: z.url(), revisionId: z.string() })),
        ),
        results: z.array(
          z.strictObject({
            ruleId: z.string(),
            ruleIndex: z.int().check(z.nonnegative()),
            level: z.enum(['none', 'note', 'warning', 'error']),
            message: text,
            locations: z.array(location),
            partialFingerprints: z.record(z.string(), z.string()),
          }),
        ),
        columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
      }),
    ),
  });

  it.each([
    ['hostile words', HOSTILE, 3],
    ['every kind of finding', WHOLE, 6],
    ['nothing', ciResult({ definitions: [] }), 0],
  ])('keeps to its schema, and names a rule that is there, with %s', (_name, result, count) => {
    const [run] = LOG.parse(JSON.parse(rendered('sarif', result))).runs;
    const ids = run?.tool.driver.rules.map(({ id }) => id) ?? [];
    expect(run?.results).toHaveLength(count);
    for (const { ruleId, ruleIndex } of run?.results ?? []) expect(ids[ruleIndex]).toBe(ruleId);
  });
});

it.each([
  ['result', ciResultSchema],
  ['answers', ciAnswersSchema],
])('%s keeps to its schema', (name, schema) => {
  for (const result of [WHOLE, ciResult()]) {
    expect(schema.safeParse(JSON.parse(rendered(name, result))).error).toBeUndefined();
  }
});

it('a result is read again as it was written', () => {
  const read = readCiResult(JSON.parse(rendered('result', ciResult())));
  expect(read).toEqual({ ok: true, result: ciResult() });
});
