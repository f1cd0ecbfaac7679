import { itemsOf, openBrackets, type Setting, withoutQuotes } from './setting.ts';

/** The settings of TOML: sections, values, lists over several lines. */
export function tomlSettings(text: string): readonly Setting[] {
  const lines = text.split(/\r?\n/);
  const settings: Setting[] = [];
  let section = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    const header = /^\[{1,2}([^[\]]+)\]{1,2}/.exec(line)?.[1];
    if (header !== undefined) section = header.replaceAll('"', '').trim();
    const found = header === undefined ? /^("[^"]*"|'[^']*'|[\w.-]+)\s*=\s*(.*)$/.exec(line) : null;
    if (found === null) continue;
    const start = at;
    const first = withoutComment(found[2] ?? '');
    const quotes = /^(?:"""|''')/.exec(first)?.[0];
    const parts = [first];
    let open = /^[[{]/.test(first) ? openBrackets(first) : 0;
    let isOpen = quotes === undefined ? open > 0 : first.indexOf(quotes, 3) < 0;
    for (; isOpen && at + 1 < lines.length; at += 1) {
      const part = withoutComment((lines[at + 1] ?? '').trim());
      parts.push(part);
      open += openBrackets(part);
      isOpen = quotes === undefined ? open > 0 : !part.includes(quotes);
    }
    const value = parts.join('\n');
    const path = [...section.split('.'), ...(found[1] ?? '').split('.').map(withoutQuotes)].filter(
      (one) => one !== '',
    );
    settings.push(...tomlValue(path, quotes === undefined ? value : value.slice(3, -3), start + 1));
  }
  return settings;
}

/** An inline table gives one setting for each of its members. */
function tomlValue(path: readonly string[], value: string, line: number): readonly Setting[] {
  const items = itemsOf(value);
  if (items !== undefined) return [{ path, value: items.join(', '), items, line }];
  if (!value.startsWith('{')) return [{ path, value: withoutQuotes(value), items: [], line }];
  return value
    .slice(1, -1)
    .split(',')
    .map((part) => part.split('='))
    .map(([key = '', member = '']) => ({
      path: [...path, key.trim()],
      value: withoutQuotes(member),
      items: [],
      line,
    }));
}

function withoutComment(value: string): string {
  let quote = '';
  for (let at = 0; at < value.length; at += 1) {
    const char = value.charAt(at);
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '#') return value.slice(0, at).trimEnd();
  }
  return value.trimEnd();
}

/** The settings of INI files and properties: what is indented goes on with the value above. */
export function iniSettings(text: string): readonly Setting[] {
  const settings: { path: string[]; lines: string[]; line: number }[] = [];
  let section = '';
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const content = line.trim();
    if (content === '' || /^[#;!]/.test(content)) continue;
    const header = /^\[([^\]]+)\]$/.exec(content)?.[1];
    const found = /^([\w.:*-]+?)\s*[=:]\s*(.*)$/.exec(line);
    if (header !== undefined) section = header;
    else if (/^\s/.test(line)) settings.at(-1)?.lines.push(content);
    else if (found !== null) {
      settings.push({
        path: [section, found[1] ?? ''].filter((one) => one !== ''),
        lines: [found[2]?.trim() ?? ''],
        line: index + 1,
      });
    }
  }
  return settings.map(({ line, lines, path }) => {
    const items = lines.filter((one) => one !== '');
    return {
      path,
      value: items.join('\n'),
      items: items.length > 1 || lines.length > 1 ? items : [],
      line,
    };
  });
}
