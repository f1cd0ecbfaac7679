import type { PromiseAccount, PromiseStanding } from '../../domain/account/account.ts';
import { CONCERNS } from '../../domain/account/concern.ts';
import type { ProjectReport } from '../../domain/account/project-report.ts';
import { counted } from '../../domain/base/counted.ts';
import { firstFew } from '../first-few.ts';
import type { ReportFormat } from '../report-format.ts';
import {
  CONCERN_WORDS,
  figureWords,
  gapWords,
  headlineWords,
  projectWords,
  STANDING_WORDS,
  timeWords,
} from '../report-words.ts';
import { openFindings } from '../told-once.ts';
import { blocks, list, table } from './blocks.ts';
import { code, inline } from './escaping.ts';
import { type FittedPart, fitted, LONGEST_COMMENT } from './fitting.ts';
import { findingText, promiseDetails } from './promise-details.ts';

/** A comment of a pull request: the answer first, the promises in a table, and what is known of each folded away. */
export const markdownFormat: ReportFormat = {
  option: 'md',
  summary: 'Write Markdown that fits into one comment on GitHub',
  endings: ['.md', '.markdown'],
  write: (report) => markdownReport(report, LONGEST_COMMENT),
};

/** `limit`: how long it may be, in characters. */
export function markdownReport(report: ProjectReport, limit: number): string {
  const { promises } = report;
  const parts: readonly FittedPart[] = [
    { text: topPart(report) },
    gapsPart(report),
    { text: concernsPart(report), shorter: [{ text: '', loses: 95 }] },
    { text: projectsPart(report), shorter: [{ text: '', loses: 38 }] },
    tablePart(promises),
    ...promises.map((promise) => promiseDetails(promise, report)),
  ];
  const { text } = fitted(parts, limit - footer(report).length - 2, noteText);
  return `${text}\n\n${footer(report)}`;
}

function noteText(shortened: number): string {
  return `_Shortened to fit into a comment: ${counted(shortened, 'part')} cut or left out. The same report as HTML or JSON is whole._`;
}

function footer({ made_at, selection, version }: ProjectReport): string {
  return `<sub>completion-promise ${inline(version)} · ${inline(selection.words)} · ${inline(timeWords(made_at))}</sub>`;
}

function topPart({ project, promises, totals }: ProjectReport): string {
  const weakened = openFindings(promises).length;
  const sign = weakened === 0 ? '' : ` · ⚠️ ${counted(weakened, 'sign')} of weakened tests`;
  return blocks([
    `### ${headlineWords(totals)}${sign}`,
    totals.promises === 0
      ? `No promise of ${inline(project)} fits the selection.`
      : figureWords(totals).join(' · '),
  ]);
}

/** How many gaps are named where there is little room. */
const FEW_GAPS = 5;

function gapsPart({ gaps }: ProjectReport): FittedPart {
  if (gaps.length === 0) return { text: '' };
  const head = '> [!WARNING]\n> This report is not complete:';
  const lines = gaps.map((gap) => `> - ${inline(gapWords(gap))}`);
  const more = gaps.length - FEW_GAPS;
  const short = [head, ...lines.slice(0, FEW_GAPS), ...(more > 0 ? [`> - and ${more} more`] : [])];
  return {
    text: [head, ...lines].join('\n'),
    shorter: more > 0 ? [{ text: short.join('\n'), loses: 70 }] : [],
  };
}

/** How many weakened tests are named. */
const MOST_FINDINGS = 20;

function concernsPart(report: ProjectReport): string {
  const { promises, pushed, totals } = report;
  const raised = CONCERNS.filter((kind) => totals.concerns[kind] > 0);
  if (raised.length === 0) return '';
  const entries = raised.map((kind) => {
    const { label, means } = CONCERN_WORDS[kind];
    const count = totals.concerns[kind];
    const one = promises.find(({ concerns }) => concerns.some((concern) => concern.kind === kind));
    const which = count === 1 && one !== undefined ? ` (${code(one.id)})` : '';
    const findings = kind === 'weakened-tests' ? openFindings(promises) : [];
    const { more, named } = firstFew(findings, MOST_FINDINGS);
    return [
      `**${label}**: ${counted(count, 'promise')}${which}. ${means}`,
      ...named.map((finding) => `- ${findingText(finding, pushed)}`),
      ...(more > 0 ? [`- and ${more} more`] : []),
    ].join('\n');
  });
  return blocks(['**What to look at**', list(entries)]);
}

function projectsPart({ fleet }: ProjectReport): string {
  if (fleet === null || fleet.projects.length === 0) return '';
  const projects = fleet.projects.map((one) => `**${inline(one.project)}**: ${projectWords(one)}`);
  return blocks(['**Projects**', list(projects)]);
}

const MARKS: Readonly<Record<PromiseStanding, string>> = {
  verified: '✅',
  changed: '❗',
  ready: '🔷',
  met: '🔶',
  open: '🔶',
  rejected: '❌',
  cancelled: '➖',
};

/** Rows of a table that is cut: where there is little room, and where there is less. */
const FEW_ROWS = [100, 25] as const;

function tablePart(promises: readonly PromiseAccount[]): FittedPart {
  const whole = promiseTable(promises);
  return {
    text: whole,
    shorter: FEW_ROWS.filter((most) => most < promises.length).map((most, index) => ({
      text: blocks([
        promiseTable(promises.slice(0, most)),
        `and ${counted(promises.length - most, 'more promise', 'more promises')}`,
      ]),
      loses: 60 + 20 * index,
    })),
  };
}

function promiseTable(promises: readonly PromiseAccount[]): string {
  return table(
    ['', 'Promise', 'Stands', { title: 'Criteria', align: 'right' }, 'To look at'],
    promises.map(({ concerns, criteria, id, standing, title }) => {
      const done = criteria.filter((one) => one.standing === 'proved' || one.standing === 'met');
      return [
        MARKS[standing],
        `${inline(brief(title))}<br>${code(id)}`,
        STANDING_WORDS[standing],
        `${done.length}/${criteria.length}`,
        concerns.map(({ kind }) => CONCERN_WORDS[kind].label).join(', '),
      ];
    }),
  );
}

/** Longest title in the table, in characters. */
const LONGEST_TITLE = 120;

function brief(title: string): string {
  return title.length <= LONGEST_TITLE ? title : `${title.slice(0, LONGEST_TITLE - 1)}…`;
}
