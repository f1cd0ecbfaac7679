import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml';
import type { Setting } from './setting.ts';

/** No configuration nests deeper; what does is none. */
const MAXIMUM_DEPTH = 60;

/** The settings of YAML. A text over several lines is one setting; a list is one with all its items, and one for each. */
export function yamlSettings(text: string): readonly Setting[] {
  const lines = new LineCounter();
  const options = {
    lineCounter: lines,
    uniqueKeys: false,
    strict: false,
    logLevel: 'silent',
  } as const;
  const documents = parseAllDocuments(text, options);
  const settings: Setting[] = [];
  const startOf = (node: unknown, otherwise: number): number =>
    isNode(node) ? (node.range?.[0] ?? otherwise) : otherwise;
  const read = (node: unknown, path: readonly string[], from: number): void => {
    if (path.length > MAXIMUM_DEPTH) return;
    if (isMap(node)) {
      for (const { key, value } of node.items)
        read(value, [...path, textOf(key)], startOf(key, from));
      return;
    }
    if (!isSeq(node)) {
      settings.push({ path, value: textOf(node), items: [], line: lines.linePos(from).line });
      return;
    }
    for (const [index, item] of node.items.entries())
      if (!node.flow || isMap(item)) read(item, [...path, `#${index}`], startOf(item, from));
    const items = node.items.filter((item) => !isMap(item)).map(textOf);
    const { line } = lines.linePos(startOf(node, from));
    if (items.length > 0) settings.push({ path, value: items.join(', '), items, line });
  };
  for (const document of documents) read(document.contents, [], 0);
  return settings;
}

/** As written, without quotes; a text over several lines without its indentation. */
function textOf(node: unknown): string {
  if (isAlias(node)) return `*${node.source}`;
  if (isSeq(node)) return node.items.map(textOf).join(', ');
  if (!isScalar(node)) return '';
  const { source, value } = node;
  const text = typeof value === 'string' ? value : (source ?? String(value ?? ''));
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}
