import type { PromiseAccount, PromiseStanding } from '../../domain/account/account.ts';
import { CONCERNS, type ConcernKind } from '../../domain/account/concern.ts';
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
  write: (report) => [markdownReport(report, LONGEST_COMMENT)],
};

/** Most promises that are told of: many more would not fit into a comment however short each is. */
const MOST_TOLD = 1000;

/** `limit`: how long it may be, in characters. */
export function markdownReport(report: ProjectReport, limit: number): string {
  const promises = firstOf(report.promises, MOST_TOLD);
  const untold = report.promises.length - promises.length;
  const findings = openFindings(report.promises);
  const parts: readonly FittedPart[] = [
    { text: topPart(report, findings.length) },
    gapsPart(report),
    { text: concernsPart(report, findings), shorter: [{ text: '', loses: 95 }] },
    { text: projectsPart(report), shorter: [{ text: '', loses: 38 }] },
    tablePart(promises, untold),
    ...promises.map((promise) => promiseDetails(promise, report)),
  ];
  const { text } = fitted(parts, limit - footer(report).length - 2, (shortened) =>
    noteText(shortened + untold),
  );
  return `${text}\n\n${footer(report)}`;
}

function firstOf(promises: Iterable<PromiseAccount>, most: number): readonly PromiseAccount[] {
  const first: PromiseAccount[] = [];
  for (const promise of promises) {
    if (first.length === most) break;
    first.push(promise);
  }
  return first;
}

function noteText(shortened: number): string {
  return `_Shortened to fit into a comment: ${counted(shortened, 'part')} cut or left out. The same report as HTML or JSON is whole._`;
}

function footer({ made_at, selection, version }: ProjectReport): string {
  return `<sub>completion-promise ${inline(version)} · ${inline(selection.words)} · ${inline(timeWords(made_at))}</sub>`;
}

function topPart({ project, totals }: ProjectReport, weakened: number): string {
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

function concernsPart(report: ProjectReport, weakened: ReturnType<typeof openFindings>): string {
  const { promises, pushed, totals } = report;
  const raised = CONCERNS.filter((kind) => totals.concerns[kind] > 0);
  if (raised.length === 0) return '';
  const entries = raised.map((kind) => {
    const { label, means } = CONCERN_WORDS[kind];
    const count = totals.concerns[kind];
    const one = count === 1 ? concerned(promises, kind) : undefined;
    const which = one === undefined ? '' : ` (${code(one.id)})`;
    const findings = kind === 'weakened-tests' ? weakened : [];
    const { more, named } = firstFew(findings, MOST_FINDINGS);
    return [
      `**${label}**: ${counted(count, 'promise')}${which}. ${means}`,
      ...named.map((finding) => `- ${findingText(finding, pushed)}`),
      ...(more > 0 ? [`- and ${more} more`] : []),
    ].join('\n');
  });
  return blocks(['**What to look at**', list(entries)]);
}

/** The first promise with such a concern. */
function concerned(
  promises: Iterable<PromiseAccount>,
  kind: ConcernKind,
): PromiseAccount | undefined {
  for (const promise of promises) {
    if (promise.concerns.some((concern) => concern.kind === kind)) return promise;
  }
  return undefined;
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

/** `untold`: how many promises more there are. */
function tablePart(promises: readonly PromiseAccount[], untold: number): FittedPart {
  const rows = (most: number): string => {
    const more = untold + Math.max(0, promises.length - most);
    const rest = more === 0 ? [] : [`and ${counted(more, 'more promise', 'more promises')}`];
    return blocks([promiseTable(promises.slice(0, most)), ...rest]);
  };
  return {
    text: rows(promises.length),
    shorter: FEW_ROWS.filter((most) => most < promises.length).map((most, index) => ({
      text: rows(most),
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
