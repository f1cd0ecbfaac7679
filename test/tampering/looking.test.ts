import { describe, expect, it } from 'vitest';
import { withinTime } from '../../src/adapters/bounded-work.ts';
import { sha256 } from '../../src/adapters/file-digest.ts';
import { testChangesOf } from '../../src/domain/promise/tampering.ts';
import type {
  ChangedText,
  ChangedTexts,
  ChangeOrigin,
  GitResult,
  WithinTime,
} from '../../src/ports.ts';
import { grammarsOf } from '../../src/tampering/languages.ts';
import { lookForTampering, type TamperingLook } from '../../src/tampering/looking.ts';
import { unreadLanguage } from '../../src/tampering/unread-languages.ts';

const WRITTEN = "it('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n";
const SKIPPED = WRITTEN.replace('it(', 'it.skip(');

const START = { revision: 'HEAD' };
const PROJECT = { paths: [], read: () => undefined };

/** The look at a change, of which some files came from elsewhere. */
async function lookAt(
  changes: readonly ChangedText[],
  origins: Readonly<Record<string, ChangeOrigin>> = {},
  within: WithinTime = withinTime,
): Promise<Extract<TamperingLook, { examined: true }>> {
  const git = {
    changedTexts: (): GitResult<ChangedTexts> => ({
      ok: true,
      value: {
        base: 'abc',
        changes,
        notes: ['A note.'],
        project: PROJECT,
        origins: (paths) =>
          new Map(Object.entries(origins).filter(([path]) => paths.includes(path))),
      },
    }),
  };
  const look = await lookForTampering(START, { git, sha256, withinTime: within });
  if (!look.examined) throw new Error(look.reason);
  return look;
}

const changed = (path: string, before?: string, after?: string): ChangedText => ({
  path,
  before,
  after,
});

