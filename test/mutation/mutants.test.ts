import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { changesIn, chosen, instrumented } from './mutants.ts';

/** What stands in the place of what, for each change of a source. */
function told(source: string): readonly string[] {
  return changesIn(source).map(
    ({ end, start, text }) => `${source.slice(start, end)} -> ${text || 'nothing'}`,
  );
}

describe('a source is changed', () => {
  it.each<[string, readonly string[]]>([
    ['use(a < b);', ['(a) <= (b)', '(a) >= (b)', 'true', 'false']],
    ['use(a && b);', ['(a) || (b)', 'true', 'false']],
    ['use(a ?? b);', ['(a) && (b)']],
    ['use(!a);', ['(a)']],
    ["use('x');", ["''"]],
    ["use('');", ["'Mutated'"]],
    ['use([1]);', ['[]']],
    ['use({ a: 1 });', ['{}']],
    ['use(`a${b}`);', ['``']],
    ['use(a.some(b));', ['a.every(b)']],
    ['use(a.filter(b));', ['a']],
    ['use(a?.b);', ['a.b']],
    ['use((x) => x);', ['() => undefined']],
    ['use(/^a$/);', ['/a$/', '/^a/']],
  ])('%s', (source, texts) => {
    expect(changesIn(source).map(({ text }) => text)).toEqual(texts);
  });

  it.each<[string, string, readonly string[]]>([
    ['an `if` both ways', 'if (a) use(b);', ['a -> true', 'a -> false']],
    ['a loop only so that it ends', 'while (a) use(b);', ['a -> false']],
    ['a block by leaving it out', 'function f() { use(a); }', ['{ use(a); } -> nothing']],
    ['no type', 'const a: 0 | 1 = b;', []],
    ['no name of a module', "import { a } from 'b';", []],
    ['no key', "use({ 'a': b });", ["{ 'a': b } -> {}"]],
  ])('%s', (_what, source, changes) => {
    expect(told(source)).toEqual(changes);
  });
});

const SOURCE = `
function sizeOf(values) {
  if (values.length === 0 || values === undefined) { return 'none'; }
  const big = values.filter((one) => one >= 10).map((one) => ({ one, is: one > 20 }));
  return \`\${big.length} of \${values.some((one) => one < 0) ? 'some' : [1, 2].length + values.length}\`;
}
JSON.stringify([[], [10], [1, 30], [-1, 12, 21]].map((values) => {
  try { return sizeOf(values); } catch (error) { return error.name; }
}));
`;

const mutants = changesIn(SOURCE).map((change, index) => {
  return { ...change, id: index + 1, room: '', file: '', line: 1, from: '' };
});

/** What the source gives with one mutant on, and which ones it met. */
function run(on: number) {
  const met = new Set<number>();
  const mutated = (id: number): boolean => {
    met.add(id);
    return id === on;
  };
  const switched = (id: number): boolean => id === on;
  const unlike = (id: number, value: unknown, other: () => unknown): unknown => {
    if (!Object.is(value, other())) met.add(id);
    return value;
  };
  const questions = { mutated, switched, unlike };
  const value: unknown = runInNewContext(instrumented(SOURCE, mutants, -1), questions);
  return { value, met };
}

const byHand = mutants.map(({ end, isBlock, start, text }): unknown => {
  const changed = isBlock === true ? '{}' : `(${text})`;
  return runInNewContext(SOURCE.slice(0, start) + changed + SOURCE.slice(end));
});

it('a mutant that is switched on does what its change says, and all others nothing', () => {
  expect(run(0).value).toBe(runInNewContext(SOURCE));
  expect(mutants.map(({ id }) => run(id).value)).toEqual(byHand);
  expect(new Set(byHand).size).toBeGreaterThan(5);
});

it('what is not met changes nothing, and not every mutant is met', () => {
  const { met, value } = run(0);
  const others = mutants.filter(({ id }) => !met.has(id));
  expect(others.length).toBeGreaterThan(0);
  expect(others.map(({ id }) => run(id).value)).toEqual(others.map(() => value));
});

it('a sample follows from its seed, and takes nothing twice', () => {
  const all = Array.from({ length: 50 }, (_, index) => index);
  const sample = chosen(all, 20, 7);
  expect(chosen(all, 20, 7)).toEqual(sample);
  expect(chosen(all, 20, 8)).not.toEqual(sample);
  expect(new Set(sample).size).toBe(20);
  expect([...chosen(all, 99, 7)].sort((a, b) => a - b)).toEqual(all);
});
