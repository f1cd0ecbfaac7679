import { createNodeGit } from '../../adapters/git/node-git.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import { unexpectedFailure } from '../../domain/base/unexpected.ts';
import type { Spoken } from '../../domain/host/dialect.ts';
import type { HookHost } from '../../domain/host/hook-host.ts';
import { isByUser, isOfUser, keptPrompt, withPrompt } from '../../domain/host/prompt-directive.ts';
import { isOwnReason, memoryIn, withPrompted } from '../../domain/session/gate-memory.ts';
import type { StopGateState } from '../../domain/session/stop-gate-state.ts';
import { waitingIn, withWaiting } from '../../domain/session/waiting.ts';
import { UNKNOWN_HOST } from '../../hosts/unknown.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { oneLine } from '../../report/printable.ts';
import { loadConfiguration } from '../../settings/loading.ts';
import { actorOf, type Suite } from '../../suite.ts';
import type { Command } from '../command.ts';
import { HOST_OPTION, type HookCall, hookReport, hostFault, readHookCall } from '../hook-call.ts';
import { noteInterrupt } from '../noted-interrupt.ts';
import { takeOverMarks } from '../register-marks.ts';
import { leaveSession } from '../session-hosts.ts';
import { noteTurnBegins } from '../standing-turn.ts';

/** How long git may take to name the present commit, in milliseconds: without it none is recorded. */
const HEAD_MS = 2000;

export const userPromptCommand: Command = {
  summary:
    "The UserPromptSubmit hook: ends a session's wait for its user, notes that the user interrupted, and records the prompt for the reality check.",
  usage: ['[--host <name>] < payload'],
  isHook: true,
  effects: ['weakens'],
  options: { host: HOST_OPTION },
  examples: [['$0 < payload.json', 'As the host calls it']],
  async run(args, suite) {
    const named = args.text('host');
    return hostFault(named) ?? success(hookReport(await responseAt(suite, named)));
  },
};

/** What the host is answered. The user's prompt must go through whatever happens here, so errors become texts for the user. */
async function responseAt(outer: Suite, named: string | undefined): Promise<Spoken> {
  let host: HookHost = UNKNOWN_HOST;
  try {
    const call = await readHookCall(outer, 'cs user-prompt', named);
    host = call.caller;
    leaveSession(call);
    return host.dialect.note((await takeNote(call)).join('\n'));
  } catch (error) {
    return host.dialect.note(faultLines(NOT_KEPT, failed(unexpectedFailure(error))).join('\n'));
  }
}

async function takeNote(call: HookCall): Promise<readonly string[]> {
  const noted = await noteTurn(call);
  if (isByUser(call.payload)) noteTurnBegins(call, 'prompt');
  const interrupted = await noteInterrupt(call);
  return [
    ...faultLines('this session may still count as waiting', noted),
    ...faultLines('that you interrupted may not be noted', interrupted),
    ...(await kept(call)),
  ];
}

const NOT_KEPT = 'this prompt may not be recorded as a directive';

/** Keeps a prompt of the user's, and gives what went wrong beside it. */
async function kept(call: HookCall): Promise<readonly string[]> {
  const faults = takeOverMarks(call);
  const directive = await keepDirective(call);
  const all = directive.ok ? success([...directive.value, ...faults]) : directive;
  return faultLines(NOT_KEPT, all);
}

/** What the user is told of the first of some faults. */
function faultLines(what: string, result: Result<readonly Failure[]>): readonly string[] {
  const [fault] = result.ok ? result.value : [result.failure];
  return fault === undefined
    ? []
    : [`completion-promise: ${what}: ${oneLine(failureMessage(fault))}`];
}

/**
 * Counts a prompt of the user where the stop gate counts, and ends the wait of a session: the gate holds it again.
 */
async function noteTurn({
  memoryOf,
  payload,
  session,
}: HookCall): Promise<Result<readonly Failure[]>> {
  if (session === undefined || !isByUser(payload)) return success([]);
  const prompt = payload.prompt ?? '';
  const { stopGate } = await memoryOf(session.id);
  const found = await stopGate.read(session.id);
  // The stop gate takes a file that cannot be read for an empty one, and says so.
  if (!found.ok) return success([]);
  const noted = (state: StopGateState): StopGateState => {
    if (isOwnReason(prompt, memoryIn(state))) return state;
    const next = withPrompted(state);
    return waitingIn(next) === null ? next : withWaiting(next, null);
  };
  if (noted(found.value) === found.value) return success([]);
  const changed = await stopGate.change(session.id, (before) => {
    const state = noted(before);
    if (waitingIn(before) === null || waitingIn(state) !== null) {
      return success({ state, value: undefined });
    }
    const event = { event: 'session.waited', session: session.id, until: 'prompt' } as const;
    return success({ state, value: undefined, event });
  });
  return changed.ok ? success(changed.value.warnings) : changed;
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
  const memory = await memoryOf(session);
  const text = keptPrompt(payload.prompt);
  const head = createNodeGit(suite.environment.checkout, HEAD_MS).commitOf('HEAD');
  const commit = head.ok ? head.value : null;
  const at = timestamp(suite.clock.now());
  const { prompt } = payload;
  const changed = await memory.stopGate.change(session, (state) => {
    if (isOwnReason(prompt, memoryIn(state))) return success({ state, value: undefined });
    const added = withPrompt(state, { at, commit, text });
    if (added === undefined) return success({ state, value: undefined });
    const { id, type } = added.directive;
    const event = { event: 'directive.added', directive: id, type } as const;
    return success({ state: added.state, value: undefined, event });
  });
  return changed.ok ? success(changed.value.warnings) : changed;
}
