import type { Failure } from '../../domain/base/failure.ts';
import { success } from '../../domain/base/result.ts';
import { unexpectedFailure } from '../../domain/base/unexpected.ts';
import type { Spoken, StartSaying } from '../../domain/host/dialect.ts';
import type { HookHost } from '../../domain/host/hook-host.ts';
import { type FleetSession, silentAmong } from '../../domain/session/fleet.ts';
import { isFresh } from '../../domain/session/gone-session.ts';
import { type Pause, pauseInForce } from '../../domain/session/pause.ts';
import { UNKNOWN_HOST } from '../../hosts/unknown.ts';
import { pendingMessage } from '../../report/approval-text.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { silentMessage } from '../../report/fleet-text.ts';
import { requestLines } from '../../report/give-up-text.ts';
import { leftMessage } from '../../report/left-promises-text.ts';
import { pauseText } from '../../report/let-through-text.ts';
import { oneLine, printable } from '../../report/printable.ts';
import { sessionStartText } from '../../report/session-start-text.ts';
import type { PromiseListing } from '../../store/promise-store.ts';
import type { Suite } from '../../suite.ts';
import { approvalOf } from '../approval.ts';
import type { Command } from '../command.ts';
import {
  HOST_OPTION,
  type HookCall,
  hookReport,
  hostFault,
  readHookCall,
  suiteIn,
} from '../hook-call.ts';
import { isInUse } from '../in-use.ts';
import { takeOverMarks } from '../register-marks.ts';
import { keepHost, leaveSession } from '../session-hosts.ts';
import { noteTurnBegins, standingToCome } from '../standing-turn.ts';
import { exportSession } from './session-start/exports.ts';
import { ACTIVITY, inherit, otherProjects } from './session-start/inherit.ts';
import { keepIssues } from './session-start/issues.ts';
import { toldFacts } from './session-start/told.ts';

/** What the hook tells the agent, and the faults that it tells the user. */
interface Saying {
  readonly context: string;
  /** What the user is told of promises that other sessions left, and of those that wait for a person. */
  readonly left: string;
  readonly faults: readonly Failure[];
}

export const sessionStartCommand: Command = {
  summary:
    'The SessionStart hook: tells an agent of its open promises, and adopts those of the session it continues.',
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

/** What the host is answered. A session must start whatever happens, so all faults are only told. */
async function responseAt(outer: Suite, named: string | undefined): Promise<Spoken> {
  let host: HookHost = UNKNOWN_HOST;
  try {
    const call = await readHookCall(outer, 'cs session-start', named);
    host = call.caller;
    return host.dialect.start(saidOf(await startSession(call)));
  } catch (error) {
    const faults = [unexpectedFailure(error)];
    return host.dialect.start(saidOf({ context: '', left: '', faults }));
  }
}

async function startSession(call: HookCall): Promise<Saying> {
  const unexported = exportSession(call);
  leaveSession(call);
  const faults = [...(unexported === undefined ? [] : [unexported]), ...takeOverMarks(call)];
  const listed = await call.suite.promises.listActive();
  const before: PromiseListing = listed.ok ? listed.value : { promises: [], broken: [] };
  if (!listed.ok) faults.push(listed.failure);
  const inheritance = await inherit(call, before.promises);
  faults.push(...inheritance.faults);
  faults.push(...(await recordHost(call)), ...(await keepIssues(call)));
  if (call.payload.source !== 'compact') noteTurnBegins(call, 'start');
  const { inherited } = inheritance;
  const again = inherited.length === 0 ? listed : await call.suite.promises.listActive();
  const told = toldFacts(call, again.ok ? again.value : before, inheritance);
  const { commandLines } = call.suite;
  const silent = await silentSessions(call);
  const approval = approvalOf(call.suite);
  if (!approval.ok) faults.push(approval.failure);
  const paused = await pauseOf(call);
  return {
    context: [sessionStartText(told.facts, commandLines), standingToCome(call)]
      .filter((text) => text !== '')
      .join('\n'),
    left: [
      paused === undefined
        ? ''
        : `the stop gate is ${pauseText(paused, call.suite.clock.now(), commandLines)}`,
      leftMessage(told.facts.left, commandLines),
      ...requestLines(told.requested, commandLines).map(printable),
      silentMessage(silent.sessions, commandLines),
      approval.ok ? pendingMessage(approval.value.pending, commandLines) : '',
    ]
      .filter((message) => message !== '')
      .join('\n'),
    // What is not approved is said of all of it at once.
    faults: [...faults, ...told.faults, ...silent.faults].filter(
      ({ kind }) => kind !== 'unapproved',
    ),
  };
}

/** The pause of the gate that will be asked about the session's stops. */
async function pauseOf({ memoryOf, session, suite }: HookCall): Promise<Pause | undefined> {
  const { clock, stopGate } = session === undefined ? suite : await memoryOf(session.id);
  return pauseInForce(stopGate.read, clock.now());
}

/** Has other machines see this session, and finds those of theirs that are not seen any more. */
async function silentSessions({ payload, session, suite }: HookCall): Promise<{
  readonly sessions: readonly FleetSession[];
  readonly faults: readonly Failure[];
}> {
  const { fleet } = suite;
  if (fleet === undefined || session === undefined) return { sessions: [], faults: [] };
  const unseen = await fleet.seen(session.id);
  // Where the store cannot be reached, that is said once.
  if (unseen !== undefined) return { sessions: [], faults: [unseen] };
  if (!isFresh(payload.source)) return { sessions: [], faults: [] };
  const reading = await fleet.read(false);
  return reading.ok
    ? { sessions: silentAmong(reading.value.sessions, session.ids), faults: [] }
    : { sessions: [], faults: [reading.failure] };
}

/**
 * Records which process of the host the session runs in, under the id that the host gives it: where the hooks remember
 * it, and wherever it has promises, since sessions that start there look for it there.
 */
async function recordHost(call: HookCall): Promise<readonly Failure[]> {
  const { host, memoryOf, payload, suite } = call;
  const { sessionId } = payload;
  if (host === undefined || sessionId === undefined) return [];
  const memory = await memoryOf(sessionId);
  const places = [
    ...((await isInUse(memory)) ? [memory] : []),
    ...otherProjects(sessionId, suite).map((project) => suiteIn(project, call, ACTIVITY)),
  ];
  const failures: Failure[] = [];
  for (const place of places) {
    const failure = await keepHost(sessionId, host, place);
    if (failure !== undefined) failures.push(failure);
  }
  return failures;
}

function saidOf({ context, faults, left }: Saying): StartSaying {
  const failures = [...new Set(faults.map((fault) => oneLine(failureMessage(fault))))];
  const messages = [failures.join('; '), left].filter((message) => message !== '');
  const message = messages.length === 0 ? '' : `completion-promise: ${messages.join('\n')}`;
  return { context, message };
}
