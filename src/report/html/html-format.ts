import {
  CRITERION_STANDINGS,
  type PromiseAccount,
  STANDINGS,
} from '../../domain/account/account.ts';
import { CONCERNS, type ConcernKind } from '../../domain/account/concern.ts';
import type { ProjectReport } from '../../domain/account/project-report.ts';
import { counted } from '../../domain/base/counted.ts';
import { dollars } from '../dollars.ts';
import type { FormatMeans, ReportFormat } from '../report-format.ts';
import {
  CONCERN_WORDS,
  CRITERION_WORDS,
  gapWords,
  headlineWords,
  projectWords,
  STANDING_WORDS,
  timeWords,
} from '../report-words.ts';
import { type BarPart, costChart, partsBar, promiseTimeline } from './charts.ts';
import { html, type Markup, ownMarkup, type Part } from './markup.ts';
import { promiseSection } from './promise-section.ts';
import { STYLE } from './style.ts';
import { concernTone } from './tones.ts';

/**
 * One page that needs nothing beside it: no script, no font, no picture. Its policy lets in nothing but its own style
 * sheet, so that even markup that came through could load and run nothing.
 */
export const htmlFormat: ReportFormat = {
  option: 'html',
  summary: 'Write one HTML page: no scripts, light and dark, ready to print',
  endings: ['.html', '.htm'],
  write: (report, means) => page(report, means).markup.trimEnd(),
};

/** Of no more promises than these all are shown open. */
const FEW_PROMISES = 3;

/** Of no more promises than these all are printed unfolded. */
const MOST_PRINTED = 30;

