import { NO_DEADLINE } from '../../adapters/bounded-files.ts';
import { readVariable } from '../../adapters/environment.ts';
import { agentAbove } from '../../adapters/node-ancestry.ts';
import { surroundings } from '../../adapters/surroundings.ts';
import { AGENT_VARIABLES } from '../../domain/base/person.ts';
import { success } from '../../domain/base/result.ts';
import { terminalSession } from '../../domain/host/session-ids.ts';
import { createSuite, type Suite } from '../../suite.ts';
import { type Arguments, type Command, JSON_OPTION, withValues } from '../command.ts';
import { unseenNotes } from '../unseen-session.ts';
import { usage } from '../usage.ts';
import { makeStarted } from './promise/create.ts';

/** `cs do "Title" --ac "…" --check "npm test"`: a promise, made and started at once. */
export const doCommand: Command = {
  summary: 'Creates and starts a promise: what done means, and how to check it.',
  usage: [
    '["Title"] --from <tasks.md> [--check AC-1="npm test"]...',
    '"Title" [--ac "Criterion"]... [--check "npm test"]... [--artifact <path>]... [--must-show]',
  ],
  effects: ['trusts'],
  options: {
    ac: {
      takes: 'texts',
      value: '"<criterion>"',
      summary: 'A criterion that must hold; repeatable',
    },
    check: {
      takes: 'texts',
      value: '"<command>"',
      summary:
        'A command that proves it: the first for AC-1, the second for AC-2, or AC-2="npm test"',
    },
    from: {
      takes: 'word',
      value: '<file>',
      summary: 'A checklist in Markdown, a criterion per item; or a YAML or JSON definition',
    },
    artifact: {
      takes: 'texts',
      value: '<path>',
      summary:
        'A file that the command leaves, kept with the proof; AC-1=shot.png for one criterion',
    },
    tier: {
      takes: 'texts',
      value: '<tier>',
      summary: '2: a judge must pass it, 3: a vote; AC-1=2 for one criterion',
    },
    'must-show': {
      takes: 'nothing',
      summary: 'What passes without the work proves nothing',
    },
    json: JSON_OPTION,
  },
  positional: { name: 'title' },
  examples: [
    ['$0 "Login works" --check "npm test"', 'One criterion, proved by the command'],
    ['$0 --from tasks.md', 'A criterion for each item of a checklist'],
    [
      '$0 "Login works" --ac "Tests pass" --ac "README says how" --check "npm test"',
      'Two criteria; the command proves the first',
    ],
  ],
  async run(args, suite) {
    const title = (args.positional ?? '').trim();
    if (title === '' && !args.given('from')) {
      return usage('A title is required: what will be done?');
    }
    const defined = withDefinition(args, title);
    if (defined === undefined) {
      return usage('There are more checks than criteria: name the criterion, --check AC-1="..."');
    }
    const id = sessionToOpen(suite);
    const told =
      id === undefined
        ? await unseenNotes(suite)
        : [`Opened a session for this project, ${id}: your terminals here go on with it.`];
    const made = await makeStarted(defined, id === undefined ? suite : inSession(id, suite));
    if (!made.ok) return made;
    return success({ ...made.value, notes: [...told, ...(made.value.notes ?? [])] });
  },
};

/** The session of a person's terminal that has none; undefined where a host or a shell has to tell its own. */
function sessionToOpen({ environment, spelling }: Suite): string | undefined {
  const { host, projectFolder, session } = environment;
  if (session !== undefined || host !== undefined || spelling === 'drop-in') return undefined;
  const isMarked = AGENT_VARIABLES.some((name) => readVariable(name) !== undefined);
  const isPerson = surroundings().input.isTerminal && !isMarked && agentAbove() === undefined;
  return isPerson ? terminalSession(projectFolder) : undefined;
}

/** The suite as it is for commands on this terminal from now on. */
function inSession(id: string, suite: Suite): Suite {
  const environment = { ...suite.environment, session: { id, ids: [id] } };
  return createSuite(environment, suite, 'a session being opened', NO_DEADLINE);
}

/** A check that names its criterion in front. */
const FOR_CRITERION = /^(?:AC-)?(\d+)=(.*)$/is;

/**
 * The options of `cs promise --create` that say the same: a check without a criterion belongs to the criterion of its
 * own place. Without criteria, each check is one. Undefined where a check has no criterion.
 */
function withDefinition(args: Arguments, title: string): Arguments | undefined {
  const checks = args.texts('check');
  const bare = checks.filter((text) => !FOR_CRITERION.test(text));
  // The criteria of a file are not known here: the first check is of the first of them.
  const isFromFile = args.given('from');
  const given = args.texts('ac');
  const criteria =
    given.length > 0 || isFromFile ? given : bare.map((command) => `\`${command}\` passes`);
  if (bare.length > criteria.length && !isFromFile) return undefined;
  const named = checks.flatMap((text) => {
    const [, number, command] = FOR_CRITERION.exec(text) ?? [];
    return number === undefined ? [] : [`AC-${Number(number)}=${command}`];
  });
  const commands = [...bare.map((text, index) => `AC-${index + 1}=${text}`), ...named];
  return withValues(args, { create: [title], ac: criteria, command: commands, check: [] });
}
