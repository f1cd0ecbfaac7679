import { createPatientCheckout } from '../../adapters/git/checkout.ts';
import { createTrees } from '../../adapters/git/trees.ts';
import type { TamperingLook } from '../../checks/tampering/looking.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { type Result, success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import { MODEL_ALIASES } from '../../domain/judging/model.ts';
import { MOST_VOTES, votesToAsk } from '../../domain/judging/panel.ts';
import { isProofType, PROOF_TYPES, type ProofType } from '../../domain/promise/evidence.ts';
import { type CompletionPromise, criteriaOf } from '../../domain/promise/promise.ts';
import { votesNeeded } from '../../domain/promise/tier.ts';
import type { TakeTree } from '../../domain/promise/tree.ts';
import type { Configuration } from '../../domain/settings/configuration.ts';
import { BACKENDS, DEFAULT_MODEL } from '../../domain/settings/setting.ts';
import type { VerifyRequest } from '../../gates/cheap-gates.ts';
import { judgedFindings, shownTampering, tamperedFault } from '../../gates/tampering.ts';
import { exitCodeOf } from '../../report/exit.ts';
import { failureLines } from '../../report/failure-text.ts';
import { resultOfFailure } from '../../report/judge-json.ts';
import { tamperingLines } from '../../report/tampered-text.ts';
import type { JudgeWish, PreparedJudge } from '../../reviews/promise/run.ts';
import type { LoadedSettings } from '../../settings/loading.ts';
import { actorOf, type Suite } from '../../suite.ts';
import { answerCheck } from '../check-lane.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { settingsFor } from '../option-settings.ts';
import { usage } from '../usage.ts';
import { watchOnTerminal } from '../watching.ts';
import { withWhereabouts } from '../whereabouts.ts';
import { askSession } from './verify/ask-session.ts';
import { close } from './verify/close.ts';
import { replay } from './verify/replay.ts';

const HELP = 'Try: cs-verify --help';

/** Options that say how to judge: without `--judge` they would be silently ignored. */
const OF_THE_JUDGE = ['model', 'votes', 'early-stop', 'backend', 'max-usd', 'dry-run'] as const;

const CONTRADICTIONS = [
  ['judge', 'skip-llm-gate'],
  ...['max-usd', 'proof', 'type', 'task-id', 'skip-validation-check', 'trust'].map((name) => [
    'dry-run',
    name,
  ]),
];

export const verifyCommand: Command = {
  summary: 'Asks whether this session may end, or closes a promise through the gates.',
  usage: [
    '--check [--verbose] [--session <id>]',
    `--promise <id> [--proof "What shows it"] [--type ${PROOF_TYPES.join('|')}] [--trust]`,
    '--replay <id> [--json]',
    '--judge --promise <id> [--model <model>]... [--votes <n>] [--early-stop] [--backend api|claude|auto|rubric] [--max-usd <amount>] [--dry-run]',
  ],
  effects: {
    check: [],
    promise: ['executes', 'trusts', 'closes'],
    judge: ['executes', 'trusts', 'spends', 'closes'],
    replay: [],
  },
  options: {
    check: {
      takes: 'nothing',
      summary: 'May this session end? Exit code 0: yes, 2: no, 1: a mistake in the call',
    },
    verbose: { takes: 'nothing', summary: 'With --check: say so where it may', alias: 'v' },
    session: {
      takes: 'word',
      summary:
        'With --check: ask about this session, and whether its stop gate let it go unfinished',
    },
    promise: {
      takes: 'word',
      summary: 'Close promise <id>, if every gate opens',
      completes: 'promise',
    },
    proof: { takes: 'text', summary: 'What shows it; required where the promise has no criteria' },
    type: {
      takes: 'word',
      summary: `What kind of proof: ${PROOF_TYPES.join(', ')} (default manual)`,
      completes: PROOF_TYPES,
    },
    judge: { takes: 'nothing', summary: 'Have a model judge the evidence (Gate 3)' },
    model: {
      takes: 'texts',
      summary: `With --judge: which model, ${MODEL_ALIASES.join(', ')} or any id; repeat it for a panel`,
      completes: MODEL_ALIASES,
    },
    votes: {
      takes: 'word',
      summary: `With --judge: ask so many times at once, 1 to ${MOST_VOTES}; more than half must pass`,
    },
    'early-stop': {
      takes: 'nothing',
      summary: 'With --judge: call off votes that cannot change the verdict any more',
    },
    backend: {
      takes: 'word',
      summary: 'With --judge: who judges, api (default), claude, auto or the offline rubric',
      completes: BACKENDS,
    },
    'max-usd': {
      takes: 'word',
      summary: 'With --judge: most that this run may cost, in US dollars',
    },
    'dry-run': {
      takes: 'nothing',
      summary: 'With --judge: show what would be sent; send and write nothing',
    },
    'skip-validation-check': {
      takes: 'nothing',
      summary: 'Pass Gate 2 unvalidated; it is recorded',
    },
    'skip-llm-gate': { takes: 'nothing', summary: 'Pass Gate 3 unjudged; it is recorded' },
    trust: {
      takes: 'nothing',
      summary: "Let the project's own commands (checks.always) run that you have not trusted here",
    },
    'task-id': { takes: 'word', summary: 'After success, comment on this beads task (needs bd)' },
    replay: {
      takes: 'word',
      summary:
        'Derive the verdict on promise <id> again from what is stored; asks nobody, writes nothing. Exit code 3: it does not follow',
      completes: 'promise',
    },
    json: JSON_OPTION,
  },
  examples: [
    ['$0 --check', 'The question of the stop gate'],
    ['$0 --check --session session-a', 'Ask about another session, once it has ended'],
    ['$0 --promise promise-1a2b3c4d --type test', 'Close a promise'],
    ['$0 --replay promise-1a2b3c4d', 'Whether the recorded verdict follows from what is stored'],
    ['$0 --judge --promise promise-1a2b3c4d --dry-run', 'See what a judge would be asked'],
    [
      '$0 --judge --promise promise-1a2b3c4d --votes 3 --model sonnet --model opus',
      'Have a panel vote',
    ],
  ],
  async run(args, suite) {
    if (args.given('check')) return check(args, suite);
    const replayed = args.text('replay');
    if (replayed !== undefined) {
      return replay(replayed, args, Object.keys(verifyCommand.options), suite);
    }
    if (args.given('session')) return usage('--session goes with --check', HELP);
    const answer = await closeOrShow(args, suite);
    const isJudgment = args.given('judge') && !args.given('dry-run');
    return answer.ok || !isJudgment ? answer : success(failedJudgment(answer.failure, args, suite));
  },
};

