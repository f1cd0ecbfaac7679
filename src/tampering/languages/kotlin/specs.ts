import { type Mode, RUNS } from '../../reading/modes.ts';
import type { Unit } from '../../reading/table.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { chainOf, isLambda, stringIn } from '../jvm/dialect.ts';
import { bodyOf, KOTLIN_DIALECT as KOTLIN } from './dialect.ts';

/** The specs of kotest and Spek: tests that are calls with a block. */

const SPEC = /(?:Spec|Spek)\b/;
const LEAVES = /^[xf]?(?:test|it|should|expect|scenario|then|Then)$/;
const GROUPS = /^[xf]?(?:describe|context|given|Given|when|When|and|And|feature|group)$/;
const JOINS = /^(?:should|When|Given|that|when|-)$/;

/** What a statement makes in a class that is a spec. */
export function specUnit(node: SyntaxNode): Unit | undefined {
  const unit = joinedUnit(node) ?? calledUnit(node);
  const around = unit && node.around('class_declaration', 'object_declaration');
  return SPEC.test(around?.childOf('delegation_specifiers')?.text ?? '') ? unit : undefined;
}

/** `"a cart" - { … }` and `"a cart" should { … }` are groups. */
function joinedUnit(node: SyntaxNode): Unit | undefined {
  if (!/^(?:infix|binary)_expression$/.test(node.type)) return undefined;
  const [left] = node.named;
  const block = node.named.at(-1);
  const word = node.child('operator')?.type ?? node.named[1]?.text.replace(/`/g, '') ?? '';
  const title = stringIn(left);
  if (title === undefined || block === undefined || !isLambda(block) || !JOINS.test(word))
    return undefined;
  return made('suite', title, bodyOf(block), modeOf(node, block, '', title));
}

function calledUnit(node: SyntaxNode): Unit | undefined {
  const call = node.type === 'call_expression' ? KOTLIN.call(node) : undefined;
  const block = call?.args.at(-1)?.value;
  if (call === undefined || block === undefined || !isLambda(block)) return undefined;
  const body = bodyOf(block);
  if (call.name === 'withData') {
    const values = call.args.slice(0, -1).map(({ value }) => value);
    const isList = values.length === 1 && values.some((one) => KOTLIN.elements(one) !== undefined);
    return {
      kind: 'test',
      name: 'withData',
      body,
      ...(isList ? { lists: values } : { rows: values }),
    };
  }
  const chain = chainOf(KOTLIN, node);
  const text = titleTextOf(node);
  // `test("adds").config(…) { … }`
  const title = text ?? stringIn(call.args[0]?.value) ?? stringIn(chain[0]?.args[0]?.value);
  const name = chain[0]?.name || call.name;
  const isLeaf = text !== undefined || LEAVES.test(name);
  if (title === undefined || (!isLeaf && !GROUPS.test(name))) return undefined;
  const isTest = isLeaf && !body.some((one) => calledUnit(one)?.kind === 'test');
  return made(isTest ? 'test' : 'suite', title, body, modeOf(node, block, name, title));
}

/** Only what is skipped holds for all in a group. */
function made(kind: 'suite' | 'test', title: string, body: Unit['body'], mode: Mode): Unit {
  const own = kind === 'test' || mode.mode === 'skipped' ? mode : RUNS;
  return { kind, name: title.replace(/^(?:!|f:)/, ''), body, modes: [own] };
}

/** The text that a test begins with: `"adds" { … }`, `"adds".config(…) { … }`. */
function titleTextOf(node: SyntaxNode): string | undefined {
  let first: SyntaxNode | undefined = node;
  while (first !== undefined && /^(?:call|navigation)_expression$/.test(first.type))
    [first] = first.children;
  return stringIn(first);
}

function modeOf(node: SyntaxNode, block: SyntaxNode, name: string, title: string): Mode {
  const text = node.source.text.slice(node.from, block.from).replace(/\s+/g, ' ').trim();
  if (title.startsWith('!') || /^x[a-z]/.test(name)) return { mode: 'skipped', text };
  if (title.startsWith('f:') || /^f(?:describe|context|test|it|should|feature)$/.test(name))
    return { mode: 'focused', text };
  const config = chainOf(KOTLIN, node).find((call) => call.name === 'config');
  const enabled = config?.args.find((one) => /^enabled(?:If|OrReasonIf)?$/.test(one.name ?? ''));
  const truth = enabled === undefined ? true : KOTLIN.truth(enabled.value);
  if (truth === true) return RUNS;
  return { mode: truth === false ? 'skipped' : 'conditional', text };
}
