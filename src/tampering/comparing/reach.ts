import type { ProjectFiles, TextChange } from '../change.ts';
import type { Definition, TestReader } from '../test-file.ts';
import { lookupsOf, type Unit, unitOf } from './imports.ts';
import { isTestChange } from './side.ts';
import { wordsOf } from './words.ts';

/** Whether a test reaches a part of the program that changed, through files that did not. */

/** Most files that are read for one test; what lies behind them counts as not reached. */
const MOST_VISITED = 400;
/** Most files of a package or crate that are looked at for what they define. */
const MOST_IN_UNIT = 400;

/** Tells of a test file whether something that it reaches changed. */
export type Reaches = (path: string) => boolean;

/**
 * Follows imports from test files. `affected`: the names of what changed, and of what uses it in the changed files.
 * Without the files of the project nothing is reached.
 */
export function reachOf(
  change: readonly TextChange[],
  { affected, project, reader }: ReachWorld,
): Reaches {
  if (project === undefined || affected.size === 0) return () => false;
  const changed = changedPrograms(change, reader, affected);
  if (changed.size === 0) return () => false;
  const files = new ReachedFiles(change, project, reader);
  const known = new Map<string, boolean>();
  return (path) => {
    const isReached = known.get(path) ?? files.reaches(path, changed);
    known.set(path, isReached);
    return isReached;
  };
}

interface ReachWorld {
  readonly affected: ReadonlySet<string>;
  readonly project: ProjectFiles | undefined;
  readonly reader: TestReader;
}

/** The affected names that each changed file of the program defines. */
function changedPrograms(
  change: readonly TextChange[],
  reader: TestReader,
  affected: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const programs = change.filter(
    (one) => reader.languageOf(one.path)?.hasTestsInProgram === true || !isTestChange(one, reader),
  );
  const named = programs.map(({ after, before, path }) => {
    const definitions = [before, after].flatMap((text): readonly Definition[] =>
      text === undefined ? [] : reader.readDefinitions(path, text),
    );
    const names = definitions.map(({ name }) => name).filter((name) => affected.has(name));
    return [path, new Set(names)] as const;
  });
  return new Map(named.filter(([, names]) => names.size > 0));
}

/** What a file leads to, and whether it names something that changed in one of those. */
interface Step {
  readonly next: readonly string[];
  readonly namesChanged: boolean;
}

class ReachedFiles {
  readonly #changed: ReadonlyMap<string, string | undefined>;
  readonly #project: ProjectFiles;
  readonly #reader: TestReader;
  readonly #texts = new Map<string, string>();
  readonly #steps = new Map<string, Step>();
  readonly #units = new Map<Unit, ReadonlyMap<string, readonly string[]>>();

  constructor(change: readonly TextChange[], project: ProjectFiles, reader: TestReader) {
    this.#changed = new Map(change.map(({ after, path }) => [path, after]));
    this.#project = project;
    this.#reader = reader;
  }

  reaches(start: string, changed: ReadonlyMap<string, ReadonlySet<string>>): boolean {
    const seen = new Set([start]);
    // A set is walked in the order of what was added, what is added on the way included.
    for (const path of seen) {
      if (seen.size > MOST_VISITED) return false;
      const { namesChanged, next } = this.#step(path, changed);
      // What the test itself names is told by its own words, not by those of its whole file.
      if (namesChanged && path !== start) return true;
      for (const one of next) seen.add(one);
    }
    return false;
  }

  #step(path: string, changed: ReadonlyMap<string, ReadonlySet<string>>): Step {
    const known = this.#steps.get(path);
    if (known !== undefined) return known;
    const text = this.#textOf(path);
    const words = wordsOf([text]);
    const { files, units } = lookupsOf(path, text, this.#project);
    const next = new Set(files);
    for (const unit of units) {
      const definers = this.#definersIn(unit);
      for (const word of words) for (const one of definers.get(word) ?? []) next.add(one);
    }
    next.delete(path);
    const passesAll = /export \* from|import \*/.test(text);
    const namesChanged = [...next].some((one) => {
      const names = changed.get(one);
      return names !== undefined && (passesAll || [...names].some((name) => words.has(name)));
    });
    const step = { next: [...next], namesChanged };
    this.#steps.set(path, step);
    return step;
  }

  /** The files of a package by what they define. */
  #definersIn(unit: Unit): ReadonlyMap<string, readonly string[]> {
    const known = this.#units.get(unit);
    if (known !== undefined) return known;
    const definers = new Map<string, string[]>();
    for (const path of unitOf(unit, this.#project).slice(0, MOST_IN_UNIT)) {
      if (this.#reader.languageOf(path) === undefined) continue;
      for (const [, name = ''] of this.#textOf(path).matchAll(DEFINED)) {
        const paths = definers.get(name) ?? [];
        definers.set(name, paths);
        if (!paths.includes(path)) paths.push(path);
      }
    }
    this.#units.set(unit, definers);
    return definers;
  }

  #textOf(path: string): string {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    const text = this.#changed.get(path) ?? this.#project.read(path) ?? '';
    this.#texts.set(path, text);
    return text;
  }
}

/** What a file defines, near enough: more names only lead to more files. */
const DEFINED =
  /\b(?:func|fn|fun|class|interface|object|struct|enum|trait|type|const|static|va[lr]|macro_rules!)\s+(?:\([^)\n]*\)\s*)?(?:<[^>\n]*>\s*)?([\p{L}_$][\p{L}\p{N}_$]{2,})/gu;
