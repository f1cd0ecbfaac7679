import { STANDINGS } from '../../domain/account/account.ts';
import { CONCERNS, type ConcernKind } from '../../domain/account/concern.ts';
import type { ProjectReport } from '../../domain/account/project-report.ts';
import { counted } from '../../domain/base/counted.ts';
import { withoutMiddle } from '../../domain/base/cutting.ts';
import { firstFew } from '../first-few.ts';
import type { FormatMeans, ReportFormat } from '../report-format.ts';
import {
  CONCERN_WORDS,
  concernDetail,
  figureWords,
  gapWords,
  headlineWords,
  projectWords,
  STANDING_WORDS,
  timeWords,
} from '../report-words.ts';
import { openFindings } from '../told-once.ts';
import { html, type Markup, ownMarkup, type Part } from './markup.ts';
import { createPictures } from './pictures.ts';
import { placeLink, promiseSection } from './promise-section.ts';
import { STYLE } from './style.ts';
import { concernTone } from './tones.ts';

/**
 * One page that needs nothing beside it: no script, no font. Its policy lets in nothing but its own style sheet and the
 * pictures that it holds itself, so that even markup that came through could load and run nothing.
 */
export const htmlFormat: ReportFormat = {
  option: 'html',
  summary: 'Write one HTML page: no scripts, light and dark, ready to print',
  endings: ['.html', '.htm'],
  write: page,
};

/** Of no more promises than these all are shown open. */
const FEW_PROMISES = 3;

/** Of no more promises than these all are printed unfolded. */
const MOST_PRINTED = 30;

function* page(report: ProjectReport, means: FormatMeans): Iterable<string> {
  const { promises } = report;
  const pictures = createPictures(means.artifactBytes);
  yield topOfPage(report, means).markup;
  let number = 0;
  for (const promise of promises) {
    number += 1;
    const isOpen = promises.length <= FEW_PROMISES;
    yield promiseSection(promise, anchorOf(number), report, isOpen, pictures).markup;
  }
  yield endOfPage(report).markup;
}

/** By what other parts of the page lead to a promise, counted from 1. */
function anchorOf(number: number): string {
  return `p${number}`;
}

/** Whether the page will hold a picture: its policy stands before all of them. */
function hasPicture({ promises }: ProjectReport, { artifactBytes }: FormatMeans): boolean {
  const pictures = createPictures(artifactBytes);
  for (const { criteria } of promises) {
    for (const { proof } of criteria) {
      proof?.artifacts.forEach((one) => void pictures.pictureOf(one));
      if (pictures.areThere()) return true;
    }
  }
  return false;
}

function topOfPage(report: ProjectReport, means: FormatMeans): Markup {
  const { promises } = report;
  const own = hasPicture(report, means) ? '; img-src data:' : '';
  const policy = `default-src 'none'; style-src 'sha256-${means.sha256Base64(STYLE)}'${own}; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">
<title>Completion report: ${report.project}</title>
<style>${ownMarkup(STYLE)}</style></head>
<body>
${topPart(report)}
<main${promises.length <= MOST_PRINTED ? html` class="few"` : ''}>
${gapsPart(report)}
${concernsPart(report)}
${projectsPart(report)}
<h2 id="promises">Promises</h2>
${filterPart(report)}
`;
}

function endOfPage(report: ProjectReport): Markup {
  const { promises, totals } = report;
  return html`
${promises.length === 0 ? html`<p class="soft">No promise fits the selection: ${report.selection.words}.</p>` : ''}
</main>
<footer><p>Made by completion-promise ${report.version} on ${timeWords(report.made_at)}. ${counted(totals.promises, 'promise')}: ${report.selection.words}. Texts are as they were written, without the secrets that completion-promise knows of.</p></footer>
</body></html>`;
}

function topPart({ made_at, project, selection, totals }: ProjectReport): Markup {
  return html`<header><p class="kicker">Completion report</p>
<h1>${headlineWords(totals)}</h1>
<p>${figureWords(totals).join(' · ')}</p>
<p class="sub">${project} · ${selection.words} · ${timeWords(made_at)}</p>
${totals.promises < 2 ? '' : standingsBar(totals)}</header>`;
}

/** How the promises stand, as a drawing that stretches with the page; words stand below it, as large as other text. */
function standingsBar({ promises, standings }: ProjectReport['totals']): Markup {
  const there = STANDINGS.filter((standing) => standings[standing] > 0);
  let x = 0;
  const shapes = there.map((standing) => {
    const width = Math.round((100_000 * standings[standing]) / promises) / 100;
    const shape = html`<rect class="c-${standing}" x="${x}" y="0" width="${width}" height="10"/>`;
    x += width;
    return shape;
  });
  return html`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${shapes}</svg>
<ul class="legend">${there.map(
    (standing) =>
      html`<li><i class="dot c-${standing}"></i><b>${standings[standing]}</b> ${STANDING_WORDS[standing].toLowerCase()}</li>`,
  )}</ul>`;
}

