import {
  type Claim,
  type Claiming,
  claim,
  claimsOf,
  equalityClaim,
  type OfCall,
  type OfEquality,
  type OwnClaims,
} from '../../reading/claims.ts';
import type { Call } from '../../reading/dialect.ts';
import { toleranceOf } from '../../reading/matchers.ts';
import {
  expectedText,
  type Reading,
  rankOf,
  sidesOf,
  subjectText,
  textOf,
} from '../../reading/scope.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { PYTHON_DIALECT as PYTHON } from './dialect.ts';

/** What only conditions of Python claim: `x == approx(y)`, `isinstance(x, int)`, `double.call_count == 2`. */

const WILDCARD =
  /^(?:ANY|IsAnything|anything|Anything|instance_of|IsInstance|IsStr|IsInt|IsNow|IsPositive|IsUUID|IsDatetime)$/;
/** What the documentation of pytest says of `approx`, that of Python of `math.isclose`, that of numpy of `allclose`. */
const APPROX_TOLERANCE = 1e-6;
const ISCLOSE_TOLERANCE = 1e-9;
const ALLCLOSE_TOLERANCE = 1e-5;

/** A call that a node is, through brackets. */
const callIn = (node: SyntaxNode): Call | undefined => PYTHON.call(PYTHON.unwrapped(node));

/** `x == approx(y)`. */
const nearness: OfEquality = (reading, left, right, negated) => {
  const [own, other] = [callIn(left), callIn(right)];
  const approx = other?.name === 'approx' ? other : own?.name === 'approx' ? own : undefined;
  if (approx === undefined) return undefined;
  const subject = approx === other ? left : right;
  return claim('near', subjectText(reading, subject), {
    negated,
    expected: expectedText(reading, approx.args[0]?.value ?? subject),
    tolerance: toleranceOf(reading, approx.args, ['rel', 'abs'], [1, 2], APPROX_TOLERANCE),
  });
};

const typeEquality: OfEquality = (reading, left, right, negated) => {
  const call = callIn(left);
  const only = call?.path === 'type' && call.args.length === 1 ? call.args[0] : undefined;
  if (only === undefined) return undefined;
  const expected = textOf(reading, right);
  return claim('instance', subjectText(reading, only.value), { negated, expected });
};

/** `double.call_count == 2`. */
const doubleEquality: OfEquality = (reading, left, right, negated) => {
  const member = memberOf(reading, left);
  if (member === undefined || !/^(?:call|await)_count$/.test(member.name)) return undefined;
  const expected = expectedText(reading, right);
  return expected === '0'
    ? claim('called', member.object, { negated: !negated })
    : claim('called', member.object, { negated, expected: `count ${expected}` });
};

/** `object.name` */
function memberOf(
  reading: Reading,
  node: SyntaxNode,
): { readonly object: string; readonly name: string } | undefined {
  const own = PYTHON.unwrapped(node);
  const object = own.type === 'attribute' ? own.child('object') : undefined;
  if (object === undefined) return undefined;
  return { object: textOf(reading, object), name: own.child('attribute')?.text ?? '' };
}

/** `sorted(x) == sorted(y)` and `set(x) == {…}` leave open in which order, or how often, something is in `x`. */
const unorderedEquality: OfEquality = (reading, left, right, negated) => {
  const [own, other] = [unorderedIn(reading, left), unorderedIn(reading, right)];
  if (own === undefined) return undefined;
  const [subject, expected] = other === undefined ? [own, right] : sidesOf(reading, own, other);
  return claim('equal', subjectText(reading, subject), {
    negated,
    expected: expectedText(reading, expected),
    wildcards: wildcardsIn(reading, expected) + 1,
  });
};

function unorderedIn({ scope }: Reading, node: SyntaxNode): SyntaxNode | undefined {
  const call = callIn(scope.standsFor(node, true));
  return /^(?:sorted|set|frozenset|(?:collections\.)?Counter)$/.test(call?.path ?? '')
    ? call?.args[0]?.value
    : undefined;
}

/** `x == snapshot`, `x == snapshot({…})`: kept in a file, or in the test itself. */
const keptEquality: OfEquality = (reading, first, second, negated) => {
  const [left, right] = isKept(first) ? [second, first] : [first, second];
  if (!isKept(right)) return undefined;
  const written = callIn(right)?.args[0]?.value;
  const subject = subjectText(reading, left);
  return written !== undefined && rankOf(reading, written) <= 1
    ? claim('equal', subject, { negated, expected: expectedText(reading, written) })
    : claim('snapshot', subject, { negated });
};

function isKept(node: SyntaxNode): boolean {
  return /(?:^|[._])snapshot(?:_\w+)?$/.test(callIn(node)?.path ?? PYTHON.unwrapped(node).text);
}

