import type { AssertingHelper } from '../test-file.ts';
import { claimOf, type MatchedTest } from './matching.ts';
import type { PlacedFile, PlacedTest, Side } from './side.ts';

/** Functions that assert for tests, compared like tests: one that was hollowed out weakens all that call it. */

/** Those of both sides, by their names. One that asserts nothing any more counts as one without assertions. */
export function matchHelpers(before: Side, after: Side): readonly MatchedTest[] {
  return before.files.flatMap((file) =>
    file.file.helpers.flatMap((helper) => {
      const found = successorOf(helper, file, after);
      return found === undefined ? [] : [{ before: asTest(helper, file), after: found }];
    }),
  );
}

function successorOf(
  { assertions, calls, name }: AssertingHelper,
  file: PlacedFile,
  after: Side,
): PlacedTest | undefined {
  const claims = new Set(assertions.map(claimOf));
  const shared = (one: AssertingHelper): number =>
    one.assertions.filter((other) => claims.has(claimOf(other))).length +
    (one.calls.join() === calls.join() ? 1 : 0);
  // The one of the same file comes first: names such as `check` are common.
  const files = [...after.files].sort(
    (one, other) =>
      Number(other.originalPath === file.originalPath) -
      Number(one.originalPath === file.originalPath),
  );
  for (const one of files) {
    // Methods of several classes can have one name.
    const [helper] = one.file.helpers
      .filter((helper) => helper.name === name)
      .sort((a, b) => shared(b) - shared(a));
    if (helper !== undefined) return asTest(helper, one);
  }
  for (const one of files) {
    const renamed = one.file.helpers.find(
      (helper) => assertions.length > 0 && shared(helper) >= assertions.length,
    );
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