/** `--promise`: the promise closed, or with `--dry-run` what a judge would be asked of it. */
async function closeOrShow(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const id = args.text('promise');
  const type = args.text('type') ?? 'manual';
  if (id === undefined) return usage('--check or --promise <id> is required', HELP);
  if (!isProofType(type)) {
    return usage(`Invalid type: ${type}. It must be one of ${PROOF_TYPES.join(', ')}`, HELP);
  }
  const fault = judgeOptionsFault(args);
  if (fault !== undefined) return usage(fault, HELP);
  const maxUsd = amountOf(args.text('max-usd'));
  if (maxUsd === undefined) return usage('--max-usd takes an amount in US dollars', HELP);
  const votes = votesOf(args);
  if (!votes.ok) return votes;
  const backend = args.text('backend');
  // The table knows the backends; what else the setting takes, such as auto, its own choices say.
  const isNamed = backend !== undefined && (await isBackend(backend));
  const settings = settingsFor(suite, args, isNamed ? {} : { backend: 'judge.backend' });
  if (!settings.ok) return settings;
  const { configuration } = settings.value;
  const call: VerifyCall = {
    id,
    type,
    maxUsd,
    votes: votes.value,
    backend: isNamed ? backend : configuration.judge.backend,
  };
  return args.given('dry-run')
    ? dryRun(call, configuration, args, suite)
    : verify(call, settings.value, args, suite);
}

async function isBackend(name: string): Promise<boolean> {
  // Loaded where it is used: it is larger than all the rest.
  const { backendNamed } = await import('../judging.ts');
  return backendNamed(name) !== undefined;
}

/** What a judge would be asked of a promise. */
async function dryRun(
  { backend, id, votes }: VerifyCall,
  configuration: Configuration,
  args: Arguments,
  suite: Suite,
): Promise<Result<Report>> {
  const found = await suite.promises.find(id);
  if (!found.ok) return found;
  const { promise } = found.value;
  const answerFor = await suite.validations.answersTo(id, criteriaOf(promise));
  const { tamperingLooks } = await import('../proving.ts');
  const look = tamperingLooks(suite)(promise);
  const tampering = judgedFindings(promise, look);
  const facts = { id, promise, answerFor, isAsked: () => true, tampering };
  const models = args.texts('model');
  const needed = votesNeeded(promise, configuration);
  const wish = { backend, models, votes: votesToAsk(votes, models, needed) };
  const { promiseDryRun } = await import('../judging.ts');
  const shown = await promiseDryRun(facts, configuration, wish, suite);
  if (!shown.ok) return shown;
  const tests = shownTampering(promise, look, []);
  const { notes = [] } = shown.value;
  return success({
    ...shown.value,
    notes: [
      ...notes,
      ...(tests?.look.examined === true ? tamperingLines(tests, suite.style) : []),
      ...shutNotes({ id, tampering: configuration.gates.tampering }, promise, look),
    ],
  });
}

/** That findings would keep the promise open, were it not for a judge who passes it in spite of them. */
function shutNotes(
  request: Parameters<typeof tamperedFault>[0],
  promise: CompletionPromise,
  look: TamperingLook,
): readonly string[] {
  const fault = tamperedFault(request, promise, look, []);
  return fault === undefined
    ? []
    : [
        'Note: gates.tampering is "block": without a PASS of the judge, these keep the promise open.',
      ];
}

