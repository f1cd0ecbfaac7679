import type { TamperingKind } from '../change.ts';
import { keyOf, type Setting } from './setting.ts';

/** A setting that weakens runs where it has a value, or strengthens them as long as it has it. */
export interface Switch {
  readonly kind: TamperingKind;
  readonly key: string;
  readonly line: number;
  readonly text: string;
  readonly isStrict: boolean;
  /** Whether it is told also where the whole file is new. */
  readonly alsoWhenNew: boolean;
}

interface SwitchRule {
  readonly key: RegExp;
  readonly value: RegExp;
  readonly kind: TamperingKind;
  /** Strengthens: its loss is told. */
  readonly isStrict?: true;
  readonly alsoWhenNew?: true;
  /** The files in which the key means this; all that are read where there is none. */
  readonly file?: RegExp;
}

const TRUE = /^(?:true|1|yes|on)$/i;
const FALSE = /^(?:false|0|no|off|!1)$/i;
const RULES: readonly SwitchRule[] = [
  { key: /(?:^|\.)(?:passWithNoTests|dangerouslyIgnoreUnhandledErrors|allowOnly|allowUncaught)$/, value: TRUE, kind: 'run-neutered' },
  { key: /(?:^|\.)(?:failWithoutAssertions|failOnFlakyTests|failOnEmptyTestSuite)$/, value: FALSE, kind: 'run-neutered' },
  { key: /(?:^|\.)(?:UPDATE_(?:SNAPSHOTS?|GOLDENS?|EXPECT(?:ED)?)|SNAPSHOT_UPDATE|INSTA_UPDATE|INSTA_FORCE_PASS|TRYBUILD)$/, value: /^(?:1|true|yes|always|all|overwrite)$/, kind: 'run-neutered' },
  { key: /(?:^|\.)updateSnapshots$/, value: /^(?:all|changed)$/, kind: 'run-neutered', file: /playwright/ },
  { key: /(?:^|\.)test\.update$/, value: TRUE, kind: 'run-neutered', file: /vite/ },
  { key: /(?:^|\.)onUnhandledError$/, value: /=>\s*\{?(?:return)? ?false|^\S*\(?\w*\)?\{return false/, kind: 'run-neutered' },
  { key: /(?:^|\.)(?:forbidOnly|failOnFlakyTests|requireAssertions|checkCoverage|check-coverage|forbidPending|forbid-only|forbid-pending)$/, value: /^(?!false|undefined|!1).+/, kind: 'run-neutered', isStrict: true },
  { key: /(?:^|\.)(?:check-coverage|checkCoverage)$/, value: FALSE, kind: 'threshold-lowered' },
  { key: /(?:^|\.)thresholds\.100$/, value: TRUE, kind: 'threshold-lowered', isStrict: true },
  { key: /(?:^|\.)(?:testNamePattern|grep|fgrep|test_name_pattern)$/, value: /.+/, kind: 'tests-excluded' },
  { key: /(?:^|\.)grepInvert$/, value: /.+/, kind: 'tests-excluded' },
  { key: /(?:^|\.)default-filter$/, value: /.+/, kind: 'tests-excluded' },
  { key: /(?:^|\.)xfail_strict$/, value: TRUE, kind: 'run-neutered', isStrict: true },
  { key: /(?:^|\.)coverage\.status\.(?:project|patch|changes)(?:\.\w+)?\.informational$/, value: TRUE, kind: 'threshold-lowered' },
  { key: /(?:^|\.)coverage\.status(?:\.(?:project|patch|changes)(?:\.\w+)?)?(?:\.enabled)?$/, value: FALSE, kind: 'threshold-lowered' },
  { key: /(?:^|\.)(?:maven\.test\.skip|skipTests|skipITs|maven\.test\.failure\.ignore|testFailureIgnore|skipUnitTests|maven\.test\.skip\.exec)$/, value: TRUE, kind: 'run-neutered', alsoWhenNew: true },
  { key: /plugin\(maven-(?:surefire|failsafe)-plugin\).*\.skip$/, value: TRUE, kind: 'run-neutered' },
  { key: /plugin\(jacoco-maven-plugin\).*\.haltOnFailure$/, value: FALSE, kind: 'threshold-lowered' },
  { key: /plugin\(jacoco-maven-plugin\).*\.skip$|^(?:project\.properties\.)?jacoco\.skip$/, value: TRUE, kind: 'threshold-lowered' },
  { key: /(?:^|\.)failIfNoTests$/, value: TRUE, kind: 'run-neutered', isStrict: true },
  { key: /(?:^|\.)(?:ignoreFailures|isIgnoreFailures)(?:\.set)?$/, value: TRUE, kind: 'run-neutered' },
  { key: /[tT]est.*\.(?:enabled|isEnabled)$|(?:^|\.)test\.(?:enabled|isEnabled)$/, value: FALSE, kind: 'run-neutered', file: /\.gradle(?:\.kts)?$/ },
  { key: /[tT]est.*\.onlyIf$/, value: /^\{?\s*\{?false\}?\s*\}?$/, kind: 'run-neutered', file: /\.gradle(?:\.kts)?$/ },
  { key: /(?:jacoco|kover).*(?:enabled|isEnabled)$/i, value: FALSE, kind: 'threshold-lowered', file: /\.gradle(?:\.kts)?$/ },
  { key: /^(?:lib|test|bin|bench)\.test$/, value: FALSE, kind: 'tests-excluded', file: /Cargo\.toml$/ },
  { key: /^package\.autotests$/, value: FALSE, kind: 'tests-excluded', file: /Cargo\.toml$/ },
  { key: /(?:^|\.)rules\.[\w-]*\/?(?:no-focused-tests|no-only-tests|no-exclusive-tests|no-disabled-tests|no-skipped-test|no-skipped-tests|expect-expect|no-focused-test|valid-expect|noFocusedTests|noSkippedTests)$/, value: /^(?:off|0)\b/, kind: 'run-neutered' },
  { key: /(?:^|\.)(?:[\w-]+\/)?(?:no-focused-tests|no-only-tests|no-exclusive-tests|no-disabled-tests|no-skipped-test|no-skipped-tests|expect-expect|valid-expect|noFocusedTests|noSkippedTests)$/, value: /^(?:off|0)\b/, kind: 'run-neutered' },
  { key: /(?:^|\.)failTaskOnFailedTests$/, value: TRUE, kind: 'run-neutered', isStrict: true },
  { key: /(?:^|\.)(?:PYTEST_ADDOPTS|GOFLAGS|MAVEN_OPTS|MAVEN_ARGS|GRADLE_OPTS|JEST_ARGS|MOCHA_OPTIONS)$/, value: /(?:^|\s)(?:-k|-m|--ignore|--deselect|-run|-skip|-short|-DskipTests|-Dmaven\.test|--collect-only|--passWithNoTests)/, kind: 'tests-excluded' },
  { key: /(?:^|\.)HUSKY$/, value: /^0$/, kind: 'run-neutered', file: /\.husky|package\.json$/ },
]; // biome-ignore format: a table

export function switchesIn(path: string, settings: readonly Setting[]): readonly Switch[] {
  return settings.flatMap((setting): Switch[] => {
    const key = keyOf(setting);
    const value =
      setting.items.length > 0 && !path.includes('gradle')
        ? setting.items.join('\n')
        : setting.value;
    return RULES.filter(
      (rule) =>
        rule.key.test(key) &&
        rule.value.test(value) &&
        (rule.file === undefined || rule.file.test(path)),
    ).map((rule) => ({
      kind: rule.kind,
      key,
      line: setting.line,
      text: `${setting.path.at(-1)}: ${setting.value.slice(0, 200)}`,
      isStrict: rule.isStrict ?? false,
      alsoWhenNew: rule.alsoWhenNew ?? false,
    }));
  });
}
