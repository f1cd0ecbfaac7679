import { type Command, JSON_OPTION, type Subject } from '../command.ts';
import type { PromiseAction } from './promise/action.ts';
import { adoptNextAction } from './promise/adopt-next.ts';
import { FOR_OPTIONS } from './promise/given-up.ts';
import { adoptAction, cancelAction, releaseAction, startAction } from './promise/move.ts';
import { waiveAction } from './promise/waive.ts';

/** The actions of `cs promise` that are words of their own behind it. */

/** A promise that is only looked at or gone on with: the only open one is meant where none is named. */
const ANY_PROMISE: Subject = { names: 'promise', leftOut: 'the-only-open' };

/** A promise that is given up is named in any case. */
const NAMED_PROMISE: Subject = { names: 'promise', leftOut: 'refused' };

interface Verb extends Pick<Command, 'summary' | 'usage' | 'effects' | 'examples'> {
  readonly subject?: Subject;
  readonly options?: Command['options'];
  readonly run: PromiseAction;
}

const verb = ({ options, ...parts }: Verb): Command => ({
  ...parts,
  options: { ...options, json: JSON_OPTION },
});

export const startCommand = verb({
  summary: 'Starts work on a promise.',
  usage: ['[<id>]'],
  effects: [],
  subject: ANY_PROMISE,
  examples: [['$0', 'Start the only open promise of this session']],
  run: startAction,
});

export const adoptCommand = verb({
  summary: 'Adopts a promise that has no owner.',
  usage: ['<id>', '--next'],
  effects: [],
  subject: { ...NAMED_PROMISE, unless: ['next'] },
  options: {
    next: { takes: 'nothing', summary: 'The one that was made first; no other session gets it' },
  },
  examples: [
    ['$0 promise-1a2b3c4d', 'Adopt it'],
    ['$0 --next', 'Adopt whatever waits'],
  ],
  run: (args, suite) => (args.given('next') ? adoptNextAction : adoptAction)(args, suite),
});

export const releaseCommand = verb({
  summary: 'Releases a promise, so that another session can adopt it.',
  usage: ['<id> [--for <session>]'],
  effects: ['weakens'],
  subject: NAMED_PROMISE,
  options: FOR_OPTIONS,
  examples: [['$0 promise-1a2b3c4d', 'Release it']],
  run: releaseAction,
});

export const cancelCommand = verb({
  summary: 'Cancels a promise.',
  usage: ['<id> [--for <session>]'],
  effects: ['closes'],
  subject: NAMED_PROMISE,
  options: FOR_OPTIONS,
  examples: [['$0 promise-1a2b3c4d', 'Cancel it']],
  run: cancelAction,
});

export const waiveCommand = verb({
  summary: 'Waives a criterion: no gate requires it any longer. Only a person can, in a terminal.',
  usage: ['[<id>] <AC-n> --reason "Why"'],
  effects: ['closes', 'weakens'],
  subject: { names: 'promise-and-criterion', leftOut: 'the-only-open' },
  options: {
    'ac-id': { takes: 'word', summary: 'The criterion', completes: 'criterion' },
    reason: { takes: 'text', value: '"<why>"', summary: 'Why it is waived' },
  },
  examples: [['$0 2 --reason "out of scope"', 'Waive AC-2 of the only open promise']],
  run: waiveAction,
});
