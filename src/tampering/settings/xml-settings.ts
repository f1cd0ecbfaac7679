import type { Setting } from './setting.ts';

/** The settings of XML: each element that holds only text. An element `plugin` is named with its `artifactId`. */
export function xmlSettings(text: string): readonly Setting[] {
  const settings: Setting[] = [];
  const path: string[] = [];
  let line = 1;
  let counted = 0;
  for (let at = text.indexOf('<'); at >= 0; ) {
    const isComment = text.startsWith('<!--', at);
    const found = text.indexOf(isComment ? '-->' : '>', at);
    if (found < 0) break;
    for (; counted < at; counted += 1) if (text[counted] === '\n') line += 1;
    const tag = isComment ? '' : text.slice(at + 1, found);
    const next = text.indexOf('<', found + 1);
    if (tag.startsWith('/')) path.pop();
    else if (/^[A-Za-z]/.test(tag) && !tag.endsWith('/')) {
      path.push(/^[\w.:-]+/.exec(tag)?.[0] ?? '');
      const value = text.slice(found + 1, next < 0 ? text.length : next).trim();
      if (next >= 0 && text.startsWith('</', next) && value !== '') {
        nameOwner(path, value);
        settings.push({ path: [...path], value, items: [], line });
      }
    }
    at = next;
  }
  return settings;
}

function nameOwner(path: string[], value: string): void {
  if (path.at(-1) === 'artifactId' && path.at(-2) === 'plugin')
    path[path.length - 2] = `plugin(${value})`;
}
