import { type Claim, claim, claimsOf, numberIn, orderClaim } from '../../reading/claims.ts';
import type { Call, Comparison } from '../../reading/dialect.ts';
import { type Named, named } from '../../reading/matchers.ts';
import { expectedText, rankOf, subjectText, textOf } from '../../reading/scope.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { argumentsText, compared, errorText, listText } from './claims.ts';
import { actionText, chainOf, className, type JvmReading } from './dialect.ts';

/** The matchers of Hamcrest, AssertJ, Truth and kotest as claims. */

interface Matcher {
  readonly form: Claim['form'];
  readonly negated?: boolean;
  /** In place of its arguments. */
  readonly expected?: string;
  readonly operator?: Comparison['operator'];
  readonly wildcards?: number;
  /** Its arguments are the elements of a collection. */
  readonly isList?: boolean;
}

/** What is asked: a value, and its text, which may say more of it than the value. */
interface Asked {
  readonly node: SyntaxNode | undefined;
  readonly subject: string;
}

const ELEMENTS: Matcher = { form: 'equal', isList: true };

/** By their names without `is`, `shouldBe`, `should` and `to`, in lower case. */
const MATCHERS: Named<Matcher> = named<Matcher>(
  [{ form: 'equal' }, ''],
  [{ form: 'equal' }, 'be equal equals equalto sameas sameinstanceas sameinstance theinstance besameinstanceas'],
  [{ form: 'equal' }, 'equalbycomparingto equaltocomparingfieldbyfield hasvalue hasmessage'],
  [{ form: 'equal', wildcards: 1 }, 'equaltoignoringcase equaltoignoringwhitespace equaltoignoringgivenfields'],
  [{ form: 'equal', negated: true }, 'notequalto notsameas notbe notequal'],
  [{ form: 'equal', expected: 'null' }, 'null benull nullvalue'],
  [{ form: 'defined' }, 'notnull notbenull notnullvalue'],
  [{ form: 'vacuous' }, 'any anything'],
  [{ form: 'truthy' }, 'true betrue'],
  [{ form: 'truthy', negated: true }, 'false befalse'],
  [{ form: 'count', expected: '0' }, 'empty beempty emptystring'],
  [{ form: 'count', expected: '0', negated: true }, 'notempty notbeempty'],
  [{ form: 'count' }, 'hassize havesize haslength havelength'],
  [ELEMENTS, 'containsexactly containexactly'],
  [{ form: 'equal' }, 'containsexactlyelementsof'],
  [{ ...ELEMENTS, wildcards: 1 }, 'containsexactlyinanyorder containexactlyinanyorder containsinanyorder containsonly containsexactlyelementsin'],
  [{ form: 'contains' }, 'contains contain containall containskey containskeys containkey containsentry containsall'],
  [{ form: 'contains' }, 'containsatleast containsanyof containsstring containssequence hasitem hasitems haskey'],
  [{ form: 'contains' }, 'hasentry hasmessagecontaining'],
  [{ form: 'contains', negated: true }, 'doesnotcontain notcontain'],
  [{ form: 'matches' }, 'startswith startwith endswith endwith matches match containspattern matchesregex'],
  [{ form: 'instance' }, 'instanceof exactlyinstanceof beinstanceof betypeof a hascauseinstanceof hascauseexactlyinstanceof'],
  [{ form: 'compares', operator: '>' }, 'greaterthan begreaterthan'],
  [{ form: 'compares', operator: '>=' }, 'atleast greaterthanorequalto begreaterthanorequalto'],
  [{ form: 'compares', operator: '<' }, 'lessthan belessthan'],
  [{ form: 'compares', operator: '<=' }, 'atmost lessthanorequalto belessthanorequalto'],
  [{ form: 'compares', operator: 'in' }, 'between'],
  [{ form: 'compares', operator: '>', expected: '0' }, 'positive bepositive'],
  [{ form: 'compares', operator: '<', expected: '0' }, 'negative'],
  [{ form: 'equal', expected: '0' }, 'zero'],
  [{ form: 'equal', expected: '0', negated: true }, 'notzero'],
  [{ form: 'equal', expected: '1' }, 'one'],
); // biome-ignore format: a table

/** `isEqualTo` and `shouldBeEqualTo` are one matcher; `shouldBe` has no name left. */
function matcherOf(name: string): Matcher | undefined {
  const bare = name
    .replace(/^should(?:Be(?=Equal|Instance|Null|True|False|Empty|Greater|Less|$))?/, '')
    .replace(/^is(?=[A-Z]|$)/, '')
    .toLowerCase();
  return name === 'any' ? undefined : MATCHERS.get(bare);
}

