import { statusCommand } from './commands/status.ts';
import { frequentLane, writeReport } from './frequent.ts';
import { overview } from './overview.ts';

const { 'all-projects': _, fleet: __, watch: ___, ...options } = statusCommand.options;
/** Without what is rarely asked for, and loads more: one promise, other machines, and to be shown again. */
const { subject: ____, ...plain } = { ...statusCommand, options };

const runStatus = frequentLane(
  new Map([
    ['', plain],
    ['status', plain],
  ]),
);

/** `cs` and `cs status`, as people and programs call them, and `cs --help`. */
export function runLane(program: string, name: string, words: readonly string[]) {
  if (name !== '--help') return runStatus(program, name, words);
  return words.length > 0 ? false : overview(program).then(writeReport);
}
