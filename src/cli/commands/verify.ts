import type { Failure } from '../../domain/base/failure.ts';
import { type Result, success } from '../../domain/base/result.ts';
import { MODEL_ALIASES } from '../../domain/judging/model.ts';
import { MOST_VOTES } from '../../domain/judging/panel.ts';
import { isProofType, PROOF_TYPES } from '../../domain/promise/evidence.ts';
import { BACKENDS, DEFAULT_MODEL } from '../../domain/settings/setting.ts';
import { exitCodeOf } from '../../report/exit.ts';
import { failureLines } from '../../report/failure-text.ts';
import { resultOfFailure } from '../../report/judge-json.ts';
import type { Suite } from '../../suite.ts';
import { check } from '../check.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { settingsFor } from '../option-settings.ts';
import { usage } from '../usage.ts';
import { withWhereabouts } from '../whereabouts.ts';
import { verifyAll } from './verify/all.ts';
import { dryRunAll } from './verify/all-dry-run.ts';
import { allFault, MOST_AT_ONCE, USUALLY_AT_ONCE } from './verify/all-options.ts';
import { askSession } from './verify/ask-session.ts';
import type { VerifyCall } from './verify/call.ts';
import { close } from './verify/close.ts';
import { dryRun } from './verify/dry-run.ts';
import { replay } from './verify/replay.ts';

/** Options that say how to judge: without `--judge` they would be silently ignored. */
const OF_THE_JUDGE = [
  'model',
  'votes',
  'early-stop',
  'backend',
  'max-usd',
  'dry-run',
  'all',
] as const;

const CONTRADICTIONS = [
  ['judge', 'skip-llm-gate'],
  ...['max-usd', 'proof', 'type', 'task-id', 'skip-validation-check'].map((name) => [
    'dry-run',
    name,
  ]),
];

