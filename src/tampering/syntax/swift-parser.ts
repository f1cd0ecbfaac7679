import { type Parse, SourceText, SyntaxNode } from './node.ts';
import { swiftTokens, type Token } from './swift-tokens.ts';

/** Swift as far as tests need it: declarations, statements and expressions. Its grammar ships no wasm. */

interface Tree {
  readonly type: string;
  readonly from: number;
  readonly to: number;
  readonly isNamed: boolean;
  readonly children: readonly Tree[];
  readonly field?: string;
}

export const parseSwift: Parse = (text, linesBefore) => {
  const source = new SourceText(text, linesBefore);
  const tree = new Reader(text).file();
  const nodeOf = (one: Tree, parent: SyntaxNode | undefined, depth: number): SyntaxNode => {
    const node = new SyntaxNode(source, parent, { ...one, field: one.field });
    // What lies deeper counts as one word.
    const inner = depth > DEEPEST ? [] : one.children;
    node.close(inner.map((child) => nodeOf(child, node, depth + 1)));
    return node;
  };
  return nodeOf(tree, undefined, 0);
};

const as = (field: string, tree: Tree): Tree => ({ ...tree, field });

function node(type: string, parts: readonly (Tree | undefined)[], at = 0): Tree {
  const children = parts.filter((one) => one !== undefined).sort((a, b) => a.from - b.from);
  const [from, to] = [children[0]?.from ?? at, Math.max(at, ...children.map((one) => one.to))];
  return { type, from, to, isNamed: true, children };
}

const MODIFIERS =
  /^(?:public|private|fileprivate|internal|open|package|final|static|class|override|mutating|nonisolated|lazy|weak|unowned|convenience|required|async|indirect|isolated)$/;
const TYPES = /^(?:class|struct|enum|actor|extension|protocol)$/;
const LEAVES: Readonly<Record<string, string>> = { return: 'return_statement', throw: 'throw_statement', break: 'break_statement', continue: 'continue_statement' }; // biome-ignore format: a table
/** Operators between two values, by how tightly they bind. */
const BINDING: Readonly<Record<string, number>> = {
  '=': 1, '+=': 1, '-=': 1, '*=': 1, '/=': 1, '?': 2, '||': 3, '&&': 4, '==': 5, '!=': 5, '===': 5, '!==': 5, '<': 5, '<=': 5, '>': 5, '>=': 5, '~=': 5,
  '??': 6, '...': 7, '..<': 7, '+': 8, '-': 8, '&+': 8, '&-': 8, '|': 8, '^': 8, '*': 9, '/': 9, '%': 9, '&': 9, '<<': 10, '>>': 10,
}; // biome-ignore format: a table
const DEEPEST = 200;

class Reader {
  private readonly all: readonly Token[];
  private readonly length: number;
  private at = 0;
  private depth = 0;
  /** Comments that no tree holds yet. */
  private comments: Tree[] = [];

  constructor(text: string) {
    this.all = swiftTokens(text);
    this.length = text.length;
  }

  file(): Tree {
    const statements = this.statements('');
    return { type: 'source_file', from: 0, to: this.length, isNamed: true, children: statements };
  }

  private get next(): Token {
    for (let one = this.all[this.at]; one?.kind === 'comment'; one = this.all[this.at]) {
      const { from, text, to } = one;
      if (!text.startsWith('<'))
        this.comments.push({ type: 'comment', from, to, isNamed: true, children: [] });
      this.at += 1;
    }
    const end = {
      kind: 'end',
      from: this.length,
      to: this.length,
      text: '',
      isFirst: true,
    } as const;
    return this.all[this.at] ?? { ...end, isApart: [true, true] };
  }

  private take(type?: string): Tree {
    const { from, kind, text, to } = this.next;
    if (kind !== 'end') this.at += 1;
    return { type: type ?? text, from, to, isNamed: type !== undefined, children: [] };
  }

  private takeIf(text: string, type?: string): Tree | undefined {
    return this.next.text === text && this.next.kind !== 'text' ? this.take(type) : undefined;
  }

  private statements(close: string): readonly Tree[] {
    const found: Tree[] = [];
    while (this.next.kind !== 'end' && this.next.text !== close) {
      found.push(...this.comments.splice(0));
      const before = this.at;
      if (this.takeIf(';') === undefined) found.push(this.statement());
      if (this.at === before) this.take();
    }
    found.push(...this.comments.splice(0));
    // A comment inside of a statement stands in that.
    return found
      .filter(
        (one, index) =>
          index === 0 || one.from >= Math.max(...found.slice(0, index).map(({ to }) => to)),
      )
      .sort((a, b) => a.from - b.from);
  }