function page(report: ProjectReport, { sha256Base64 }: FormatMeans): Markup {
  const { promises, totals } = report;
  const policy = `default-src 'none'; style-src 'sha256-${sha256Base64(STYLE)}'; base-uri 'none'; form-action 'none'`;
  const anchors = new Map(promises.map((promise, index) => [promise, `p${index + 1}`]));
  const anchorOf = (promise: PromiseAccount): string => anchors.get(promise) ?? '';
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
${concernsPart(report, anchorOf)}
${figuresPart(report, anchorOf)}
${projectsPart(report)}
<h2 id="promises">Promises</h2>
${filterPart(report)}
${promises.map((promise) => promiseSection(promise, anchorOf(promise), promises.length <= FEW_PROMISES))}
${promises.length === 0 ? html`<p class="soft">No promise fits the selection: ${report.selection.words}.</p>` : ''}
</main>
<footer><p>Made by completion-promise ${report.version} on ${timeWords(report.made_at)}. ${counted(totals.promises, 'promise')}: ${report.selection.words}. Texts are as they were written, without the secrets that completion-promise knows of.</p></footer>
</body></html>
`;
}

function topPart({ made_at, project, selection, totals }: ProjectReport): Markup {
  const parts = STANDINGS.map(
    (standing): BarPart => ({
      label: STANDING_WORDS[standing],
      count: totals.standings[standing],
      kind: standing,
    }),
  );
  return html`<header><p class="kicker">Completion report</p>
<h1>${headlineWords(totals)}</h1>
<p class="sub">${project} · ${selection.words} · ${timeWords(made_at)}</p>
${totals.promises === 0 ? '' : html`${partsBar('Promises', parts)}${legend(parts)}`}</header>`;
}

function legend(parts: readonly BarPart[]): Markup {
  return html`<ul class="legend">${parts
    .filter(({ count }) => count > 0)
    .map(
      ({ count, kind, label }) =>
        html`<li><i class="dot c-${kind}"></i><b>${count}</b> ${label.toLowerCase()}</li>`,
    )}</ul>`;
}

function gapsPart({ gaps }: ProjectReport): Part {
  if (gaps.length === 0) return '';
  return html`<section class="card gaps" aria-labelledby="gaps"><strong id="gaps">This report is not complete</strong><ul>${gaps.map(
    (gap) => html`<li>${gapWords(gap)}</li>`,
  )}</ul></section>`;
}

/** How many promises are named below each concern. */
const MOST_NAMED = 4;

function concernsPart(
  { promises, totals }: ProjectReport,
  anchorOf: (promise: PromiseAccount) => string,
): Part {
  if (totals.promises === 0) return '';
  const raised = CONCERNS.filter((kind) => totals.concerns[kind] > 0);
  return html`<h2>What to look at</h2><div class="cards">${
    raised.length === 0
      ? html`<section class="card calm"><span class="chip good">Nothing</span><p>No gate was skipped, nothing was waived, and every proof is bound to the files.</p></section>`
      : raised.map((kind) => concernCard(kind, promises, anchorOf))
  }</div>`;
}

function concernCard(
  kind: ConcernKind,
  promises: readonly PromiseAccount[],
  anchorOf: (promise: PromiseAccount) => string,
): Markup {
  const { label, means } = CONCERN_WORDS[kind];
  const concerned = promises.filter(({ concerns }) => concerns.some((one) => one.kind === kind));
  const more = concerned.length - MOST_NAMED;
  return html`<section class="card"><span class="chip ${concernTone(kind)}">${label}</span><span class="count">${concerned.length}</span><p>${means}</p><ul>${concerned
    .slice(0, MOST_NAMED)
    .map((promise) => html`<li><a href="#${anchorOf(promise)}">${promise.title}</a></li>`)}${
    more > 0 ? html`<li class="soft">and ${more} more</li>` : ''
  }</ul></section>`;
}

function figuresPart(
  { made_at, promises, totals }: ProjectReport,
  anchorOf: (promise: PromiseAccount) => string,
): Part {
  if (totals.promises === 0) return '';
  const { cost, criterion_standings: criteria, judge_runs: judge } = totals;
  const parts = CRITERION_STANDINGS.map(
    (standing): BarPart => ({
      label: CRITERION_WORDS[standing],
      count: criteria[standing],
      kind: standing,
    }),
  );
  return html`<h2>Figures</h2><div class="tiles">
${tile(`${criteria.proved} of ${totals.criteria}`, 'criteria proved by a program')}
${tile(judge.runs, judgeWords(totals))}
${cost === null ? '' : tile(dollars(cost.cost_usd), `for ${counted(cost.calls, 'call')} of ${counted(cost.models.length, 'model')}`)}
${tile(totals.with_concerns, `${totals.with_concerns === 1 ? 'promise needs' : 'promises need'} a look`)}
</div><div class="charts"><figure class="chart"><figcaption>Acceptance criteria</figcaption>${partsBar('Acceptance criteria', parts)}${legend(parts)}</figure>
${cost === null ? '' : costChart(cost)}${promiseTimeline(promises, made_at, anchorOf)}${cost === null ? '' : costTable(cost)}</div>`;
}

function projectsPart({ fleet }: ProjectReport): Part {
  if (fleet === null || fleet.projects.length === 0) return '';
  return html`<h2>Projects</h2><dl>${fleet.projects.map(
    (one) => html`<dt>${one.project}</dt><dd>${projectWords(one)}</dd>`,
  )}</dl>`;
}

function judgeWords({
  judge_runs: { failed, passed, runs, with_dissent },
}: ProjectReport['totals']): string {
  const dissent = with_dissent === 0 ? '' : `, ${with_dissent} with dissent`;
  return `${runs === 1 ? 'run' : 'runs'} of a judge: ${passed} passed, ${failed} failed${dissent}`;
}

function tile(figure: string | number, words: string): Markup {
  return html`<div class="tile"><b>${figure}</b><span>${words}</span></div>`;
}

function costTable({ models }: NonNullable<ProjectReport['totals']['cost']>): Part {
  if (models.length === 0) return '';
  return html`<figure class="chart"><figcaption>Cost per model</figcaption><div class="scroll"><table><thead><tr><th scope="col">Model</th><th scope="col" class="n">Calls</th><th scope="col" class="n">Cost</th></tr></thead><tbody>${models.map(
    ({ calls, calls_of_unknown_cost: unknown, cost_usd, model }) =>
      html`<tr><td>${model}</td><td class="n">${calls}</td><td class="n">${unknown === calls ? 'unknown' : dollars(cost_usd)}</td></tr>`,
  )}</tbody></table></div></figure>`;
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
