import type { Failure } from '../../domain/failure.ts';
import { success } from '../../domain/result.ts';
import { hostIn, isSameHost, withHost } from '../../domain/session-host.ts';
import { unexpectedFailure } from '../../domain/unexpected.ts';
import { failureText } from '../../report/failure-text.ts';
import { oneLine } from '../../report/printable.ts';
import { sessionStartText } from '../../report/session-start-text.ts';
import type { PromiseListing } from '../../store/reading.ts';
import type { Command } from '../command.ts';
import { type HookCall, readHookCall } from '../hook-call.ts';
import { isInUse } from '../in-use.ts';
import type { Suite } from '../suite.ts';
import { exportSession } from './session-start/exports.ts';
import { inherit } from './session-start/inherit.ts';
import { toldFacts } from './session-start/told.ts';

/** What the hook has to say: to the agent, and to the user of what went wrong. */
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

/** A session must start whatever happens: nothing that goes wrong here is more than said. */
async function sayingAt(outer: Suite): Promise<Saying> {
  try {
    return await startSession(await readHookCall(outer, 'cs session-start'));
  } catch (error) {
    return { context: '', faults: [unexpectedFailure(error)] };
  }
}

async function startSession(call: HookCall): Promise<Saying> {
  const unexported = exportSession(call);
  const faults = unexported === undefined ? [] : [unexported];
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
  return { context: sessionStartText(told.facts), faults: [...faults, ...told.faults] };
}

/** Keeps which process of the host the session runs in, by the id that the host gives it. */
async function recordHost({ host, payload, suite }: HookCall): Promise<Failure | undefined> {
  const { sessionId } = payload;
  if (host === undefined || sessionId === undefined || !isInUse(suite)) return undefined;
  const kept = suite.stopGate.read(sessionId);
  if (!kept.ok) return kept.failure;
  if (isSameHost(hostIn(kept.value), host)) return undefined;
  const changed = await suite.stopGate.change(sessionId, (state) =>
    success({ state: withHost(state, host), value: undefined }),
  );
  return changed.ok ? changed.value.warnings[0] : changed.failure;
}

function answerOf(context: string, faults: readonly Failure[]): object | undefined {
  if (context === '' && faults.length === 0) return undefined;
  const messages = [...new Set(faults.map((fault) => oneLine(failureText(fault).message)))];
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
