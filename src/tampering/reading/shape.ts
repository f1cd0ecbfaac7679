import { canonicalText, type Writing } from '../syntax/canonical.ts';
import { isComment, type SyntaxNode } from '../syntax/node.ts';
import type {
  Argument,
  Binding,
  Branch,
  Call,
  Comparison,
  Dialect,
  Handler,
  Operation,
  Routine,
  Statement,
} from './dialect.ts';

/**
 * A dialect as a table: which node of a grammar is what, and which of its fields is which part. What a grammar says in
 * another way, its language says in functions of its own.
 */
export interface Shape {
  readonly writing: Writing;
  /** Calls: the field of the callee, or of the object and the name, and that of the list of arguments. */
  readonly calls: Readonly<
    Record<
      string,
      {
        readonly callee?: string;
        readonly object?: string;
        readonly name?: string;
        readonly args: string;
      }
    >
  >;
  /** Members: the fields of the object and of the name, and what stands between them where it is no dot. */
  readonly members: Readonly<
    Record<string, readonly [object: string, name: string, separator?: string]>
  >;
  /** Arguments with names: the fields of name and value. */
  readonly namedArguments?: Readonly<Record<string, readonly [name: string, value: string]>>;
  /** The types of names. */
  readonly names: ReadonlySet<string>;
  /** What makes no difference to the value of the one expression in it: brackets, `await`, casts. */
  readonly transparent: ReadonlySet<string>;
  /** What else makes no difference to the value in it. */
  inner?(node: SyntaxNode): SyntaxNode | undefined;
  /** Two operands with an operator between them, where these are not those of all grammars: fields `left`, `operator`, `right`. */
  readonly binaries?: ReadonlySet<string>;
  /** A value under a condition: the field of the first value. */
  readonly conditionals?: Readonly<Record<string, string>>;
  /** Constants besides those of all grammars. */
  readonly scalars?: Scalars;
  /** Lists that are written out. */
  readonly displays: ReadonlySet<string>;
  /** What gives a value to names: the fields of the names and of the value. */
  readonly bindings: Readonly<Record<string, readonly [names: string, value: string]>>;
  /** What changes the value of names in a way that is not known: the field of the names, or all of it. */
  readonly changes?: Readonly<Record<string, string | undefined>>;
  /** Functions, methods and closures: the fields of the name and of the body. */
  readonly routines: Readonly<Record<string, readonly [name: string, body: string]>>;
  /** Statements that are not as in most grammars. */
  readonly statements: Readonly<Record<string, StatementShape>>;
}

/** Constants by themselves, and whether they count as true where they always do, or never. */
type Scalars = Readonly<Record<string, boolean | 'number' | 'text' | 'word'>>;

const BINARIES: ReadonlySet<string> = new Set(['binary_expression', 'binary_operator', 'boolean_operator', 'binary']); // biome-ignore format: a table

/** What `!` and `-` stand before. */
const UNARIES = /^(?:(?:prefix_)?unary(?:_(?:op_)?expression|_operator)?|not_operator)$/;

const SCALARS: Scalars = {
  string: 'text', string_literal: 'text', raw_string_literal: 'text', verbatim_string_literal: 'text', template_string: 'text',
  interpreted_string_literal: 'text', multiline_string_literal: 'text', encapsed_string: 'text', number: 'number', integer: 'number',
  float: 'number', number_literal: 'number', integer_literal: 'number', int_literal: 'number', decimal_integer_literal: 'number',
  hex_integer_literal: 'number', float_literal: 'number', real_literal: 'number', decimal_floating_point_literal: 'number',
  char_literal: true, character_literal: true, rune_literal: true, simple_symbol: true, true: true, false: false, boolean: 'word',
  boolean_literal: 'word', null: false, nil: false, none: false, undefined: false, null_literal: false,
}; // biome-ignore format: a table

