import { commandLine } from '../../domain/account/command-line.ts';
import { counted } from '../../domain/base/counted.ts';
import { beginningOf } from '../../domain/base/cutting.ts';
import { commitUrl, fileUrl } from '../../domain/base/forge.ts';
import type {
  CiOutcome,
  CiResult,
  CiVerdict,
  JudgedCriterion,
  JudgedDefinition,
} from '../../domain/ci/ci-result.ts';
import { firstFew } from '../first-few.ts';
import { blocks, folded, list, table } from '../markdown/blocks.ts';
import { code, fenced, inline, linked } from '../markdown/escaping.ts';
import { type FittedPart, fitted } from '../markdown/fitting.ts';
import { artifactTexts } from '../markdown/promise-details.ts';
import { shownSentence } from '../shown-text.ts';
import {
  changeWords,
  definitionChangeWords,
  OUTCOME_WORDS,
  programWords,
  shortCommit,
  tamperingWords,
  totalsOf,
  trustWords,
  VERDICT_WORDS,
} from './ci-words.ts';
import { lineIn, type Trouble, troublesOf } from './troubles.ts';

/** The result in Markdown: the comment of a pull request, and the summary of a job. */

const OUTCOME_MARKS: Readonly<Record<CiOutcome, string>> = {
  held: '✅',
  failed: '❌',
  'not-judged': '⚠️',
};

const VERDICT_MARKS: Readonly<Record<CiVerdict, string>> = {
  PASS: '✅',
  FAIL: '❌',
  BLOCKED: '⚠️',
  UNCHECKED: '➖',
};

/** Most rows and entries, and most lines of one output: what is longer is read in the log of the run. */
const MOST_ROWS = 200;
const MOST_LINES = 60;

/** How many failures stand open; and how many weakened tests, before any other part is shortened. */
const MOST_OPEN = 3;
const MOST_FINDINGS = 20;

/** Longest text of why it ended so, in characters. */
const LONGEST_REASON = 1000;

/** How important the parts of a document are, for one that is too long. */
const LOSES = { outputs: 0, rows: 2, reasons: 3, findings: 4 } as const;

/** The document, of at most so many characters. */
export function ciMarkdown(result: CiResult, limit: number): string {
  const document = fitted(partsOf(result), limit, (shortened) =>
    inline(`Shortened: ${shortened} parts are cut here. The log of the run has all of it.`),
  );
  // Only what is always short can be left: the heading, and what is trusted where that is short.
  return document.fits ? document.text : fitted(leastOf(result), limit, () => '').text;
}

function partsOf(result: CiResult): readonly FittedPart[] {
  return [
    { text: headingOf(result) },
    findingsPart(result),
    shortened(reasonsOf(result), LOSES.reasons),
    ...troublesOf(result).map((one, index) => troublePart(one, index < MOST_OPEN, result)),
    ...criteriaParts(result),
    { text: trustOf(result) },
    shortened(notesOf(result), LOSES.outputs),
  ];
}

function leastOf(result: CiResult): readonly FittedPart[] {
  return [{ text: headingOf(result) }, shortened(trustOf(result), LOSES.reasons)];
}

function shortened(text: string, loses: number): FittedPart {
  return text === '' ? { text } : { text, shorter: [{ text: '', loses }] };
}

/** The answer, in the lines that are read first: how it ended, what was weakened, and of which commit that is said. */
function headingOf(result: CiResult): string {
  const { because, change, outcome, tampering } = result;
  const { findings } = tampering;
  const weakened =
    findings.length === 0 ? '' : ` · ⚠️ ${counted(findings.length, 'sign')} of weakened tests`;
  const run = /^https:\/\/[\w.:/-]+$/.test(change.run_url) ? ` ([run](${change.run_url}))` : '';
  const commit = change.pushed.commit || change.head;
  const named = linked(shortCommit(commit), commitUrl(change.pushed));
  const why =
    outcome === 'held' || because.length === 0 ? `${totalsOf(result)}.` : because.join(' ');
  return blocks([
    `### ${OUTCOME_MARKS[outcome]} completion-promise: ${OUTCOME_WORDS[outcome]}${weakened}`,
    `Commit ${named}${run}: ${inline(beginningOf(why, LONGEST_REASON))}`,
  ]);
}

/** A place in a file, which leads there where the forge is known. */
function placed(path: string, line: number, { change }: CiResult): string {
  return linked(`${path}:${line}`, fileUrl(change.pushed, path, line));
}

function findingsPart(result: CiResult): FittedPart {
  const { findings } = result.tampering;
  if (findings.length === 0) return { text: '' };
  const entries = findings.map(
    ({ detail, digest, line, path }) =>
      `${placed(path, line, result)} ${inline(detail)} <sub>${code(digest)}</sub>`,
  );
  const words = inline(`Weakened tests: ${tamperingWords(result)}`);
  const text = (most: number): string => blocks([words, listOf(entries, most)]);
  return {
    text: text(MOST_ROWS),
    shorter: [
      { text: text(MOST_FINDINGS), loses: LOSES.rows },
      { text: '', loses: LOSES.findings },
    ],
  };
}

