import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTests, type VitestRunner } from '@vitest/runner';
import { type RunnerTestCase, type RunnerTestFile, TestRunner, vi } from 'vitest';
import type { Mutant } from './mutants.ts';
import { type Try, triesIn } from './reporter.ts';

/** A mutant that is met so often goes round for ever. */
const ENDLESS = 10_000_000;

/** A test that takes so many milliseconds mostly waits for programs, in which there are no mutants. */
const LONG = 3000;

const folder = process.env['MUTANTS_FOLDER'] ?? '';
const most = Number(process.env['MUTANTS_SECONDS']);
const { mutants, files }: { mutants: readonly Mutant[]; files: readonly string[] } = JSON.parse(
  readFileSync(join(folder, 'mutants.json'), 'utf8'),
);

let active: number | undefined;
let met = 0;
/** By its number, what each running test, and what loads or stands between tests, has met. */
const running = new Map<string, Set<number>>();
let aside = new Set<number>();
/** What sources meet while they are loaded: to switch such a mutant, they are loaded again. */
const atLoad = new Set<number>();

function meet(id: number): void {
  if (running.size === 0) aside.add(id);
  for (const seen of running.values()) seen.add(id);
}

function isSwitched(id: number): boolean {
  if (id !== active) return false;
  met += 1;
  if (met > ENDLESS) throw new Error('This goes round for ever');
  return true;
}

/** What the sources call that mutants were put into. */
Object.assign(globalThis, {
  mutated(id: number): boolean {
    if (active === undefined) meet(id);
    return isSwitched(id);
  },
  switched: isSwitched,
  unlike(id: number, value: unknown, other: () => unknown): unknown {
    if (active === undefined && isOther(value, other)) meet(id);
    return value;
  },
});

function isOther(value: unknown, other: () => unknown): boolean {
  try {
    return !Object.is(value, other());
  } catch {
    return true;
  }
}

/** A file of tests, of which no test is left out. */
const ALL = {
  fileTags: [],
  testLocations: undefined,
  testNamePattern: undefined,
  testTagsFilter: undefined,
};

/** What else a runner tells. */
const SILENT = {
  onCollectStart: () => undefined,
  onCollected: () => undefined,
  onAfterRunFiles: () => undefined,
};

/**
 * Runs each test file once as it is, and notes of each test in which mutants the changed code has another value; then runs
 * for each mutant that lives the tests that noted it, until one is red. What is red has to be green again without the mutant.
 */
export default class MutantRunner extends TestRunner {
  readonly #met = new Map<string, Set<number>>();

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file);
    this.#met.clear();
    aside = new Set();
  }

  onCollected(): void {
    for (const id of aside) atLoad.add(id);
    aside = new Set();
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    running.set(test.id, new Set());
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test);
    if ((test.result?.duration ?? 0) < LONG)
      this.#met.set(test.id, running.get(test.id) ?? new Set());
    running.delete(test.id);
  }

  override async onAfterRunFiles(found?: RunnerTestFile[]): Promise<void> {
    for (const file of found ?? []) {
      if (file.result?.state === 'pass') await this.#tryAll(file);
      appendFileSync(join(folder, 'done'), `${file.name}\n`);
    }
    super.onAfterRunFiles();
  }

  async #tryAll(file: RunnerTestFile): Promise<void> {
    const between = new Set(aside);
    const all = [...this.#met.keys()];
    // What was told of this file goes out before a runner that tells nothing takes over.
    await startTests([], Object.assign(Object.create(this), SILENT));
    for (const mutant of mutants) {
      const isLoaded = mutant.isLoaded === true || atLoad.has(mutant.id);
      const asked = isLoaded ? -1 - files.indexOf(mutant.file) : mutant.id;
      const tests = between.has(asked) ? all : all.filter((id) => this.#met.get(id)?.has(asked));
      const left = tests.length === 0 ? 0 : timeLeft(mutant, file);
      if (left > 0) await this.#tryOne(file, mutant, { tests, isLoaded, left });
    }
  }

  async #tryOne(
    file: RunnerTestFile,
    { id }: Mutant,
    how: { tests: readonly string[]; isLoaded: boolean; left: number },
  ): Promise<void> {
    const began = performance.now();
    const busy = join(folder, `busy-${process.pid}`);
    writeFileSync(busy, JSON.stringify({ id, file: file.name }));
    let red = await this.#again(file, how.tests, { ...how, id });
    if (red !== undefined && (await this.#again(file, [red], how)) !== undefined)
      red = await this.#again(file, how.tests, { ...how, isLoaded: true, id });
    if (how.isLoaded) vi.resetModules();
    const seconds = (performance.now() - began) / 1000;
    const of = { id, file: file.name, seconds };
    note(
      red === undefined
        ? { ...of, outcome: 'survived' }
        : { ...of, outcome: 'killed', test: nameOf(file, red) },
    );
    writeFileSync(busy, '');
  }

  /** Runs tests of a file again, with a mutant or none, until one is red, whose id is given. */
  async #again(
    file: RunnerTestFile,
    tests: readonly string[],
    how: { id?: number; isLoaded: boolean; left: number },
  ): Promise<string | undefined> {
    let red: string | undefined;
    const until = performance.now() + how.left;
    const quiet: VitestRunner & { cancelRun: boolean } = Object.assign(Object.create(this), {
      cancelRun: false,
      // A file of setting up is loaded anew each time, as the tests have to be.
      importFile: (path: string) => this.importFile(path, 'setup'),
      config: { ...this.config, testTimeout: 20_000, hookTimeout: 20_000 },
      ...SILENT,
      onTaskUpdate: () => Promise.resolve(),
      onBeforeRunTask: (test: RunnerTestCase) => {
        if (red !== undefined || performance.now() > until) test.mode = 'skip';
      },
      onAfterRunTask: (test: RunnerTestCase) => {
        if (test.result?.state === 'fail') red ??= test.id;
      },
      onAfterRunSuite: () => undefined,
    });
    if (how.isLoaded) vi.resetModules();
    active = how.id ?? 0;
    met = 0;
    try {
      const [again] = await startTests(
        [{ ...ALL, filepath: file.filepath, testIds: [...tests] }],
        quiet,
      );
      return red ?? (again?.result?.state === 'fail' ? tests[0] : undefined);
    } finally {
      active = undefined;
    }
  }
}

/** How long tests may still run for a mutant, in milliseconds: none where it is decided, or these tests have run. */
function timeLeft({ id }: Mutant, { name }: RunnerTestFile): number {
  const own = triesIn(folder).filter((one) => one.id === id);
  if (own.some(({ outcome, file }) => outcome !== 'survived' || file === name)) return 0;
  return 1000 * own.reduce((left, one) => left - one.seconds, most);
}

function note(line: Try): void {
  appendFileSync(join(folder, 'outcomes.jsonl'), `${JSON.stringify(line)}\n`);
}

function nameOf(file: RunnerTestFile, id: string): string {
  const all = (tasks: RunnerTestFile['tasks']): RunnerTestFile['tasks'] =>
    tasks.flatMap((task) => (task.type === 'suite' ? all(task.tasks) : [task]));
  return all(file.tasks).find((task) => task.id === id)?.name ?? '';
}
