/** What an assertion claims, as far as the words of its name tell, in the languages without a module of their own. */

import type { Assertion, AssertionForm } from '../test-file.ts';
import type { CommonRules } from './common-rules.ts';
import type { Range, Source } from './source.ts';
import { canonicalText, insideOf, partsOf } from './source.ts';

export type CommonClaim = Pick<
  Assertion,
  'subject' | 'form' | 'negated' | 'expected' | 'tolerance'
> & {
  /** Behind the assertion. */
  readonly to: number;
};

/** By the name of an assertion or matcher without its prefix, in lower case; the first that fits. */
const FORMS: readonly (readonly [RegExp, AssertionForm, expected?: string])[] = [
  [/^(?:nil|null|isnull|isnil|tobenull|benil|benull)$/, 'equal', 'null'],
  [/^(?:true|istrue|tobetrue|betrue|betruthy|tobetruthy|ok|that|)$/, 'truthy', 'true'],
  [/^(?:false|isfalse|tobefalse|befalse|befalsey|befalsy|tobefalsy)$/, 'truthy', 'false'],
  [/^(?:present|bepresent|exist|tobedefined|beexist)$/, 'defined'],
  [/^(?:empty|isempty|beempty|tobeempty)$/, 'count', '0'],
  [/near|indelta|closeto|approx|within|accuracy|withdelta/, 'near'],
  [
    /^(?:are)?(?:equal|equals|eq|eql|streq|same|be|tobe|toequal|tostrictequal|identical|equalto|isequalto|floateq|doubleeq|equalint|equalstring|isequal|equivalent|beequivalentto|samevalue|string?equal)$/,
    'equal',
  ],
  [/^(?:nothrow\w*|nothingraised|doesnotthrow\w*|doesnotraise\w*)$/, 'runs'],
  [/raise|throw|exception|intercept/, 'throws'],
  [/^(?:snapshot|matchsnapshot|tomatchsnapshot|matchesgoldenfile)/, 'snapshot'],
  [/count|size|length|single/, 'count'],
  [/contain|include|haskey|member|hasitem/, 'contains'],
  [/match|regex|startwith|endwith|startswith|endswith|substring/, 'matches'],
  [/^(?:gt|lt|ge|le|operator)$|greater|less|atleast|atmost|between|positive/, 'compares'],
  [/instance|kindof|isa$|^be?a$|oftype|istype|assignable/, 'instance'],
  [/received|verify|called/, 'called'],
];
const PREFIX =
  /^(?:XCTAssert|EXPECT_|ASSERT_|REQUIRE_|CHECK_|BOOST_(?:CHECK|REQUIRE|TEST)_?|TEST_ASSERT_?|REQUIRE|CHECK|assert_?|refute_?|must_|wont_|Should|should(?=[A-Z])|expect(?=Exception))/;

interface Named {
  readonly form: AssertionForm;
  readonly negated: boolean;
  readonly expected?: string | undefined;
}

function formOf(name: string): Named {
  const bare = name.replace(PREFIX, '').replace(/_/g, '').toLowerCase();
  const isOpposite = /^(?:refute|wont)/.test(name) || /^(?:ne|strne)$/.test(bare);
  const isNot =
    /^(?:is|are|to|be|does)?not(?!hing|hrow)/.test(bare) && !/^(?:nothrow|notation)/.test(bare);
  const kept = isNot
    ? bare.replace('not', '')
    : bare.replace(/^ne$/, 'eq').replace(/^strne$/, 'streq');
  const [, form, expected] = FORMS.find(([pattern]) => pattern.test(kept)) ?? [
    undefined,
    'custom' as const,
  ];
  return { form, negated: isOpposite !== isNot, expected };
}

export function isSymbolAt({ tokens }: Source, at: number, text: string): boolean {
  return tokens[at]?.kind === 'symbol' && tokens[at]?.text === text;
}

