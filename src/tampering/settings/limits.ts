import type { Run } from './run.ts';
import { keyOf, type Setting } from './setting.ts';

/** A number that a run is measured by. */
export interface Limit {
  readonly key: string;
  /** What it limits, in the same word in all tools: `coverage`, `coverage branches`, `retries`. */
  readonly metric: string;
  readonly stricter: 'higher' | 'lower';
  readonly value: number;
  readonly line: number;
  readonly text: string;
}

interface LimitRule {
  /** Of the key without places in lists. */
  readonly key: RegExp;
  readonly stricter: Limit['stricter'];
  readonly metric: string;
}

const COVERED = '(branches|functions|lines|statements)$';
const LIMITS: readonly LimitRule[] = [
  { key: new RegExp(`(?:^|\\.)(?:coverageThreshold|thresholds?|check|watermarks|nyc|c8|coverage)(?:\\..*)?\\.${COVERED}`), stricter: 'higher', metric: 'coverage' },
  { key: new RegExp(`^${COVERED}`), stricter: 'higher', metric: 'coverage' },
  { key: /(?:^|\.)(?:fail[_-]under|cov-fail-under|min[_-]coverage|minimum[_-]coverage|minCoverage)$/, stricter: 'higher', metric: 'coverage' },
  { key: /coverage\.status\.(?:project|patch|changes)\.(?:.*\.)?target$/, stricter: 'higher', metric: 'coverage' },
  { key: /coverage\.status\.(?:project|patch|changes)\.(?:.*\.)?threshold$/, stricter: 'lower', metric: 'coverage drop' },
  { key: /(?:^|\.)(?:minimum|minBound|minValue)(?:\.set)?$/, stricter: 'higher', metric: 'coverage' },
  { key: /^threshold\.(?:file|package|total)$/, stricter: 'higher', metric: 'coverage' },
  { key: /(?:^|\.)(?:mutationThreshold|coverageThreshold|testStrengthThreshold)$/, stricter: 'higher', metric: 'mutations' },
  { key: /(?:^|\.)thresholds\.break$/, stricter: 'higher', metric: 'mutations' },
  { key: /(?:^|\.)minScore$/, stricter: 'higher', metric: 'score' },
  { key: /(?:^|\.)(?:maxNumericValue|maximumError|maxSize|budget)$/, stricter: 'lower', metric: 'size' },
  { key: /(?:^|^size-limit\.|\.)limit$/, stricter: 'lower', metric: 'size' },
  { key: /(?:^|\.)(?:retries|retry|retries\.runMode|retries\.count|runMode|flaky_test_attempts|rerunFailingTestsCount|flaky-test-attempts|retry\.maxRetries|maxRetries)(?:\.set)?$/, stricter: 'lower', metric: 'retries' },
  { key: /(?:^|\.)(?:maxDiffPixels|maxDiffPixelRatio|toHaveScreenshot\.threshold|failureThreshold|maxFailures\.set|retry\.maxFailures)$/, stricter: 'lower', metric: 'tolerance' },
]; // biome-ignore format: a table

const WORD_LIMITS: readonly (readonly [word: RegExp, stricter: Limit['stricter'], metric: string])[] = [
  [/^--(?:cov-fail-under|fail-under(?:-\w+)?|min-coverage|minimum-coverage|coverage\.thresholds?\.\w+|lines|branches|functions|statements|threshold)$/, 'higher', 'coverage'],
  [/^--(?:retries|retry|reruns|flaky-test-attempts|rerun-fails)$/, 'lower', 'retries'],
  [/^-D(?:surefire|failsafe)\.rerunFailingTestsCount$/, 'lower', 'retries'],
  [/^--max-warnings$/, 'lower', 'warnings'],
]; // biome-ignore format: a table

const UNITS: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  kib: 1024,
  mb: 1e6,
  mib: 1 << 20,
  s: 1,
  ms: 1e-3,
};

/** The number in a value: of several, such as `process.env.CI ? 2 : 0`, the most lenient one. */
function numberIn(value: string, stricter: Limit['stricter']): number | undefined {
  const numbers = [...value.matchAll(/(-?\d[\d_]*(?:\.\d+)?)\s*(%|[kKmM]?i?[bB]\b)?/g)].map(
    ([, digits = '', unit = '']) =>
      Number(digits.replaceAll('_', '')) * (UNITS[unit.toLowerCase()] ?? 1),
  );
  if (numbers.length === 0) return undefined;
  return stricter === 'higher' ? Math.min(...numbers) : Math.max(...numbers);
}

export function limitsIn(settings: readonly Setting[]): readonly Limit[] {
  return settings.flatMap((setting): Limit[] => {
    const key = keyOf(setting);
    const rule = LIMITS.find((one) => one.key.test(key));
    if (rule === undefined || setting.items.length > 1 || setting.value.startsWith('{')) return [];
    const value = numberIn(setting.value, rule.stricter);
    const part = rule.key.exec(key)?.[1];
    const metric = part === undefined ? rule.metric : `${rule.metric} ${part}`;
    return value === undefined
      ? []
      : [
          {
            key,
            metric,
            stricter: rule.stricter,
            value,
            line: setting.line,
            text: `${setting.path.at(-1)}: ${setting.value}`,
          },
        ];
  });
}

export function limitsOfRuns(runs: readonly Run[]): readonly Limit[] {
  return runs.flatMap((run) =>
    limitsInWords(run.written, `${run.place} ${run.identity}`, run.line),
  );
}

/** `--cov-fail-under=80`, `--retries 2` */
export function limitsInWords(
  words: readonly string[],
  place: string,
  line: number,
): readonly Limit[] {
  return words.flatMap((word, index): Limit[] => {
    const [flag = '', own] = word.split('=', 2);
    const rule = WORD_LIMITS.find(([pattern]) => pattern.test(flag));
    const written = own ?? words[index + 1] ?? '';
    if (rule === undefined || !/^-?\d/.test(written)) return [];
    const part = /(lines|branches|functions|statements)$/.exec(flag)?.[1];
    const metric = part === undefined ? rule[2] : `${rule[2]} ${part}`;
    return [
      {
        key: `${place} ${flag}`,
        metric,
        stricter: rule[1],
        value: Number.parseFloat(written),
        line,
        text: `${flag} ${written}`,
      },
    ];
  });
}

/** Whether a limit lets more through than another. */
export function isWeaker(after: Limit, before: Limit): boolean {
  return before.stricter === 'higher' ? after.value < before.value : after.value > before.value;
}
