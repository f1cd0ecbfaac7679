/** A command line as a person would write it: without the shell that it was given to. */
export function commandLine(words: readonly string[]): string {
  const [shell = '', option, line, ...more] = words;
  const isOfShell = option === '-c' && /(?:^|[\\/])(?:ba|da|z)?sh$/.test(shell);
  return isOfShell && line !== undefined && more.length === 0
    ? line
    : words.map(shownWord).join(' ');
}

/** A word of a command line, in quotes where it would else be several. */
function shownWord(word: string): string {
  return /^[^\s'"]+$/.test(word) ? word : JSON.stringify(word);
}
