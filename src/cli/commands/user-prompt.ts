import { createNodeGit } from '../../adapters/node-git.ts';
import type { Failure } from '../../domain/failure.ts';
import { isOfUser, keptPrompt, withPrompt } from '../../domain/prompt-directive.ts';
import { failed, type Result, success } from '../../domain/result.ts';
import { timestamp } from '../../domain/time.ts';
import { unexpectedFailure } from '../../domain/unexpected.ts';
import { failureText } from '../../report/failure-text.ts';
import { oneLine } from '../../report/printable.ts';
import type { Command } from '../command.ts';
import { type HookCall, readHookCall } from '../hook-call.ts';
import { isInUse } from '../in-use.ts';
import { actorOf, type Suite } from '../suite.ts';

export const userPromptCommand: Command = {
  summary: 'The hook of UserPromptSubmit: keeps what the user asks for as a directive.',
  usage: ['< payload'],
  options: {},
  examples: [['$0 < payload.json', 'As the host of the agent calls it']],
  async run(_args, suite) {
    const kept = await keepAt(suite);
    const [fault] = kept.ok ? kept.value : [kept.failure];
    // Hosts show a user nothing of what a hook that ends with 0 writes to stderr.
    const answer = fault && {
      systemMessage: `completion-promise: this prompt may not be kept as a directive: ${oneLine(failureText(fault).message)}`,
    };
    return success({ text: answer ? JSON.stringify(answer) : '', json: answer ?? null });
  },
};

/** The user's prompt must go through whatever happens here. */
async function keepAt(outer: Suite): Promise<Result<readonly Failure[]>> {
  try {
    return await keepPrompt(await readHookCall(outer, 'cs user-prompt'));
  } catch (error) {
    return failed(unexpectedFailure(error));
  }
}

async function keepPrompt({ payload, suite }: HookCall): Promise<Result<readonly Failure[]>> {
  if (!isOfUser(payload) || payload.prompt === undefined || !isInUse(suite)) return success([]);
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const text = keptPrompt(payload.prompt);
  const head = createNodeGit(suite.environment.projectFolder).commitOf('HEAD');
  const commit = head.ok ? head.value : null;
  const at = timestamp(suite.clock.now());
  const changed = await suite.stopGate.change(actor.value.session.id, (state) => {
    const added = withPrompt(state, { at, commit, text });
    if (added === undefined) return success({ state, value: undefined });
    const { id, type } = added.directive;
    const event = { event: 'directive.added', directive: id, type } as const;
    return success({ state: added.state, value: undefined, event });
  });
  return changed.ok ? success(changed.value.warnings) : changed;
}
