import { createCheckoutSeenAnew } from '../../../adapters/git/checkout.ts';
import { createTrees } from '../../../adapters/git/trees.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { timestamp } from '../../../domain/base/time.ts';
import type { JudgeDemand } from '../../../domain/closing/facts.ts';
import { votesToAsk } from '../../../domain/judging/panel.ts';
import { type ProofType, proofTypeOf } from '../../../domain/promise/evidence.ts';
import {
  type CompletionPromise,
  criteriaToProve,
  isOwnedBy,
  type NamedPromise,
} from '../../../domain/promise/promise.ts';
import { restsOnProof } from '../../../domain/promise/proof.ts';
import type { Session } from '../../../domain/promise/session.ts';
import { votesNeeded } from '../../../domain/promise/tier.ts';
import type { AskableDemand, ClosingCall, ClosingWorld } from '../../../gates/verify-promise.ts';
import type { Account } from '../../../judge/metered-judge.ts';
import { settingText } from '../../../report/approval-text.ts';
import type { Watch } from '../../../reviews/world.ts';
import { projectConfiguration } from '../../../settings/configuration-files.ts';
import type { LoadedSettings } from '../../../settings/loading.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments } from '../../command.ts';
import { watchOnTerminal } from '../../watching.ts';
import { validationAtClose } from './validating.ts';

/** Options that are about closing a promise, which its owner alone may. */
const OF_A_CLOSE = ['proof', 'task-id', 'skip-validation-check'] as const;

/** How long is looked at the work itself for a judge, in milliseconds: a large checkout takes some seconds. */
const LOOKING_AT_WORK_MS = 15_000;

/** A call of `cs-verify` that is to close promises, or to say what a judge would be asked: its words checked. */
export interface VerifyCall extends LoadedSettings {
  readonly args: Arguments;
  readonly suite: Suite;
  /** The type of the proof, where the command line names one. */
  readonly type: ProofType | undefined;
  /** Most that the run may cost, in US dollars; null: no limit. */
  readonly maxUsd: number | null;
  /** How many votes the command line asks for; nothing where it says nothing of them. */
  readonly votes: number | undefined;
  /** The name of a backend, or `auto`. */
  readonly backend: string;
}

/** The models that a demand names, or the judge that is no model; empty where none is asked. */
export function modelOf(judge: JudgeDemand): string {
  return judge.demand === 'ask' ? judge.model : '';
}

/** What the promises of one call share of the judge, where there are several. */
interface SharedJudge {
  readonly account: Account;
  readonly watch: Watch;
}

/** A promise with what it is to be closed by, and where its facts come from. Fails as `judgeFor` does. */
export async function closingOf(
  { id, promise }: NamedPromise,
  session: Session,
  call: VerifyCall,
  shared?: SharedJudge,
): Promise<Result<ClosingCall>> {
  const judge = await judgeFor(promise, call, shared);
  if (!judge.ok) return judge;
  const { args, configuration, type } = call;
  const { gates, judge: judging } = configuration;
  const isToClose = !args.given('all') && OF_A_CLOSE.some((option) => args.given(option));
  const isJudgment = judge.value.demand === 'ask' && judge.value.about === 'all' && !isToClose;
  const request: ClosingCall['request'] = {
    to: isJudgment && !isOwnedBy(promise, session) ? 'judge' : 'close',
    type: type ?? usualType(promise, call.suite),
    proof: args.text('proof'),
    validation: args.given('skip-validation-check') ? 'skipped' : gates.validation,
    tampering: gates.tampering,
    shown: gates.shown,
    judge: judge.value,
    tiers: configuration,
    serving: { independent: judging.independent, sees: judging.sees },
  };
  return success({ id, promise, session, request, world: await worldOf(id, call) });
}

/** The scripts took what nobody named for manual; in our own dialect it is what the evidence was. */
function usualType(promise: CompletionPromise, { spelling }: Suite): ProofType {
  if (spelling === 'drop-in') return 'manual';
  return proofTypeOf(
    criteriaToProve(promise).map((criterion) =>
      restsOnProof(criterion) ? 'test' : (criterion.evidence_type ?? ''),
    ),
  );
}

async function worldOf(
  id: string,
  { args, configuration, suite }: VerifyCall,
): Promise<ClosingWorld> {
  const { clock, environment, promises, validations } = suite;
  const { sees } = configuration.judge;
  return {
    promises,
    validations,
    // Looks at each checkout once for each moment that it is asked about. What closes a promise goes by no look of before.
    lookAtTree: () => createTrees(environment.projectFolder, createCheckoutSeenAnew).takeTree,
    lookAtTierOne: async (promise, parts) => {
      const { tierOneLook } = await import('../../proving.ts');
      return tierOneLook(id, args, suite, configuration)(promise, parts);
    },
    // Nothing is loaded for it where the judge is shown nothing of the work.
    lookAtWork:
      sees.length === 0
        ? () => undefined
        : (await import('../../judging.ts')).substanceLook(sees, suite, LOOKING_AT_WORK_MS),
    ...(configuration.gates.validation === 'run' && !args.given('all')
      ? { validate: validationAtClose(configuration, suite) }
      : {}),
    now: () => timestamp(clock.now()),
  };
}

/**
 * How Gate 3 is asked: here, or by a tier of the promise, and not where it is skipped. Without a promise it is only found
 * out whether a judge can be had. Fails where a tier asks for it and the settings that make it cost are not approved,
 * or no model can be used.
 */
export async function judgeFor(
  promise: CompletionPromise | undefined,
  { args, backend, configuration, maxUsd, pending, suite, votes }: VerifyCall,
  shared?: SharedJudge,
): Promise<Result<AskableDemand>> {
  if (args.given('skip-llm-gate')) return success({ demand: 'skip' });
  const needed = promise === undefined ? 0 : votesNeeded(promise, configuration);
  if (needed === 0 && !args.given('judge')) return success({ demand: 'none' });
  const asking = pending.filter(
    ({ setting, wanted }) => setting.key.startsWith('tier') && wanted !== undefined,
  );
  if (!args.given('judge') && asking.length > 0) {
    const path = projectConfiguration(suite.environment.projectFolder);
    const settings = asking.map(settingText);
    return failed({ kind: 'unapproved', path, for: 'judge', settings });
  }
  const { prepareJudge } = await import('../../judging.ts');
  const models = args.texts('model');
  const wish = {
    backend,
    about: args.given('judge') ? ('all' as const) : ('by-tier' as const),
    maxUsd,
    account: shared?.account,
    wantsModel: needed > 0,
    votes: votesToAsk(votes, models, needed),
    models,
    stopsEarly: args.given('early-stop'),
    isAnew: ['model', 'votes', 'backend'].some((option) => args.given(option)),
  };
  const watch = shared?.watch ?? watchOnTerminal(suite.environment.plainText);
  return prepareJudge(suite, configuration, wish, watch);
}
