import type { Frame, Row, Span } from './frames.ts';

/** Frames as an animated picture of a terminal, without a script: it moves where pages show it as an image, too. */

export const COLUMNS = 80;
export const ROWS = 30;

const CELL = { width: 8.43, height: 20 };
const MARGIN = { side: 20, top: 48, bottom: 20 };
const INK = '#e6edf3';
const PAPER = '#0d1117';

/** Where no animation is wanted, or none is known, it shows the last frame. */
export function drawn(frames: readonly Frame[]): string {
  const width = Math.ceil(COLUMNS * CELL.width + 2 * MARGIN.side);
  const height = ROWS * CELL.height + MARGIN.top + MARGIN.bottom;
  const starts = frames.map((_, index) =>
    frames.slice(0, index).reduce((sum, { seconds }) => sum + seconds, 0),
  );
  const end = frames.reduce((sum, { seconds }) => sum + seconds, 0);
  const percent = (at: number): string => `${((at / end) * 100).toFixed(2)}%`;
  const turns = frames.map((_, index) => {
    const [from = 0, to = end] = starts.slice(index, index + 2);
    const hidden = `0%{opacity:0}${percent(from)}{opacity:1}`;
    return (
      `@keyframes f${index}{${index === 0 ? '0%{opacity:1}' : hidden}${percent(to)},100%{opacity:${to === end ? 1 : 0}}}` +
      `.f${index}{animation:f${index} ${end.toFixed(2)}s step-end infinite}`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    '<title>In Claude Code an agent says done too early, is blocked, mends its work, proves it and ends</title>',
    '<style>',
    `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre;fill:${INK}}`,
    '.b{font-weight:bold}',
    'g g{opacity:0}',
    'g g:last-child{opacity:1}',
    '@media (prefers-reduced-motion:no-preference){',
    ...turns,
    '}',
    '</style>',
    `<rect width="${width}" height="${height}" rx="8" fill="${PAPER}"/>`,
    '<path d="M18 22a6 6 0 1 0 12 0a6 6 0 1 0-12 0m20 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0m20 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0" fill="#30363d"/>',
    `<g transform="translate(${MARGIN.side} ${MARGIN.top})">`,
    ...frames.map(({ rows }, index) => `<g class="f${index}">\n${rows.map(drawnRow).join('')}</g>`),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function drawnRow(row: Row, index: number): string {
  let column = 0;
  const parts = row.map((span) => {
    const from = column;
    column += [...span.text].length;
    return drawnSpan(span, from, index * CELL.height);
  });
  const line = parts.join('');
  return line === '' ? '' : `${line}\n`;
}

/** The length is said, so that columns hold in every font. */
function drawnSpan({ ink, isBold, isInverse, paper, text }: Span, column: number, top: number) {
  const cells = [...text].length;
  const x = (column * CELL.width).toFixed(1);
  const long = (count: number): string => (count * CELL.width).toFixed(1);
  const [front, back] = isInverse ? [PAPER, INK] : [colourOf(ink), colourOf(paper)];
  const ground = back
    ? `<rect x="${x}" y="${top}" width="${long(cells)}" height="${CELL.height}" fill="${back}"/>`
    : '';
  if (text.trim() === '') return ground;
  const look = `${front ? ` style="fill:${front}"` : ''}${isBold ? ' class="b"' : ''}`;
  return `${ground}<text x="${x}" y="${top + 14}" textLength="${long(cells)}"${look}>${escaped(text)}</text>`;
}

/** The colour of a number among the 256 of a terminal: a cube of six steps, and a row of greys. */
function colourOf(number: number | undefined): string | undefined {
  if (number === undefined || number < 16) return undefined;
  if (number >= 232) return hexOf([0, 0, 0].map(() => 8 + 10 * (number - 232)));
  const place = number - 16;
  const steps = [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6];
  return hexOf(steps.map((step) => (step === 0 ? 0 : 55 + 40 * step)));
}

function hexOf(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
