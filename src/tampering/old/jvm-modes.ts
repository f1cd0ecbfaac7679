/** What annotations say about whether a test of Java or Kotlin runs. */

import type { Assertion, TestMode } from '../test-file.ts';
import type { Body } from './jvm-body.ts';
import { argumentNamed } from './jvm-cases.ts';
import { className } from './jvm-claims.ts';
import type { Annotation } from './jvm-declarations.ts';
import type { JvmCode } from './jvm-source.ts';
import { canonicalText } from './source.ts';

export interface Mode {
  readonly mode: TestMode;
  readonly modeText: string;
}

const RUNS: Mode = { mode: 'runs', modeText: '' };
const SKIPPED = /^(?:Disabled|Ignore|Ignored|DisabledInNativeImage|Suppress)$/;
const CONDITIONAL =
  /^(?:(?:Enabled|Disabled)(?:On|If|For|Until|In|Unless)\w*|IgnoreIf|Requires|RequiresDevice|SdkSuppress|IfProfileValue|FlakyTest|ConditionalIgnore)$/;
const TO_FAIL = /^(?:ExpectedToFail|PendingFeature|PendingFeatureIf|NotYetImplemented)$/;
const RANK: readonly TestMode[] = ['runs', 'focused', 'conditional', 'expected-to-fail', 'skipped'];

/** The one of two modes in which less runs. */
export function worse(one: Mode, other: Mode | { mode: TestMode; text: string }): Mode {
  const second = 'text' in other ? { mode: other.mode, modeText: other.text } : other;
  return RANK.indexOf(second.mode) > RANK.indexOf(one.mode) ? second : one;
}

export function modeIn(code: JvmCode, annotations: readonly Annotation[]): Mode {
  return annotations
    .map((annotation): Mode => ({ mode: modeBy(code, annotation), modeText: annotation.text }))
    .reduce((all, one) => worse(all, one), RUNS);
}

function modeBy(code: JvmCode, annotation: Annotation): TestMode {
  const { name } = annotation;
  if (SKIPPED.test(name)) return 'skipped';
  if (TO_FAIL.test(name)) return 'expected-to-fail';
  if (name === 'IgnoreRest') return 'focused';
  if (CONDITIONAL.test(name)) {
    const given = annotation.arguments.map((range) => canonicalText(code.source, range)).join(',');
    const never = /^(?:Disabled|IgnoreIf)/.test(name)
      ? /(?:^|=|\{)"?(?:#\{)?true/
      : /(?:^|=|\{)"?(?:#\{)?false/;
    return never.test(given) ? 'skipped' : 'conditional';
  }
  const enabled = name === 'Test' ? argumentNamed(code, annotation, 'enabled') : undefined;
  return enabled !== undefined && canonicalText(code.source, enabled) === 'false'
    ? 'skipped'
    : 'runs';
}

/** How a test runs by its annotations; one that expects the error of an assertion passes by failing. */
export function modeOf(code: JvmCode, annotations: readonly Annotation[], body: Body): Mode {
  const mode = modeIn(code, annotations);
  const expected = expectedError(code, annotations, body)?.expected ?? '';
  const isFailure = /^(?:AssertionError|AssertionFailedError|Throwable|Error)$/.test(expected);
  return isFailure && body.assertions.length > 0
    ? worse(mode, { mode: 'expected-to-fail', text: `expected = ${expected}` })
    : mode;
}

/** What `@Test(expected = X.class)` claims of the last statement of a test. */
export function expectedError(
  code: JvmCode,
  annotations: readonly Annotation[],
  body: Body,
): Omit<Assertion, 'line'> | undefined {
  const test = annotations.find(({ name }) => name === 'Test');
  if (test === undefined) return undefined;
  const range =
    argumentNamed(code, test, 'expected') ?? argumentNamed(code, test, 'expectedExceptions');
  if (range === undefined) return undefined;
  const expected = className(canonicalText(code.source, range).replace(/^[{[]|[}\]]$/g, ''));
  return { text: test.text, subject: body.lastAction, form: 'throws', negated: false, expected };
}
