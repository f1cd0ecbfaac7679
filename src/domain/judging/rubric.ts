import { type Criterion, hasEvidence } from '../promise/promise.ts';
import { isOnlyAClaim } from './claims.ts';

/**
 * The rules of evidence that need no model: what evidence of each type must name so that a reader could
 * check it. It reads words, not meaning: it can say what is
 * missing, never that a criterion holds.
 */

export interface RubricJudgment {
  readonly ac_id: string;
  /** What the evidence lacks, each in a few words; none: the rubric has nothing to say against it. */
  readonly lacks: readonly string[];
}

interface Rule {
  readonly lacks: string;
  readonly isKept: (evidence: string) => boolean;
}

const PATH =
  /(?:^|[\s"'`(])(?:\.{0,2}\/)?[\w@.-]+\/[\w@./-]+|\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|c|h|cpp|swift|md|mdx|txt|json|ya?ml|toml|sql|sh|html?|css|scss|vue|svelte|tf|lock|xml|csv|log|proto|graphql)\b/i;
const LINE = /\blines? \d+|:\d+\b|\bL\d+\b/i;
const QUOTED = /["“'`‘][^"”'`’\n]{2,}["”'`’]/;
const NUMBER = /\d/;
const ADDRESS = /https?:\/\/|\blocalhost\b|(?:^|\s)\/[\w-]+(?:\/[\w-]*)*/i;
const COMMAND =
  /\b(?:npm|npx|pnpm|yarn|bun|deno|node|vitest|jest|mocha|ava|tap|cypress|playwright|pytest|tox|nox|unittest|go test|go vet|cargo|mvn|mvnw|gradlew?|ant|make|cmake|ctest|bazel|dotnet|rspec|rake|phpunit|composer|swift test|xcodebuild|ruff|mypy|tsc|eslint|biome|curl|docker|kubectl|git|bash|sh)\b/i;
const TEST_NAME = /\b\w*[tT]ests?\b|\b\w*[sS]pecs?\b|\btest_\w+|\bsuites?\b|\bscenarios?\b/;
const COUNT =
  /\b\d+\s*(?:\/\s*\d+\b|of\s+\d+\b)|\b(?:\d+|all \d+|no|zero)\s+(?:\w+\s+){0,2}(?:pass(?:ed|es|ing)?|fail(?:ed|s|ures?|ing)?|ok|succeeded|green|errors?|skipped|assertions?)\b|\b(?:pass(?:ed|es|ing)?|fail(?:ed|s|ures?)?|errors?|ok)\s*[:=]?\s*\(?\d+|\b(?:ran|executed)\s+\d+/i;
const FAILURES =
  /\b([1-9]\d*)\s+(?:\w+\s+)?(?:fail(?:ed|ures?|ing|s)?|errors?)\b|\b(?:failed|failures?|errors?)\s*[:=]\s*\(?([1-9]\d*)/i;
const STATUS_CODE =
  /\b(?:http(?:\/\d(?:\.\d)?)?|status(?: code)?|code|returns?|returned|answers?|answered|responds?|responded|->|=>|→|:|with|got)\s*["'(]?[1-5]\d\d\b|\b[1-5]\d\d\s+(?:ok|created|accepted|no content|moved|found|not modified|bad request|unauthorized|forbidden|not found|conflict|gone|unprocessable|too many|internal|bad gateway)\b/i;
const BODY =
  /[{[]\s*["'\w\]}]|\b(?:body|response|payload|content|returned|json|header)\b[^.\n]{0,40}(?:["'{[=:]|\bcontain|\bhold|\bwith\b|\bwas\b|\bis\b)|\bno content\b|\bempty body\b/i;
const SCREENSHOT =
  /\bscreen ?shots?\b|\.(?:png|jpe?g|webp|gif|webm|mp4)\b|\bvideo\b|\brecording\b/i;
const UI_STATE =
  /\b(?:buttons?|pages?|dialogs?|modals?|forms?|fields?|inputs?|links?|menus?|tabs?|toasts?|banners?|headings?|titles?|tables?|rows?|columns?|icons?|panels?|lists?|labels?|checkbox(?:es)?|dropdowns?|sidebars?|nav(?:igation)?|charts?|images?|spinner|tooltips?|errors? messages?|elements?)\b/i;
const SEEN =
  /\b(?:shows?|showed|shown|displays?|displayed|appears?|appeared|visible|renders?|rendered|opens?|opened|redirects?|redirected|reads?|says?|contains?|disabled|enabled|hidden|selected|clicked|clicking|lists?|listed|focused|highlighted)\b/i;
const SOURCE_OF_REVIEW =
  /\b(?:pr|pull request|merge request|mr|commit|diff|patch|branch|section|chapter|paragraph|heading)\b|#\d+|\b[0-9a-f]{7,40}\b/i;

const names = (lacks: string, ...patterns: readonly RegExp[]): Rule => ({
  lacks,
  isKept: (evidence) => patterns.some((pattern) => pattern.test(evidence)),
});

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  test: [
    names('which tests or command were run', COMMAND, TEST_NAME, PATH),
    names('how many tests passed and failed', COUNT),
  ],
  api: [names('the response status code', STATUS_CODE), names('the response content', BODY)],
  browser: [
    {
      lacks: 'a screenshot, or the observed page state',
      isKept: (evidence) =>
        SCREENSHOT.test(evidence) || (UI_STATE.test(evidence) && SEEN.test(evidence)),
    },
  ],
  log: [names('the log lines, or their location', QUOTED, PATH, LINE, /\d\d:\d\d/)],
  review: [names('what was read: file, section or commit', PATH, LINE, QUOTED, SOURCE_OF_REVIEW)],
  manual: [
    names('what exactly was examined', PATH, LINE, QUOTED, NUMBER, ADDRESS, COMMAND),
    { lacks: 'what was done and observed, in a sentence', isKept: isSentence },
  ],
};

/** Fewest words that can say what was looked at and what was seen. */
const FEWEST_WORDS = 6;

function isSentence(evidence: string): boolean {
  return (evidence.match(/[\p{L}\p{N}]+/gu) ?? []).length >= FEWEST_WORDS;
}

const NO_EVIDENCE = 'no evidence';
const ONLY_A_CLAIM = 'evidence is only a claim: name what was run or examined';
const FAILURES_REPORTED = 'a run without failures: it reports failures';

/** What would make up for a shortcoming; the other ones name it themselves. */
const NEEDED: ReadonlyMap<string, string> = new Map([
  [NO_EVIDENCE, 'a result'],
  [ONLY_A_CLAIM, 'what was run or examined'],
  [FAILURES_REPORTED, 'a run without failures'],
]);

/** The evidence that a criterion needs, by its shortcomings. */
export function neededEvidence(lacks: readonly string[]): string {
  return `evidence with ${lacks.map((lack) => NEEDED.get(lack) ?? lack).join(', and ')}`;
}

/** Holds the evidence of each criterion against the rules for its type. */
export function rubricJudgments(criteria: readonly Criterion[]): readonly RubricJudgment[] {
  return criteria.map((criterion) => ({ ac_id: criterion.id, lacks: shortcomings(criterion) }));
}

function shortcomings(criterion: Criterion): readonly string[] {
  if (!hasEvidence(criterion)) return [NO_EVIDENCE];
  const evidence = criterion.evidence ?? '';
  if (isOnlyAClaim(evidence)) return [ONLY_A_CLAIM];
  // What a program ran and found in order is a fact, and needs no more words.
  const isRun = criterion.proof !== undefined && criterion.proof !== null;
  const rules = isRun ? [] : rulesOf(criterion.evidence_type ?? 'manual');
  const broken = rules.filter(({ isKept }) => !isKept(evidence)).map(({ lacks }) => lacks);
  return reportsFailures(evidence) ? [...broken, FAILURES_REPORTED] : broken;
}

function rulesOf(type: string): readonly Rule[] {
  return (Object.hasOwn(RULES, type) ? RULES[type] : RULES['manual']) ?? [];
}

/** What evidence of a type must name, each in a few words. */
export function evidenceNeeds(type: string): readonly string[] {
  return rulesOf(type).map(({ lacks }) => lacks);
}

function reportsFailures(evidence: string): boolean {
  const [, before, after] = FAILURES.exec(evidence) ?? [];
  return before !== undefined || after !== undefined;
}
