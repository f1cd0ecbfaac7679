import type { Command } from '../command.ts';
import { HOST_OPTION, hostFault } from '../hook-call.ts';
import { usage } from '../usage.ts';

/** The help of the stop gate. Its fast lane answers everything else before this is loaded. */
export const stopGateCommand: Command = {
  summary:
    "Answers a host's Stop or SubagentStop hook: reads its JSON on stdin, prints exactly one JSON object.",
  usage: ['[--host <name>] [--exit-code|--watched]'],
  projectByHost: true,
  effects: ['spends'],
  options: {
    host: HOST_OPTION,
    'exit-code': {
      takes: 'nothing',
      summary: 'Exit code 2 and the reason on stderr alone, whichever host calls',
    },
    watched: {
      takes: 'nothing',
      summary: 'For cs-hook: exit code 10, or 12 for 2, when the answer was written completely',
    },
  },
  examples: [
    ['echo \'{"hook_event_name": "Stop"}\' | $0', 'Show the answer to the hook'],
    ['$0 --exit-code < payload.json', 'The answer as an exit code'],
  ],
  // The fast lane has answered every command line that is valid.
  run: async (args) =>
    hostFault(args.text('host')) ??
    usage(
      '--exit-code and --watched take no value and exclude each other',
      'Try: cs-stop-gate --help',
    ),
};
