/** How a person or a session names findings: by their digests, or by the first digits of them. */

/** The fewest digits that name a finding: of fewer, two could begin with the same by chance. */
const FEWEST_DIGITS = 8;

const NAME = new RegExp(`^[0-9a-f]{${FEWEST_DIGITS},16}$`);

/** Said to those who gave something else. */
export const FINDING_NAMES =
  'a finding id has 16 hexadecimal digits, of which the first 8 are enough';

/** A name as digests are written; undefined where it can be none. */
export function findingName(text: string): string | undefined {
  const name = text.toLowerCase();
  return NAME.test(name) ? name : undefined;
}

/** The digests that a name may mean. */
export function digestsNamed(name: string, digests: readonly string[]): readonly string[] {
  return digests.filter((digest) => digest.startsWith(name));
}