/** The assertion that begins at the start of a range; undefined where none does. */
export function claimsAt(
  source: Source,
  range: Range,
  rules: CommonRules,
): CommonClaim | undefined {
  const { tokens } = source;
  const token = tokens[range.from];
  if (token?.kind !== 'word' || !rules.assertions.test(token.text)) return undefined;
  if (/^[Ss]hould/.test(token.text) || /^(?:must_|wont_)/.test(token.text))
    return behindSubject(source, range, rules);
  const isHead =
    /^[A-Z]\w*Assert$|^Assert$/.test(token.text) && isSymbolAt(source, range.from + 1, '.');
  const at = isHead ? range.from + 2 : range.from;
  const name = tokens[at]?.text ?? '';
  const given = argumentsAt(source, at + 1, range.to);
  const isExpect = /^(?:expect|is_expected|expectLater|#expect|#require)$/.test(name);
  if (isExpect || (isHead && name === 'That')) return matched(source, given, range.to, rules, name);
  return settle(source, formOf(name), given, rules, name);
}

interface Given {
  readonly parts: readonly Range[];
  /** Angle brackets before them, or a block behind them. */
  readonly type: string;
  readonly block?: Range | undefined;
  readonly to: number;
}

/** The arguments of a call, in brackets or up to the end of the line. */
function argumentsAt(source: Source, from: number, limit: number): Given {
  const { closing, tokens } = source;
  let at = from;
  let type = '';
  if (isSymbolAt(source, at, '<')) {
    const end = tokens.findIndex((token, place) => place > at && /^[>(;]$/.test(token.text));
    if (end > 0 && isSymbolAt(source, end, '>')) {
      type = canonicalText(source, { from: at + 1, to: end });
      at = end + 1;
    }
  }
  if (isSymbolAt(source, at, '{')) {
    const block = insideOf(source, at);
    return { parts: [], type, block, to: Math.min(block.to + 1, limit) };
  }
  const isOpen =
    isSymbolAt(source, at, '(') && (tokens[at - 1]?.to === tokens[at]?.from || type !== '');
  const inside = isOpen
    ? insideOf(source, at)
    : { from: at, to: endOfStatement(source, at, limit) };
  const to = Math.min(isOpen ? inside.to + 1 : inside.to, limit);
  const parts = partsOf(source, { from: inside.from, to: Math.min(inside.to, limit) });
  const isBlock = isSymbolAt(source, to, '{') && tokens[to]?.line === tokens[to - 1]?.line;
  if (!isBlock) return { parts, type, to };
  const block = insideOf(source, to);
  return { parts, type, block, to: Math.min((closing.get(to) ?? to) + 1, limit) };
}

function endOfStatement({ closing, tokens }: Source, from: number, limit: number): number {
  let at = from;
  while (at < limit) {
    const token = tokens[at];
    const isEnd = token === undefined || (token.kind === 'symbol' && /^[;})\]]$/.test(token.text));
    const isOver =
      at > from &&
      token?.isFirstOfLine &&
      tokens[at - 1]?.text !== ',' &&
      !/^(?:\.|->|&\.)$/.test(token.text);
    if (
      isEnd ||
      isOver ||
      (at > from && token?.kind === 'word' && /^(?:do|end|if|unless)$/.test(token.text))
    )
      return at;
    at = (closing.get(at) ?? at) + 1;
  }
  return Math.min(at, limit);
}

/** `expect(x).to eq(3)`, `expect(x)->toBe(3)`, `expect(x, equals(3))`, `Assert.That(x, Is.EqualTo(3))`. */
function matched(
  source: Source,
  given: Given,
  limit: number,
  rules: CommonRules,
  name: string,
): CommonClaim {
  const { tokens } = source;
  const [first, second] = given.parts;
  const subject = given.block ?? first;
  const text = subject === undefined ? '' : canonicalText(source, subject);
  if (second !== undefined) {
    const last = lastCall(source, second);
    const isNot = /\b(?:Not|isNot)\b/.test(canonicalText(source, second));
    const named =
      last === undefined ? { form: 'equal' as const, negated: false } : formOf(last.name);
    const expected = last === undefined ? canonicalText(source, second) : last.text;
    return finish(text, named, expected, isNot, given.to);
  }
  let at = given.to;
  let isNot = false;
  for (let steps = 0; steps < 6 && at < limit; steps += 1) {
    if (/^(?:\.|->)$/.test(tokens[at]?.text ?? '')) at += 1;
    const word = tokens[at]?.text ?? '';
    if (/^(?:not_to|to_not|not)$/.test(word)) isNot = true;
    else if (!/^(?:to|and)$/.test(word)) break;
    at += 1;
    if (isSymbolAt(source, at, '(')) at += 1;
  }
  const matcher = tokens[at];
  if (matcher?.kind !== 'word' || at === given.to) {
    if (subject === undefined) return { ...custom(name, ''), to: given.to };
    return conditionClaim(source, subject, false, given.to);
  }
  const values = argumentsAt(source, at + 1, limit);
  const expected = values.parts
    .map((part) => canonicalText(source, part))
    .join(rules.name === 'ruby' ? ' ' : ',');
  return finish(text, formOf(matcher.text), expected, isNot, Math.max(at + 1, values.to));
}

