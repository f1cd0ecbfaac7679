import { type Command, JSON_OPTION } from '../command.ts';
import { proveDeclared } from './prove/declared.ts';

export const proveCommand: Command = {
  summary: "Runs a promise's checks, stores the proofs, and answers for its criteria (Gate 2).",
  usage: [
    '[<id>] [<AC-n>...] [--control <revision>] [--jobs <n>] [--trust]',
    '-- <command> [<argument> ...]',
  ],
  effects: ['executes', 'trusts', 'closes'],
  options: {
    'ac-id': {
      takes: 'texts',
      summary: 'Only this criterion; repeatable',
      completes: 'criterion',
    },
    control: {
      takes: 'word',
      value: '<revision>',
      summary: 'Also run the commands on this revision; a pass there proves nothing',
    },
    jobs: {
      takes: 'word',
      value: '<n>',
      summary: 'Checks to run in parallel (default: one per core)',
    },
    trust: {
      takes: 'nothing',
      summary: 'Trust and run commands this user has not yet trusted on this machine',
    },
    json: JSON_OPTION,
  },
  restAfter: '',
  subject: { names: 'promise-and-criteria', leftOut: 'the-only-open', unless: ['--'] },
  examples: [
    ['$0', 'Prove the only open promise'],
    ['$0 -- npm test', 'Prove the criterion that declares npm test'],
    ['$0 promise-1a2b3c4d AC-1 --control HEAD~1', 'Show that AC-1 could fail'],
  ],
  async run(args, suite) {
    if (args.rest.length > 0) return proveDeclared(args, suite);
    const { prove } = await import('../proving.ts');
    return prove(args.text('promise') ?? '', args, suite);
  },
};
