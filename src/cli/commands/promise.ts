import { CHECK_KINDS } from '../../checks/kinds.ts';
import { type Command, JSON_OPTION, withValues } from '../command.ts';
import { usage } from '../usage.ts';
import type { PromiseAction } from './promise/action.ts';
import { CHECK_DETAIL_OPTIONS, CHECK_OPTIONS } from './promise/check-options.ts';
import { addCheckAction, addCriterionAction, createAction, isToStart } from './promise/create.ts';
import { FOR_OPTIONS } from './promise/given-up.ts';
import {
  EVIDENCE_OPTIONS,
  MEET_DETAIL_OPTIONS,
  MEET_OPTION,
  meetAction,
  RUN_OPTIONS,
} from './promise/meet.ts';
import { adoptAction, cancelAction, releaseAction, startAction } from './promise/move.ts';
import { listAction, mineAction, showAction } from './promise/show.ts';
import { WAIVE_OPTIONS, waiveAction } from './promise/waive.ts';

const ACTIONS: Readonly<Record<string, PromiseAction>> = {
  create: createAction,
  'add-ac': addCriterionAction,
  'add-check': addCheckAction,
  meet: meetAction,
  list: listAction,
  mine: mineAction,
  show: showAction,
  start: startAction,
  adopt: adoptAction,
  release: releaseAction,
  cancel: cancelAction,
  waive: waiveAction,
};

/** The options that go with some actions only. Another action would silently ignore them. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  ac: ['create'],
  from: ['create'],
  tier: ['create'],
  'must-show': ['create'],
  ...withEach(CHECK_OPTIONS, ['create', 'add-check']),
  ...withEach(CHECK_DETAIL_OPTIONS, ['create', 'add-check']),
  ...withEach(MEET_DETAIL_OPTIONS, ['create', 'add-check', 'meet']),
  file: ['create', 'add-check', 'meet'],
  'ac-id': ['meet', 'waive', 'add-check'],
  evidence: ['meet'],
  run: ['meet'],
  control: ['meet'],
  'no-show': ['meet'],
  type: ['meet'],
  reason: ['waive'],
  for: ['release', 'cancel'],
};

function withEach(options: object, actions: readonly string[]): typeof COMPANIONS {
  return Object.fromEntries(Object.keys(options).map((name) => [name, actions]));
}

export const promiseCommand: Command = {
  summary: 'Creates, changes and shows promises: what done means, criterion by criterion.',
  usage: [
    '<action> [options]',
    '--create "Title" --ac "Criterion" [--command AC-1="npm test"] [--file AC-1=dist/app.js] ... [--start]',
    '--create [--from promise.yaml] [--start]',
    '--add-ac <id> "Criterion"',
    `--add-check <id> --ac-id <AC-n> (${CHECK_KINDS.map(({ option }) => option.usage).join(' | ')})`,
    '--start <id>',
    '--meet <id> --ac-id <AC-n> --evidence "What shows it" [--type <type>]',
    '--meet <id> --ac-id <AC-n> (--run -- <command> | --file <path>)',
    '--list | --mine | --show <id>',
    '--adopt <id> | --release <id> | --cancel <id>',
    '(--release <id> | --cancel <id>) --for <session>',
    '--waive <id> --ac-id <AC-n> --reason "Why"',
  ],
  effects: {
    // Commands that are declared here count as the user's own.
    create: ['trusts'],
    'add-check': ['trusts'],
    'add-ac': [],
    start: [],
    meet: ['executes', 'closes'],
    list: [],
    mine: [],
    show: [],
    adopt: [],
    release: ['weakens'],
    cancel: ['closes'],
    waive: ['closes', 'weakens'],
  },
  options: {
    create: {
      group: 'Actions',
      takes: 'text',
      value: '"<title>"',
      summary: 'Create a promise with this title',
      emptyBefore: 'from',
    },
    from: {
      group: 'With --create',
      takes: 'word',
      value: '<file>',
      summary:
        'With --create: a YAML or JSON file that defines the promise, or a checklist in Markdown',
    },
    tier: {
      group: 'With --create',
      takes: 'texts',
      value: '<tier>',
      summary: 'With --create: 1, 2 or 3 for the promise, AC-1=2 for one criterion',
    },
    'must-show': {
      group: 'With --create',
      takes: 'nothing',
      summary: 'With --create: what passes without the work proves nothing',
    },
    ac: {
      group: 'With --create',
      takes: 'texts',
      value: '"<criterion>"',
      summary: 'A criterion of the new promise; repeatable',
    },
    'add-ac': {
      group: 'Actions',
      takes: 'word-and-text',
      summary: 'Add a criterion to promise <id>',
      completes: 'promise',
    },
    'add-check': {
      group: 'Actions',
      takes: 'word',
      summary: 'Add a check to a criterion of promise <id>',
      completes: 'promise',
    },
    ...CHECK_OPTIONS,
    ...CHECK_DETAIL_OPTIONS,
    start: {
      group: 'Actions',
      takes: 'word',
      summary: 'Start work on promise <id>; behind --create: on the new one',
      completes: 'promise',
      emptyBehind: 'create',
    },
    meet: MEET_OPTION,
    ...EVIDENCE_OPTIONS,
    ...RUN_OPTIONS,
    list: { group: 'Actions', takes: 'nothing', summary: 'List the open promises of the project' },
    mine: { group: 'Actions', takes: 'nothing', summary: 'List the promises of this session' },
    show: {
      group: 'Actions',
      takes: 'word',
      summary: 'Show promise <id> in full',
      completes: 'promise',
    },
    adopt: {
      group: 'Actions',
      takes: 'word',
      summary: 'Adopt promise <id>, if it has no owner',
      completes: 'promise',
    },
    release: {
      group: 'Actions',
      takes: 'word',
      summary: 'Release promise <id>',
      completes: 'promise',
    },
    cancel: {
      group: 'Actions',
      takes: 'word',
      summary: 'Cancel promise <id>',
      completes: 'promise',
    },
    ...FOR_OPTIONS,
    ...WAIVE_OPTIONS,
    json: JSON_OPTION,
  },
  restAfter: 'run',
  examples: [
    ['$0 --create "Login works" --ac "Tests pass" --ac "Docs updated"', 'Create a promise'],
    ['$0 --meet promise-1a2b3c4d --ac-id AC-1 --evidence "42 passed" --type test', 'Meet AC-1'],
  ],
  async run(args, suite) {
    const chosen = Object.keys(ACTIONS).filter(
      (name) => args.given(name) && !(name === 'start' && isToStart(args)),
    );
    const [name, other] = chosen;
    const action = name === undefined ? undefined : ACTIONS[name];
    if (name === undefined || action === undefined) return usage('No action given');
    if (other !== undefined) return usage(`--${name} and --${other} cannot be given together`);
    for (const [companion, owners] of Object.entries(COMPANIONS)) {
      if (args.given(companion) && !owners.includes(name)) {
        return usage(`--${companion} goes with --${owners.join(' or --')}, not with --${name}`);
      }
    }
    return action(withValues(args, { promise: args.texts(name) }), suite);
  },
};
