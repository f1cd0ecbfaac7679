import { CLAUDE_CODE_WORDS, type HookWords, NO_ANSWER, type Refusal } from './guarded-command.ts';

/**
 * The lines of hooks that a host runs in PowerShell. Windows PowerShell 5.1, which every Windows has, knows no `||`.
 * A program that it does not find, or that fails, leaves `$?` false and lets the line go on.
 */

/** What ends the line of a gate whose crash blocks. A program that ends with 2 has said why. */
const SHUT: Readonly<Record<Refusal, string>> = {
  'exit-code': '; if (-not $?) { exit 2 }',
  words: `; if (-not $?) { if ($LASTEXITCODE -ne 2) { [Console]::Error.WriteLine('${NO_ANSWER}'); '{"decision":"block","reason":"${NO_ANSWER}"}' }; exit 2 }`,
  'follow-up': `; if (-not $?) { if ($LASTEXITCODE -eq 2) { exit 2 }; '{"followup_message":"${NO_ANSWER}"}'; exit 0 }`,
};

/** `call`: a command of PowerShell; `isGate`: whether its crash blocks. */
export function powershellCommand(
  call: string,
  isGate: boolean,
  { refusal }: HookWords = CLAUDE_CODE_WORDS,
): string {
  return isGate ? `${call}${SHUT[refusal]}` : call;
}

/** A line in the words of POSIX shells, as far as who starts which program and what follows its failure. */
export function inPosixWords(line: string): string {
  const plain = [SHUT.words, SHUT['follow-up']].reduce(
    (text, shut) => (text.endsWith(shut) ? text.slice(0, -shut.length) + SHUT['exit-code'] : text),
    line,
  );
  return plain.replace(STARTS, '').replace(EXITS, ' || exit $1');
}

/** The operator that starts a program named by a quoted word. */
const STARTS = /^\s*&\s+(?=['"])/;

const EXITS = /\s*;\s*if\s*\(\s*(?:-not\s+|!\s*)\$\?\s*\)\s*\{\s*exit\s+(\d+)\s*;?\s*\}\s*;?\s*$/i;
