import { type Command, JSON_OPTION } from '../command.ts';
import { usage } from '../usage.ts';
import { EVIDENCE_OPTIONS, meetWith } from './promise/meet.ts';

/** `cs meet <id> …` is `cs promise --meet <id> …`. */
export const meetCommand: Command = {
  summary: 'Meets a criterion of a promise with what shows it.',
  usage: ['<id> --ac-id <AC-n> --evidence "What shows it" [--type <type>]'],
  options: { ...EVIDENCE_OPTIONS, json: JSON_OPTION },
  positional: { name: 'id', completes: 'promise' },
  examples: [['$0 promise-1a2b3c4d --ac-id AC-1 --evidence "42 passed" --type test', 'Meet AC-1']],
  async run(args, suite) {
    if (args.positional === undefined) {
      return usage('Which promise? Its id is required', 'Try: cs meet --help');
    }
    return meetWith(args.positional, args, suite);
  },
};
