import type { AssertingHelper } from '../test-file.ts';

/** Those functions of a file that assert, themselves or through others of them. */
export function assertingOf(helpers: readonly AssertingHelper[]): readonly AssertingHelper[] {
  const asserting = new Set(
    helpers.filter(({ assertions }) => assertions.length > 0).map(({ name }) => name),
  );
  for (let size = -1; size !== asserting.size; ) {
    size = asserting.size;
    for (const { calls, name } of helpers) {
      if (calls.some((call) => asserting.has(/[^.:]+$/.exec(call)?.[0] ?? call)))
        asserting.add(name);
    }
  }
  return helpers.filter(({ name }) => asserting.has(name));
}
