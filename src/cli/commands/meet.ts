import { type Command, JSON_OPTION } from '../command.ts';
import { EVIDENCE_OPTIONS, MEET_DETAIL_OPTIONS, meetAction, RUN_OPTIONS } from './promise/meet.ts';

/** `cs meet <id> AC-1 …` is `cs promise --meet <id> --ac-id AC-1 …`. */
export const meetCommand: Command = {
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
  subject: { names: 'promise-and-criterion', leftOut: 'the-only-open' },
  restAfter: 'run',
  examples: [
    ['$0 AC-1 --evidence "42 passed" --type test', 'Meet AC-1 of the only open promise'],
    ['$0 promise-1a2b3c4d AC-1 --run -- npm test', 'Meet it only if the tests pass'],
  ],
  run: meetAction,
};
