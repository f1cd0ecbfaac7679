import type { Suspicion, TextChange } from './change.ts';
import { type ConfigurationFile, configurationFileOf } from './settings/files.ts';
import { isWeaker, type Limit, limitsIn, limitsInWords, limitsOfRuns } from './settings/limits.ts';
import {
  isNarrower,
  isPartOfTests,
  isTestName,
  type PatternList,
  patternListsIn,
  takesAway,
} from './settings/pattern.ts';
import { pytestHooksIn } from './settings/pytest-hooks.ts';
import type { Run } from './settings/run.ts';
import { isAboutGone, type PlacedRun, runSuspicions } from './settings/run-comparison.ts';
import { narrowing } from './settings/selection.ts';
import { keyOf, type Setting } from './settings/setting.ts';
import { type Switch, switchesIn } from './settings/switches.ts';
import { lostTrigger, triggersIn } from './settings/triggers.ts';

/** What a file of configuration says at one time. */
interface Reading {
  readonly settings: readonly Setting[];
  readonly runs: readonly Run[];
  readonly limits: readonly Limit[];
  readonly lists: readonly PatternList[];
  readonly switches: readonly Switch[];
}

interface ReadChange {
  readonly path: string;
  readonly change: TextChange;
  readonly before: Reading;
  readonly after: Reading;
}

/** What the comparison of one file needs to know of the rest of the change. */
interface Surroundings {
  readonly files: readonly ReadChange[];
  readonly gone: readonly string[];
  /** Whether tests are run in a place that is new. */
  readonly gainsRun: boolean;
  /** All that new files and new runs name. */
  readonly gainedText: string;
  /** What the tests of the change say before it and after it. */
  readonly tests: { readonly before: string; readonly after: string };
}

const NOTHING: Reading = { settings: [], runs: [], limits: [], lists: [], switches: [] };
/** No line of a configuration that a person writes is longer; what is made by a machine is not read. */
const MAXIMUM_LINE = 20_000;
/** No file that a person writes has more; what follows is not read. */
const MAXIMUM_SETTINGS = 4_000;
/** Of one file: each is compared with each of the whole change. */
const MAXIMUM_RUNS = 300;

/**
 * What the configuration of runners, scripts, hooks and services lets through that it did not let through before:
 * runs that cannot fail or do not happen, tests that are left out, and limits that are lower. Takes the whole change,
 * since what one file loses may stand in another. Never throws; what cannot be read is passed over.
 */
export function configurationSuspicions(change: readonly TextChange[]): readonly Suspicion[] {
  const files = change.flatMap(readChange);
  const gone = change.flatMap(({ after, earlierPath, path }) => [
    ...(after === undefined ? [path] : []),
    ...(earlierPath === undefined ? [] : [earlierPath]),
  ]);
  const place = (side: 'before' | 'after') =>
    files.flatMap((file): PlacedRun[] => file[side].runs.map((run) => ({ path: file.path, run })));
  const before = place('before');
  const after = place('after');
  const known = new Set(
    before.map(({ run }) => `${run.layer} ${run.identity} ${run.words.join(' ')}`),
  );
  const gained = after.filter(
    ({ run }) =>
      run.class === 'test' &&
      run.weaknesses.length === 0 &&
      !known.has(`${run.layer} ${run.identity} ${run.words.join(' ')}`),
  );
  const around: Surroundings = {
    files,
    gone,
    tests: textsOfTests(change),
    gainsRun:
      gained.length >
      before.filter(({ run }) => run.class === 'test').length -
        after.filter(({ run }) => run.class === 'test').length +
        gained.length,
    gainedText: [
      ...gained.map(({ run }) => run.text),
      ...files.filter(({ change: one }) => one.before === undefined).map(({ path }) => path),
    ].join(' '),
  };
  const goneFiles = new Set(
    files.filter(({ change: one }) => one.after === undefined).map(({ path }) => path),
  );
  const found = [
    ...runSuspicions({
      before,
      after,
      gone,
      goneFiles,
      isOfLostTest: (text) => isOfLostTest(text, around.tests),
    }),
    ...files.flatMap((file) => [
      ...plantedSuspicions(file),
      ...limitSuspicions(file, around),
      ...listSuspicions(file, around),
      ...switchSuspicions(file, around),
      ...optionSuspicions(file, around),
      ...triggerSuspicions(file, around),
      ...hookSuspicions(file),
    ]),
  ];
  return withoutRepeated(found);
}