/** What `cs-verify --promise` was called for, its words checked. */
interface VerifyCall {
  readonly id: string;
  readonly type: ProofType;
  /** Most that the run may cost, in US dollars; null: no limit. */
  readonly maxUsd: number | null;
  /** How many votes the command line asks for; nothing where it says nothing of them. */
  readonly votes: number | undefined;
  /** The name of a backend, or `auto`. */
  readonly backend: string;
}

/** The votes that the command line asks for; nothing where it names none. */
function votesOf(args: Arguments): Result<number | undefined> {
  const models = args.texts('model');
  if (models.some((model) => model.trim() === '')) return usage('--model needs a value', HELP);
  if (models.length > MOST_VOTES) return usage(`At most ${MOST_VOTES} models can vote`, HELP);
  const text = args.text('votes');
  if (text === undefined) return success(undefined);
  const votes = Number(text);
  if (!/^\d{1,3}$/.test(text) || votes < 1 || votes > MOST_VOTES) {
    return usage(`--votes takes a number from 1 to ${MOST_VOTES}`, HELP);
  }
  return votes < models.length
    ? usage(`--votes ${votes} would leave out some of the ${models.length} models`, HELP)
    : success(votes);
}

/** A failure of `--judge` in the shape of a judgment, so that a reader of the JSON finds a verdict. */
function failedJudgment(given: Failure, args: Arguments, suite: Suite): Report {
  const failure = withWhereabouts(given, suite);
  const { commandLines } = suite;
  return {
    text: '',
    json: resultOfFailure(failure, args.texts('model').join(', ') || DEFAULT_MODEL),
    notes: [failureLines(failure, commandLines)],
    exitCode: exitCodeOf(failure, 'anything-else'),
  };
}

/** The check where it does not come through the fast lane: spelled otherwise, or with too much. */
async function check(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const others = Object.keys(verifyCommand.options).filter(
    (name) => !['check', 'verbose', 'session', 'json'].includes(name) && args.given(name),
  );
  if (others.length > 0) return usage(`--check takes no --${others.join(' and no --')}`, HELP);
  const question = { verbose: args.given('verbose'), project: args.text('project') };
  const session = args.text('session');
  if (session === '') return usage('--session needs the id of a session', HELP);
  if (session !== undefined) return askSession(session, question, suite);
  const { exitCode, json, stderr, stdout } = answerCheck(question);
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

async function verify(
  call: VerifyCall,
  { configuration, effective }: LoadedSettings,
  args: Arguments,
  suite: Suite,
): Promise<Result<Report>> {
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const { session } = actor.value;
  const { id, type } = call;
  const judge = await judgeFor(call, args, configuration, suite);
  if (!judge.ok) return judge;
  const request: VerifyRequest = {
    id,
    type,
    proof: args.text('proof'),
    validation: args.given('skip-validation-check') ? 'skipped' : configuration.gates.validation,
    tampering: configuration.gates.tampering,
    judge: judge.value?.demand ?? { demand: args.given('skip-llm-gate') ? 'skip' : 'none' },
    actor: () => ({ session, at: timestamp(suite.clock.now()) }),
    lookAtTree: treeOf(suite),
    tiers: configuration,
  };
  const wanted = {
    judgeShape: args.given('judge'),
    model: judge.value?.model ?? configuration.judge.model,
    task: args.text('task-id'),
    effective,
  };
  const { tierOneLook } = await import('../proving.ts');
  const look = tierOneLook(id, args, suite, configuration);
  return close(request, judge.value, wanted, look, suite);
}

/** Looks at each checkout once for each moment that it is asked about. */
function treeOf({ environment }: Suite): () => TakeTree {
  return () => createTrees(environment.projectFolder, createPatientCheckout).takeTree;
}

/** The judge, where it is asked for here or by a tier, and not skipped. */
async function judgeFor(
  { backend, id, maxUsd, votes }: VerifyCall,
  args: Arguments,
  configuration: Configuration,
  suite: Suite,
): Promise<Result<PreparedJudge | undefined>> {
  if (args.given('skip-llm-gate')) return success(undefined);
  const found = await suite.promises.find(id);
  if (!found.ok) return found;
  const models = args.texts('model');
  const needed = votesNeeded(found.value.promise, configuration);
  const wantsModel = needed > 0;
  if (!wantsModel && !args.given('judge')) return success(undefined);
  const { prepareJudge } = await import('../judging.ts');
  const wish: JudgeWish = {
    backend,
    about: args.given('judge') ? 'all' : 'by-tier',
    maxUsd,
    wantsModel,
    votes: votesToAsk(votes, models, needed),
    models,
    stopsEarly: args.given('early-stop'),
  };
  return prepareJudge(suite, configuration, wish, watchOnTerminal(suite.environment.plainText));
}
