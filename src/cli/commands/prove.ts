import { type Command, JSON_OPTION } from '../command.ts';
import { usage } from '../usage.ts';

export const proveCommand: Command = {
  summary: "Runs a promise's checks, keeps the proofs, and answers for its criteria (Gate 2).",
  usage: ['<id> [--ac-id <AC-n> ...] [--control <revision>] [--jobs <n>] [--trust]'],
  effects: ['executes', 'trusts', 'closes'],
  options: {
    'ac-id': { takes: 'texts', summary: 'Only this criterion; repeat it for more' },
    control: {
      takes: 'word',
      summary: 'Run the commands on this revision too: what passes there as well shows nothing',
    },
    jobs: { takes: 'word', summary: 'How many checks run at once (default: one for each core)' },
    trust: {
      takes: 'nothing',
      summary: 'Let commands run that this user has not recorded on this machine',
    },
    json: JSON_OPTION,
  },
  positional: { name: 'id', completes: 'promise' },
  examples: [
    ['$0 promise-1a2b3c4d', 'Prove what can be proved'],
    ['$0 promise-1a2b3c4d --ac-id AC-1 --control HEAD~1', 'Show that AC-1 could fail'],
  ],
  async run(args, suite) {
    const id = args.positional;
    if (id === undefined) return usage('Which promise? Its id is required', 'Try: cs prove --help');
    const { prove } = await import('../proving.ts');
    return prove(id, args, suite);
  },
};
