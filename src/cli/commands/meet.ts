import { type Command, JSON_OPTION } from '../command.ts';
import { usage } from '../usage.ts';
import { EVIDENCE_OPTIONS, MEET_DETAIL_OPTIONS, meetWith, RUN_OPTIONS } from './promise/meet.ts';

/** `cs meet <id> …` is `cs promise --meet <id> …`. */
export const meetCommand: Command = {
  summary: 'Meets a criterion of a promise with what shows it: words, a command, or a file.',
  usage: [
    '<id> --ac-id <AC-n> --evidence "What shows it" [--type <type>]',
    '<id> --ac-id <AC-n> --run [--control <revision>] -- <command> [<argument> ...]',
    '<id> --ac-id <AC-n> --file <path>',
  ],
  effects: ['executes', 'closes'],
  options: {
    ...EVIDENCE_OPTIONS,
    ...RUN_OPTIONS,
    file: { takes: 'texts', summary: 'Meet it only where this file is there and whole' },
    ...MEET_DETAIL_OPTIONS,
    json: JSON_OPTION,
  },
  positional: { name: 'id', completes: 'promise' },
  restAfter: 'run',
  examples: [
    ['$0 promise-1a2b3c4d --ac-id AC-1 --evidence "42 passed" --type test', 'Meet AC-1'],
    ['$0 promise-1a2b3c4d --ac-id AC-1 --run -- npm test', 'Meet it only where the tests pass'],
  ],
  async run(args, suite) {
    if (args.positional === undefined) {
      return usage('Which promise? Its id is required', 'Try: cs meet --help');
    }
    return meetWith(args.positional, args, suite);
  },
};
