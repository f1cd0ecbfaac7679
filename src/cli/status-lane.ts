import { statusCommand } from './commands/status.ts';
import { frequentLane } from './frequent.ts';

const { 'all-projects': _, fleet: __, watch: ___, ...options } = statusCommand.options;
/** Without what is rarely asked for, and loads more: one promise, other machines, and to be shown again. */
const { subject: ____, ...plain } = { ...statusCommand, options };

/** `cs` and `cs status`, as people and programs call them. */
export const runLane = frequentLane(
  new Map([
    ['', plain],
    ['status', plain],
  ]),
);