describe('a look for weakened tests', () => {
  it('says what was found, since when, and what was not looked at', async () => {
    const look = await lookAt([changed('sum.test.js', WRITTEN, SKIPPED)]);
    expect(look).toMatchObject({ base: 'abc', named: [], notes: ['A note.'] });
    expect(look.findings.map(({ after, kind, path }) => [kind, path, after])).toEqual([
      ['test-skipped', 'sum.test.js', "it.skip('adds', () => {"],
    ]);
  });

  it('is taken without the large files where these take all the time, and names them', async () => {
    const large = changed('large.test.js', WRITTEN, `${SKIPPED}// ${'x'.repeat(1024 * 1024)}`);
    const both = [large, changed('sum.test.js', WRITTEN, SKIPPED)];
    expect((await lookAt(both)).findings).toHaveLength(2);
    let looks = 0;
    const late: WithinTime = (work) => {
      looks += 1;
      return looks === 1 ? undefined : { value: work() };
    };
    const { findings, isPartial, notes } = await lookAt(both, {}, late);
    expect(findings.map(({ path }) => path)).toEqual(['sum.test.js']);
    expect(isPartial).toBe(true);
    expect(notes).toContain('Not examined, too large for the time that there is: large.test.js.');
  });

  it.each<[origin: ChangeOrigin, isNamed: boolean]>([
    ['brought-in', true],
    ['untouched', false],
  ])('a finding in a file that is %s is only named: %s', async (origin, isNamed) => {
    const both = [changed('a.test.js', WRITTEN, SKIPPED), changed('b.test.js', WRITTEN, SKIPPED)];
    const { findings, named } = await lookAt(both, { 'a.test.js': origin });
    expect(named.map(({ path }) => path)).toEqual(isNamed ? ['a.test.js'] : []);
    expect(findings.map(({ path }) => path)).toEqual(
      isNamed ? ['b.test.js'] : ['a.test.js', 'b.test.js'],
    );
  });

  it('what was there before the work began is said to be, and counts as nobody’s change of tests', async () => {
    const both = [changed('a.test.js', WRITTEN, SKIPPED), changed('b.test.js', WRITTEN, SKIPPED)];
    const look = await lookAt(both, { 'a.test.js': 'untouched' });
    expect(look.notes).toContain(
      'What was found in a.test.js was there before the promise was created, and not committed.',
    );
    expect(testChangesOf(look)).toEqual({ skipped: 1, deleted: 0, focused: 0 });
    const [one] = both;
    const alone = await lookAt(one === undefined ? [] : [one], { 'a.test.js': 'untouched' });
    expect(testChangesOf(alone)).toBeUndefined();
  });

  it.each<[paths: readonly string[], ...grammars: string[]]>([
    [['readme.md', 'CartTests/CartTests.m', 'CartTests/CartTests.swift']],
    [['spec/cart_spec.rb', 'tests/CartTest.php'], 'ruby', 'php'],
    [['test/cart.bats', 'bin/cart.sh'], 'bash'],
    [['Cart.cs', 'cart.h', 'cart_test.cc'], 'csharp', 'cpp'],
    [['src/main/java/Cart.java'], 'java'],
    [['src/test/kotlin/CartTest.kt', 'build.gradle.kts'], 'kotlin'],
    [['cart.go', 'cart_test.go'], 'go'],
    [['cart.ts', 'cart.tsx', 'cart.mjs'], 'typescript', 'tsx', 'javascript'],
    [['cart.py', 'cart.rs'], 'python', 'rust'],
  ])('of %j it loads no other grammars than those of their languages', (paths, ...grammars) => {
    expect([...grammarsOf(paths)]).toEqual(grammars);
  });

  it('names the languages of tests that are not read, with the number of files', async () => {
    const look = await lookAt([
      changed('CartTests/CartTests.m', 'a', 'b'),
      changed('CartTests/PriceTests.m', 'a', undefined),
      changed('test/cart_test.dart', undefined, 'b'),
      changed('lib/cart.dart', 'a', 'b'),
    ]);
    expect([look.findings, look.isPartial, look.notes]).toEqual([
      [],
      true,
      [
        'A note.',
        'Not examined, tests in a language that is not read: Dart (1 file), Objective-C (2 files).',
      ],
    ]);
  });

  it.each<[path: string, language: string | undefined]>([
    ['CartTests/CartTests.m', 'Objective-C'],
    ['CartTests/CartTests.swift', 'Swift'],
    ['Sources/Cart.swift', undefined],
    ['src/test/scala/CartSuite.scala', 'Scala'],
    ['test/cart_test.exs', 'Elixir'],
    ['test/cart_test.dart', 'Dart'],
    ['src/test/groovy/CartSpec.groovy', 'Groovy'],
    ['test/cart_test.sh', 'shell without bats'],
    ['test/cart.bats', undefined],
    ['spec/cart_spec.rb', undefined],
    ['t/cart.t', 'Perl'],
    ['src/test/java/CartTest.java', undefined],
    ['cart_test.go', undefined],
  ])('%s is a test in %s', (path, language) => {
    expect(unreadLanguage(path)).toBe(language);
  });

  it('is none where git cannot say what changed', async () => {
    const git = { changedTexts: () => ({ ok: false, reason: 'git is not installed' }) as const };
    expect(await lookForTampering(START, { git, sha256, withinTime })).toEqual({
      examined: false,
      reason: 'git is not installed',
    });
  });

  it('is none where it takes too long', async () => {
    const looked: number[] = [];
    const late: WithinTime = (_work, mostMs) => {
      looked.push(mostMs);
      return undefined;
    };
    const change = {
      base: 'abc',
      changes: [],
      notes: [],
      origins: () => new Map(),
      project: PROJECT,
    };
    const git = { changedTexts: () => ({ ok: true, value: change }) as const };
    const look = await lookForTampering(START, { git, sha256, withinTime: late });
    expect([look, looked]).toEqual([
      { examined: false, reason: 'it took longer than 20 seconds' },
      [20_000],
    ]);
  });
});

describe('work within a time', () => {
  it.each<[what: string, work: () => unknown]>(
    [
    ['a loop without end', () => { for (;;); }],
    ['a pattern that takes for ever', () => /^(?:a+)+$/.test(`${'a'.repeat(50)}b`)],
  ] /* biome-ignore format: a table */,
  )('is given up: %s', (_what, work) => {
    expect(withinTime(work, 20)).toBeUndefined();
  });

  it('gives what it gave, and throws what it threw', () => {
    expect(withinTime(() => [1], 20_000)).toEqual({ value: [1] });
    const fail = () => {
      throw new RangeError('no');
    };
    expect(() => withinTime(fail, 20_000)).toThrow(RangeError);
  });
});