function gapsPart({ gaps }: ProjectReport): Part {
  if (gaps.length === 0) return '';
  return html`<section class="card gaps" aria-labelledby="gaps"><strong id="gaps">This report is not complete</strong><ul>${gaps.map(
    (gap) => html`<li>${gapWords(gap)}</li>`,
  )}</ul></section>`;
}

/** How many promises, or weakened tests, are named below each concern. */
const MOST_NAMED = 6;

/** Longest detail of a concern there. */
const LONGEST_DETAIL = 400;

function concernsPart(report: ProjectReport): Part {
  const { totals } = report;
  if (totals.promises === 0) return '';
  const raised = CONCERNS.filter((kind) => totals.concerns[kind] > 0);
  const named = raised.length === 0 ? new Map() : concernedPromises(report.promises);
  const findings = raised.includes('weakened-tests') ? openFindings(report.promises) : [];
  return html`<h2>What to look at</h2><div class="cards">${
    raised.length === 0
      ? html`<section class="card calm"><span class="chip good">Nothing</span><p>No gate was skipped, nothing was waived, and every proof is bound to the files.</p></section>`
      : raised.map((kind) =>
          concernCard(
            kind,
            named.get(kind) ?? NOBODY,
            kind === 'weakened-tests' ? findings : [],
            report,
          ),
        )
  }</div>`;
}

/** The promises with one kind of concern: how many, and the first of them. */
interface Concerned {
  readonly count: number;
  readonly first: readonly {
    readonly anchor: string;
    readonly title: string;
    readonly detail: string;
  }[];
}

const NOBODY: Concerned = { count: 0, first: [] };

function concernedPromises(
  promises: ProjectReport['promises'],
): ReadonlyMap<ConcernKind, Concerned> {
  const all = new Map<ConcernKind, Concerned>();
  let number = 0;
  for (const { concerns, title } of promises) {
    number += 1;
    for (const kind of new Set(concerns.map((one) => one.kind))) {
      const { count, first } = all.get(kind) ?? NOBODY;
      const concern = concerns.find((one) => one.kind === kind);
      const isNamed = count < MOST_NAMED && concern !== undefined;
      const detail = isNamed ? withoutMiddle(concernDetail(concern), LONGEST_DETAIL) : '';
      const named = { anchor: anchorOf(number), title, detail };
      all.set(kind, { count: count + 1, first: isNamed ? [...first, named] : first });
    }
  }
  return all;
}

function concernCard(
  kind: ConcernKind,
  { count, first }: Concerned,
  findings: ReturnType<typeof openFindings>,
  report: ProjectReport,
): Markup {
  const { label, means } = CONCERN_WORDS[kind];
  return html`<section class="card"><span class="chip ${concernTone(kind)}">${label}</span><span class="count">${count}</span><p>${means}</p>${
    findings.length === 0 ? '' : namedFindings(findings, report)
  }<ul>${first.map(
    ({ anchor, detail, title }) =>
      html`<li><a href="#${anchor}">${title}</a>${detail === '' ? '' : `: ${detail}`}</li>`,
  )}${moreItem(count - first.length)}</ul></section>`;
}

function namedFindings(findings: ReturnType<typeof openFindings>, report: ProjectReport): Markup {
  const { more, named } = firstFew(findings, MOST_NAMED);
  return html`<ul>${named.map(
    ({ detail, line, path }) => html`<li>${placeLink(report, path, line)} ${detail}</li>`,
  )}${moreItem(more)}</ul>`;
}

function moreItem(more: number): Part {
  return more > 0 ? html`<li class="soft">and ${more} more</li>` : '';
}

function projectsPart({ fleet }: ProjectReport): Part {
  if (fleet === null || fleet.projects.length === 0) return '';
  return html`<h2>Projects</h2><dl>${fleet.projects.map(
    (one) => html`<dt>${one.project}</dt><dd>${projectWords(one)}</dd>`,
  )}</dl>`;
}

/** Chooses which promises are shown, by the style sheet alone. */
function filterPart({ promises, totals }: ProjectReport): Part {
  if (promises.length <= FEW_PROMISES) return '';
  const { verified } = totals.standings;
  const choices = [
    ['all', 'All', promises.length],
    ['look', 'To look at', totals.with_concerns],
    ['not', 'Not verified', promises.length - verified],
    ['verified', 'Verified', verified],
  ] as const;
  return html`<fieldset><legend>Show</legend>${choices.map(
    ([name, label, count]) =>
      html`<input type="radio" name="show" id="show-${name}"${name === 'all' ? html` checked` : ''}><label for="show-${name}">${label} ${count}</label>`,
  )}</fieldset>`;
}