export const verifyCommand: Command = {
  summary: 'Asks whether this session can end, or closes a promise through the gates.',
  usage: [
    '[<id>] [options]',
    '--check [--verbose] [--session <id>]',
    `--promise <id> [--proof "What shows it"] [--type ${PROOF_TYPES.join('|')}]`,
    '--replay <id|folder|file> [--json]',
    '--judge --all [--mine] [--at-once <n>] [--model <model>]... [--max-usd <amount>] [--dry-run]',
    '--judge --promise <id> [--model <model>]... [--votes <n>] [--early-stop] [--backend api|claude|auto|rubric] [--max-usd <amount>] [--dry-run]',
  ],
  effects: {
    check: [],
    promise: ['executes', 'closes'],
    judge: ['executes', 'spends', 'closes'],
    replay: [],
  },
  options: {
    check: {
      group: 'Ask',
      takes: 'nothing',
      summary: 'Can this session end? Exit code 0: yes, 2: no, 1: usage error',
    },
    verbose: {
      group: 'Ask',
      takes: 'nothing',
      summary: 'With --check: also report when it can; at a close: every gate',
      alias: 'v',
    },
    session: {
      group: 'Ask',
      takes: 'word',
      value: '<id>',
      summary: 'With --check: ask about this session, and whether its stop gate capped it',
    },
    promise: {
      group: 'Close',
      takes: 'word',
      summary: 'Close promise <id>, if every gate opens',
      completes: 'promise',
    },
    proof: {
      group: 'Close',
      takes: 'text',
      summary: 'Proof text; required if the promise has no criteria',
    },
    type: {
      group: 'Close',
      takes: 'word',
      value: '<type>',
      summary: `Kind of proof: ${PROOF_TYPES.join(', ')} (default: what the evidence is)`,
      completes: PROOF_TYPES,
    },
    judge: {
      group: 'Judge',
      takes: 'nothing',
      summary: 'Have a model judge the evidence (Gate 3)',
    },
    model: {
      group: 'Judge',
      takes: 'texts',
      value: '<model>',
      summary: `With --judge: model, ${MODEL_ALIASES.join(', ')} or any id; repeat for a panel`,
      completes: MODEL_ALIASES,
    },
    votes: {
      group: 'Judge',
      takes: 'word',
      value: '<n>',
      summary: `With --judge: number of votes, 1 to ${MOST_VOTES}; more than half must pass`,
    },
    all: {
      group: 'Judge',
      takes: 'nothing',
      summary: 'With --judge: every open promise of the project',
    },
    mine: {
      group: 'Judge',
      takes: 'nothing',
      summary: "With --all: only this session's promises",
    },
    'at-once': {
      group: 'Judge',
      takes: 'word',
      value: '<n>',
      summary: `With --all: promises judged in parallel, 1 to ${MOST_AT_ONCE} (default ${USUALLY_AT_ONCE})`,
    },
    'early-stop': {
      group: 'Judge',
      takes: 'nothing',
      summary: 'With --judge: cancel votes that can no longer change the verdict',
    },
    backend: {
      group: 'Judge',
      takes: 'word',
      value: '<backend>',
      summary: 'With --judge: backend, api (default), claude, auto or the offline rubric',
      completes: BACKENDS,
    },
    'max-usd': {
      group: 'Judge',
      takes: 'word',
      value: '<amount>',
      summary: 'With --judge: spending limit of this run, in US dollars',
    },
    'dry-run': {
      group: 'Judge',
      takes: 'nothing',
      summary: 'With --judge: show what would be sent; send and write nothing',
    },
    'skip-validation-check': {
      group: 'Close',
      takes: 'nothing',
      summary: 'Skip Gate 2; this is recorded',
    },
    'skip-llm-gate': {
      group: 'Close',
      takes: 'nothing',
      summary: 'Skip Gate 3; this is recorded',
    },
    'task-id': {
      group: 'Close',
      takes: 'word',
      value: '<task>',
      summary: 'After success, comment on this beads task (needs bd)',
    },
    replay: {
      group: 'Replay',
      takes: 'word',
      value: '<id|path>',
      summary:
        'Derive the verdict on promise <id>, or on a folder of answers, again from stored data; makes no call, writes nothing. Exit code 3: it does not follow',
      completes: 'promise',
    },
    json: JSON_OPTION,
  },
  subject: {
    names: 'promise',
    leftOut: 'the-only-open',
    unless: ['check', 'replay', 'all', 'session'],
  },
  examples: [
    ['$0 --check', 'The stop gate question'],
    ['$0 --check --session session-a', 'Ask about another session, once it has ended'],
    ['$0 --promise promise-1a2b3c4d --type test', 'Close a promise'],
    ['$0 --replay promise-1a2b3c4d', 'Check that the recorded verdict follows from stored data'],
    ['$0 --judge --all --at-once 4 --max-usd 2', 'Judge every open promise of the project'],
    ['$0 --judge --promise promise-1a2b3c4d --dry-run', 'See the request to the judge'],
    [
      '$0 --judge --promise promise-1a2b3c4d --votes 3 --model sonnet --model opus',
      'Have a panel vote',
    ],
  ],
  async run(args, suite) {
    if (args.given('check')) return checkCommandLine(args, suite);
    const replayed = args.text('replay');
    if (replayed !== undefined) {
      return replay(replayed, args, Object.keys(verifyCommand.options), suite);
    }
    if (args.given('session')) return usage('--session goes with --check');
    const answer = await closeOrShow(args, suite);
    const isJudgment = args.given('judge') && !args.given('dry-run') && !args.given('all');
    return answer.ok || !isJudgment
      ? answer
      : success(await failedJudgment(answer.failure, args, suite));
  },
};