/** Statements as most grammars name them. */
const STATEMENTS: Readonly<Record<string, StatementShape>> = {
  expression_statement: { kind: 'expression' },
  return_statement: { kind: 'leave', how: 'return' },
  throw_statement: { kind: 'leave', how: 'throw' },
  continue_statement: { kind: 'leave', how: 'next' },
  break_statement: { kind: 'leave', how: 'break' },
  assert_statement: { kind: 'assert' },
  if_statement: { kind: 'choice', condition: 'condition', body: 'consequence', otherwise: 'alternative' },
  for_statement: { kind: 'loop', condition: 'condition', body: 'body' },
  while_statement: { kind: 'loop', condition: 'condition', body: 'body' },
  do_statement: { kind: 'loop', body: 'body' },
  try_statement: { kind: 'attempt', body: 'body', handler: /^catch_clause$/, last: 'finally_clause' },
  labeled_statement: { kind: 'wrapper' },
  block: { kind: 'block' },
  statement_block: { kind: 'block' },
  compound_statement: { kind: 'block' },
}; // biome-ignore format: a table

/** What a statement is, and the fields of its parts. */
export type StatementShape =
  | { readonly kind: 'expression' | 'block' | 'function' | 'wrapper' }
  | { readonly kind: 'assert'; readonly condition?: string }
  | { readonly kind: 'leave'; readonly how: 'return' | 'throw' | 'next' | 'break' }
  | {
      readonly kind: 'choice';
      readonly condition: string;
      readonly body: string;
      readonly otherwise: string;
    }
  | { readonly kind: 'match'; readonly arms: string; readonly body: string; readonly any: RegExp }
  | {
      readonly kind: 'loop';
      readonly over?: string;
      readonly condition?: string;
      readonly body: string;
      readonly otherwise?: string;
    }
  | {
      readonly kind: 'attempt';
      readonly body: string;
      /** The type of handlers, and their field of errors; undefined where it is their first part that is no body. */
      readonly handler: RegExp;
      readonly errors?: string;
      readonly otherwise?: string;
      readonly last?: string;
    };

/** The dialect of a shape, in which functions of its own take the place of others. */
export function dialectOf(
  shape: Shape,
  words: Pick<
    Dialect,
    | 'valueCalls'
    | 'doubleCalls'
    | 'nothing'
    | 'counted'
    | 'subjectWriting'
    | 'constants'
    | 'goesByName'
    | 'hasUpperCaseFunctions'
  >,
  own: (plain: Dialect) => Partial<Dialect> = () => ({}),
): Dialect {
  const read = new ShapeReader(shape);
  const plain: Dialect = {
    ...words,
    writing: shape.writing,
    statement: (node) => read.statement(node),
    call: (node) => read.call(node),
    operation: (node) => read.operation(node),
    unwrapped: (node) => read.unwrapped(node),
    bindings: (node) => read.bindings(node),
    routine: (node) => read.routine(node),
    isName: ({ type }) => shape.names.has(type),
    isScalar: (node) => read.isScalar(node),
    truth: (node) => read.truth(node),
    elements: (node) => read.elements(node),
  };
  return { ...plain, ...own(plain) };
}

const KINDS: Readonly<Record<string, 'and' | 'or' | '-' | Comparison['operator']>> = {
  '&&': 'and', and: 'and', '||': 'or', or: 'or', '-': '-', '==': '==', '===': '==', is: '==', '!=': '!=', '!==': '!=',
  '<>': '!=', 'is not': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=', in: 'in', 'not in': 'not in', '!in': 'not in',
  instanceof: 'instance',
}; // biome-ignore format: a table

/** What an operator of any language does. */
export function operatorOf(node: SyntaxNode | undefined): (typeof KINDS)[string] | undefined {
  return node === undefined ? undefined : KINDS[node.text.replace(/\s+/g, ' ')];
}

class ShapeReader {
  private readonly shape: Shape;
  private readonly binaries: ReadonlySet<string>;
  private readonly scalars: Scalars;
  private readonly statements: Shape['statements'];

  constructor(shape: Shape) {
    this.shape = shape;
    this.binaries = shape.binaries ?? BINARIES;
    this.scalars = { ...SCALARS, ...shape.scalars };
    this.statements = { ...STATEMENTS, ...shape.statements };
  }

