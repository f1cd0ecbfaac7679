import { bin } from '../../../package.json' with { type: 'json' };
import { success } from '../../domain/base/result.ts';
import type { Command } from '../command.ts';
import { usage } from '../usage.ts';

const NAMES = Object.keys(bin);

/** The script for each shell: it hands the words typed so far to the command itself. */
const SCRIPTS: Readonly<Record<string, () => readonly string[]>> = {
  bash: () => [
    '_completion_promise() {',
    "  local IFS=$'\\n'",
    '  COMPREPLY=($("${COMP_WORDS[0]}" --cs-complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))',
    '}',
    `complete -o default -F _completion_promise ${NAMES.join(' ')}`,
  ],
  zsh: () => [
    `#compdef ${NAMES.join(' ')}`,
    '_completion_promise() {',
    '  local -a found',
    '  found=("${(@f)$("${words[1]}" --cs-complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")',
    '  compadd -a found',
    '}',
    `compdef _completion_promise ${NAMES.join(' ')}`,
  ],
  fish: () => [
    'function __completion_promise',
    '  set -l words (commandline -opc) (commandline -ct)',
    '  $words[1] --cs-complete $words[2..-1] 2>/dev/null',
    'end',
    ...NAMES.map((name) => `complete -c ${name} -f -a '(__completion_promise)'`),
  ],
  // It drops an empty word on its way to a program, and some versions do not drop quotes.
  powershell: () => [
    `Register-ArgumentCompleter -Native -CommandName @(${NAMES.map((name) => `'${name}'`).join(', ')}) -ScriptBlock {`,
    '  param($word, $line, $cursor)',
    '  $before = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })',
    `  $current = if ($word) { $word } else { '""' }`,
    '  $rest = @($before | Select-Object -Skip 1)',
    '  & $before[0] --cs-complete @rest $current 2>$null | ForEach-Object {',
    "    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)",
    '  }',
    '}',
  ],
};

const SHELLS = Object.keys(SCRIPTS);

export const completionCommand: Command = {
  summary: 'Prints a shell completion script for commands, options and ids.',
  usage: [`<${SHELLS.join('|')}>`],
  effects: [],
  options: {},
  positional: { name: 'shell', completes: SHELLS },
  examples: [
    ['eval "$($0 bash)"', 'For this bash; add the line to ~/.bashrc to keep it'],
    ['$0 fish | source', 'For this fish'],
    ['$0 powershell | Out-String | Invoke-Expression', 'For this PowerShell'],
  ],
  async run(args) {
    const script = SCRIPTS[args.positional ?? ''];
    if (script === undefined || !SHELLS.includes(args.positional ?? '')) {
      return usage(`Which shell? One of: ${SHELLS.join(', ')}`);
    }
    return success({ text: script().join('\n'), json: script(), isVerbatim: true });
  },
};