  private block(): Tree | undefined {
    const open = this.takeIf('{');
    if (open === undefined) return undefined;
    const inner = this.statements('}');
    return node('block', [open, ...inner, this.takeIf('}')], open.to);
  }

  private statement(): Tree {
    this.depth += 1;
    const statement =
      this.depth > DEEPEST
        ? node('expression_statement', [this.take('identifier')])
        : this.statementAt();
    this.depth -= 1;
    return statement;
  }

  private statementAt(): Tree {
    const marks = this.marks();
    const { text } = this.next;
    if (text === 'import')
      return node('import_declaration', [...marks, this.take(), as('path', this.path())]);
    if (TYPES.test(text)) return this.holder(marks);
    if (text === 'func')
      return this.routine(marks, this.take(), as('name', this.take('identifier')));
    if (/^(?:init|deinit|subscript)$/.test(text))
      return this.routine(marks, undefined, as('name', this.take('identifier')));
    if (text === 'let' || text === 'var') return this.local(marks, false);
    if (LEAVES[text] !== undefined) return this.leave(LEAVES[text]);
    if (text === 'if' || text === 'guard' || text === 'while') return this.conditional();
    if (text === 'for') return this.loop();
    if (text === 'do' || text === 'defer' || text === 'repeat') return this.attempt();
    if (text === 'switch') return this.match();
    if (text === 'case' || text === 'default') return this.label();
    return node('expression_statement', [...marks, this.expression()], this.next.from);
  }

  /** Attributes and modifiers. */
  private marks(): readonly Tree[] {
    const found: Tree[] = [];
    for (;;) {
      const { kind, text } = this.next;
      if (kind === 'name' && text.startsWith('@')) {
        const name = as('name', this.take('identifier'));
        const hasArguments = this.next.text === '(' && !this.next.isApart[0];
        found.push(
          node('attribute', [
            name,
            hasArguments ? as('arguments', this.list('argument_list')) : undefined,
          ]),
        );
      } else if (
        MODIFIERS.test(text) &&
        !(
          text === 'class' &&
          !/^(?:func|var|let|final|override)$/.test(this.all[this.at + 1]?.text ?? '')
        )
      ) {
        found.push(this.take());
        if (this.next.text === '(') this.list('argument_list');
      } else return found;
    }
  }

  private path(): Tree {
    const parts = [this.take('identifier')];
    while (!this.next.isFirst && this.next.kind !== 'end') parts.push(this.take('identifier'));
    return node('path', parts);
  }

  private holder(marks: readonly Tree[]): Tree {
    const [word, name] = [this.take(), as('name', this.take('identifier'))];
    this.skipTo('{');
    const body = this.block();
    return node('class_declaration', [...marks, word, name, body && as('body', body)]);
  }

  private routine(marks: readonly Tree[], word: Tree | undefined, name: Tree): Tree {
    if (this.next.text !== '(') this.skipTo('(');
    const list = this.next.text === '(' ? as('parameters', this.list('argument_list')) : undefined;
    const isAsync = this.takeIf('async');
    this.skipTo('{');
    const body = this.block();
    return node('function_declaration', [
      ...marks,
      word,
      name,
      list,
      isAsync,
      body && as('body', body),
    ]);
  }

  /** Leaves out what says of which type something is. */
  private skipTo(open: string): void {
    while (this.next.text !== open && this.next.kind !== 'end' && this.next.text !== '}') {
      if (this.next.isFirst && /^(?:func|let|var|case|init|@\w+)$/.test(this.next.text)) return;
      this.take();
    }
  }