/** What a person would not write where tests are to be run for the first time. */
const NEVER_FAILS =
  /^(?:\|\| (?:true|:|exit 0|\/bin\/true|echo)|; (?:true|:|exit 0)|exit 0 before)/;

/** Tests that are run in a new file, in a way that cannot fail. */
function plantedSuspicions({ after, change, path }: ReadChange): readonly Suspicion[] {
  if (change.before !== undefined || change.earlierPath !== undefined) return [];
  return after.runs.flatMap(({ class: kind, line, place, text, weaknesses }): Suspicion[] => {
    const weakness = weaknesses.find((one) => NEVER_FAILS.test(one));
    if (kind !== 'test' || weakness === undefined) return [];
    const detail = `${place || path} is new, and what it runs cannot fail: ${weakness}.`;
    const about = `${place || path}: ${text.slice(0, 100)}`;
    return [suspicion('run-neutered', { path, line, about }, detail, ['', text])];
  });
}

function readChange(change: TextChange): readonly ReadChange[] {
  const file = configurationFileOf(change.path);
  const earlier = configurationFileOf(change.earlierPath ?? change.path);
  if (file === undefined && earlier === undefined) return [];
  return [
    {
      path: change.path,
      change,
      before: read(earlier, change.before, change.earlierPath ?? change.path),
      after: read(file, change.after, change.path),
    },
  ];
}

function read(
  file: ConfigurationFile | undefined,
  text: string | undefined,
  path: string,
): Reading {
  const lines = text?.split('\n');
  if (
    file === undefined ||
    text === undefined ||
    lines?.some(({ length }) => length > MAXIMUM_LINE)
  )
    return NOTHING;
  const settings = (file.settings?.(text) ?? []).slice(0, MAXIMUM_SETTINGS);
  const runs = (file.runs?.(text, settings, path) ?? []).slice(0, MAXIMUM_RUNS);
  const options = settings
    .filter(isOptions)
    .flatMap(({ line, value }) => limitsInWords(wordsOf(value), 'addopts', line));
  const limits = [...limitsIn(settings), ...limitsOfRuns(runs), ...options];
  return {
    settings,
    runs,
    limits,
    lists: patternListsIn(path, settings),
    switches: switchesIn(path, settings),
  };
}

function isOptions(setting: Setting): boolean {
  return /(?:^|\.)(?:addopts|PYTEST_ADDOPTS)$/.test(keyOf(setting));
}