  call(node: SyntaxNode): Call | undefined {
    const made = this.shape.calls[node.type];
    if (made === undefined) return undefined;
    const callee = made.callee === undefined ? undefined : node.child(made.callee);
    const args = this.argumentsOf(node.child(made.args));
    if (callee !== undefined) {
      const member = this.shape.members[callee.type];
      const path = this.pathOf(callee);
      const receiver = member === undefined ? undefined : callee.child(member[0]);
      return { node, path, name: lastName(path), receiver, args };
    }
    const name = made.name === undefined ? undefined : node.child(made.name)?.text;
    if (name === undefined) return undefined;
    const receiver = made.object === undefined ? undefined : node.child(made.object);
    const path = receiver === undefined ? name : `${this.pathOf(receiver)}.${name}`;
    return { node, path, name, receiver, args };
  }

  /** `a.b.c`; with a leading dot where a call or an index stands before it; empty where it is no name. */
  private pathOf(callee: SyntaxNode): string {
    if (this.shape.names.has(callee.type)) return callee.text;
    const member = this.shape.members[callee.type];
    if (member === undefined) return '';
    const [object, name, separator = '.'] = member;
    const before = callee.child(object);
    return `${before === undefined ? '' : this.pathOf(before)}${separator}${callee.child(name)?.text ?? ''}`;
  }

  private argumentsOf(list: SyntaxNode | undefined): readonly Argument[] {
    return (list?.named ?? []).flatMap((one): readonly Argument[] => {
      const fields = this.shape.namedArguments?.[one.type];
      if (fields === undefined) return [{ name: undefined, value: one }];
      const value = one.child(fields[1]);
      return value === undefined ? [] : [{ name: one.child(fields[0])?.text, value }];
    });
  }

  operation(node: SyntaxNode): Operation | undefined {
    if (UNARIES.test(node.type)) {
      const of = node.named.at(-1);
      const isNot = /^(?:!|not)$/.test(node.children[0]?.text ?? '');
      return isNot && of !== undefined ? { kind: 'not', of } : undefined;
    }
    const value = this.shape.conditionals?.[node.type];
    if (value !== undefined) {
      const first = node.child(value) ?? node.named[0];
      return first === undefined ? undefined : { kind: 'choice', value: first };
    }
    if (!this.binaries.has(node.type)) return undefined;
    const [left, right] = [node.child('left'), node.child('right')];
    const operator = operatorOf(node.child('operator'));
    if (left === undefined || right === undefined || operator === undefined) return undefined;
    if (operator === 'and' || operator === 'or')
      return { kind: operator, parts: this.partsOf(node, operator) };
    if (operator === '-') return { kind: 'difference', left, right };
    return { kind: 'compared', pairs: [{ left, operator, right }] };
  }

  private partsOf(node: SyntaxNode, kind: 'and' | 'or'): readonly SyntaxNode[] {
    if (!this.binaries.has(node.type) || operatorOf(node.child('operator')) !== kind) return [node];
    return [node.child('left'), node.child('right')].flatMap((part) =>
      part === undefined ? [] : this.partsOf(part, kind),
    );
  }

  unwrapped(node: SyntaxNode): SyntaxNode {
    let own = node;
    for (let next = this.innerOf(own); next !== undefined; next = this.innerOf(own)) own = next;
    return own;
  }

  private innerOf(node: SyntaxNode): SyntaxNode | undefined {
    return this.shape.transparent.has(node.type) ? node.named[0] : this.shape.inner?.(node);
  }

  bindings(node: SyntaxNode): readonly Binding[] {
    const { bindings, changes } = this.shape;
    const fields = bindings[node.type];
    if (fields === undefined) {
      if (changes === undefined || !(node.type in changes)) return [];
      const field = changes[node.type];
      return this.unknown(node, field === undefined ? node : node.child(field));
    }
    const [target, value] = [node.child(fields[0]), node.child(fields[1])];
    if (target === undefined) return [];
    const [targets, values] = [this.partsOfList(target), this.partsOfList(value)];
    if (targets.length !== values.length) return this.unknown(node, target);
    return targets.flatMap((one, index) =>
      this.shape.names.has(one.type)
        ? [{ name: one.text, node, value: values[index] }]
        : this.unknown(node, one),
    );
  }