/** `--promise`: the promise closed, or with `--dry-run` what a judge would be asked of it. */
async function closeOrShow(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const id = args.text('promise');
  const type = args.text('type');
  const isAll = args.given('all');
  const stray = allFault(args);
  if (stray !== undefined) return usage(stray);
  if (id === undefined && !isAll) return usage('--check or --promise <id> is required');
  if (type !== undefined && !isProofType(type)) {
    return usage(`Invalid type: ${type}. It must be one of ${PROOF_TYPES.join(', ')}`);
  }
  const fault = judgeOptionsFault(args);
  if (fault !== undefined) return usage(fault);
  const maxUsd = amountOf(args.text('max-usd'));
  if (maxUsd === undefined) return usage('--max-usd takes an amount in US dollars');
  const votes = votesOf(args);
  if (!votes.ok) return votes;
  const backend = args.text('backend');
  // The table knows the backends; what else the setting takes, such as auto, its own choices say.
  const isNamed = backend !== undefined && (await isBackend(backend));
  const settings = settingsFor(suite, args, isNamed ? {} : { backend: 'judge.backend' });
  if (!settings.ok) return settings;
  const { judge } = settings.value.configuration;
  const call: VerifyCall = {
    ...settings.value,
    args,
    suite,
    type,
    maxUsd,
    votes: votes.value,
    backend: isNamed ? backend : judge.backend,
  };
  if (id === undefined) return args.given('dry-run') ? dryRunAll(call) : verifyAll(call);
  return args.given('dry-run') ? dryRun(id, call) : close(id, call);
}

async function isBackend(name: string): Promise<boolean> {
  // Loaded where it is used: it is larger than all the rest.
  const { backendNamed } = await import('../judging.ts');
  return backendNamed(name) !== undefined;
}

/** The votes that the command line asks for; nothing where it names none. */
function votesOf(args: Arguments): Result<number | undefined> {
  const models = args.texts('model');
  if (models.some((model) => model.trim() === '')) return usage('--model needs a value');
  if (models.length > MOST_VOTES) return usage(`At most ${MOST_VOTES} models can vote`);
  const text = args.text('votes');
  if (text === undefined) return success(undefined);
  const votes = Number(text);
  if (!/^\d{1,3}$/.test(text) || votes < 1 || votes > MOST_VOTES) {
    return usage(`--votes takes a number from 1 to ${MOST_VOTES}`);
  }
  return votes < models.length
    ? usage(`--votes ${votes} would leave out some of the ${models.length} models`)
    : success(votes);
}

/** A failure of `--judge` in the shape of a judgment, so that a reader of the JSON finds a verdict. */
async function failedJudgment(given: Failure, args: Arguments, suite: Suite): Promise<Report> {
  const failure = await withWhereabouts(given, suite);
  const { commandLines } = suite;
  return {
    text: '',
    json: resultOfFailure(failure, args.texts('model').join(', ') || DEFAULT_MODEL),
    notes: [failureLines(failure, commandLines)],
    exitCode: exitCodeOf(failure, 'anything-else'),
  };
}

/** The check where it does not come through the fast lane: spelled otherwise, or with too much. */
export async function checkCommandLine(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const others = Object.keys(verifyCommand.options).filter(
    (name) => !['check', 'verbose', 'session', 'json'].includes(name) && args.given(name),
  );
  if (others.length > 0) return usage(`--check takes no --${others.join(' and no --')}`);
  const question = {
    verbose: args.given('verbose'),
    project: args.text('project'),
    spelling: suite.spelling,
  };
  const session = args.text('session');
  if (session === '') return usage('--session needs the id of a session');
  if (session !== undefined) return askSession(session, question, suite);
  const { checkOutput } = await import('../check-output.ts');
  const { exitCode, json, stderr, stdout } = checkOutput(await check(question), question.verbose);
  const notes = stderr === '' ? [] : [stderr.trimEnd()];
  return success({ text: stdout.trimEnd(), json: json(), notes, exitCode });
}

function judgeOptionsFault(args: Arguments): string | undefined {
  const stray = OF_THE_JUDGE.find((name) => args.given(name) && !args.given('judge'));
  if (stray !== undefined) return `--${stray} goes with --judge`;
  const contradictory = CONTRADICTIONS.find((pair) => pair.every((name) => args.given(name)));
  return contradictory === undefined
    ? undefined
    : `--${contradictory.join(' and --')} cannot be given together`;
}

/** An amount of dollars; null where none was given, nothing where it is no amount. */
function amountOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  const amount = Number(text);
  return /^\d*\.?\d+$/.test(text) && Number.isFinite(amount) ? amount : undefined;
}