/** A claim about one value, of which the text may say more than the node. */
function claimOf(
  reading: JvmReading,
  { node, subject }: Asked,
  matcher: Matcher,
  call: Call,
  isNot: boolean,
): readonly Claim[] {
  const negated = isNot !== (matcher.negated ?? false);
  const { expected, form, operator } = matcher;
  const first = call.args[0]?.value;
  const isWhole = node !== undefined && subjectText(reading, node) === subject;
  switch (form) {
    case 'vacuous':
      return [claim('vacuous', subject)];
    case 'truthy':
      return isWhole ? claimsOf(reading, node, negated) : [claim('truthy', subject, { negated })];
    case 'defined':
      return isWhole && rankOf(reading, node) === 0 && !negated
        ? [claim('vacuous', subject)]
        : [claim('defined', subject, { negated })];
    case 'instance': {
      const type = reading.dialect.typeOf(call) || (first ? textOf(reading, first) : '');
      return [claim('instance', subject, { negated, expected: className(type) })];
    }
    case 'compares': {
      const isOrder = isWhole && first !== undefined && operator !== undefined && operator !== 'in';
      if (isOrder) return [orderClaim(reading, node, operator, first)];
      const bound = expected ?? argumentsText(reading, call);
      return [claim('compares', subject, { expected: `${operator}${bound}` })];
    }
    default:
      return valueClaim(
        reading,
        { node: isWhole ? node : undefined, subject },
        matcher,
        call,
        negated,
      );
  }
}

/** A claim about a value that is compared with another one, or with a part. */
function valueClaim(
  reading: JvmReading,
  { node, subject }: Asked,
  { expected, form, isList, wildcards }: Matcher,
  call: Call,
  negated: boolean,
): readonly Claim[] {
  const [first, ...others] = call.args.map(({ value }) => value);
  const isOne = first !== undefined && others.length === 0;
  const isPlain = form === 'equal' && expected === undefined && wildcards === undefined && !isList;
  if (isPlain && isOne && node !== undefined)
    return compared(reading, node, first, negated, 'subject given');
  if (form === 'equal' && expected === 'null' && negated) return [claim('defined', subject)];
  const list = isOne ? listText(reading, first) : undefined;
  const all = argumentsText(reading, call);
  const given = form === 'equal' ? (list ?? (isList ? `[${all}]` : all)) : all;
  const more = wildcards === undefined ? {} : { wildcards };
  return [claim(form, subject, { negated, expected: expected ?? given, ...more })];
}

/** What a Hamcrest matcher, or one of kotest, claims of a value. */
export function matcherClaims(
  reading: JvmReading,
  asked: Asked,
  matcher: SyntaxNode,
  negated = false,
): readonly Claim[] {
  const call = chainOf(reading.dialect, matcher).at(-1);
  const [first, second] = call?.args.map(({ value }) => value) ?? [];
  const custom = (): readonly Claim[] => [
    claim('custom', asked.subject, { negated, expected: textOf(reading, matcher) }),
  ];
  if (call === undefined) return custom();
  if (call.name === 'not' && first !== undefined)
    return isMatcher(reading, first)
      ? matcherClaims(reading, asked, first, !negated)
      : claimOf(reading, asked, { form: 'equal' }, call, !negated);
  const isAround = /^(?:is|be|describedAs|both|either)$/.test(call.name);
  if (isAround && first !== undefined && isMatcher(reading, first))
    return matcherClaims(reading, asked, first, negated);
  if (call.name === 'allOf')
    return call.args.flatMap(({ value }) => matcherClaims(reading, asked, value, negated));
  if (call.name === 'closeTo') return [nearly(reading, asked.subject, first, second, negated)];
  const found = call.name === 'contains' ? ELEMENTS : matcherOf(call.name);
  return found === undefined ? custom() : claimOf(reading, asked, found, call, negated);
}

const MATCHER_NAME =
  /^(?:is[A-Z]\w*|is|equalTo|not|nullValue|notNullValue|has[A-Z]\w*|contains\w*|startsWith|endsWith|closeTo|greaterThan\w*|lessThan\w*|instanceOf|any|anything|sameInstance|allOf|anyOf|empty|emptyString|contain|startWith|endWith|match|be\w*|have[A-Z]\w*)$/;

function isMatcher({ dialect }: JvmReading, node: SyntaxNode): boolean {
  return MATCHER_NAME.test(dialect.call(dialect.unwrapped(node))?.name ?? '');
}

/** A number within a tolerance; with none at all it is equality. */
export function nearly(
  reading: JvmReading,
  subject: string,
  expected: SyntaxNode | undefined,
  within: SyntaxNode | undefined,
  negated: boolean,
): Claim {
  const text = expected === undefined ? '' : expectedText(reading, expected);
  const bound = within && (reading.dialect.call(within)?.args[0]?.value ?? within);
  const tolerance = bound === undefined ? undefined : numberIn(reading, bound);
  return tolerance === 0
    ? claim('equal', subject, { negated, expected: text })
    : claim('near', subject, {
        negated,
        expected: text,
        ...(tolerance === undefined ? {} : { tolerance }),
      });
}

/** Links that only say how an assertion is reported. */
const TOLD =
  /^(?:as|describedAs|withFailMessage|overridingErrorMessage|named|inOrder|and|using\w*|asInstanceOf|that)$/;
