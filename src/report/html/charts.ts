import type { PromiseAccount } from '../../domain/account/account.ts';
import type { CostDay, CostTotals } from '../../domain/account/totals.ts';
import { counted } from '../../domain/base/counted.ts';
import { MS_PER_DAY, timestamp } from '../../domain/base/time.ts';
import { dollars } from '../dollars.ts';
import { STANDING_WORDS, timeWords } from '../report-words.ts';
import { html, type Markup } from './markup.ts';

/**
 * Charts as drawings in the page. The drawings stretch with it and hold shapes alone; words stand beside them, so that
 * they stay as large as other text on a small screen. Colours are classes of the style sheet: a page in the dark has others.
 */

/** One part of a bar: how much of it there is, and the class of its colour. */
export interface BarPart {
  readonly label: string;
  readonly count: number;
  readonly kind: string;
}

/** How wide a drawing is in its own units. */
const WIDTH = 1000;

/** One bar of parts beside each other. */
export function partsBar(label: string, parts: readonly BarPart[]): Markup {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const said = parts.filter(({ count }) => count > 0);
  const words = said.map((part) => `${part.count} ${part.label.toLowerCase()}`).join(', ');
  let x = 0;
  const shapes = said.map(({ count, kind, label: name }) => {
    const width = (WIDTH * count) / total;
    const shape = html`<rect class="c-${kind}" x="${fixed(x)}" y="0" width="${fixed(width)}" height="10"><title>${name}: ${count}</title></rect>`;
    x += width;
    return shape;
  });
  return html`<svg class="bar" viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" role="img" aria-label="${label}: ${words || 'none'}">${shapes}</svg>`;
}

/** Most bars of a chart: of more days, several share one. */
const MOST_BARS = 62;

/** How many models have colours of their own; the rest share the last. */
const MOST_COLOURS = 6;

/** What models cost day by day, each bar stacked by model. */
export function costChart(cost: CostTotals): Markup {
  const bars = barsOf(cost.days);
  const most = Math.max(...bars.map(({ cost_usd }) => cost_usd));
  if (bars.length === 0 || most <= 0) return html``;
  const models = cost.models.map(({ model }) => model);
  const step = WIDTH / bars.length;
  const shapes = bars.map((bar, index) =>
    barShapes(bar, { x: index * step, width: step, most, models }),
  );
  const [first, last] = [bars[0], bars.at(-1)];
  const label = `Cost per day, in US dollars, by model: ${counted(bars.length, 'bar')} from ${first?.from ?? ''} to ${last?.until ?? ''}, at most ${dollars(most)}`;
  return html`<figure class="chart">
<figcaption>Cost per day by model</figcaption>
<div class="plot"><div class="y" aria-hidden="true"><span>${dollars(most)}</span><span>${dollars(most / 2)}</span><span>$0</span></div>
<svg viewBox="0 0 ${WIDTH} 100" preserveAspectRatio="none" role="img" aria-label="${label}"><path class="grid" d="M0 0H${WIDTH}M0 50H${WIDTH}M0 100H${WIDTH}"/>${shapes}</svg></div>
<div class="x" aria-hidden="true"><span>${first?.from}</span><span>${bars.length > 1 ? last?.until : ''}</span></div>
${modelLegend(models)}</figure>`;
}

interface CostBar {
  readonly from: string;
  readonly until: string;
  readonly cost_usd: number;
  readonly models: ReadonlyMap<string, number>;
}

/** The bars of a span, days without any call included: a gap is part of what the chart shows. */
function barsOf(days: readonly CostDay[]): readonly CostBar[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const begin = Date.parse(first.day);
  const count = Math.round((Date.parse(last.day) - begin) / MS_PER_DAY) + 1;
  const width = Math.ceil(count / MOST_BARS);
  const bars = Array.from({ length: Math.ceil(count / width) }, () => new Map<string, number>());
  for (const { day, models } of days) {
    const bar = bars[Math.floor((Date.parse(day) - begin) / MS_PER_DAY / width)];
    for (const { cost_usd, model } of models) bar?.set(model, (bar.get(model) ?? 0) + cost_usd);
  }
  return bars.map((models, index) => ({
    from: dayAt(begin, index * width),
    until: dayAt(begin, Math.min(count, (index + 1) * width) - 1),
    cost_usd: [...models.values()].reduce((sum, cost) => sum + cost, 0),
    models,
  }));
}

