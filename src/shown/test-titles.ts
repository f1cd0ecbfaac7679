import type { Work, WorkChange } from '../ports.ts';
import type { TestRules } from './work-files.ts';

/**
 * The names of the tests that are new or other than before, as far as the language of their files is read.
 * @param before what the base has of a file; undefined where it has none
 */
export async function changedTitles(
  { now }: Pick<Work, 'now'>,
  tests: readonly WorkChange[],
  before: (path: string) => string | undefined,
  { grammarsOf, loadGrammars, readerWith }: TestRules,
): Promise<readonly string[]> {
  const files = tests.filter(({ isThere }) => isThere);
  const reader = readerWith(await loadGrammars(grammarsOf(files.map(({ path }) => path))));
  const titles = files.flatMap(({ path }) => {
    const read = (text: string | undefined) =>
      text === undefined ? [] : (reader.readTests(path, text)?.tests ?? []);
    const bodies = new Map(
      read(before(path)).map((test) => [[...test.suites, test.name].join('\n'), test.body]),
    );
    return read(now(path)?.toString('utf8')).flatMap(({ body, name, suites }) =>
      bodies.get([...suites, name].join('\n')) === body ? [] : [`${path}\n${name}`],
    );
  });
  return [...new Set(titles)].map((title) => title.slice(title.indexOf('\n') + 1));
}
