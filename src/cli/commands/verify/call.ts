import { createPatientCheckout } from '../../../adapters/git/checkout.ts';
import { createTrees } from '../../../adapters/git/trees.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { timestamp } from '../../../domain/base/time.ts';
import { votesToAsk } from '../../../domain/judging/panel.ts';
import type { ProofType } from '../../../domain/promise/evidence.ts';
import type { Session } from '../../../domain/promise/session.ts';
import { votesNeeded } from '../../../domain/promise/tier.ts';
import type { TakeTree } from '../../../domain/promise/tree.ts';
import type { Configuration } from '../../../domain/settings/configuration.ts';
import type { VerifyRequest } from '../../../gates/cheap-gates.ts';
import type { JudgeDemand } from '../../../gates/judge-gate.ts';
import { settingText } from '../../../report/approval-text.ts';
import type { JudgeWish, PreparedJudge } from '../../../reviews/promise/run.ts';
import { projectConfiguration } from '../../../settings/configuration-files.ts';
import type { LoadedSettings } from '../../../settings/loading.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments } from '../../command.ts';
import { watchOnTerminal } from '../../watching.ts';
import { substanceFor } from './substance.ts';

/** Options that are about closing a promise, which its owner alone may. */
const OF_A_CLOSE = ['proof', 'task-id', 'skip-validation-check'] as const;

/** What `cs-verify --promise` was called for, its words checked. */
export interface VerifyCall {
  readonly id: string;
  readonly type: ProofType;
  /** Most that the run may cost, in US dollars; null: no limit. */
  readonly maxUsd: number | null;
  /** How many votes the command line asks for; nothing where it says nothing of them. */
  readonly votes: number | undefined;
  /** The name of a backend, or `auto`. */
  readonly backend: string;
}

/** What a promise is to be verified by. `demand`: how Gate 3 is asked; undefined where it is not. */
export async function requestFor(
  { id, type }: VerifyCall,
  demand: JudgeDemand | undefined,
  session: Session,
  configuration: Configuration,
  args: Arguments,
  suite: Suite,
): Promise<VerifyRequest> {
  return {
    id,
    type,
    proof: args.text('proof'),
    validation: args.given('skip-validation-check') ? 'skipped' : configuration.gates.validation,
    tampering: configuration.gates.tampering,
    judge: demand ?? { demand: args.given('skip-llm-gate') ? 'skip' : 'none' },
    isToClose: OF_A_CLOSE.some((option) => args.given(option)),
    actor: () => ({ session, at: timestamp(suite.clock.now()) }),
    lookAtTree: treeOf(suite),
    substanceOf: await substanceFor(configuration, suite),
    serving: { independent: configuration.judge.independent, sees: configuration.judge.sees },
    tiers: configuration,
  };
}

/** Looks at each checkout once for each moment that it is asked about. */
function treeOf({ environment }: Suite): () => TakeTree {
  return () => createTrees(environment.projectFolder, createPatientCheckout).takeTree;
}

/**
 * The judge, where it is asked for here or by a tier, and not skipped. Fails where a tier asks for it and the settings
 * that make it cost are not approved.
 */
export async function judgeFor(
  { backend, id, maxUsd, votes }: VerifyCall,
  args: Arguments,
  { configuration, pending }: Pick<LoadedSettings, 'configuration' | 'pending'>,
  suite: Suite,
): Promise<Result<PreparedJudge | undefined>> {
  if (args.given('skip-llm-gate')) return success(undefined);
  const found = await suite.promises.find(id);
  if (!found.ok) return found;
  const models = args.texts('model');
  const needed = votesNeeded(found.value.promise, configuration);
  const wantsModel = needed > 0;
  if (!wantsModel && !args.given('judge')) return success(undefined);
  const asking = pending.filter(
    ({ setting, wanted }) => setting.key.startsWith('tier') && wanted !== undefined,
  );
  if (!args.given('judge') && asking.length > 0) {
    const path = projectConfiguration(suite.environment.projectFolder);
    const settings = asking.map(settingText);
    return failed({ kind: 'unapproved', path, for: 'judge', settings });
  }
  const { prepareJudge } = await import('../../judging.ts');
  const wish: JudgeWish = {
    backend,
    about: args.given('judge') ? 'all' : 'by-tier',
    maxUsd,
    wantsModel,
    votes: votesToAsk(votes, models, needed),
    models,
    stopsEarly: args.given('early-stop'),
    isAnew: ['model', 'votes', 'backend'].some((option) => args.given(option)),
  };
  return prepareJudge(suite, configuration, wish, watchOnTerminal(suite.environment.plainText));
}