function custom(name: string, subject: string) {
  return { subject, form: 'custom', negated: false, expected: name } as const;
}

function lastCall(source: Source, { from, to }: Range): { name: string; text: string } | undefined {
  for (let at = to - 1; at >= from; at -= 1) {
    const token = source.tokens[at];
    if (token?.kind !== 'word' || !/^(?:is[A-Z]\w*|[a-z]\w*|[A-Z]\w+)$/.test(token.text)) continue;
    const isCall = isSymbolAt(source, at + 1, '(') && source.closing.get(at + 1) === to - 1;
    const isTyped = isSymbolAt(source, at + 1, '<');
    const isLast =
      at === to - 1 && (/^(?:is[A-Z]|throws)/.test(token.text) || isSymbolAt(source, at - 1, '.'));
    if (isCall) return { name: token.text, text: canonicalText(source, insideOf(source, at + 1)) };
    if (isTyped)
      return {
        name: token.text,
        text: canonicalText(source, { from: at + 2, to }).replace(/>.*$/, ''),
      };
    if (isLast) return { name: token.text, text: '' };
  }
  return undefined;
}

function finish(
  subject: string,
  named: Named,
  expected: string,
  isNot: boolean,
  to: number,
): CommonClaim {
  const negated = named.negated !== isNot;
  const { form } = named;
  if (form === 'truthy') {
    const isVacuous = /^(?:true|false|1|0)$/.test(subject);
    return isVacuous
      ? { subject, form: 'vacuous', negated: false, to }
      : { subject, form, negated: negated !== (named.expected === 'false'), to };
  }
  const value = named.expected ?? expected;
  if (form === 'equal' && /^(?:nil|null|nullptr|NULL|None)$/.test(value)) {
    return negated
      ? { subject, form: 'defined', negated: false, to }
      : { subject, form, negated, expected: 'null', to };
  }
  if (form === 'equal' && /^(?:true|false)$/.test(value) && !isPlain(subject)) {
    return { subject, form: 'truthy', negated: negated !== (value === 'false'), to };
  }
  if (form === 'equal' && !negated && subject === value && !subject.includes('(')) {
    return { subject, form: 'vacuous', negated: false, to };
  }
  return { subject, form, negated, expected: value === '' ? undefined : value, to };
}

function isPlain(text: string): boolean {
  return /^(?:-?\d[\w.]*|"[^"]*"|true|false|nil|null|:\w+|\[[\d", ]*\])$/.test(text);
}

function settle(
  source: Source,
  named: Named,
  given: Given,
  rules: CommonRules,
  name: string,
): CommonClaim {
  const [first, second, third] = given.parts;
  const { to } = given;
  const say = (range: Range | undefined) =>
    range === undefined ? '' : canonicalText(source, range);
  if (named.form === 'truthy') {
    if (first === undefined) return { ...custom(name, ''), to };
    return conditionClaim(source, first, named.negated !== (named.expected === 'false'), to);
  }
  if (named.form === 'custom') return { ...custom(name, say(first)), to };
  if (named.form === 'throws' || named.form === 'runs') {
    const action = say(given.block ?? second);
    const type = given.type || say(first);
    const expected = named.form === 'throws' && type !== '' ? type : undefined;
    return { subject: action, form: named.form, negated: false, expected, to };
  }
  if (second === undefined || named.expected !== undefined)
    return finish(say(first), named, say(second), false, to);
  const isSwapped = rules.isExpectedFirst && named.form !== 'compares';
  const [expected, subject] = isSwapped ? [say(first), say(second)] : [say(second), say(first)];
  const isYoda = isPlain(subject) && !isPlain(expected);
  const claim = finish(isYoda ? expected : subject, named, isYoda ? subject : expected, false, to);
  const tolerance = Number.parseFloat(say(third).replace(/^\w+:/, ''));
  const isNear =
    named.form === 'near' || (named.form === 'equal' && /accuracy|delta/.test(say(third)));
  return isNear && !Number.isNaN(tolerance) ? { ...claim, form: 'near', tolerance } : claim;
}