function dayAt(begin: number, days: number): string {
  return timestamp(begin + days * MS_PER_DAY).slice(0, 10);
}

interface BarPlace {
  readonly x: number;
  readonly width: number;
  readonly most: number;
  readonly models: readonly string[];
}

function barShapes({ from, models, until }: CostBar, place: BarPlace): readonly Markup[] {
  let top = 100;
  return place.models.flatMap((model, index) => {
    const cost = models.get(model) ?? 0;
    if (cost <= 0) return [];
    const height = (100 * cost) / place.most;
    top -= height;
    const when = from === until ? from : `${from} to ${until}`;
    return [
      html`<rect class="c-m${colourOf(index)}" x="${fixed(place.x + place.width * 0.12)}" y="${fixed(top)}" width="${fixed(place.width * 0.76)}" height="${fixed(height)}"><title>${when}, ${model}: ${dollars(cost)}</title></rect>`,
    ];
  });
}

function colourOf(index: number): number {
  return Math.min(index, MOST_COLOURS - 1);
}

function modelLegend(models: readonly string[]): Markup {
  const named = models.slice(0, MOST_COLOURS - 1);
  const rest = models.slice(MOST_COLOURS - 1);
  const last = rest.length > 1 ? `${rest.length} others` : rest[0];
  const entries = [...named, ...(last === undefined ? [] : [last])];
  return html`<ul class="legend">${entries.map(
    (name, index) => html`<li><i class="dot c-m${colourOf(index)}"></i>${name}</li>`,
  )}</ul>`;
}

/** Most promises that the timeline of a report has a line for. */
const MOST_LINES = 30;

/** When each promise was created and closed; those still open reach to the end. */
export function promiseTimeline(
  promises: readonly PromiseAccount[],
  madeAt: string,
  anchorOf: (promise: PromiseAccount) => string,
): Markup {
  const now = Date.parse(madeAt);
  const spans = promises.flatMap((promise) => {
    const from = Date.parse(promise.created_at ?? '');
    const until = endOf(promise, now);
    return Number.isNaN(from) || from > now
      ? []
      : [{ promise, from, until: Math.max(from, until) }];
  });
  if (spans.length < 2) return html``;
  const shown = spans.sort((a, b) => b.until - a.until || b.from - a.from).slice(0, MOST_LINES);
  const begin = Math.min(...shown.map(({ from }) => from));
  const scale = WIDTH / Math.max(1, now - begin);
  const more = spans.length - shown.length;
  const lines = shown.map(({ from, promise, until }) => {
    const x = (from - begin) * scale;
    const width = Math.max(6, (until - from) * scale);
    const words = `${STANDING_WORDS[promise.standing]}, from ${timeWords(timestamp(from))} to ${timeWords(timestamp(until))}`;
    return html`<li><a href="#${anchorOf(promise)}">${promise.title}</a><svg viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" role="img" aria-label="${words}"><path class="grid" d="M0 5H${WIDTH}"/><rect class="c-${promise.standing}" x="${fixed(Math.min(x, WIDTH - width))}" y="1" width="${fixed(width)}" height="8"><title>${words}</title></rect></svg></li>`;
  });
  return html`<figure class="chart spans"><figcaption>From creation to close${more > 0 ? `, the latest ${shown.length} of ${spans.length}` : ''}</figcaption>
<ol>${lines}</ol>
<div class="x" aria-hidden="true"><span>${timeWords(timestamp(begin))}</span><span>${timeWords(madeAt)}</span></div></figure>`;
}

function endOf({ standing, timeline, verified_at }: PromiseAccount, now: number): number {
  if (standing !== 'verified' && standing !== 'cancelled') return now;
  const end = Date.parse(verified_at ?? timeline.at(-1)?.at ?? '');
  return Number.isNaN(end) || end > now ? now : end;
}

function fixed(length: number): string {
  return String(Math.round(length * 100) / 100);
}
