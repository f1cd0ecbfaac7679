import { itemsOf, openBrackets, type Setting, splitAtCommas, withoutQuotes } from './setting.ts';

interface Level {
  readonly indent: number;
  readonly key: string;
}

/** The settings of YAML, by its lines and their indentation. A text over several lines is one setting. */
export function yamlSettings(text: string): readonly Setting[] {
  const reader = new YamlReader(text);
  return reader.read();
}

class YamlReader {
  private readonly lines: readonly string[];
  private readonly settings: Setting[] = [];
  private readonly places = new Map<string, number>();
  private levels: Level[] = [];
  private at = 0;

  constructor(text: string) {
    this.lines = text.split(/\r?\n/);
  }

  read(): readonly Setting[] {
    for (; this.at < this.lines.length; this.at += 1) {
      const line = withoutComment(this.lines[this.at] ?? '');
      const content = line.trimStart();
      if (content !== '' && !/^(?:---|\.\.\.|%)/.test(line))
        this.readLine(content, line.length - content.length);
    }
    return [...this.settings, ...listsOf(this.settings)];
  }

  private readLine(content: string, indent: number): void {
    // A list may stand at the indentation of its key.
    const isItem = content === '-' || content.startsWith('- ');
    this.levels = this.levels.filter(
      (one) => one.indent < indent || (isItem && one.indent === indent && !one.key.startsWith('#')),
    );
    if (isItem) this.readItem(content, indent);
    else this.readMember(content, indent);
  }

  private readItem(content: string, indent: number): void {
    const parent = this.levels.map(({ key }) => key).join('\n');
    const place = this.places.get(parent) ?? 0;
    this.places.set(parent, place + 1);
    this.levels.push({ indent, key: `#${place}` });
    const rest = content.slice(1).trimStart();
    if (rest === '') return;
    if (/^[|>][+-]?\d*$/.test(rest)) this.push(this.blockText(indent), this.at + 1);
    else if (keyIn(rest) === undefined) this.pushValue(rest);
    else this.readLine(rest, indent + content.length - rest.length);
  }

  private readMember(content: string, indent: number): void {
    const found = keyIn(content);
    if (found === undefined) return;
    this.levels.push({ indent, key: withoutQuotes(found.key) });
    const value = found.value.replace(/^[&!][\w./:-]+\s*/, '');
    if (/^[|>][+-]?\d*$/.test(value)) {
      const line = this.at + 1;
      this.push(this.blockText(indent), line);
    } else if (value === '') this.readNext();
    else this.pushValue(value);
  }

  /** A list in brackets may begin on the line below its key. */
  private readNext(): void {
    const next = (this.lines[this.at + 1] ?? '').trimStart();
    if (!next.startsWith('[')) {
      this.push('', this.at + 1);
      return;
    }
    this.at += 1;
    this.pushValue(withoutComment(next));
  }

  private blockText(indent: number): string {
    const lines: string[] = [];
    for (let at = this.at + 1; at < this.lines.length; at += 1) {
      const line = this.lines[at] ?? '';
      const isInside = line.trim() === '' || line.length - line.trimStart().length > indent;
      if (!isInside) break;
      lines.push(line.trim());
      this.at = at;
    }
    return lines.join('\n').trimEnd();
  }

  private pushValue(written: string): void {
    const line = this.at + 1;
    const parts = [written];
    let open = /^[[{]/.test(written) ? openBrackets(written) : 0;
    while (open > 0 && this.at + 1 < this.lines.length) {
      this.at += 1;
      const part = withoutComment(this.lines[this.at] ?? '').trim();
      parts.push(part);
      open += openBrackets(part);
    }
    const value = parts.join(' ');
    const items = itemsOf(value);
    if (items !== undefined) this.push(items.join(', '), line, items);
    else if (value.startsWith('{')) this.pushFlow(value.slice(1, -1), line);
    else this.push(withoutQuotes(value), line);
  }

  /** `{ name: a, value: b }` */
  private pushFlow(inside: string, line: number): void {
    for (const part of splitAtCommas(inside)) {
      const found = keyIn(part);
      if (found !== undefined)
        this.push(withoutQuotes(found.value), line, itemsOf(found.value) ?? [], [found.key]);
    }
  }

  private push(
    value: string,
    line: number,
    items: readonly string[] = [],
    below: readonly string[] = [],
  ): void {
    this.settings.push({
      path: [...this.levels.map(({ key }) => key), ...below],
      value,
      items,
      line,
    });
  }
}

function keyIn(content: string): { readonly key: string; readonly value: string } | undefined {
  const found =
    /^("[^"]*"|'[^']*'|[^\s"'[{#&*!|>%@`-][^:#]*(?::[^\s:#][^:#]*)*|-[^\s:]+)\s*:(?:\s+(.*))?$/.exec(
      content,
    );
  return found?.[1] === undefined
    ? undefined
    : { key: found[1].trim(), value: (found[2] ?? '').trim() };
}

function withoutComment(line: string): string {
  if (!line.includes('#')) return line.trimEnd();
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (quote !== '') quote = char === quote ? '' : quote;
    else if ((char === '"' || char === "'") && /^$|[\s[{,:]/.test(line.charAt(at - 1)))
      quote = char;
    else if (char === '#' && /^$|\s/.test(line.charAt(at - 1))) return line.slice(0, at).trimEnd();
  }
  return line.trimEnd();
}

/** For each list over several lines, one setting with all its items. */
function listsOf(settings: readonly Setting[]): readonly Setting[] {
  const lists = new Map<string, Setting[]>();
  for (const setting of settings) {
    if (!setting.path.at(-1)?.startsWith('#')) continue;
    const parent = setting.path.slice(0, -1).join('\n');
    const known = lists.get(parent);
    if (known === undefined) lists.set(parent, [setting]);
    else known.push(setting);
  }
  return [...lists.values()].map((members) => {
    const items = members.map(({ value }) => value);
    return {
      path: members[0]?.path.slice(0, -1) ?? [],
      value: items.join(', '),
      items,
      line: members[0]?.line ?? 1,
    };
  });
}
