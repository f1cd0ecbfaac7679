import type {
  CiOutcome,
  CiResult,
  CiVerdict,
  JudgedCriterion,
  JudgedDefinition,
} from '../../domain/ci/ci-result.ts';
import { blocks, folded, list, table } from '../markdown/blocks.ts';
import { code, fenced, inline } from '../markdown/escaping.ts';
import { type FittedPart, fitted } from '../markdown/fitting.ts';
import {
  changeWords,
  definitionChangeWords,
  OUTCOME_WORDS,
  shortCommit,
  tamperingWords,
  totalsOf,
  troubleWords,
  trustWords,
  VERDICT_WORDS,
} from './ci-words.ts';

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

/** Most rows of a table, and most lines of one output: what is longer is read in the log of the run. */
const MOST_ROWS = 200;
const MOST_LINES = 60;

/** How important the parts of a document are, for one that is too long. */
const LOSES = { outputs: 0, findings: 1, rows: 2, reasons: 3 } as const;

/** The document, of at most so many characters. */
export function ciMarkdown(result: CiResult, limit: number): string {
  const document = fitted(partsOf(result), limit, (shortened) =>
    inline(`${shortened} parts are shortened here. The log of the run has all of it.`),
  );
  // Only what is always short can be left: the heading, and what is trusted.
  return document.fits ? document.text : fitted(leastOf(result), limit, () => '').text;
}

function partsOf(result: CiResult): readonly FittedPart[] {
  return [
    { text: headingOf(result) },
    shortened(reasonsOf(result), LOSES.reasons),
    ...result.definitions.map((one) => definitionPart(one)),
    shortened(alwaysOf(result), LOSES.rows),
    ...failuresOf(result).map((text) => shortened(text, LOSES.outputs)),
    shortened(findingsOf(result), LOSES.findings),
    { text: trustOf(result) },
    shortened(notesOf(result), LOSES.outputs),
  ];
}

function leastOf(result: CiResult): readonly FittedPart[] {
  return [{ text: headingOf(result) }, { text: trustOf(result) }];
}

function shortened(text: string, loses: number): FittedPart {
  return text === '' ? { text } : { text, shorter: [{ text: '', loses }] };
}

function headingOf(result: CiResult): string {
  const { change, outcome } = result;
  const words = `### ${OUTCOME_MARKS[outcome]} completion-promise: ${OUTCOME_WORDS[outcome]}`;
  const run = /^https:\/\/[\w.:/-]+$/.test(change.run_url) ? ` ([run](${change.run_url}))` : '';
  return blocks([
    words,
    `${inline(`${totalsOf(result)}. Commit ${shortCommit(change.head)}`)}${run}`,
  ]);
}

function reasonsOf({ because, broken }: CiResult): string {
  return blocks([
    list(because.map(inline)),
    table(
      ['Definition that cannot be read', 'Why'],
      broken
        .slice(0, MOST_ROWS)
        .map(({ path, problems }) => [code(path), inline(problems.join('; '))]),
    ),
  ]);
}

function definitionPart({ criteria, path, title }: JudgedDefinition): FittedPart {
  const heading = `**${inline(title)}** ${code(path)}`;
  const row = ({ description, id, verdict }: JudgedCriterion): readonly string[] => [
    `${VERDICT_MARKS[verdict]} ${VERDICT_WORDS[verdict]}`,
    inline(id),
    inline(description),
  ];
  const columns = ['Verdict', '', 'Criterion'];
  const open = criteria.filter(({ verdict }) => verdict !== 'PASS');
  const whole = blocks([heading, table(columns, criteria.slice(0, MOST_ROWS).map(row))]);
  const less = blocks([heading, table(columns, open.slice(0, MOST_ROWS).map(row))]);
  const least = open.length === 0 ? '' : heading;
  return {
    text: whole,
    shorter: [
      { text: less, loses: LOSES.outputs },
      { text: least, loses: LOSES.rows },
      { text: '', loses: LOSES.reasons },
    ],
  };
}

function alwaysOf({ always }: CiResult): string {
  const rows = always
    .slice(0, MOST_ROWS)
    .map(({ command, verdict }) => [
      `${VERDICT_MARKS[verdict]} ${VERDICT_WORDS[verdict]}`,
      code(command),
    ]);
  return table(['Verdict', 'Command of checks.always'], rows);
}

/** What each that did not pass said, folded. */
function failuresOf({ always, changed_files, definitions }: CiResult): readonly string[] {
  const criteria = definitions.flatMap((definition) =>
    definition.criteria
      .filter(({ verdict }) => verdict === 'FAIL' || verdict === 'BLOCKED')
      .map((one) =>
        foldedOutput(`${one.id} of ${definition.title}`, [
          ...troubleWords(one.results),
          ...tailOf(one),
        ]),
      ),
  );
  const commands = always
    .filter(({ verdict }) => verdict !== 'PASS')
    .map(({ command, results }) => foldedOutput(command, troubleWords(results)));
  const files = changed_files.broken.map(({ detail, path }) => `${path}: ${detail}`);
  return [
    ...criteria,
    ...commands,
    ...(files.length === 0 ? [] : [foldedOutput('Changed files that cannot be parsed', files)]),
  ];
}

function tailOf({ command }: JudgedCriterion): readonly string[] {
  const tail = command?.output_tail.trim() ?? '';
  return tail === '' ? [] : ['', ...tail.split('\n')];
}

function foldedOutput(summary: string, lines: readonly string[]): string {
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
  return folded(inline(summary), fenced(shown.join('\n')));
}

function findingsOf(result: CiResult): string {
  const { findings } = result.tampering;
  const rows = findings
    .slice(0, MOST_ROWS)
    .map(({ detail, digest, line, path }) => [
      code(`${path}:${line}`),
      inline(detail),
      code(digest),
    ]);
  const words = inline(`Weakened tests: ${tamperingWords(result)}`);
  return rows.length === 0
    ? words
    : blocks([words, folded('Where', table(['Place', 'What', 'Name'], rows))]);
}

function trustOf(result: CiResult): string {
  return blocks([
    `<sub>${inline(`Checked ${changeWords(result)}. Trusted: ${trustWords(result)}.`)}</sub>`,
    list(definitionChangeWords(result).slice(0, MOST_ROWS).map(inline)),
  ]);
}

function notesOf({ notes }: CiResult): string {
  return notes.length === 0 ? '' : folded('Notes', list(notes.slice(0, MOST_ROWS).map(inline)));
}
