import { lazily } from '../../domain/base/lazily.ts';
import type { AssertingHelper } from '../test-file.ts';
import { claimOf, type MatchedTest } from './matching.ts';
import type { PlacedFile, PlacedTest, Side } from './side.ts';

/** Functions that assert for tests, compared like tests: one that was hollowed out weakens all that call it. */

/** Those of both sides, by their names. One that asserts nothing any more counts as one without assertions. */
export function matchHelpers(before: Side, after: Side): readonly MatchedTest[] {
  return before.files.filter(isForTests).flatMap((file) => {
    // Those of the same file come first: names such as `check` are common.
    const isSame = ({ originalPath }: PlacedFile): boolean => originalPath === file.originalPath;
    const files = lazily(() => [
      ...after.files.filter(isSame),
      ...after.files.filter((one) => !isSame(one)),
    ]);
    return file.file.helpers.flatMap((helper) => {
      const found = successorOf(helper, files());
      return found === undefined ? [] : [{ before: asTest(helper, file), after: found }];
    });
  });
}

/** Whether a file is for tests alone: what a program ships for the tests of others checks what it is given. */
function isForTests({ file, path }: PlacedFile): boolean {
  return file.tests.length > 0 || /(?:test|spec|fixture|mock|support)[^/]*\//i.test(path);
}

function successorOf(
  { assertions, calls, name }: AssertingHelper,
  files: readonly PlacedFile[],
): PlacedTest | undefined {
  const claims = new Set(assertions.map(claimOf));
  const callText = calls.join();
  const shared = (one: AssertingHelper): number =>
    claimsOf(one).filter((claim) => claims.has(claim)).length +
    (one.calls.join() === callText ? 1 : 0);
  const isLike = (one: AssertingHelper): number =>
    Number(one.assertions.length > 0 === assertions.length > 0);
  for (const one of files) {
    // Methods of several classes can have one name.
    const [helper] = one.file.helpers
      .filter((helper) => helper.name === name)
      .sort((a, b) => shared(b) - shared(a) || isLike(b) - isLike(a));
    if (helper !== undefined) return asTest(helper, one);
  }
  const isRenamed = (one: AssertingHelper): boolean =>
    one.assertions.length + 1 >= assertions.length && shared(one) >= assertions.length;
  for (const one of assertions.length === 0 ? [] : files) {
    const renamed = one.file.helpers.find(isRenamed);
    if (renamed !== undefined) return asTest(renamed, one);
  }
  for (const one of files) {
    const definition = one.file.definitions.find((definition) => definition.name === name);
    if (definition === undefined) continue;
    // A file that is no test is not read for what it asserts.
    if (/\bassert/.test(definition.text.replaceAll(name, ''))) return undefined;
    return asTest({ name, line: definition.line, assertions: [], calls: [] }, one);
  }
  return undefined;
}

const CLAIMS = new WeakMap<AssertingHelper, readonly string[]>();

function claimsOf(helper: AssertingHelper): readonly string[] {
  const claims = CLAIMS.get(helper) ?? helper.assertions.map(claimOf);
  CLAIMS.set(helper, claims);
  return claims;
}

function asTest(helper: AssertingHelper, { file, originalPath, path }: PlacedFile): PlacedTest {
  return {
    path,
    originalPath,
    file,
    fullName: helper.name,
    test: {
      ...helper,
      suites: [],
      mode: 'runs',
      modeText: '',
      cases: [],
      hasOtherCases: false,
      doubles: [],
      body: '',
      waits: 0,
    },
  };
}
