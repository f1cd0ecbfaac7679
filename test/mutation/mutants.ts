import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { type Change, changesOf, isNode, type SourceNode } from './operators.ts';

/** A change of a source, which a running test program can switch on by its number. */
export interface Mutant extends Change {
  readonly id: number;
  readonly room: string;
  readonly file: string;
  readonly line: number;
  readonly from: string;
}

/** Code that tells by its number that it is entered, and code that a mutant replaces. */
interface Place extends Omit<Change, 'operator'> {
  readonly id: number;
  /** Whether what the mutant says instead can be asked for beside it: nothing is called or changed by that. */
  readonly isPlain: boolean;
}

/** What stands instead of these is a value that depends on nothing else than what they name. */
const PLAIN = /^(operator|logic|sign|chain)$/;

/** Parts of nodes that are no values, or may not stand in brackets. */
const NO_VALUES = /^(id|key|params|source|callee|label|quasis|quasi|local|imported|exported)$/;

/** All mutants of a room, in the order of files and places, before any is chosen. */
export function mutantsOf(checkout: string, room: string): readonly Omit<Mutant, 'id'>[] {
  const folder = join(checkout, 'src', room);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.ts')).sort();
  return files.flatMap((name) => {
    const file = `src/${room}/${name.replaceAll('\\', '/')}`;
    const source = readFileSync(join(checkout, file), 'utf8');
    const mutants = changesIn(source).map((change) => ({
      ...change,
      room,
      file,
      line: source.slice(0, change.start).split('\n').length,
      from: source.slice(change.start, change.end),
    }));
    return mutants.filter((mutant) => canBePut(source, mutant));
  });
}

/** Whether the parser takes it in the place of what it changes: not every expression beside which `/` and `<` stand. */
function canBePut(source: string, mutant: Omit<Mutant, 'id'>): boolean {
  if (!mutant.text.startsWith('/')) return true;
  try {
    instrumented(source, [{ ...mutant, id: 1 }], -1);
    return true;
  } catch {
    return false;
  }
}

/** So many of them by chance, which a seed decides; all where there are fewer. */
export function chosen<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const rest = [...all];
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const taken: T[] = [];
  while (taken.length < count && rest.length > 0)
    taken.push(...rest.splice(Math.floor(next() * rest.length), 1));
  return taken;
}

/**
 * A source with mutants of it beside what they change, each behind a question by its number; what enters a function of it
 * asks with the number of the file, to tell so. It calls `mutated(id)`, which notes that the code is met, or, where the value
 * decides, `switched(id)`, which notes nothing, and `unlike(id, value, () => other)`, which gives the value: a test in
 * which both are the same cannot tell the mutant from the source.
 */
export function instrumented(source: string, mutants: readonly Mutant[], file: number): string {
  const changes = mutants.map(({ id, start, end, text, operator, isBlock = false }): Place => {
    const isPure = !/[(=]|\+\+|--|\bawait\b/.test(
      source.slice(start, end).replace(/[!=<>]=+/g, ''),
    );
    const isPlain = operator === 'condition' || (PLAIN.test(operator) && isPure);
    return { id, start, end, text, isBlock, isPlain };
  });
  const entries = functionBodies(source).map(({ start, end, type }): Place => {
    const isBlock = type === 'BlockStatement';
    return { id: file, start, end, text: '', isBlock, isPlain: false };
  });
  const places = [...entries, ...changes].sort((a, b) => a.start - b.start || b.end - a.end);
  const text = rewritten(source, 0, source.length, places);
  programOf(text);
  return text;
}

function rewritten(source: string, start: number, end: number, places: readonly Place[]): string {
  let text = '';
  let at = start;
  for (let index = 0; index < places.length; ) {
    const place = places[index];
    if (place === undefined) break;
    const inner = places.slice(index + 1).filter((other) => other.end <= place.end);
    text += source.slice(at, place.start) + replaced(source, place, inner);
    at = place.end;
    index += 1 + inner.length;
  }
  return text + source.slice(at, end);
}

function replaced(source: string, place: Place, inner: readonly Place[]): string {
  const { id, start, end, text, isBlock, isPlain } = place;
  const same = inner[0]?.start === start && inner[0].end === end;
  if (!isBlock) {
    const own = rewritten(source, start, end, inner);
    return isPlain
      ? `(switched(${id})?(${text}):unlike(${id},(${own}),()=>(${text})))`
      : `(mutated(${id})?(${text || undefined}):(${own}))`;
  }
  if (same) return `{if(mutated(${id})){}else ${rewritten(source, start, end, inner)}}`;
  return `{if(mutated(${id})){}else{${rewritten(source, start + 1, end - 1, inner)}}}`;
}

function programOf(source: string): SourceNode {
  const { program, errors } = parseSync('source.ts', source);
  if (errors.length > 0 || !isNode(program)) throw new Error('A source cannot be parsed');
  return program;
}

function functionBodies(source: string): readonly SourceNode[] {
  const bodies: SourceNode[] = [];
  walk(programOf(source), (node) => {
    if (/Function/.test(node.type) && isNode(node['body'])) bodies.push(node['body']);
  });
  return bodies;
}

/** All changes of a source, in the order of its tree. */
export function changesIn(source: string): readonly Change[] {
  const changes: Change[] = [];
  const bodies = functionBodies(source);
  walk(programOf(source), (node, parent, part, isChained) => {
    if (isChained || !mayChange(node, parent, part)) return;
    const found = changesOf(node, parent, source, part === 'test' && node.type !== 'Literal');
    const isLoaded = !bodies.some(({ start, end }) => start <= node.start && node.end <= end);
    changes.push(...found.map((change) => ({ ...change, isLoaded })));
  });
  return changes;
}

function mayChange(node: SourceNode, parent: SourceNode, part: string): boolean {
  if (NO_VALUES.test(part) && parent['computed'] !== true) return false;
  if (part === 'property' || part === 'left' || part === 'directive')
    return (
      parent.type !== 'MemberExpression' &&
      (part !== 'left' || /^(Binary|Logical)/.test(parent.type))
    );
  if (parent.type === 'ExpressionStatement' && node.type === 'Literal') return false;
  if (parent.type === 'SwitchCase' && part === 'test') return node.type === 'Literal';
  if (/Pattern$/.test(parent.type) || parent.type.startsWith('Import')) return part === 'right';
  return !/^(Super|SpreadElement|Property|.*Pattern|TemplateElement)$/.test(node.type);
}

type Visit = (node: SourceNode, parent: SourceNode, part: string, isChained: boolean) => void;

/** Goes through all nodes but types. Within a chain (`a?.b.c`) the objects are no values of their own. */
function walk(node: SourceNode, visit: Visit, isInChain = false): void {
  for (const [part, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child) || (/^TS/.test(child.type) && !isNode(child['expression']))) continue;
      if (
        /type(Annotation|Parameters|Arguments)|returnType|superTypeArguments|implements/.test(part)
      )
        continue;
      const isLink = isInChain && /^(object|callee|expression)$/.test(part);
      visit(child, node, part, isLink);
      walk(child, visit, child.type === 'ChainExpression' || isLink);
    }
  }
}
