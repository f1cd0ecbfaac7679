/** What is changed where: the operators of Stryker, over the trees of sources. */

/** A node of a tree of a source: its type, its place in the text, and what else belongs to it. */
export interface SourceNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

/** A text that takes the place of a node: as a value, or as the statements of a block. */
export interface Change {
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isBlock?: boolean;
  /** Whether it is run where its file is loaded, and not within a function. */
  readonly isLoaded?: boolean;
}

const BINARY: Readonly<Record<string, readonly string[]>> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};
const COMPARING = new Set(['<', '<=', '>', '>=', '===', '!==']);
const LOGICAL: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' };
const ASSIGNING: Readonly<Record<string, string>> = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '??=': '&&=',
  '||=': '&&=',
  '&&=': '||=',
};
const METHODS: ReadonlyMap<string, string> = new Map([
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['toUpperCase', 'toLowerCase'],
  ['toLowerCase', 'toUpperCase'],
  ['trimStart', 'trimEnd'],
  ['trimEnd', 'trimStart'],
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
]);
/** Calls of which the object alone is left. */
const LEFT_OUT = /^(sort|toSorted|reverse|filter|slice|substring|trim)$/;

export function isNode(value: unknown): value is SourceNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/**
 * The changes of one node, whose parent is given, in a source.
 *
 * @param isTest - whether the node decides an `if`, a loop or a choice
 */
export function changesOf(
  node: SourceNode,
  parent: SourceNode,
  source: string,
  isTest: boolean,
): readonly Change[] {
  const { type, start, end } = node;
  const text = source.slice(start, end);
  const put = (operator: string, ...texts: readonly string[]): Change[] =>
    texts.filter((one) => one !== text).map((one) => ({ operator, start, end, text: one }));
  const between = (left: unknown, right: unknown, mark: string): string =>
    isNode(left) && isNode(right)
      ? `${textOf(left, source)} ${mark} ${textOf(right, source)}`
      : text;
  const operator = String(node['operator']);
  const decided = isTest && !isLoop(parent) ? ['true', 'false'] : isTest ? ['false'] : [];
  const conditions = put('condition', ...decided);
  const truths = isTest ? conditions : put('condition', 'true', 'false');
  switch (type) {
    case 'BinaryExpression': {
      if (operator === '+' && /^['"`]|['"`]$/.test(text)) return conditions;
      const others = (BINARY[operator] ?? []).map((mark) =>
        between(node['left'], node['right'], mark),
      );
      return [...put('operator', ...others), ...(COMPARING.has(operator) ? truths : conditions)];
    }
    case 'LogicalExpression':
      return [
        ...put('logic', between(node['left'], node['right'], LOGICAL[operator] ?? operator)),
        ...(operator === '??' ? conditions : truths),
      ];
    case 'AssignmentExpression': {
      const other = ASSIGNING[operator];
      return other === undefined
        ? []
        : put('assignment', between(node['left'], node['right'], other));
    }
    case 'UpdateExpression':
      return put(
        'update',
        text.replace(/\+\+|--/, (mark) => (mark === '++' ? '--' : '++')),
      );
    case 'UnaryExpression': {
      const { argument } = node;
      const inner = isNode(argument) ? textOf(argument, source) : text;
      const others = { '!': inner, '-': `+${inner}`, '+': `-${inner}` }[operator];
      return [...put('sign', others ?? text), ...conditions];
    }
    case 'Literal':
      return [...put('literal', ...literalChanges(node, text)), ...conditions];
    case 'TemplateLiteral':
      return put('text', text === '``' ? "'Mutated'" : '``');
    case 'ArrayExpression':
      return put('array', text === '[]' ? "['Mutated']" : '[]');
    case 'ObjectExpression':
      return put('object', '{}');
    case 'ArrowFunctionExpression':
      return node['expression'] === true ? put('arrow', '() => undefined') : [];
    case 'BlockStatement':
      return /^\{\s*\}$/.test(text)
        ? []
        : [{ operator: 'block', start, end, text: '', isBlock: true }];
    case 'CallExpression':
      return [...put('method', methodChange(node, source) ?? text), ...conditions];
    case 'ChainExpression':
      return [...put('chain', text.replace(/\?\.(?=[[(])/, '').replace('?.', '.')), ...conditions];
    default:
      return conditions;
  }
}

function textOf(node: SourceNode, source: string): string {
  return `(${source.slice(node.start, node.end)})`;
}

function isLoop(node: SourceNode): boolean {
  return /^(While|DoWhile|For)Statement$/.test(node.type);
}

function literalChanges(node: SourceNode, text: string): readonly string[] {
  if (typeof node['value'] === 'boolean') return [String(!node['value'])];
  if (typeof node['value'] === 'string') return [node['value'] === '' ? "'Mutated'" : "''"];
  if (node['regex'] === undefined) return [];
  const changes = [
    text.replace(/^\/\^/, '/'),
    text.replace(/\$(?=\/[a-z]*$)/, ''),
    text.replace(/\[\^/, '['),
    text.replace(/([\])\w.])[+*](?!\?)/, '$1'),
    text.replace(/\\([dsw])/i, (_all, name: string) =>
      name === name.toLowerCase() ? `\\${name.toUpperCase()}` : `\\${name.toLowerCase()}`,
    ),
  ];
  return [...new Set(changes)].filter((one) => one !== '//' && !one.startsWith('//'));
}

function methodChange(call: SourceNode, source: string): string | undefined {
  const { callee } = call;
  if (!isNode(callee) || callee.type !== 'MemberExpression' || callee['computed'] === true) return;
  const { object, property } = callee;
  if (!isNode(object) || !isNode(property)) return undefined;
  const name = source.slice(property.start, property.end);
  if (LEFT_OUT.test(name)) return source.slice(object.start, object.end);
  const other = METHODS.get(name);
  if (other === undefined) return undefined;
  return source.slice(call.start, property.start) + other + source.slice(property.end, call.end);
}
