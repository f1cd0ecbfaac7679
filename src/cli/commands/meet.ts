import { type Command, JSON_OPTION, withValues } from '../command.ts';
import {
  EVIDENCE_OPTIONS,
  MEET_DETAIL_OPTIONS,
  MEET_OPTION,
  meetAction,
  RUN_OPTIONS,
} from './promise/meet.ts';

const MEETING: Command = {
  summary: 'Meets a criterion with evidence: text, a command, or a file.',
  usage: [
    '[<id>] <AC-n> --evidence "What shows it" [--type <type>]',
    '[<id>] <AC-n> --run [--control <revision>] -- <command> [<argument> ...]',
    '[<id>] <AC-n> --file <path>',
  ],
  effects: ['executes', 'closes'],
  options: {
    ...EVIDENCE_OPTIONS,
    ...RUN_OPTIONS,
    file: { takes: 'texts', summary: 'Meet it only if this file exists and is valid' },
    ...MEET_DETAIL_OPTIONS,
    json: JSON_OPTION,
  },
  restAfter: 'run',
  examples: [
    ['$0 AC-1 --evidence "42 passed" --type test', 'Meet AC-1 of the only open promise'],
    ['$0 promise-1a2b3c4d AC-1 --run -- npm test', 'Meet it only if the tests pass'],
  ],
  run: meetAction,
};

/** `cs meet <id> AC-1 …` is `cs promise --meet <id> --ac-id AC-1 …`. */
export const meetCommand: Command = {
  ...MEETING,
  subject: { names: 'promise-and-criterion', leftOut: 'the-only-open' },
};

/** `cs promise --meet <id> …` alone, without what the other actions of that command load. */
export const promiseMeetCommand: Command = {
  ...MEETING,
  options: { meet: MEET_OPTION, ...MEETING.options },
  run: (args, suite) => meetAction(withValues(args, { promise: args.texts('meet') }), suite),
};
