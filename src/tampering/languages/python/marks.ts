import { type Cases, casesIn, NO_CASES, UNKNOWN_CASES } from '../../reading/cases.ts';
import { conditionMode, type Mode } from '../../reading/modes.ts';
import type { Reading } from '../../reading/scope.ts';
import { rankOf } from '../../reading/scope.ts';
import { writtenText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Double } from '../../test-file.ts';
import type { pythonCases } from './body.ts';
import {
  assignmentOf,
  canonical,
  type Definition,
  definitionOf,
  PYTHON_DIALECT as PYTHON,
} from './dialect.ts';

/** What decorators, marks and patches of Python say of a test: whether it runs, over which cases, with which doubles. */

const NOT_COLLECTED = /^(?:fixture|nottest|property|cached_property|contextmanager)$/;

/** The last name of a decorator. */
export function decoratorName(decorator: SyntaxNode): string {
  return PYTHON.call(decorator)?.name ?? canonical(decorator).replace(/^.*\./, '');
}

/** Whether a decorator makes something else of a function than a test. */
export function isUncollected({ decorators }: Definition): boolean {
  return decorators.some((one) => NOT_COLLECTED.test(decoratorName(one)));
}

/** What one decorator or mark says, without its `@`; undefined where it leaves the test as it is. */
export function modeOfMark({ scope }: Reading, mark: SyntaxNode): Mode | undefined {
  const own = scope.standsFor(mark);
  const text = writtenText(mark);
  const plain = decoratorName(own).replace(/_/g, '').toLowerCase();
  if (plain === 'skip') return { mode: 'skipped', text };
  if (plain === 'expectedfailure') return { mode: 'expected-to-fail', text };
  const args = PYTHON.call(own)?.args ?? [];
  const condition = (
    args.find((one) => one.name === 'condition') ?? args.find((one) => one.name === undefined)
  )?.value;
  const truth = condition === undefined ? undefined : truthOfText(condition);
  if (plain === 'skipif') return conditionMode(truth, 'skipped', text);
  if (plain === 'skipunless')
    return conditionMode(truth === undefined ? undefined : !truth, 'skipped', text);
  if (plain === 'xfail') {
    const run = args.find((one) => one.name === 'run');
    const isRun = run === undefined || PYTHON.truth(run.value) !== false;
    const mode = isRun ? 'expected-to-fail' : 'skipped';
    return condition === undefined ? { mode, text } : conditionMode(truth, mode, text);
  }
  const isLike = /skip|^disabled?|quarantine|^ignore/.test(plain);
  return isLike ? { mode: 'conditional', text } : undefined;
}

/** A condition may be a text that is evaluated: `skipif("True")`. */
function truthOfText(condition: SyntaxNode): boolean | undefined {
  if (condition.type !== 'string') return PYTHON.truth(condition);
  const value = canonical(condition).replace(/^"|"$/g, '');
  if (/^(?:True|1)$/.test(value)) return true;
  return /^(?:False|0)$/.test(value) ? false : undefined;
}

/** The marks of `pytestmark = …`: one, or those of a list. */
export function marksIn(value: SyntaxNode): readonly SyntaxNode[] {
  return PYTHON.elements(value) ?? [value];
}

/** The cases that a decorator or a mark gives, without its `@`. */
export function decoratorCases(
  reading: Reading,
  own: ReturnType<typeof pythonCases>,
  decorator: SyntaxNode,
): Cases {
  const call = PYTHON.call(reading.scope.standsFor(decorator));
  if (call === undefined) return NO_CASES;
  const plain = call.args.filter(({ name }) => name === undefined);
  const rowsOf = (value: SyntaxNode | undefined): Cases =>
    value === undefined ? UNKNOWN_CASES : casesIn(reading, own, value);
  switch (call.name) {
    case 'parametrize':
      return rowsOf((call.args.find(({ name }) => name === 'argvalues') ?? plain[1])?.value);
    case 'expand':
    case 'parameterized':
    case 'parameterized_class':
      return rowsOf(call.args[0]?.value);
    case 'data':
    case 'idata':
      return UNKNOWN_CASES;
    case 'example': {
      const given = call.args.map(
        (one) => `${one.name ? `${one.name}=` : ''}${canonical(one.value)}`,
      );
      return { cases: [`(${given.join(',')})`], hasOthers: false };
    }
    case 'given':
      return UNKNOWN_CASES;
    case 'fixture': {
      const params = call.args.find(({ name }) => name === 'params');
      return params === undefined ? NO_CASES : rowsOf(params.value);
    }
    default:
      return NO_CASES;
  }
}

