import type { Failure } from '../../domain/base/failure.ts';
import { success } from '../../domain/base/result.ts';
import { unexpectedFailure } from '../../domain/base/unexpected.ts';
import { hostIn, isSameHost, withHost } from '../../domain/session/session-host.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { oneLine } from '../../report/printable.ts';
import { sessionStartText } from '../../report/session-start-text.ts';
import type { PromiseListing } from '../../store/promise-store.ts';
import type { Suite } from '../../suite.ts';
import type { Command } from '../command.ts';
import { type HookCall, readHookCall } from '../hook-call.ts';
import { isInUse } from '../in-use.ts';
import { takeOverMarks } from '../register-marks.ts';
import { exportSession } from './session-start/exports.ts';
import { inherit } from './session-start/inherit.ts';
import { toldFacts } from './session-start/told.ts';

/** What the hook tells the agent, and the faults that it tells the user. */
interface Saying {
  readonly context: string;
  readonly faults: readonly Failure[];
}

export const sessionStartCommand: Command = {
  summary:
    'The hook of SessionStart: tells an agent of its open promises, takes over those of the session that it goes on with.',
  usage: ['< payload'],
  options: {},
  examples: [['$0 < payload.json', 'As the host of the agent calls it']],
  async run(_args, suite) {
    const { context, faults } = await sayingAt(suite);
    const answer = answerOf(context, faults);
    return success({
      text: answer === undefined ? '' : JSON.stringify(answer),
      json: answer ?? null,
    });
  },
};

/** A session must start whatever happens, so all faults are only told. */
async function sayingAt(outer: Suite): Promise<Saying> {
  try {
    return await startSession(await readHookCall(outer, 'cs session-start'));
  } catch (error) {
    return { context: '', faults: [unexpectedFailure(error)] };
  }
}

async function startSession(call: HookCall): Promise<Saying> {
  const unexported = exportSession(call);
  const faults = [...(unexported === undefined ? [] : [unexported]), ...takeOverMarks(call)];
  const listed = await call.suite.promises.listActive();
  const before: PromiseListing = listed.ok ? listed.value : { promises: [], broken: [] };
  if (!listed.ok) faults.push(listed.failure);
  const inheritance = await inherit(call, before.promises);
  faults.push(...inheritance.faults);
  const unrecorded = await recordHost(call);
  if (unrecorded !== undefined) faults.push(unrecorded);
  const { inherited } = inheritance;
  const again = inherited.length === 0 ? listed : await call.suite.promises.listActive();
  const told = toldFacts(call, again.ok ? again.value : before, inherited);
  return {
    context: sessionStartText(told.facts, call.suite.commandLines),
    faults: [...faults, ...told.faults],
  };
}

/** Records which process of the host the session runs in, under the id that the host gives it. */
async function recordHost({ host, memoryOf, payload }: HookCall): Promise<Failure | undefined> {
  const { sessionId } = payload;
  if (host === undefined || sessionId === undefined) return undefined;
  const memory = memoryOf(sessionId);
  if (!(await isInUse(memory))) return undefined;
  const kept = await memory.stopGate.read(sessionId);
  if (!kept.ok) return kept.failure;
  if (isSameHost(hostIn(kept.value), host)) return undefined;
  const changed = await memory.stopGate.change(sessionId, (state) =>
    success({ state: withHost(state, host), value: undefined }),
  );
  return changed.ok ? changed.value.warnings[0] : changed.failure;
}

function answerOf(context: string, faults: readonly Failure[]): object | undefined {
  if (context === '' && faults.length === 0) return undefined;
  const messages = [...new Set(faults.map((fault) => oneLine(failureMessage(fault))))];
  return {
    hookSpecificOutput: {
      hookEventName: 'SessionStart',
      ...(context === '' ? {} : { additionalContext: context }),
    },
    ...(messages.length === 0
      ? {}
      : { systemMessage: `completion-promise: ${messages.join('; ')}` }),
  };
}