const LOOSENS = /^(?:ignoring\w*|usingElementComparator\w*)$/;
/** What is asked of an error in any framework, by the name that Java has for it. */
const OF_ERRORS: Readonly<Record<string, string>> = {
  hasMessageThat: '.getMessage()', message: '.getMessage()', hasCauseThat: '.getCause()', cause: '.getCause()',
  hasMessage: '.getMessage()', hasMessageContaining: '.getMessage()', hasCauseInstanceOf: '.getCause()',
  hasCauseExactlyInstanceOf: '.getCause()', asList: '', returnToIterable: '',
}; // biome-ignore format: a table
/** Links behind which something else of the subject is looked at. */
const LEADS_ON =
  /^(?:extracting|first|last|element|singleElement|get|size|asString|map|flatExtracting|filteredOn|content|prop|transform|key|index|rootCause)$/;

/** What the links behind `assertThat(x)` claim. */
export function fluentClaims(
  reading: JvmReading,
  node: SyntaxNode | undefined,
  links: readonly Call[],
): readonly Claim[] {
  const claims: Claim[] = [];
  let subject = node === undefined ? '' : subjectText(reading, node);
  let loose = 0;
  for (const [at, link] of links.entries()) {
    const ofError = OF_ERRORS[link.name];
    if (ofError !== undefined && link.args.length === 0) subject += ofError;
    else if (LOOSENS.test(link.name)) loose += 1;
    else if (LEADS_ON.test(link.name)) subject += `.${link.name}(${argumentsText(reading, link)})`;
    else if (!TOLD.test(link.name) && !(link.name === 'of' && at > 0))
      claims.push(
        ...fluentClaim(reading, { node, subject: subject + (ofError ?? '') }, link, links[at + 1]),
      );
  }
  return loose === 0 ? claims : claims.map((one) => ({ ...one, wildcards: loose }));
}

function fluentClaim(
  reading: JvmReading,
  asked: Asked,
  link: Call,
  next: Call | undefined,
): readonly Claim[] {
  const { name } = link;
  const { subject } = asked;
  const [first, second] = link.args.map(({ value }) => value);
  if (/^is(?:Not)?(?:Within|CloseTo)$/.test(name)) {
    const [value, within] = name.endsWith('Within')
      ? [next?.args[0]?.value, first]
      : [first, second];
    return [nearly(reading, subject, value, within, name.startsWith('isNot'))];
  }
  if (name === 'isEqualTo' && second !== undefined)
    return [nearly(reading, subject, first, second, false)];
  if (/^(?:all|any|none)?satisfies/i.test(name)) return [];
  const matcher = matcherOf(name);
  if (matcher !== undefined) return claimOf(reading, asked, matcher, link, false);
  if (name === 'isPresent') return [claim('truthy', `${subject}.isPresent()`)];
  return [claim('custom', subject, { expected: `${name}(${argumentsText(reading, link)})` })];
}

/** What kotest's `subject shouldBe expected` and `subject.shouldContain(x)` claim. */
export function shouldClaims(
  reading: JvmReading,
  subject: SyntaxNode,
  call: Call,
): readonly Claim[] {
  const { name } = call;
  const asked = { node: subject, subject: subjectText(reading, subject) };
  const isNot = name.startsWith('shouldNot');
  const first = call.args[0]?.value;
  if (/^should(?:Not)?(?:Be|Equal|BeEqualTo)$/.test(name) && first !== undefined) {
    const within = reading.dialect.call(reading.dialect.unwrapped(first));
    if (within?.name === 'plusOrMinus')
      return [nearly(reading, asked.subject, within.receiver, within.args[0]?.value, isNot)];
    return isMatcher(reading, first)
      ? matcherClaims(reading, asked, first, isNot)
      : compared(reading, subject, first, isNot, 'subject given');
  }
  if (/^should(?:Not)?(?:Have)?$/.test(name) && first !== undefined)
    return matcherClaims(reading, asked, first, isNot);
  const matcher = matcherOf(name.replace(/^shouldNot/, 'should')) ?? matcherOf(name);
  if (matcher !== undefined) return claimOf(reading, asked, matcher, call, isNot);
  const expected = `${name}(${argumentsText(reading, call)})`;
  return [claim('custom', asked.subject, { expected, negated: isNot })];
}

/** What the links behind `assertThatThrownBy(…)` say of the error. */
export function thrownClaim(
  reading: JvmReading,
  action: SyntaxNode | undefined,
  name: string,
  links: readonly Call[],
): readonly Claim[] {
  let type = name;
  let message = '';
  let from = action;
  for (const link of links) {
    const first = link.args[0]?.value;
    const text = first === undefined ? '' : expectedText(reading, first);
    if (link.name === 'isThrownBy') from = first;
    else if (/^is(?:Exactly)?InstanceOf(?:Any)?$/.test(link.name))
      type = className(reading.dialect.typeOf(link) || text);
    else if (/^(?:has|with)Message$/.test(link.name)) message = text;
    else if (/^(?:has|with)Message(?:Containing|StartingWith|Matching)/.test(link.name))
      message = `~${text}`;
    else if (link.name === 'doesNotThrowAnyException')
      return [claim('runs', actionText(reading, action))];
  }
  return [claim('throws', actionText(reading, from), { expected: errorText(type, message) })];
}
