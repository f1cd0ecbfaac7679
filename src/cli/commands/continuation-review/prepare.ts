import { agentFolder } from '../../../adapters/environment.ts';
import { transcriptOf } from '../../../adapters/transcript.ts';
import { readTurns } from '../../../adapters/transcript-turns.ts';
import type { Configuration } from '../../../domain/configuration.ts';
import { type ChosenModel, chooseModel } from '../../../domain/model.ts';
import { failed, type Result, success } from '../../../domain/result.ts';
import type { Session } from '../../../domain/session.ts';
import { withLastMessage } from '../../../domain/turns.ts';
import type { ContinuationFacts } from '../../../reviews/continuation-plan.ts';
import { projectSecrets } from '../../known-secrets.ts';
import { type ModelAccess, modelAccess } from '../../model-access.ts';
import type { Suite } from '../../suite.ts';

/** Whose end is reviewed. */
export interface ContinuationSubject {
  readonly session: Session;
  /** Where the caller knows it; else the transcript is looked for by the session's ids. */
  readonly transcriptPath: string | undefined;
  /** What the agent said last, where the caller knows: its transcript may lag behind. */
  readonly lastMessage: string | undefined;
  /** When the review must be over, on the clock that never jumps. */
  readonly deadline: number;
}

/** What it takes to ask. */
export interface PreparedReview {
  readonly facts: ContinuationFacts;
  /** The model that did the work, where that is known. */
  readonly sessionModel: string | null;
}

/** How it is asked: the model, and the way to it. Looks at nothing else. Fails on a model that has retired. */
export function chooseAccess(
  { continuation, judge }: Configuration,
  suite: Suite,
): Result<{ readonly model: ChosenModel; readonly access: ModelAccess }> {
  const model = chooseModel(continuation.model, suite.clock.now());
  if ('kind' in model) return failed(model);
  return success({ model, access: modelAccess(judge.backend, suite) });
}

/** Reads the session's last turns, and what must not leave the machine in them. */
export function prepareReview(
  { deadline, lastMessage, session, transcriptPath }: ContinuationSubject,
  { access, model }: { readonly model: ChosenModel; readonly access: ModelAccess },
  { clock, environment }: Suite,
): PreparedReview {
  const path = transcriptPath ?? transcriptOf(agentFolder(), session.ids);
  const tail = path === undefined ? undefined : readTurns(path);
  // What was said last is not enough to go by: without a transcript nobody is asked (the seed's AC-2).
  const turns = tail === undefined ? [] : withLastMessage(tail.turns, lastMessage);
  const leftMs = (): number => deadline - clock.elapsed();
  // Looking through a large project must not take the time that the model needs.
  const kept = leftMs() / 2;
  const secrets =
    turns.length === 0 ? [] : projectSecrets(environment.projectFolder, () => leftMs() - kept);
  return {
    facts: { turns, model: model.id, secrets: [...access.secrets, ...secrets] },
    sessionModel: tail?.model ?? null,
  };
}
