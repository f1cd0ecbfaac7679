import type { PromiseAccount, PromiseStanding } from '../../domain/account/account.ts';
import { CONCERNS } from '../../domain/account/concern.ts';
import type { ProjectReport } from '../../domain/account/project-report.ts';
import { counted } from '../../domain/base/counted.ts';
import { dollars } from '../dollars.ts';
import type { ReportFormat } from '../report-format.ts';
import {
  CONCERN_WORDS,
  gapWords,
  headlineWords,
  projectWords,
  STANDING_WORDS,
  timeWords,
} from '../report-words.ts';
import { blocks, list, table } from './blocks.ts';
import { code, inline } from './escaping.ts';
import { type FittedPart, fitted, LONGEST_COMMENT } from './fitting.ts';
import { promiseDetails } from './promise-details.ts';

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
    { text: concernsPart(report), shorter: [{ text: '', loses: 90 }] },
    { text: projectsPart(report), shorter: [{ text: '', loses: 38 }] },
    { text: costPart(report), shorter: [{ text: '', loses: 35 }] },
    tablePart(promises),
    ...promises.map(promiseDetails),
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

function topPart({ project, totals }: ProjectReport): string {
  const { criteria, criterion_standings: by, judge_runs: judge } = totals;
  const figures = [
    `**${by.proved} of ${counted(criteria, 'criterion', 'criteria')}** proved by a program`,
    ...(by.met > 0 ? [`${by.met} met in words`] : []),
    ...(judge.runs > 0
      ? [
          `judges passed ${judge.passed} and failed ${judge.failed} of ${counted(judge.runs, 'run')}`,
        ]
      : []),
    ...(totals.cost === null || totals.cost.calls === 0
      ? []
      : [`${dollars(totals.cost.cost_usd)} for ${counted(totals.cost.calls, 'call')}`]),
  ];
  return blocks([
    `### ${headlineWords(totals)}`,
    totals.promises === 0
      ? `No promise of ${inline(project)} fits the selection.`
      : figures.join(' · '),
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

function concernsPart({ promises, totals }: ProjectReport): string {
  const raised = CONCERNS.filter((kind) => totals.concerns[kind] > 0);
  if (raised.length === 0) return '';
  const entries = raised.map((kind) => {
    const { label, means } = CONCERN_WORDS[kind];
    const count = totals.concerns[kind];
    const one = promises.find(({ concerns }) => concerns.some((concern) => concern.kind === kind));
    const which = count === 1 && one !== undefined ? ` (${code(one.id)})` : '';
    return `**${label}**: ${counted(count, 'promise')}${which}. ${means}`;
  });
  return blocks(['**What to look at**', list(entries)]);
}

/** How many of the last days are shown. */
const MOST_DAYS = 14;

function costPart({ totals: { cost } }: ProjectReport): string {
  if (cost === null || cost.days.length < 2) return '';
  const days = cost.days.slice(-MOST_DAYS);
  const most = Math.max(...days.map(({ cost_usd }) => cost_usd));
  const rows = days.map(({ calls, cost_usd, day, models }) => [
    day,
    '█'.repeat(most === 0 ? 0 : Math.ceil((10 * cost_usd) / most)),
    dollars(cost_usd),
    String(calls),
    models.map(({ model }) => inline(model)).join(', '),
  ]);
  return `<details><summary>Cost per day: ${dollars(cost.cost_usd)} in all</summary>\n\n${table(
    ['Day', '', { title: 'Cost', align: 'right' }, { title: 'Calls', align: 'right' }, 'Models'],
    rows,
  )}\n\n</details>`;
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
