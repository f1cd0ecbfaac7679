import { surroundings } from '../../../adapters/surroundings.ts';
import type { GateProblem } from '../../../domain/base/failure.ts';
import type { ClosingFacts } from '../../../domain/closing/facts.ts';
import { agentNameIn, isOutdated } from '../../../domain/judging/agent-answers.ts';
import { evidenceDigest } from '../../../domain/judging/evidence-digest.ts';
import { criterionOf } from '../../../domain/promise/promise.ts';
import type { Configuration } from '../../../domain/settings/configuration.ts';
import type { ClosingWorld } from '../../../gates/verify-promise.ts';
import { failureMessage } from '../../../report/failure-text.ts';
import { validationNotes, validationText } from '../../../report/validator-text.ts';
import type { Suite } from '../../../suite.ts';
import { askedOf, findValidator, runAndStore } from '../validate/running.ts';

/** What is told where a run is wanted and no validator is in force. */
const NONE_NAMED =
  'Warning: gates.validation is "run", and no validator is set, or none is approved (validator.by): none was run.';

/** `gates.validation: "run"`: runs the validator of the settings for criteria without an answer, and prints its result on stderr. */
export function validationAtClose(
  configuration: Configuration,
  suite: Suite,
): NonNullable<ClosingWorld['validate']> {
  return async (facts, problems) => {
    const { by, maxUsd, timeoutMs } = configuration.validator;
    const lacking = await toAnswer(facts, problems, suite);
    if (lacking.length === 0) return false;
    if (by === 'none') return tell([NONE_NAMED], false);
    const validator = await findValidator(by, configuration, suite);
    if (!validator.ok) return tell([`Warning: ${failureMessage(validator.failure)}`], false);
    const asked = await askedOf(facts, lacking, configuration, suite);
    const { maxUsdPerDay } = configuration.judge;
    const limits = { model: undefined, maxUsd, maxUsdPerDay, timeoutMs, votes: 1 };
    const wish = { validator: validator.value, commands: asked.commands, ...limits };
    const run = await runAndStore(asked, wish, suite);
    if (!run.ok) return tell([`Warning: ${failureMessage(run.failure)}`], false);
    return tell(
      [
        validationText(facts.id, validator.value, run.value, suite.style),
        ...validationNotes(validator.value, run.value),
        ...run.value.notes,
      ],
      true,
    );
  };
}

/**
 * The criteria that it is asked about: those without an answer, and those that it answered itself when their evidence or
 * the files were others. Nothing lifts a FAIL over the same bytes.
 */
async function toAnswer(
  { answerFor, promise }: ClosingFacts,
  problems: readonly GateProblem[],
  suite: Suite,
): Promise<readonly string[]> {
  const { treeNow } = await import('../../judging.ts');
  const tree = problems.some(({ why }) => why !== 'missing') ? treeNow(suite) : null;
  return problems
    .filter(({ by = '', criterion: id, why }) => {
      const answer = answerFor(id);
      const criterion = criterionOf(promise, id);
      if (why === 'missing' || criterion === undefined) return why === 'missing';
      if (agentNameIn(by) === undefined || answer.found !== 'answer') return false;
      return isOutdated(answer.response, { evidence: evidenceDigest(criterion), tree });
    })
    .map(({ criterion }) => criterion);
}

/** Tells at once: what is said behind a gate that stays shut is the gate's. */
function tell(lines: readonly string[], wasRun: boolean): boolean {
  surroundings()
    .errors.stream()
    .write(`${lines.join('\n')}\n`);
  return wasRun;
}
