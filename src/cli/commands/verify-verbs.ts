import { type Command, withValues } from '../command.ts';
import { judgeRequest } from './verify/request.ts';
import { checkCommandLine, verifyCommand } from './verify.ts';

/** The questions of `cs verify` that have a name of their own. */

/** The options of `cs verify` of these names. */
function optionsNamed(names: readonly string[]): Command['options'] {
  return Object.fromEntries(
    Object.entries(verifyCommand.options).filter(([name]) => names.includes(name)),
  );
}

export const checkCommand: Command = {
  summary: 'Asks whether this session can end. Exit code 0: yes, 2: no, 1: usage error.',
  usage: ['[--verbose] [--session <id>] [--json]'],
  effects: [],
  options: optionsNamed(['verbose', 'session', 'json']),
  examples: [
    ['$0', 'The stop gate question, for promises only'],
    ['$0 --session session-a', 'Ask about another session, once it has ended'],
  ],
  run: checkCommandLine,
};

export const judgeCommand: Command = {
  summary:
    'Has a model judge the evidence of a promise (Gate 3), and closes it if every gate opens.',
  usage: [
    '[<id>] [--model <model>]... [--votes <n>] [--max-usd <amount>] [--dry-run]',
    '--all [--mine] [--at-once <n>] [--max-usd <amount>] [--dry-run]',
    '--request',
  ],
  effects: ['executes', 'trusts', 'spends', 'closes'],
  options: {
    ...optionsNamed([
      'model',
      'votes',
      'early-stop',
      'backend',
      'max-usd',
      'dry-run',
      'all',
      'mine',
      'at-once',
      'proof',
      'type',
      'trust',
      'task-id',
      'skip-validation-check',
      'verbose',
      'json',
    ]),
    request: {
      takes: 'nothing',
      summary: 'Judge the JSON request on stdin, as cs-verify-judge.py did; no promise is closed',
    },
  },
  subject: { names: 'promise', leftOut: 'the-only-open', unless: ['all', 'request'] },
  examples: [
    ['$0 --dry-run', 'Show what would be sent and its cost'],
    ['$0 promise-1a2b3c4d', 'Judge this promise'],
    ['$0 --votes 3 --model sonnet --model opus', 'Have a panel of three vote'],
    ['$0 --all --at-once 4 --max-usd 2', 'Judge every open promise of the project'],
  ],
  run: (args, suite, commands) =>
    args.given('request')
      ? judgeRequest(args, suite)
      : verifyCommand.run(withValues(args, { judge: ['true'] }), suite, commands),
};
