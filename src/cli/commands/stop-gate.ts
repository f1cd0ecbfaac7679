import type { Command } from '../command.ts';
import { usage } from '../usage.ts';

/** The help of the stop gate. It is answered in a lane of its own, before this is loaded. */
export const stopGateCommand: Command = {
  summary:
    "Answers a host's Stop or SubagentStop hook: reads its JSON on stdin, prints exactly one JSON object.",
  usage: ['[--exit-code]'],
  options: {
    'exit-code': {
      takes: 'nothing',
      summary: 'For other hosts: exit code 2 and the reason on stderr in place of the JSON object',
    },
  },
  examples: [
    ['echo \'{"hook_event_name": "Stop"}\' | $0', 'What the hook would be answered'],
    ['$0 --exit-code < payload.json', 'The same by exit code'],
  ],
  // Whatever it knows how to do, its own lane has done by now.
  run: async () => usage('--exit-code takes no value', 'Try: cs-stop-gate --help'),
};
