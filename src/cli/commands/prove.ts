import type { Result } from '../../domain/base/result.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { usage } from '../usage.ts';
import { proveDeclared } from './prove/declared.ts';

export const proveCommand: Command = {
  summary: "Runs a promise's checks, stores the proofs, and answers for its criteria (Gate 2).",
  usage: [
    '[<id>] [<AC-n>...] [--control <revision>] [--no-show] [--jobs <n>] [--trust]',
    '-- <command> [<argument> ...]',
    '--standing [--jobs <n>]',
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
      summary: 'Begin the work at this revision',
    },
    'no-show': {
      takes: 'nothing',
      summary: 'Run nothing without the work',
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
    standing: {
      takes: 'nothing',
      summary:
        "Run the project's standing checks (checks.always), for no promise, and keep how they came out on these files",
    },
    json: JSON_OPTION,
  },
  restAfter: '',
  subject: { names: 'promise-and-criteria', leftOut: 'the-only-open', unless: ['--', 'standing'] },
  examples: [
    ['$0', 'Prove the only open promise'],
    ['$0 -- npm test', 'Prove the criterion that declares npm test'],
    ['$0 --standing', 'Have the standing checks pass before a session ends'],
    ['$0 promise-1a2b3c4d AC-1 --control HEAD~1', 'Show what AC-1 says of the last commit'],
  ],
  async run(args, suite) {
    if (args.given('standing')) {
      const { proveStanding } = await import('../proving.ts');
      return onlyStanding(args) ?? proveStanding(args, suite);
    }
    if (args.rest.length > 0) return proveDeclared(args, suite);
    const { prove } = await import('../proving.ts');
    return prove(args.text('promise') ?? '', args, suite);
  },
};

/** What goes with a promise alone, and not with the standing checks. */
const OF_PROMISES = ['ac-id', 'control', 'no-show', 'trust'] as const;

function onlyStanding(args: Arguments): Result<Report> | undefined {
  if (args.positionals.length > 0 || args.rest.length > 0) {
    return usage('--standing goes without a promise and without a command');
  }
  const beside = OF_PROMISES.find((name) => args.given(name));
  return beside === undefined ? undefined : usage(`--standing goes without --${beside}`);
}