/** `client.patch('/users/1')` is a request. */
const PATCH = /^(?:(?:\w+\.)*\w*mock(?:er)?\.)?patch(?:\.object|\.multiple)?$/;
const SETATTR = /^(?:\w+\.)?setattr$/;

/** The doubles that some code sets up, decorators and nested functions included. */
export function doublesIn(
  reading: Reading,
  code: readonly SyntaxNode[],
  imported: ReadonlySet<string>,
): readonly Double[] {
  return code.flatMap((part) =>
    [...part.within()].flatMap((node) => {
      const over = replacedBy(reading, node, imported);
      const target =
        over === undefined ? [] : [{ line: node.line, text: headOf(node), target: over }];
      return [...patchesAt(reading, node), ...target];
    }),
  );
}

function headOf(node: SyntaxNode): string {
  const body = node.child('body');
  const text = body === undefined ? node.text : node.source.text.slice(node.from, body.from);
  return text.replace(/\s+/g, ' ').trim().replace(/:$/, '');
}

/** The doubles that a call sets up: `patch('shop.total')`, `monkeypatch.setattr(shop, 'total', …)`. */
export function patchesAt(reading: Reading, node: SyntaxNode): readonly Double[] {
  const call = PYTHON.call(node);
  if (call === undefined) return [];
  const isPatch = PATCH.test(call.path);
  if (!isPatch && !SETATTR.test(call.path)) return [];
  const targets = isPatch ? patchTargets(reading, call) : attributeTarget(reading, call);
  return targets.map((target) => ({ line: node.line, text: writtenText(node), target }));
}

type Call = NonNullable<ReturnType<typeof PYTHON.call>>;

function patchTargets(reading: Reading, { args, path }: Call): readonly string[] {
  const [first, second, third] = args;
  if (first === undefined || args.some((one) => one.name === 'wraps')) return [];
  const owner = plainText(first.value);
  if (path.endsWith('.multiple'))
    return args.flatMap((one) => (one.name === undefined ? [] : [`${owner}.${one.name}`]));
  if (path.endsWith('.object')) {
    const isOther = second !== undefined && !isSetting(reading, third);
    return isOther ? [`${owner}.${plainText(second.value)}`] : [];
  }
  return /^[\w.]+$/.test(owner) && !isSetting(reading, second) ? [owner] : [];
}

function attributeTarget(reading: Reading, { args }: Call): readonly string[] {
  const [owner, name, value] = args;
  if (owner === undefined || name === undefined) return [];
  if (value === undefined || value.name === 'raising')
    return isSetting(reading, name) ? [] : [plainText(owner.value)];
  return isSetting(reading, value) ? [] : [`${plainText(owner.value)}.${plainText(name.value)}`];
}

/** Another setting is no double. */
function isSetting(reading: Reading, argument: Call['args'][number] | undefined): boolean {
  if (argument === undefined || argument.name !== undefined) return false;
  return argument.value.type !== 'lambda' && rankOf(reading, argument.value) === 0;
}

function plainText(node: SyntaxNode): string {
  const text = canonical(node);
  return node.type === 'string' ? text.replace(/^\w?"|"$/g, '') : text;
}

/** The name that an assignment or a function puts a double over: `Cart.total = Mock()`, `def add(): …` over an import. */
function replacedBy(
  reading: Reading,
  node: SyntaxNode,
  imported: ReadonlySet<string>,
): string | undefined {
  if (node.type === 'function_definition') {
    const name = definitionOf(node)?.name ?? '';
    return imported.has(name) ? name : undefined;
  }
  const assigned = assignmentOf(node);
  if (assigned === undefined) return undefined;
  const { target, value } = assigned;
  const text = canonical(target);
  const module = /^sys\.modules\["([^"]+)"\]$/.exec(text)?.[1];
  const call = PYTHON.call(value);
  if (call !== undefined && PYTHON.doubleCalls.test(call.name)) return module ?? text;
  if (module !== undefined) return module;
  const isLambda = value.type === 'lambda';
  const root = /^\w*/.exec(text)?.[0] ?? '';
  if (!imported.has(root) || rankOf(reading, value) <= 1)
    return isLambda && text.includes('.') ? text : undefined;
  const isWhole = PYTHON.isName(target);
  return isLambda || (!isWhole && !text.includes('[')) ? text : undefined;
}