  /** `a, b = 1, 2` gives two values; a list in brackets is one. */
  private partsOfList(node: SyntaxNode | undefined): readonly SyntaxNode[] {
    if (node === undefined) return [];
    return /^(?:expression_list|pattern_list)$/.test(node.type) ? node.named : [node];
  }

  /** Names whose values are not known. What is stored in a place of a thing leaves the name alone. */
  private unknown(node: SyntaxNode, names: SyntaxNode | undefined): readonly Binding[] {
    if (
      names === undefined ||
      names.type in this.shape.members ||
      /^(?:subscript|index)/.test(names.type)
    )
      return [];
    return [...names.within()]
      .filter(({ type }) => this.shape.names.has(type))
      .map(({ text }) => ({ name: text, node, value: undefined }));
  }

  routine(node: SyntaxNode): Routine | undefined {
    const fields = this.shape.routines[node.type];
    if (fields === undefined) return undefined;
    const body = node.child(fields[1]);
    return {
      name: node.child(fields[0])?.text ?? '',
      body: this.statementsOf(body),
      isAsync: node.hasWord('async'),
    };
  }

  /** The statements of a block, or the one that stands in its place. */
  private statementsOf(block: SyntaxNode | undefined): readonly SyntaxNode[] {
    if (block === undefined) return [];
    return this.shape.writing.blocks.has(block.type) ? block.named : [block];
  }

  isScalar(node: SyntaxNode): boolean {
    if (!UNARIES.test(node.type)) return node.type in this.scalars;
    const of = node.named.at(-1);
    return node.children[0]?.text === '-' && this.scalars[of?.type ?? ''] === 'number';
  }

  truth(node: SyntaxNode): boolean | undefined {
    const own = this.unwrapped(node);
    const operation = UNARIES.test(own.type) ? this.operation(own) : undefined;
    if (operation?.kind === 'not') {
      const inner = this.truth(operation.of);
      return inner === undefined ? undefined : !inner;
    }
    if (this.shape.displays.has(own.type)) return own.named.length > 0;
    const said = this.scalars[own.type];
    if (said === 'number') return Number(own.text.replace(/_|[a-zA-Z]+\d*$/g, '')) !== 0;
    if (said === 'word') return /^true$/i.test(own.text);
    if (said === 'text') return this.shape.writing.stringText(own) !== '""';
    return said;
  }

  elements(node: SyntaxNode): readonly SyntaxNode[] | undefined {
    const own = this.unwrapped(node);
    const isList = this.shape.displays.has(own.type) || own.type === 'expression_list';
    return isList ? own.named : undefined;
  }

  statement(node: SyntaxNode): Statement {
    const made = this.statements[node.type];
    switch (made?.kind) {
      case 'expression':
        return this.expression(node);
      case 'wrapper': {
        const inner = node.named.find(({ type }) => type in this.statements);
        return inner === undefined ? { kind: 'other' } : this.statement(inner);
      }
      case 'block':
        return { kind: 'block', body: node.named };
      case 'function':
        return { kind: 'function', node };
      case 'assert': {
        const condition = made.condition === undefined ? node.named[0] : node.child(made.condition);
        return condition === undefined ? { kind: 'other' } : { kind: 'assert', condition };
      }
      case 'leave':
        return {
          kind: 'leave',
          how: made.how,
          value: node.named.find(({ field }) => field !== 'label'),
        };
      case 'choice':
        return { kind: 'choice', branches: this.branchesOf(node, made) };
      case 'match':
        return { kind: 'choice', isMatch: true, branches: this.armsOf(node, made) };
      case 'loop':
        return {
          kind: 'loop',
          over: made.over === undefined ? undefined : node.child(made.over),
          condition: made.condition === undefined ? undefined : node.child(made.condition),
          body: this.statementsOf(node.child(made.body)),
          otherwise: this.clauseOf(node, made.otherwise),
        };
      case 'attempt':
        return {
          kind: 'attempt',
          body: this.statementsOf(partOf(node, made.body)),
          handlers: node.named
            .filter(({ type }) => made.handler.test(type))
            .map((one) => this.handlerOf(one, made.errors)),
          otherwise: this.clauseOf(node, made.otherwise),
          last: this.clauseOf(node, made.last),
        };
      default:
        return { kind: 'other' };
    }
  }