/** An equality with places that hold for anything: `{"id": ANY}`. */
const openEquality: OfEquality = (reading, left, right, negated) => {
  const wildcards = wildcardsIn(reading, right);
  if (wildcards === 0) return undefined;
  const subject = subjectText(reading, left);
  const expected = expectedText(reading, right);
  const isWhole = wildcards === 1 && !/[[{,]/.test(expected);
  const last = /[^.]*$/.exec(expected.replace(/\(.*$/, ''))?.[0] ?? '';
  if (!isWhole || !WILDCARD.test(last))
    return claim('equal', subject, { negated, expected, wildcards });
  const isAny = /^(?:mock\.)?ANY$/.test(expected);
  return claim(isAny ? 'vacuous' : 'instance', subject, { negated, expected });
};

function wildcardsIn({ scope }: Reading, node: SyntaxNode): number {
  let count = 0;
  for (const one of scope.standsFor(node).within()) {
    if (one.type === 'identifier' && WILDCARD.test(one.text)) count += 1;
  }
  return count;
}

/** `double.called` */
function doubleCalled(reading: Claiming, value: SyntaxNode, negated: boolean): Claim | undefined {
  const member = memberOf(reading, value);
  if (member === undefined || !/^(?:called|called_once|awaited)$/.test(member.name))
    return undefined;
  // A double has every attribute.
  if (member.name === 'called_once') return claim('vacuous', member.object);
  return claim('called', member.object, { negated });
}

const ALWAYS_SO =
  /^(?:called_once_with|called_with|called_once|has_calls|assert_called\w*|not_called)$/;

const callClaim: OfCall = (reading, call, negated) => {
  const { args, name, path, receiver } = call;
  const [first, second] = args;
  if (receiver !== undefined && ALWAYS_SO.test(name))
    return claim('vacuous', textOf(reading, receiver));
  if (first === undefined) {
    // `(a == b).all()`
    const isWhole = name === 'all' && receiver?.type === 'parenthesized_expression';
    return isWhole ? claimsOf(reading, receiver, negated)[0] : undefined;
  }
  if (second !== undefined) return twoSidedClaim(reading, call, negated);
  const subject = subjectText(reading, first.value);
  switch (path) {
    case 'all':
      return claim('compares', subject, { negated, expected: 'all' });
    default:
      return methodClaim(reading, call, negated);
  }
};

const methodClaim: OfCall = (reading, { args, name, receiver }, negated) => {
  const value = args[0]?.value;
  if (receiver === undefined || value === undefined) return undefined;
  const expected = expectedText(reading, value);
  const subject = subjectText(reading, receiver);
  if (/^(?:startswith|endswith)$/.test(name))
    return claim('matches', subject, { negated, expected: `${name} ${expected}` });
  if (/^equals?$/.test(name)) return claim('equal', subject, { negated, expected });
  return undefined;
};

const twoSidedClaim: OfCall = (reading, { args, name, path }, negated) => {
  const [first, second] = args;
  if (first === undefined || second === undefined) return undefined;
  const subject = subjectText(reading, first.value);
  const expected = expectedText(reading, second.value);
  switch (name) {
    case 'isinstance':
    case 'issubclass':
      return expected === 'object'
        ? claim('vacuous', subject)
        : claim('instance', subject, { negated, expected });
    case 'hasattr':
      return claim('defined', subject, { negated, expected });
    case 'match':
    case 'search':
    case 'fullmatch':
      return path.startsWith('re.')
        ? claim('matches', subjectText(reading, second.value), {
            negated,
            expected: expectedText(reading, first.value),
          })
        : undefined;
    case 'isclose':
    case 'allclose': {
      const own = path.startsWith('math.') ? ISCLOSE_TOLERANCE : ALLCLOSE_TOLERANCE;
      const names = ['rtol', 'atol', 'rel_tol', 'abs_tol'];
      const tolerance = toleranceOf(reading, args, names, [2, 3], own);
      const base = equalityClaim(reading, first.value, second.value, negated);
      return { ...base, form: 'near', tolerance };
    }
    default:
      return undefined;
  }
};

const ownEquality: OfEquality = (reading, left, right, negated) => {
  return (
    nearness(reading, left, right, negated) ??
    typeEquality(reading, left, right, negated) ??
    doubleEquality(reading, left, right, negated) ??
    unorderedEquality(reading, left, right, negated) ??
    keptEquality(reading, left, right, negated) ??
    openEquality(reading, left, right, negated)
  );
};

/** What only conditions of Python claim. */
export const PYTHON_CLAIMS: OwnClaims = {
  ofCall: callClaim,
  ofEquality: ownEquality,
  ofValue: doubleCalled,
};
