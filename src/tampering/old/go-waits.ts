import type { Range, Source } from './source.ts';

/** How often a body waits. */
export function waitsIn({ tokens }: Source, { from, to }: Range): number {
  return tokens
    .slice(from, to)
    .filter(
      ({ text }, index) =>
        text === '<-' ||
        (/^(?:Wait|Eventually)$/.test(text) && tokens[from + index + 1]?.text === '('),
    ).length;
}

/** Whether a body waits for what it starts: by a group, by what a channel gives, or by asking again and again. */
export function isWaiting({ tokens }: Source, { from, to }: Range): boolean {
  let hasChannel = false;
  for (let at = from; at < to; at += 1) {
    const { kind, text } = tokens[at] ?? { kind: 'symbol', text: '' };
    const { kind: kindBefore, text: before = '' } = tokens[at - 1] ?? {};
    const isValue =
      kindBefore === 'word' ? !/^(?:case|return)$/.test(before) : /^[)\]]$/.test(before);
    // `done <- true` sends, `<-done` receives.
    if (text === '<-' && (!isValue || tokens[at]?.isFirstOfLine)) return true;
    // A channel may be ranged over.
    hasChannel ||= text === 'chan' && tokens[at - 1]?.text === '(';
    if (hasChannel && text === 'range') return true;
    const isCall = kind === 'word' && tokens[at + 1]?.text === '(';
    if (isCall && /^(?:[wW]ait\w*|Eventually\w*|[jJ]oin\w*)$/.test(text)) return true;
  }
  return false;
}