function wordsOf(value: string): readonly string[] {
  return [...value.matchAll(/"[^"]*"|'[^']*'|[^\s"',]+(?:["'][^"']*["'])?/g)].map(([word]) =>
    word.replaceAll(/["']/g, ''),
  );
}

function limitSuspicions(
  { after, before, change, path }: ReadChange,
  { files }: Surroundings,
): readonly Suspicion[] {
  const elsewhere = files.flatMap((one) =>
    one.after.limits.filter(
      (limit) =>
        !one.before.limits.some(({ key, value }) => key === limit.key && value === limit.value),
    ),
  );
  const lowered = before.limits.flatMap((limit, index): Suspicion[] => {
    const place = before.limits.slice(0, index).filter(({ key }) => key === limit.key).length;
    const now = after.limits.filter(({ key }) => key === limit.key)[place];
    if (now !== undefined) return isWeaker(now, limit) ? [limitSuspicion(path, limit, now)] : [];
    if (limit.stricter === 'lower' && limit.metric !== 'size' && limit.metric !== 'warnings')
      return [];
    const isKept = elsewhere.some(
      (one) =>
        one.metric.split(' ')[0] === limit.metric.split(' ')[0] &&
        one.stricter === limit.stricter &&
        !isWeaker(one, limit),
    );
    const isRepeated = after.limits.some(
      (one) => one.metric === limit.metric && !isWeaker(one, limit),
    );
    const isWithItsPackage =
      change.after === undefined &&
      /(?:package\.json|pom\.xml|\.gradle|\.kts|pyproject\.toml)$/.test(path);
    return isKept || isRepeated || isWithItsPackage ? [] : [limitSuspicion(path, limit, undefined)];
  });
  const allowed =
    change.before === undefined
      ? []
      : after.limits.filter(
          (limit) =>
            limit.metric === 'retries' &&
            limit.value > 0 &&
            !before.limits.some(({ key }) => key === limit.key),
        );
  const isNew = (limit: Limit) =>
    !files.some((one) =>
      one.before.limits.some(
        ({ metric, value }) => metric === limit.metric && value >= limit.value,
      ),
    );
  return [
    ...lowered,
    ...allowed.filter(isNew).map((limit) => limitSuspicion(path, undefined, limit)),
  ];
}

function limitSuspicion(
  path: string,
  before: Limit | undefined,
  after: Limit | undefined,
): Suspicion {
  const limit = after ?? before;
  const was = before === undefined ? 'not set' : String(before.value);
  const is = after === undefined ? 'no longer set' : String(after.value);
  return suspicion(
    'threshold-lowered',
    { path, line: limit?.line ?? 1, about: limit?.key ?? '' },
    `${limit?.key} was ${was} and is ${is}.`,
    [before?.text, after?.text],
  );
}

function listSuspicions(file: ReadChange, around: Surroundings): readonly Suspicion[] {
  const keys = new Set([...file.before.lists, ...file.after.lists].map(({ key }) => key));
  return [...keys].flatMap((key) => {
    const was = file.before.lists.find((one) => one.key === key);
    const is = file.after.lists.find((one) => one.key === key);
    const list = is ?? was;
    if (list === undefined) return [];
    const text = listText(list, was?.items ?? [], is?.items ?? [], file, around);
    if (text === undefined) return [];
    const kind = list.role === 'excludes from coverage' ? 'threshold-lowered' : 'tests-excluded';
    const place = { path: file.path, line: list.line, about: key };
    const detail = `${key} leaves out what was covered: ${text}.`;
    return [suspicion(kind, place, detail, [was?.items.join(', '), is?.items.join(', ')])];
  });
}

/** What a list leaves out that was not left out before; undefined where it is nothing. */
function listText(
  { key, role }: PatternList,
  was: readonly string[],
  is: readonly string[],
  file: ReadChange,
  { files, gainedText, gone, gainsRun, tests }: Surroundings,
): string | undefined {
  const isNewFile = file.change.before === undefined;
  // What one project of the runner leaves out another one takes over.
  const isHandedOver = (item: string, by: PatternList['role']): boolean =>
    /projects/.test(key) &&
    file.after.lists.some((one) => one.role === by && one.items.includes(item));
  const isKnown = (item: string) =>
    isAboutGone(item, gone) ||
    isOfLostTest(item, tests) ||
    (key.endsWith('norecursedirs') &&
      was.length === 0 &&
      !/test|spec|integration|e2e/i.test(item)) ||
    files.some((one) =>
      one.before.lists.some((list) => list.role === role && list.items.includes(item)),
    ) ||
    isHandedOver(item, 'includes tests');
  if (role === 'includes tests') {
    const isRenamed =
      /python_\w+$/.test(key) &&
      is.length > 0 &&
      was.length > 0 &&
      gone.length === 0 &&
      !was.some((one) => is.includes(one));
    const isLess =
      isRenamed ||
      (was.length === 0
        ? !isNewFile && isPartOfTests(is)
        : is.length > 0 && isNarrower(was, is, key) && !/projects/.test(key));
    const lost = was.filter((one) => !is.includes(one));
    const isOfGone = lost.length > 0 && lost.every((one) => isAboutGone(one, gone));
    const isElsewhere =
      gainsRun ||
      is.every((item) => isHandedOver(item, 'excludes tests')) ||
      files.some((one) => one !== file && one.after.lists.some((list) => list.role === role));
    return isLess && !isOfGone && !isElsewhere ? is.join(', ') : undefined;
  }
  const left = is.filter(
    (item) =>
      !was.includes(item) &&
      takesAway(role, item) &&
      !isKnown(item) &&
      !isNamedIn(item, gainedText),
  );
  const told = isNewFile
    ? left.filter((item) => role === 'excludes tests' && isTestName(item))
    : left;
  // One pattern that was rewritten leaves out what it left out before.
  const isRewritten =
    told.length > 0 &&
    was.length === is.length &&
    told.every((item) =>
      was.some(
        (one) => one.replaceAll(/[^A-Za-z0-9]/g, '') === item.replaceAll(/[^A-Za-z0-9]/g, ''),
      ),
    );
  return told.length > 0 && !isRewritten ? told.join(', ') : undefined;
}

const TEST = /(?:^|\/)tests?\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_|_test\.\w+$|Tests?\.\w+$/;

function textsOfTests(change: readonly TextChange[]): Surroundings['tests'] {
  const tests = change.filter(
    ({ path }) => TEST.test(path) && configurationFileOf(path) === undefined,
  );
  return {
    before: tests.map(({ before = '' }) => before).join('\n'),
    after: tests.map(({ after = '' }) => after).join('\n'),
  };
}

/** Whether the test that is named went away in the same change, though its file did not. */
function isOfLostTest(item: string, { after, before }: Surroundings['tests']): boolean {
  const words = item.split(/[^A-Za-z0-9_]+/).filter((word) => /^(?:test_|Test)\w{3,}/.test(word));
  return words.length > 0 && words.every((word) => before.includes(word) && !after.includes(word));
}

/** Tests that are left out here are run by a new run there: `e2e` by `vitest.e2e.config.ts`. */
function isNamedIn(item: string, text: string): boolean {
  const words = item
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word.length > 2 && !/^(?:test|tests|spec|src|rootDir)$/.test(word));
  return words.some((word) => new RegExp(`(?:^|[^A-Za-z0-9])${word}(?:[^A-Za-z0-9]|$)`).test(text));
}

function switchSuspicions(
  { after, before, change, path }: ReadChange,
  { files, gainedText }: Surroundings,
): readonly Suspicion[] {
  const isNewFile = change.before === undefined;
  const was = (one: Switch) =>
    files.some((file) =>
      file.before.switches.some(
        (other) => lastOf(other.key) === lastOf(one.key) && other.text === one.text,
      ),
    ) || before.switches.some(({ key }) => key === one.key);
  const weak = after.switches.filter(
    (one) =>
      !one.isStrict &&
      !was(one) &&
      (!isNewFile || one.alsoWhenNew) &&
      !(one.kind === 'tests-excluded' && isNamedIn(one.text, gainedText)),
  );
  const isKept = (one: Switch) =>
    files.some((file) =>
      file.after.switches.some((other) => other.isStrict && lastOf(other.key) === lastOf(one.key)),
    );
  const lost = before.switches.filter(
    (one) => one.isStrict && !isKept(one) && change.after !== undefined,
  );
  return [
    ...weak.map(({ key, kind, line, text }) =>
      suspicion(kind, { path, line, about: key }, `${key} weakens the run: ${text}.`, ['', text]),
    ),
    ...lost.map(({ key, kind, line, text }) =>
      suspicion(kind, { path, line, about: key }, `${key} is no longer in effect.`, [text, '']),
    ),
  ];
}

function lastOf(key: string): string {
  return key.split('.').at(-1) ?? key;
}

/** Options that hold for each run of pytest, errors out of warnings, and the suites of a matrix. */
function optionSuspicions(
  { after, before, change, path }: ReadChange,
  { files, gainsRun, gone }: Surroundings,
): readonly Suspicion[] {
  const settingOf = ({ settings }: Reading, key: RegExp) =>
    settings.find((one) => key.test(keyOf(one)) && !one.path.at(-1)?.startsWith('#'));
  const runsLess = (
    kind: Suspicion['kind'],
    was: Setting | undefined,
    is: Setting | undefined,
    text: string,
  ): Suspicion => {
    const about = keyOf(is ?? was ?? { path: [], value: '', items: [], line: 1 });
    const place = { path, line: is?.line ?? was?.line ?? 1, about };
    return suspicion(kind, place, `${about} runs less: ${text}.`, [was?.value, is?.value]);
  };
  const found: Suspicion[] = [];
  const [was, is] = [before, after].map((one) => settingOf(one, /(?:^|\.)addopts$/));
  const runner = (setting: Setting | undefined) =>
    ({
      class: 'test',
      identity: 'pytest',
      words: setting === undefined ? [] : wordsOf(setting.value),
    }) as const;
  // Options that come from another file are compared with what they were there.
  const elsewhere = files
    .map((one) => settingOf(one.before, /(?:^|\.)addopts$/))
    .find((one) => one !== undefined);
  const narrowed = is === undefined ? undefined : narrowing(runner(was ?? elsewhere), runner(is));
  const isTold =
    change.before !== undefined ||
    (narrowed !== undefined && isTestName(narrowed.split(' ').at(-1) ?? ''));
  if (
    narrowed !== undefined &&
    !narrowed.startsWith('only ') &&
    isTold &&
    !gainsRun &&
    !isAboutGone(narrowed, gone)
  )
    found.push(runsLess('tests-excluded', was, is, narrowed));
  const [warnings, now] = [before, after].map((one) => settingOf(one, /(?:^|\.)filterwarnings$/));
  const failsOn = (setting: Setting | undefined) =>
    setting !== undefined &&
    (setting.items.length > 0 ? setting.items : setting.value.split('\n')).some((one) =>
      /^["']?error["']?$/.test(one.trim()),
    );
  if (failsOn(warnings) && !failsOn(now) && change.after !== undefined)
    found.push(runsLess('run-neutered', warnings, now, 'warnings are no longer errors'));
  const suites = /\.(?:matrix)\.(?:suites?|tests?|test[-_]\w+|tox_?env|nox_?sessions?|sessions?)$/;
  const [all, rest] = [before, after].map((one) => settingOf(one, suites));
  const missing = all?.items.filter((one) => !rest?.items.includes(one)) ?? [];
  const isLess =
    rest !== undefined && missing.length > 0 && rest.items.every((one) => all?.items.includes(one));
  if (isLess && !missing.every((one) => isAboutGone(one, gone)))
    found.push(runsLess('tests-excluded', all, rest, `without ${missing.join(', ')}`));
  return found;
}

function triggerSuspicions(
  { after, before, change, path }: ReadChange,
  { files }: Surroundings,
): readonly Suspicion[] {
  const runsTests = ({ runs }: Reading) => runs.some((run) => run.class === 'test');
  if (
    !path.includes('/workflows/') ||
    !runsTests(before) ||
    !runsTests(after) ||
    change.after === undefined
  )
    return [];
  const [was, is] = [triggersIn(before.settings), triggersIn(after.settings)];
  const lost = lostTrigger(was, is);
  const isElsewhere = files.some(
    (one) =>
      one.path !== path &&
      runsTests(one.after) &&
      triggersIn(one.after.settings).names.some(
        (name) =>
          /^(?:pull_request|workflow_call|push)$/.test(name) &&
          !triggersIn(one.before.settings).names.includes(name),
      ),
  );
  if (lost === undefined || isElsewhere) return [];
  const place = { path, line: is.line, about: lost.about };
  const detail = `The workflow no longer runs on all changes: ${lost.text}.`;
  return [suspicion('run-neutered', place, detail, [`on: ${was.names.join(', ')}`, lost.text])];
}

function hookSuspicions({ change, path }: ReadChange): readonly Suspicion[] {
  if (!/(?:^|\/)conftest\.py$/.test(path) || change.after === undefined) return [];
  const was = pytestHooksIn(change.before ?? '');
  return pytestHooksIn(change.after)
    .filter(({ name }) => !was.some((one) => one.name === name))
    .map(({ kind, line, name, text }) => {
      const detail = `${name} keeps tests from running or failing.`;
      return suspicion(kind, { path, line, about: name }, detail, ['', text]);
    });
}

/** Longest text of a suspicion, in characters. */
const LONGEST = 500;

function suspicion(
  kind: Suspicion['kind'],
  place: Pick<Suspicion, 'path' | 'line' | 'about'>,
  detail: string,
  texts: readonly [before: string | undefined, after: string | undefined],
): Suspicion {
  const [before = '', after = ''] = texts.map((text = '') => text.slice(0, LONGEST));
  return { kind, ...place, detail: detail.slice(0, LONGEST), before, after };
}

function withoutRepeated(found: readonly Suspicion[]): readonly Suspicion[] {
  const seen = new Set<string>();
  return found.filter(({ about, kind, path }) => {
    const key = `${kind}\n${path}\n${about}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