const OPERATORS = new Set(['==', '===', '!=', '!==', '<', '>', '<=', '>=']);

/** `assert x == 3` claims what `assert_equal 3, x` does. */
function conditionClaim(source: Source, range: Range, isNot: boolean, to: number): CommonClaim {
  let { from } = range;
  let negated = isNot;
  if (isSymbolAt(source, from, '!')) {
    from += 1;
    negated = !negated;
  }
  const text = canonicalText(source, { ...range, from });
  for (let at = from; at < range.to; at += 1) {
    const token = source.tokens[at];
    const isOr = token?.kind === 'symbol' && token.text === '||';
    if (isOr && isSymbolAt(source, at, '||') && source.tokens[at + 1]?.text === 'true') {
      return { subject: text, form: 'vacuous', negated: false, to };
    }
    if (token?.kind === 'symbol' && OPERATORS.has(token.text) && at > from) {
      return comparisonClaim(source, { from, to: range.to }, at, negated, to);
    }
    const close = source.closing.get(at);
    if (close !== undefined) at = close;
  }
  return finish(text, { form: 'truthy', negated: false }, '', negated, to);
}

function comparisonClaim(
  source: Source,
  range: Range,
  at: number,
  negated: boolean,
  to: number,
): CommonClaim {
  const left = canonicalText(source, { from: range.from, to: at });
  const right = canonicalText(source, { from: at + 1, to: range.to });
  const operator = source.tokens[at]?.text ?? '';
  if (/^[=!]/.test(operator)) {
    const isYoda = isPlain(left) && !isPlain(right);
    const isNot = negated !== operator.startsWith('!');
    return finish(
      isYoda ? right : left,
      { form: 'equal', negated: false },
      isYoda ? left : right,
      isNot,
      to,
    );
  }
  const isAlways =
    operator === '>=' && right === '0' && /(?:count|size|length)(?:\(\))?$/i.test(left);
  if (isAlways) return { subject: left, form: 'vacuous', negated: false, to };
  return { subject: left, form: 'compares', negated, expected: `${operator}${right}`, to };
}

/** `x.Should().Be(3)`, `x shouldBe 3`, `x should be (3)`, `x.must_equal 3`. */
function behindSubject(
  source: Source,
  { from, to: limit }: Range,
  rules: CommonRules,
): CommonClaim {
  const { tokens } = source;
  let start = from;
  while (
    start > 0 &&
    !tokens[start]?.isFirstOfLine &&
    !/^[;{}]$/.test(tokens[start - 1]?.text ?? '')
  )
    start -= 1;
  const isDotted = isSymbolAt(source, from - 1, '.');
  const subject = canonicalText(source, { from: start, to: isDotted ? from - 1 : from });
  const own = tokens[from]?.text ?? '';
  const given = argumentsAt(source, from + 1, limit);
  const isLeading = /^[Ss]hould$/.test(own);
  if (!isLeading) {
    const name = own.replace(/^(?:must_|wont_)be_/, own.startsWith('wont') ? 'refute_' : 'must_');
    const expected = given.parts.map((part) => canonicalText(source, part)).join(',');
    return finish(subject, formOf(name), expected, false, given.to);
  }
  const hasCall = isSymbolAt(source, from + 1, '(');
  let at = hasCall ? given.to : from + 1;
  if (isSymbolAt(source, at, '.')) at += 1;
  const isNot = tokens[at]?.text === 'not';
  if (isNot) at += 1;
  const values = argumentsAt(source, at + 1, limit);
  const expected = values.parts
    .map((part) => canonicalText(source, part).replace(/^\((.*)\)$/, '$1'))
    .join(',');
  const name = tokens[at]?.text ?? rules.name;
  return finish(subject, formOf(name), values.type || expected, isNot, Math.max(values.to, at + 1));
}