  private expression(node: SyntaxNode): Statement {
    const [value, ...others] = node.named;
    if (value === undefined || others.length > 0) return { kind: 'other' };
    let inner = value;
    let isBinding = false;
    for (let fields = this.fieldsOf(inner); fields !== undefined; fields = this.fieldsOf(inner)) {
      const right = inner.child(fields[1]);
      if (right === undefined) return { kind: 'other' };
      isBinding = true;
      inner = right;
    }
    return { kind: isBinding ? 'binding' : 'expression', value: inner };
  }

  private fieldsOf({ type }: SyntaxNode): readonly [string, string] | undefined {
    const field = this.shape.changes?.[type];
    return this.shape.bindings[type] ?? (field === undefined ? undefined : [field, 'right']);
  }

  private branchesOf(
    node: SyntaxNode,
    made: Extract<StatementShape, { readonly kind: 'choice' }>,
  ): readonly Branch[] {
    const first = {
      condition: node.child(made.condition),
      body: this.statementsOf(node.child(made.body)),
    };
    const others = node.childrenAs(made.otherwise).flatMap((one): readonly Branch[] => {
      const inner = one.type === node.type ? one : one.childOf(node.type);
      if (inner !== undefined && one.named.every((part) => part === inner || one === inner))
        return this.branchesOf(inner, made);
      if (one.child(made.condition) !== undefined) return this.branchesOf(one, made);
      return [{ condition: undefined, body: this.bodyIn(one) }];
    });
    return [first, ...others];
  }

  private armsOf(
    node: SyntaxNode,
    { any, arms, body }: Extract<StatementShape, { readonly kind: 'match' }>,
  ): readonly Branch[] {
    const holder = node.childOf(arms) === undefined ? (node.child('body') ?? node) : node;
    return holder.named
      .filter(({ type }) => type === arms || any.test(type))
      .map((one) => {
        const parts = one.childrenAs(body);
        const pattern = one.named.find((part) => !parts.includes(part));
        const isAny = any.test(one.type) || any.test(pattern?.text ?? '');
        return {
          condition: isAny ? undefined : pattern,
          body: parts.flatMap((part) => this.statementsOf(part)),
        };
      });
  }

  private handlerOf(node: SyntaxNode, field: string | undefined): Handler {
    const isBody = ({ type }: SyntaxNode): boolean => this.shape.writing.blocks.has(type);
    const error =
      field === undefined ? node.named.find((one) => !isBody(one)) : partOf(node, field);
    const own = error?.type === 'as_pattern' ? error.named[0] : error;
    const errors = own === undefined ? '' : canonicalText(this.shape.writing, own);
    return { errors, body: this.statementsOf(node.children.findLast(isBody)) };
  }

  /** The statements of a clause, by its field or its type. */
  private clauseOf(node: SyntaxNode, clause: string | undefined): readonly SyntaxNode[] {
    if (clause === undefined) return [];
    const found = partOf(node, clause);
    return found === undefined ? [] : this.bodyIn(found);
  }

  private bodyIn(clause: SyntaxNode): readonly SyntaxNode[] {
    if (this.shape.writing.blocks.has(clause.type)) return clause.named;
    const body =
      clause.child('body') ??
      clause.children.find(({ type }) => this.shape.writing.blocks.has(type));
    if (body !== undefined) return this.statementsOf(body);
    return clause.type in this.statements
      ? [clause]
      : clause.named.filter((one) => !isComment(one));
  }
}

/** A part of a node, by its field or its type. */
function partOf(node: SyntaxNode, part: string): SyntaxNode | undefined {
  return node.child(part) ?? node.childOf(part);
}

/** The last part of a dotted name. */
export function lastName(path: string): string {
  return /[^.:]*$/.exec(path)?.[0] ?? path;
}