/** The first entries, and how many more there are. */
function listOf(entries: readonly string[], most: number): string {
  const { more, named } = firstFew(entries, most);
  return list([...named, ...(more > 0 ? [`and ${more} more`] : [])]);
}

/** What failed that no command of a check tells. */
function reasonsOf(result: CiResult): string {
  const { broken, change, changed_files, trust } = result;
  const definitions = broken.map(({ path, problems }) => {
    const url = fileUrl({ ...change.pushed, commit: trust.revision }, path);
    return `❌ ${linked(path, url)} cannot be read: ${inline(problems.join('; '))}`;
  });
  const files = changed_files.broken.map(
    ({ detail, path }) => `❌ ${placed(path, lineIn(detail), result)} ${inline(detail)}`,
  );
  return listOf([...definitions, ...files], MOST_ROWS);
}

function troublePart(trouble: Trouble, isOpen: boolean, result: CiResult): FittedPart {
  const { cause, concerns, lines, tail, title, verdict } = trouble;
  const place = cause === null ? '' : ` · ${placed(cause.path, cause.line, result)}`;
  const head = `${VERDICT_MARKS[verdict]} <strong>${inline(title)}</strong>${place}`;
  const said = outputOf(lines);
  const whole = tail === '' ? '' : folded('The end of its output', outputOf(tail.split('\n')));
  const told = (body: string): string =>
    isOpen
      ? blocks([head, inline(concerns), body])
      : folded(head, blocks([inline(concerns), body]));
  return {
    text: told(blocks([said, whole])),
    shorter: [
      { text: told(said), loses: LOSES.outputs },
      { text: isOpen ? head : '', loses: LOSES.rows },
      { text: '', loses: LOSES.reasons },
    ],
  };
}

function outputOf(lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const { more, named } = firstFew(lines, MOST_LINES);
  return fenced([...named, ...(more > 0 ? [`… ${more} more lines`] : [])].join('\n'));
}

/** Of no more criteria than these those that passed stand open, too. */
const FEW_ROWS = 10;

/** What needs a look first. */
const ORDER: readonly CiVerdict[] = ['FAIL', 'BLOCKED', 'UNCHECKED', 'PASS'];

function criteriaParts(result: CiResult): readonly FittedPart[] {
  const rows = result.definitions.flatMap((definition) =>
    definition.criteria.map((one) => ({ ...one, row: criterionRow(one, definition, result) })),
  );
  const always = result.always.map(({ command, verdict }) => ({
    verdict,
    row: [markOf(verdict), code(command), 'checks.always'],
  }));
  const all = [...rows, ...always].sort(
    (a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict),
  );
  if (all.length <= FEW_ROWS) return [shortened(rowsOf(all.map(({ row }) => row)), LOSES.rows)];
  const open = all.filter(({ verdict }) => verdict !== 'PASS').map(({ row }) => row);
  const held = all.filter(({ verdict }) => verdict === 'PASS').map(({ row }) => row);
  return [
    shortened(rowsOf(open), LOSES.rows),
    shortened(
      held.length === 0 ? '' : folded(`✅ ${held.length} passed`, rowsOf(held)),
      LOSES.outputs,
    ),
  ];
}

function rowsOf(rows: readonly (readonly string[])[]): string {
  const { more, named } = firstFew(rows, MOST_ROWS);
  const rest = more > 0 ? [['', `and ${more} more`, '']] : [];
  return table(['', 'Criterion', 'Promise'], [...named, ...rest]);
}

function criterionRow(
  { artifacts, command, description, id, shown, verdict }: JudgedCriterion,
  { path, title }: JudgedDefinition,
  { change, trust }: CiResult,
): readonly string[] {
  const url = fileUrl({ ...change.pushed, commit: trust.revision || change.pushed.commit }, path);
  const promise = url === undefined ? `${inline(title)} ${code(path)}` : linked(title, url);
  const ran = command === null ? '' : `${code(commandLine(command.argv))}: `;
  const said = shown === null ? '' : `<br>${ran}${inline(shownSentence(shown))}`;
  const asked = inline(`${description}${programWords(command)}`);
  const texts = [`${inline(id)} ${asked}${said}`, ...artifactTexts(artifacts)];
  return [markOf(verdict), texts.join('<br>'), promise];
}

function markOf(verdict: CiVerdict): string {
  return `${VERDICT_MARKS[verdict]} ${VERDICT_WORDS[verdict]}`;
}

function trustOf(result: CiResult): string {
  const { examined } = result.tampering;
  const looked = examined ? '' : ` Weakened tests: ${tamperingWords(result)}.`;
  const { more, named } = firstFew(definitionChangeWords(result), MOST_ROWS);
  return blocks([
    `<sub>${inline(`Checked ${changeWords(result)}. Trusted: ${trustWords(result)}.${looked}`)}</sub>`,
    list([...named.map(inline), ...(more > 0 ? [`and ${more} more`] : [])]),
  ]);
}

function notesOf({ notes }: CiResult): string {
  return notes.length === 0 ? '' : folded('Notes', listOf(notes.map(inline), MOST_ROWS));
}
