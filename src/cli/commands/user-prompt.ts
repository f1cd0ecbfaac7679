import { createNodeGit } from '../../adapters/git/worktrees.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import { unexpectedFailure } from '../../domain/base/unexpected.ts';
import { isOfUser, keptPrompt, withPrompt } from '../../domain/host/prompt-directive.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { oneLine } from '../../report/printable.ts';
import { loadConfiguration } from '../../settings/loading.ts';
import { actorOf, type Suite } from '../../suite.ts';
import type { Command } from '../command.ts';
import { type HookCall, readHookCall } from '../hook-call.ts';
import { takeOverMarks } from '../register-marks.ts';

/** How long git may take to name the present commit, in milliseconds: without it none is recorded. */
const HEAD_MS = 2000;

export const userPromptCommand: Command = {
  summary:
    'The hook of UserPromptSubmit: keeps what the user asks for, for the reality check to go by.',
  usage: ['< payload'],
  effects: ['weakens'],
  options: {},
  examples: [['$0 < payload.json', 'As the host of the agent calls it']],
  async run(_args, suite) {
    const kept = await keepAt(suite);
    const [fault] = kept.ok ? kept.value : [kept.failure];
    // Hosts do not show a user the stderr of a hook that ends with 0.
    const answer = fault && {
      systemMessage: `completion-promise: this prompt may not be kept as a directive: ${oneLine(failureMessage(fault))}`,
    };
    return success({ text: answer ? JSON.stringify(answer) : '', json: answer ?? null });
  },
};

/** The user's prompt must go through whatever happens here, so errors become failures. */
async function keepAt(outer: Suite): Promise<Result<readonly Failure[]>> {
  try {
    return await keepPrompt(await readHookCall(outer, 'cs user-prompt'));
  } catch (error) {
    return failed(unexpectedFailure(error));
  }
}

/** Keeps a prompt of the user's, and gives what went wrong beside it. */
async function keepPrompt(call: HookCall): Promise<Result<readonly Failure[]>> {
  const faults = takeOverMarks(call);
  const kept = await keepDirective(call);
  return kept.ok ? success([...kept.value, ...faults]) : kept;
}

/** Only the reality check goes by directives: where it is off, nothing is kept and no folder is made. */
async function keepDirective({
  memoryOf,
  payload,
  suite,
}: HookCall): Promise<Result<readonly Failure[]>> {
  if (!isOfUser(payload) || payload.prompt === undefined) return success([]);
  const settings = loadConfiguration(suite);
  if (!settings.ok) return settings;
  if (!settings.value.realityCheck.enabled) return success([]);
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const session = actor.value.session.id;
  const memory = memoryOf(session);
  const text = keptPrompt(payload.prompt);
  const head = createNodeGit(suite.environment.checkout, HEAD_MS).commitOf('HEAD');
  const commit = head.ok ? head.value : null;
  const at = timestamp(suite.clock.now());
  const changed = await memory.stopGate.change(session, (state) => {
    const added = withPrompt(state, { at, commit, text });
    if (added === undefined) return success({ state, value: undefined });
    const { id, type } = added.directive;
    const event = { event: 'directive.added', directive: id, type } as const;
    return success({ state: added.state, value: undefined, event });
  });
  return changed.ok ? success(changed.value.warnings) : changed;
}
