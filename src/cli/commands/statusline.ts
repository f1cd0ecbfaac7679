import type { Command } from '../command.ts';
import { usage } from '../usage.ts';

/** The help of the status line. Its fast lane answers everything else before this is loaded. */
export const statusLineCommand: Command = {
  summary:
    "For a host's status line: reads its JSON on stdin and prints the session's progress, or nothing.",
  usage: ['< payload'],
  projectByHost: true,
  effects: [],
  options: {},
  examples: [['$0 < payload.json', 'As the host calls it']],
  // The fast lane has answered the command line that is valid.
  run: async () => usage('statusline takes no arguments', 'Try: cs statusline --help'),
};
