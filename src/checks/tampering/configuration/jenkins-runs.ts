import { readSource, type Source } from '../source.ts';
import { PROGRAM } from './object-settings.ts';
import { type Run, runsOfScript } from './run.ts';
import type { RunsReader } from './run-readers.ts';

const STRINGS = [
  { open: "'''", close: "'''", escapes: true, multiline: true },
  { open: '"""', close: '"""', escapes: true, multiline: true },
  ...PROGRAM.strings.slice(0, 2),
];
/** No pipeline nests deeper; what does is none. */
const MAXIMUM_DEPTH = 60;

interface Block {
  readonly open: number;
  readonly close: number;
  /** What stands in front of its bracket, on the same line. */
  readonly header: string;
}

/** The steps `sh '…'` and `bat '…'` of a Jenkinsfile. */
export const jenkinsRuns: RunsReader = (text) => {
  const source = readSource(text, { ...PROGRAM, strings: STRINGS, regexLiterals: false });
  const never = neverAt(source, text);
  const around: Block[] = [];
  return source.tokens.flatMap((token, at) => {
    while ((around.at(-1)?.close ?? at) < at) around.pop();
    if (token.text === '{' && around.length < MAXIMUM_DEPTH) around.push(blockAt(source, at));
    if (token.kind !== 'word' || !/^(?:sh|bat|powershell)$/.test(token.text)) return [];
    return runsOfStep(source, at, around, [
      ...(around.some(({ open }) => never.has(open)) ? ['when { expression { false } }'] : []),
      ...(isTried(source, text, around) ? ['try'] : []),
    ]);
  });
};

function blockAt(source: Source, open: number): Block {
  return { open, close: source.closing.get(open) ?? Infinity, header: headerText(source, open) };
}

function runsOfStep(
  source: Source,
  at: number,
  around: readonly Block[],
  weaknesses: readonly string[],
): readonly Run[] {
  const isBracketed = source.tokens[at + 1]?.text === '(';
  const end = isBracketed ? (source.closing.get(at + 1) ?? at + 8) : at + 8;
  const words = source.tokens
    .slice(at + 1, Math.min(end, at + 60))
    .filter(({ isFirstOfLine }, index) => index === 0 || !isFirstOfLine || isBracketed);
  const script = words.find(({ kind }) => kind === 'string');
  if (script === undefined) return [];
  const keepsStatus = words.some(
    ({ text }, index) => text === 'returnStatus' && words[index + 2]?.text === 'true',
  );
  const isRead = /^(?:=|return|\(|==|!=)$/.test(source.tokens[at - 1]?.text ?? '');
  return runsOfScript(script.value, {
    layer: 'ci',
    place: around.findLast(({ header }) => header.startsWith('stage'))?.header ?? 'pipeline',
    line: script.line,
    errexit: true,
    weaknesses: [
      ...around
        .filter(({ header }) => /^(?:catchError|warnError)/.test(header))
        .map(({ header }) => header.slice(0, 60)),
      ...(keepsStatus && !isRead ? ['returnStatus: true'] : []),
      ...weaknesses,
    ],
  });
}

/** The stages whose condition is never true, by their bracket. */
function neverAt(source: Source, text: string): ReadonlySet<number> {
  const never = new Set<number>();
  const around: Block[] = [];
  for (const [at, token] of source.tokens.entries()) {
    while ((around.at(-1)?.close ?? at) < at) around.pop();
    if (token.text !== '{' || around.length >= MAXIMUM_DEPTH) continue;
    const block = blockAt(source, at);
    const stage = around.findLast(({ header }) => header.startsWith('stage'));
    const inside = text.slice(token.from, token.from + 100);
    if (
      stage !== undefined &&
      block.header === 'expression' &&
      /^\{\s*(?:return\s+)?false/.test(inside)
    )
      never.add(stage.open);
    around.push(block);
  }
  return never;
}

/** Whether an error of what stands in these blocks is caught by a `catch` that does nothing but tell of it. */
function isTried(source: Source, text: string, around: readonly Block[]): boolean {
  const tried = around.find(({ header }) => header === 'try');
  const from = tried === undefined ? undefined : source.tokens[tried.close]?.from;
  if (from === undefined) return false;
  return /^\}\s*catch[^{]*\{\s*(?:echo[^\n}]*\s*)?\}/.test(text.slice(from, from + 400));
}

function headerText({ tokens }: Source, open: number): string {
  const line = tokens[open]?.line;
  const words: string[] = [];
  for (let at = open - 1; at >= 0 && words.length < 40; at -= 1) {
    const token = tokens[at];
    if (token === undefined || token.line !== line || /^[{};]$/.test(token.text)) break;
    words.unshift(token.text);
  }
  return words.join(' ');
}
