/** The shells that `cs session init` prints its lines for. */

/** A shell: how a line sets a variable of its environment, and how a person has it evaluate a command's lines. */
export interface Shell {
  readonly name: string;
  /** Other names that people know it by. */
  readonly aliases: readonly string[];
  /** A line that sets a variable; undefined where no line of this shell can hold the value safely. */
  setLine(variable: string, value: string): string | undefined;
  /** The command line that evaluates what a command prints. */
  evaluation(command: string): string;
}

const posix: Shell = {
  name: 'sh',
  aliases: ['bash', 'zsh', 'dash', 'ksh'],
  // The line is `eval`ed, so nothing in it may be expanded.
  setLine: (variable, value) => `export ${variable}="${value.replace(/["\\$`]/g, '\\$&')}"`,
  evaluation: (command) => `eval "$(${command})"`,
};

const fish: Shell = {
  name: 'fish',
  aliases: [],
  setLine: (variable, value) => `set -gx ${variable} '${value.replace(/['\\]/g, '\\$&')}'`,
  evaluation: (command) => `${command} --shell fish | source`,
};

/**
 * A text as one word of PowerShell. It takes typographic quotation marks for plain ones, and within quotes each is
 * written twice.
 */
export function powershellWord(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
}

const powershell: Shell = {
  name: 'powershell',
  aliases: ['pwsh'],
  setLine: (variable, value) => `$env:${variable} = ${powershellWord(value)}`,
  evaluation: (command) => `${command} --shell powershell | Out-String | Invoke-Expression`,
};

const cmd: Shell = {
  name: 'cmd',
  aliases: [],
  // cmd has no way to write these so that they mean themselves in every place where a line is run.
  setLine: (variable, value) =>
    /["%!^\r\n]/.test(value) ? undefined : `set "${variable}=${value}"`,
  evaluation: (command) => `for /f "delims=" %i in ('${command} --shell cmd') do @%i`,
};

/** All shells; the first is the usual one. */
export const SHELLS = [posix, powershell, cmd, fish] as const;

/** The names by which a shell can be asked for. */
export const SHELL_NAMES: readonly string[] = SHELLS.flatMap(({ aliases, name }) => [
  name,
  ...aliases,
]);

/** A shell by one of its names; the usual one where none is given. */
export function shellNamed(name: string | undefined): Shell | undefined {
  if (name === undefined) return posix;
  return SHELLS.find((shell) => shell.name === name || shell.aliases.includes(name));
}

/** The shell in whose terminal a person of this platform is likely to be. */
export function shellOfPlatform(platform: NodeJS.Platform): Shell {
  return platform === 'win32' ? powershell : posix;
}