  private local(marks: readonly Tree[], isCondition: boolean): Tree {
    const word = this.take();
    const name = as(
      'name',
      this.next.text === '(' ? this.list('tuple_expression') : this.take('identifier'),
    );
    if (this.takeIf(':') !== undefined)
      while (!/^[={,}]$/.test(this.next.text) && !this.next.isFirst && this.next.text !== 'else') {
        if (/^[([]$/.test(this.next.text)) this.list('type');
        else this.take();
      }
    const sign = this.takeIf('=');
    const value = sign === undefined ? undefined : as('value', this.expression(0, isCondition));
    const own =
      isCondition || this.next.text !== '{' || this.next.isFirst ? undefined : this.block();
    return node('local_declaration', [...marks, word, name, sign, value, own]);
  }

  private leave(type: string): Tree {
    const word = this.take();
    const isBare = this.next.isFirst || /^[};]$/.test(this.next.text);
    return node(type, [word, isBare ? undefined : this.expression()]);
  }

  private conditional(): Tree {
    const word = this.take();
    const condition = as('condition', this.conditions());
    const isGuard = this.takeIf('else');
    const body = this.block();
    if (isGuard)
      return node('guard_statement', [word, condition, isGuard, body && as('alternative', body)]);
    if (word.type === 'while')
      return node('while_statement', [word, condition, body && as('body', body)]);
    const otherwise = this.takeIf('else');
    const alternative = otherwise && (this.next.text === 'if' ? this.conditional() : this.block());
    return node('if_statement', [
      word,
      condition,
      body && as('consequence', body),
      otherwise,
      alternative && as('alternative', alternative),
    ]);
  }

  /** Conditions are joined by commas, and may bind names. */
  private conditions(): Tree {
    const parts: Tree[] = [];
    do {
      const { text } = this.next;
      if (text === 'case') {
        this.take();
        parts.push(this.expression(2, true));
        if (this.takeIf('=')) parts.push(this.expression(0, true));
      } else
        parts.push(
          text === 'let' || text === 'var' ? this.local([], true) : this.expression(0, true),
        );
    } while (this.takeIf(',') !== undefined);
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : node('conditions', parts);
  }

  private loop(): Tree {
    const word = this.take();
    const marks = [
      this.takeIf('try'),
      this.takeIf('await'),
      this.takeIf('case'),
      this.takeIf('let'),
    ];
    const name = as(
      'name',
      this.next.text === '(' ? this.list('tuple_expression') : this.take('identifier'),
    );
    const sign = this.takeIf('in');
    const over = as('value', this.expression(0, true));
    if (this.takeIf('where')) this.expression(0, true);
    const body = this.block();
    return node('for_statement', [word, ...marks, name, sign, over, body && as('body', body)]);
  }

  private attempt(): Tree {
    const word = this.take();
    const body = this.block();
    const handlers: Tree[] = [];
    for (let clause = this.takeIf('catch'); clause !== undefined; clause = this.takeIf('catch')) {
      const errors = this.next.text === '{' ? undefined : as('errors', this.conditions());
      const handled = this.block();
      handlers.push(node('catch_clause', [clause, errors, handled && as('body', handled)]));
    }
    if (this.takeIf('while')) this.expression(0, true);
    return node('do_statement', [word, body && as('body', body), ...handlers]);
  }

  private match(): Tree {
    const word = this.take();
    const subject = as('subject', this.expression(0, true));
    return node('switch_statement', [word, subject, this.block()]);
  }

  private label(): Tree {
    const parts = [this.take()];
    while (
      this.next.kind !== 'end' &&
      !/^[:}]$/.test(this.next.text) &&
      !(parts.length > 1 && this.next.isFirst)
    )
      parts.push(/^[([]$/.test(this.next.text) ? this.list('pattern') : this.take('pattern'));
    return node('label', [...parts, this.takeIf(':')]);
  }

  /** `isCondition`: a brace begins the block behind it. */
  private expression(least = 0, isCondition = false): Tree {
    this.depth += 1;
    let left = this.depth > DEEPEST ? this.take('identifier') : this.operand(isCondition);
    for (;;) {
      const { isApart, text } = this.next;
      if (text === 'as' || text === 'is') {
        const sign = this.take();
        const mark = /^[?!]$/.test(this.next.text) ? this.take() : undefined;
        left = node(text === 'as' ? 'cast_expression' : 'is_expression', [
          as('left', left),
          sign,
          mark,
          as('right', this.operand(true)),
        ]);
        continue;
      }
      const strength = this.next.kind === 'operator' ? BINDING[text] : undefined;
      if (strength === undefined || strength < least || isApart[0] !== isApart[1]) break;
      const operator = as('operator', this.take());
      const right = as('right', this.expression(text === '?' ? 0 : strength + 1, isCondition));
      const colon = text === '?' ? this.takeIf(':') : undefined;
      if (colon === undefined)
        left = node(strength === 1 ? 'assignment_expression' : 'binary_expression', [
          as('left', left),
          operator,
          right,
        ]);
      else
        left = node('conditional_expression', [
          as('condition', left),
          operator,
          as('consequence', right),
          colon,
          this.expression(2, isCondition),
        ]);
    }
    this.depth -= 1;
    return left;
  }

  private operand(isCondition: boolean): Tree {
    const { kind, text } = this.next;
    if (text === 'try' || text === 'await') {
      const word = this.take();
      const mark = /^[?!]$/.test(this.next.text) ? this.take() : undefined;
      return node(`${text}_expression`, [word, mark, this.expression(2, isCondition)]);
    }
    if (kind === 'operator' && text !== '.')
      return node('unary_expression', [this.take(), this.operand(isCondition)]);
    return this.further(this.atom(), isCondition);
  }

  private atom(): Tree {
    const { from, kind, text } = this.next;
    // Half-written: the bracket belongs to what is around it.
    if (kind === 'end' || /^[)\]},]$/.test(text))
      return { type: 'missing', from, to: from, isNamed: false, children: [] };
    if (kind === 'text') return this.take('string');
    if (kind === 'number') return this.take('number');
    if (text === '(') return this.list('tuple_expression');
    if (text === '[') return this.list('array_literal');
    if (text === '{') return this.closure();
    if (text === '.')
      return node('member_expression', [this.take(), as('property', this.take('identifier'))]);
    if (/^(?:true|false|nil)$/.test(text)) return this.take(text === 'nil' ? 'nil' : 'boolean');
    if (text === 'if' || text === 'switch')
      return text === 'if' ? this.conditional() : this.match();
    return this.take('identifier');
  }

  /** Members, calls and places behind a value. */
  private further(first: Tree, isCondition: boolean): Tree {
    let whole = first;
    for (;;) {
      const { isApart, isFirst, text } = this.next;
      if (text === '.' && (!isApart[0] || isFirst)) {
        const dot = this.take();
        whole = node('member_expression', [
          as('object', whole),
          dot,
          as('property', this.take('identifier')),
        ]);
      } else if (/^[!?]+$/.test(text) && !isApart[0]) this.take();
      else if (text === '(' && !isFirst && !isApart[0])
        whole = this.call(whole, this.list('argument_list'), isCondition);
      else if (text === '[' && !isFirst && !isApart[0])
        whole = node('subscript_expression', [as('object', whole), this.list('array_literal')]);
      else if (text === '{' && !isFirst && !isCondition && /identifier|member/.test(whole.type))
        whole = this.call(whole, undefined, isCondition);
      else return whole;
    }
  }

  /** A call with the closures behind its brackets, which are given to it as well. */
  private call(callee: Tree, list: Tree | undefined, isCondition: boolean): Tree {
    const closures: Tree[] = [];
    while (
      this.next.text === '{' &&
      !isCondition &&
      (closures.length === 0 || !this.next.isFirst)
    ) {
      closures.push(node('argument', [as('value', this.closure())]));
      const [name, colon, brace] = [0, 1, 2].map((ahead) => this.all[this.at + ahead]);
      if (name?.kind !== 'name' || colon?.text !== ':' || brace?.text !== '{') break;
      this.at += 2;
    }
    const args = node('argument_list', [...(list?.children ?? []), ...closures], list?.to);
    return node('call_expression', [as('function', callee), as('arguments', args)]);
  }

  private closure(): Tree {
    const open = this.take();
    const from = this.at;
    // What stands before `in` on the line of the brace are parameters.
    for (let depth = 0; depth >= 0; ) {
      const { isFirst, kind, text } = this.next;
      if (kind === 'end' || isFirst || (text === 'in' && depth === 0)) break;
      depth += /^[([{]$/.test(text) ? 1 : /^[)\]}]$/.test(text) ? -1 : 0;
      if (depth >= 0) this.take();
    }
    if (this.next.text === 'in' && !this.next.isFirst) this.take();
    else this.at = from;
    const body = this.statements('}');
    const last = body.at(-1)?.to ?? open.to;
    const block = { ...node('block', body, last), field: 'body' };
    return node(
      'closure_expression',
      [open, body.length === 0 ? undefined : block, this.takeIf('}')],
      open.to,
    );
  }

  /** What stands in brackets, with names before colons. */
  private list(type: string): Tree {
    const open = this.take();
    const close = open.type === '[' ? ']' : ')';
    const parts: Tree[] = [];
    while (this.next.kind !== 'end' && this.next.text !== close && this.next.text !== '}') {
      const before = this.at;
      const comma = this.takeIf(',');
      if (comma !== undefined) parts.push(comma);
      else parts.push(this.element(type));
      if (this.at === before) this.take();
    }
    const end = this.takeIf(close);
    return node(type, [open, ...parts, end], open.to);
  }

  private element(type: string): Tree {
    const isNamed = this.next.kind === 'name' && this.all[this.at + 1]?.text === ':';
    if (isNamed && type !== 'array_literal') {
      const [name, colon] = [as('name', this.take('identifier')), this.take()];
      return node('argument', [name, colon, as('value', this.expression())]);
    }
    const value = this.expression();
    const colon = this.takeIf(':');
    if (colon !== undefined)
      return node('pair', [as('key', value), colon, as('value', this.expression())]);
    return type === 'argument_list' ? node('argument', [as('value', value)]) : value;
  }
}
