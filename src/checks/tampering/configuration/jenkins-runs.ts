import { readSource } from '../source.ts';
import { PROGRAM } from './object-settings.ts';
import { runsOfScript } from './run.ts';
import type { RunsReader } from './run-readers.ts';

/** The steps `sh '…'` and `bat '…'` of a Jenkinsfile. */
export const jenkinsRuns: RunsReader = (text) => {
  const strings = [
    { open: "'''", close: "'''", escapes: true, multiline: true },
    { open: '"""', close: '"""', escapes: true, multiline: true },
    ...PROGRAM.strings.slice(0, 2),
  ];
  const source = readSource(text, { ...PROGRAM, strings, regexLiterals: false });
  const opens = [...source.closing.entries()].filter(([at]) => source.tokens[at]?.text === '{');
  return source.tokens.flatMap((token, at) => {
    if (token.kind !== 'word' || !/^(?:sh|bat|powershell)$/.test(token.text)) return [];
    const end =
      source.tokens[at + 1]?.text === '(' ? (source.closing.get(at + 1) ?? at + 8) : at + 8;
    const words = source.tokens
      .slice(at + 1, end)
      .filter(
        ({ isFirstOfLine }, index) =>
          index === 0 || !isFirstOfLine || source.tokens[at + 1]?.text === '(',
      );
    const script = words.find(({ kind }) => kind === 'string');
    if (script === undefined) return [];
    const around = opens
      .filter(([open, close]) => open < at && at < close)
      .map(([open]) => headerText(source.tokens, open));
    const isStatusKept =
      words.some(
        ({ text: word }, index) => word === 'returnStatus' && words[index + 2]?.text === 'true',
      ) && !isRead(source.tokens, at);
    const stage = around.findLast((header) => header.startsWith('stage'));
    const isNever = opens.some(
      ([open, close]) =>
        headerText(source.tokens, open) === 'expression' &&
        /^\{\s*(?:return\s+)?false/.test(
          text.slice(source.tokens[open]?.from, source.tokens[close]?.to),
        ) &&
        opens.some(
          ([outer, outerEnd]) =>
            outer < open &&
            open < outerEnd &&
            outer < at &&
            at < outerEnd &&
            headerText(source.tokens, outer).startsWith('stage'),
        ),
    );
    const weaknesses = [
      ...around
        .filter((header) => /^(?:catchError|warnError)/.test(header))
        .map((header) => header.slice(0, 60)),
      ...(isStatusKept ? ['returnStatus: true'] : []),
      ...(isNever ? ['when { expression { false } }'] : []),
      ...(around.includes('try') &&
      /catch[^{]*\{\s*(?:echo[^\n}]*\s*)?\}/.test(text.slice(token.from))
        ? ['try']
        : []),
    ];
    return runsOfScript(script.value, {
      layer: 'ci',
      place: stage ?? 'pipeline',
      line: script.line,
      errexit: true,
      weaknesses,
    });
  });
};

function isRead(tokens: readonly { readonly text: string }[], at: number): boolean {
  return /^(?:=|return|\(|==|!=)$/.test(tokens[at - 1]?.text ?? '');
}

function headerText(
  tokens: readonly { readonly text: string; readonly line: number }[],
  open: number,
): string {
  const line = tokens[open]?.line;
  let from = open;
  while (
    from > 0 &&
    tokens[from - 1]?.line === line &&
    !/^[{};]$/.test(tokens[from - 1]?.text ?? '')
  )
    from -= 1;
  return tokens
    .slice(from, open)
    .map(({ text }) => text)
    .join(' ');
}
