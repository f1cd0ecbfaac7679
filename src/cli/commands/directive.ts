import { createNodeGit } from '../../adapters/git/node-git.ts';
import { asItReads } from '../../domain/base/hidden-characters.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import {
  activeDirectives,
  DIRECTIVE_TYPES,
  isDirectiveType,
  LONGEST_DIRECTIVE,
  nextDirective,
  retireDirective,
} from '../../domain/session/directive.ts';
import { directivesIn, entriesOf } from '../../domain/session/stop-gate-state.ts';
import { directiveLine, directivesText } from '../../report/directive-text.ts';
import { actorOf, type Suite } from '../../suite.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { warningOf } from '../print.ts';
import { usage } from '../usage.ts';

const ACTIONS = { add, list, retire } as const;
const ACTION_NAMES = ['add', 'list', 'retire'] as const;

/** Options that belong to one action only: with another they would be silently ignored. */
const COMPANIONS = { type: 'add', all: 'list' } as const;

/** How long git may take to name the present commit, in milliseconds: without it none is recorded. */
const HEAD_MS = 2000;

export const directiveCommand: Command = {
  summary: 'Records what the user asked of this session, for the reality check.',
  usage: [
    `--add "What was asked" [--type ${DIRECTIVE_TYPES.join('|')}]`,
    '--list [--all]',
    '--retire <id>',
  ],
  effects: { add: ['weakens'], list: [], retire: ['weakens'] },
  options: {
    add: { takes: 'text', summary: 'Add a directive with this text' },
    type: {
      takes: 'word',
      value: '<type>',
      summary: `With --add: ${DIRECTIVE_TYPES.join(', ')} (default: initial-request for the first of a session, then follow-up)`,
      completes: DIRECTIVE_TYPES,
    },
    list: { takes: 'nothing', summary: "List the session's active directives" },
    all: { takes: 'nothing', summary: 'With --list: the retired ones too' },
    retire: { takes: 'word', summary: 'Retire directive <id>: it no longer applies' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0 --add "Sign-in works, with tests"', 'The goal of the session'],
    ['$0 --add "No new dependencies" --type constraint', 'A later request of the user'],
    ['$0 --retire D-2', 'The user withdrew it'],
  ],
  async run(args, suite) {
    const chosen = ACTION_NAMES.filter((name) => args.given(name));
    const [name, other] = chosen;
    if (name === undefined) return usage('--add, --list or --retire is required');
    if (other !== undefined) return usage(`--${name} and --${other} cannot be given together`);
    for (const [option, owner] of Object.entries(COMPANIONS)) {
      if (args.given(option) && owner !== name) {
        return usage(`--${option} goes with --${owner}, not with --${name}`);
      }
    }
    return ACTIONS[name](args, suite);
  },
};

async function add(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const text = (args.text('add') ?? '').trim();
  const type = args.text('type');
  if (asItReads(text).trim() === '') return usage('--add needs text: what was asked?');
  if (text.length > LONGEST_DIRECTIVE) {
    const most = LONGEST_DIRECTIVE.toLocaleString('en');
    return usage(`A directive can have at most ${most} characters: split a long one`);
  }
  if (type !== undefined && !isDirectiveType(type)) {
    return usage(`Invalid type: ${type}. It must be one of ${DIRECTIVE_TYPES.join(', ')}`);
  }
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const head = createNodeGit(suite.environment.checkout, HEAD_MS).commitOf('HEAD');
  const commit = head.ok ? head.value : null;
  const changed = await suite.stopGate.change(actor.value.session.id, (state) => {
    const entries = entriesOf(state, 'directives');
    const at = timestamp(suite.clock.now());
    const asked = { at, commit, text, ...(type === undefined ? {} : { type }) };
    const directive = nextDirective(entries, asked);
    return success({
      state: { ...state, directives: [...entries, directive] },
      value: directive,
      event: { event: 'directive.added', directive: directive.id, type: directive.type },
    });
  });
  if (!changed.ok) return changed;
  const { value, warnings } = changed.value;
  return success({
    text: `Added directive: ${directiveLine(value, suite.style)}`,
    json: { directive: value },
    notes: warnings.map(warningOf),
  });
}

async function list(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const state = await suite.stopGate.read(actor.value.session.id);
  if (!state.ok) return state;
  const all = directivesIn(state.value);
  const directives = args.given('all') ? all : activeDirectives(all);
  return success({
    text: directivesText(directives, suite.style, suite.commandLines),
    json: { directives },
  });
}

async function retire(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const id = args.text('retire') ?? '';
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const changed = await suite.stopGate.change(actor.value.session.id, (state) => {
    const at = timestamp(suite.clock.now());
    const directives = retireDirective(entriesOf(state, 'directives'), id, at);
    if (typeof directives === 'string') {
      const known = activeDirectives(directivesIn(state)).map((one) => one.id);
      return failed({ kind: 'no-such-directive', id, why: directives, known });
    }
    const after = { ...state, directives };
    const event = { event: 'directive.retired', directive: id } as const;
    const value = directivesIn(after).find((directive) => directive.id === id);
    return success({ state: after, value, event });
  });
  if (!changed.ok) return changed;
  const { value, warnings } = changed.value;
  return success({
    text: value === undefined ? '' : `Retired directive: ${directiveLine(value, suite.style)}`,
    json: { directive: value },
    notes: warnings.map(warningOf),
  });
}
