import type { RunnableCheck } from '../checks/check-kind.ts';
import type { CheckWorld } from '../checks/check-world.ts';
import { canonicalText } from '../domain/base/canonical.ts';
import {
  afterProbe,
  compareRuns,
  firstLook,
  isSurprise,
  type NamedRun,
  seenTwice,
} from '../domain/shown/comparison.ts';
import { notTold, type Shown } from '../domain/shown/outcome.ts';
import type { FreshFolder, Work, Works } from '../ports.ts';
import { namedRun } from './named-run.ts';
import { changedTitles } from './test-titles.ts';
import type { TestRules } from './work-files.ts';
import {
  packageWithScripts,
  probedFiles,
  programWithTests,
  sortFiles,
  UNREADABLE,
  type WorkFiles,
} from './work-files.ts';

/** What is asked of a check that passed: whether it fails without the work. */
export interface ShownQuestion {
  readonly check: RunnableCheck;
  /** The commit that the work began at; empty where there was none yet. */
  readonly base: string;
  /** The project's folder in the checkout that is worked on. */
  readonly checkout: string;
  /** The time for all of it, in milliseconds. */
  readonly timeoutMs: number;
}

export interface ShownWorld {
  /** The world in which the check passed. */
  readonly checks: CheckWorld;
  readonly works: Works;
  readonly kept: KeptShown;
  /** The SHA-256 of a text as UTF-8, or of bytes, in hexadecimal. */
  readonly sha256: (content: string | Uint8Array) => string;
}

/** Outcomes that were found before, by what they depend on. */
export interface KeptShown {
  read(key: string): Shown | undefined;
  /** As far as that is possible. */
  write(key: string, shown: Shown): void;
}

/**
 * Runs a check without the work: the files of the base with the tests of now, in a fresh folder. What it says is kept by
 * the base, the tests and the command, so that it is paid once. Nothing is written in the checkout. Never throws for what
 * is in a project.
 */
export async function showWithoutWork(question: ShownQuestion, world: ShownWorld): Promise<Shown> {
  const { base, check, checkout } = question;
  if (!check.runsCommand) return notTold('it runs no command');
  if (check.isAlone) return notTold('it is to run alone');
  if (INSTALLS.test(check.text)) return notTold('it installs what lies outside of the folder');
  const since = world.works.since(base, checkout);
  if (!since.ok) return notTold(since.reason);
  const work = since.value;
  const rules = await import('../tampering/looking.ts');
  const isTest = sortFiles(work, rules, () => true);
  const tests = [...isTest.tests, ...isTest.mixed];
  if (!tests.some(({ isThere }) => isThere)) return { kind: 'no-test-changed' };
  if (isTest.sources.length + isTest.mixed.length === 0) {
    return notTold('nothing but tests changed');
  }
  const digests = tests.map(({ path }) => [path, world.sha256(work.now(path) ?? '')]);
  const key = world.sha256(
    canonicalText([VERSION, base, digests, check.declared, question.timeoutMs]),
  );
  const known = world.kept.read(key);
  if (known !== undefined) return known;
  const made = work.without();
  if (!made.ok) return notTold(made.reason);
  const shown = await ran({ question, work, rules, fresh: made.value }, world.checks);
  if (!world.checks.signal.aborted) world.kept.write(key, shown);
  return shown;
}

/** What is asked about some work, with a folder of its base. */
interface Asked {
  readonly question: ShownQuestion;
  readonly work: Work;
  readonly rules: TestRules;
  readonly fresh: FreshFolder;
}

/** Commands that would have what is installed lead into a folder that is removed again. */
const INSTALLS =
  /\b(?:pip[\d.]*|uv|poetry|pdm|pipenv|conda|mamba|flit|hatch) (?:[^;&|]* )?(?:install|sync|develop|add)\b|\bsetup\.py (?:install|develop)\b|\b(?:cargo|go|make) install\b|\b(?:npm|pnpm|yarn) (?:link|(?:i|install) (?:[^;&|]* )?-(?:g|-global)\b)/;

/** Another one where outcomes are found in another way. */
const VERSION = 2;

async function ran({ fresh, question, rules, work }: Asked, checks: CheckWorld): Promise<Shown> {
  try {
    const begun = checks.clock.elapsed();
    const files = sortFiles(work, rules, (path) => fresh.read(path) !== undefined);
    const titles = await changedTitles(work, files.tests, fresh.read, rules);
    const unlaid = layTests(files, work, fresh);
    if (unlaid !== undefined) return notTold(unlaid);
    const run = (): Promise<NamedRun> => {
      const wholeMs = question.timeoutMs;
      const leftMs = wholeMs - (checks.clock.elapsed() - begun);
      return namedRun(question.check, fresh, checks, { leftMs, wholeMs });
    };
    return await compared({ files, fresh, titles, work, run });
  } finally {
    fresh.remove();
  }
}

interface Comparison {
  readonly files: WorkFiles;
  readonly fresh: FreshFolder;
  /** The names of the tests that are new or changed. */
  readonly titles: readonly string[];
  readonly work: Work;
  readonly run: () => Promise<NamedRun>;
}

async function compared(comparison: Comparison): Promise<Shown> {
  const { files, fresh, run, titles, work } = comparison;
  const first = await run();
  const isByChance = firstLook(first) === 'fails' && isSurprise(first.failed, titles);
  // What fails by chance seldom does so twice.
  const without = isByChance ? seenTwice(first, await run()) : first;
  const look = firstLook(without);
  if (look === 'passes') {
    const probed = probedFiles(files);
    if (probed.length === 0) return notTold('no program changed beside the tests');
    for (const { path } of probed) fresh.write(path, UNREADABLE);
    return afterProbe(without, await run(), titles);
  }
  if (look !== 'fails') return look;
  for (const { path } of work.changes) fresh.take(path);
  return compareRuns(without, await run(), titles);
}

/** Lays the tests of now over the base. Gives why that cannot be done, as a clause. */
function layTests(files: WorkFiles, work: Work, fresh: FreshFolder): string | undefined {
  const apart = files.mixed.map(({ path }) => {
    const now = work.now(path)?.toString('utf8');
    const before = fresh.read(path);
    const text =
      now === undefined || before === undefined ? undefined : programWithTests(before, now);
    return { path, text };
  });
  const whole = apart.find(({ text }) => text === undefined);
  if (whole !== undefined && files.tests.length === 0) {
    return `the tests of ${whole.path} stand among the work itself`;
  }
  for (const { path, text } of apart) if (text !== undefined) fresh.write(path, text);
  for (const { path } of [...files.tests, ...files.running]) fresh.take(path);
  for (const { isThere, path } of files.sources) {
    const before = fresh.read(path);
    if (/(?:^|\/)package\.json$/.test(path) && before !== undefined) {
      const text = packageWithScripts(before, work.now(path)?.toString('utf8') ?? '');
      if (text !== undefined) fresh.write(path, text);
    }
    if (isThere && before === undefined && path.endsWith('.py')) leaveOut(path, fresh);
  }
  return undefined;
}

/** A new module of Python that belongs to no package of the base is not to be found where the work is installed, either. */
function leaveOut(path: string, fresh: FreshFolder): void {
  const module = path.replace(/\/__init__\.py$/, '').replace(/\.py$/, '');
  const above = module.includes('/') ? module.slice(0, module.lastIndexOf('/')) : '';
  if (fresh.read(above === '' ? '__init__.py' : `${above}/__init__.py`) !== undefined) return;
  const name = module.slice(module.lastIndexOf('/') + 1);
  fresh.write(path, `raise ModuleNotFoundError("No module named '${name}'", name='${name}')\n`);
}
