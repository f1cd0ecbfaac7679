import { readHostSigns } from '../adapters/environment.ts';
import { promptedSince } from '../adapters/transcript/tail.ts';
import { beginningOf } from '../domain/base/cutting.ts';
import { redactSecrets } from '../domain/base/secrets.ts';
import { isAttended } from '../domain/host/attendance.ts';
import { isOwnReason } from '../domain/session/gate-memory.ts';
import { barOf, type StopWaitFacts, type WaitBar } from '../domain/session/waiting.ts';
import { type CommandLines, commandLinesFor } from '../report/command-lines.ts';
import { waysOut } from '../report/let-through-text.ts';
import type { ExaminedStop } from './examined-stop.ts';
import type { SeenStop } from './look.ts';
import { endingLines, type PromisesAtStop } from './promises-at-stop.ts';

/** What a stop goes by where its session may wait for its user, but for the wait itself. */
export interface Questions extends Omit<StopWaitFacts, 'kept'> {
  readonly commands: CommandLines;
  /** What the agent is told for its user, where its host shows that one nothing at a block, or not for long. */
  readonly forUser: readonly string[];
}

/** A stop, or the question of a session that is about to stop. */
type AskingStop = SeenStop & Pick<ExaminedStop, 'memory' | 'promises'>;

/** Nothing for a subagent: it answers to the session, and cannot ask the user. */
export function questionsOf(world: AskingStop): Questions | undefined {
  return world.stopper.isSubagent ? undefined : sessionQuestions(world);
}

export function sessionQuestions(world: AskingStop): Questions {
  const { clock, environment, host, memory, payload, promises, stopper, tail } = world;
  return {
    // Some hosts hand the reason of a block back as a prompt.
    isAnswered: ({ at }) =>
      promptedSince(tail, Date.parse(at), (text) => !isOwnReason(text, memory)),
    plan: payload.isPlanning ? planOf(payload.lastMessage ?? '') : undefined,
    bar: barAt(world, promises),
    at: new Date(clock.now()).toISOString(),
    commands: commandLinesFor(environment.namedProject, 'cs'),
    forUser:
      host.hidesMessages === undefined && host.showsBriefly === undefined
        ? []
        : [`For the user: ${waysOut(stopper.session.id, endingLines(promises))}`],
  };
}

const LONGEST_PLAN = 200;

/** What is kept of a plan: its first line that says something, without secrets. */
function planOf(message: string): string {
  const [first = ''] = message.split('\n').filter((line) => line.trim() !== '');
  return beginningOf(redactSecrets(first).text.trim(), LONGEST_PLAN);
}

function barAt(
  { configuration, settings }: Pick<SeenStop, 'configuration' | 'settings'>,
  { checks, lost }: Pick<PromisesAtStop, 'checks' | 'lost'>,
): WaitBar | undefined {
  const decisions = checks.flatMap((check) => (check.unread === undefined ? [check.decision] : []));
  return barOf({
    unread:
      !settings.ok ||
      checks.some(({ unread }) => unread !== undefined) ||
      decisions.some(({ broken }) => broken.length > 0),
    rejected: decisions.some(({ rejected }) => rejected.length > 0),
    lost: lost.length > 0,
    unattended: configuration.stopGate.ask === 'block' && !isAttended(readHostSigns()),
  });
}
