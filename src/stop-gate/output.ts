import {
  type CapReason,
  MOST_BLOCKS,
  MOST_BUSY_BLOCKS,
  MOST_IDLE_BLOCKS,
  MOST_REPEATS,
} from '../domain/session/liveness.ts';
import type { CommandLines } from '../report/command-lines.ts';
import { oneLine, printable } from '../report/printable.ts';
import type { Block } from './checker.ts';
import type { GateAnswer } from './decision.ts';

/** The answer to the host. It takes exactly one such object, and ignores an answer with anything beside it. */
export interface HookOutput {
  readonly decision?: 'block';
  /** For the model. */
  readonly reason?: string;
  /** For the user. */
  readonly systemMessage?: string;
}

/**
 * The answer as the host's object. `notes`: what the user is told beside it. `session`: its id, for the
 * commands that end it, one for each folder of `lines`.
 */
export function outputOf(
  answer: GateAnswer,
  notes: readonly string[],
  session: string,
  lines: readonly CommandLines[],
): HookOutput {
  switch (answer.answer) {
    case 'allow':
      return message(notes);
    case 'ended':
      return message([
        `A person ended this session on ${oneLine(answer.end.at)}: ${oneLine(answer.end.reason)}. Its stop gate lets it go.`,
        ...notes,
      ]);
    case 'block':
      return {
        decision: 'block',
        reason: answer.reason,
        ...message([
          ...(answer.block.userLines ?? []),
          ...(answer.isFirst ? [liftLine(session, lines)] : []),
          ...notes,
        ]),
      };
    case 'rest':
      return message([
        `NOT COMPLETE: this session rests while ${answer.running} task(s) run in the background.`,
        ...openLines(answer.block),
        ...notes,
      ]);
    case 'cap':
      return message([
        `NOT COMPLETE: the stop gate lets this session go ${CAPS[answer.why]}. What it was held for is not done.`,
        ...openLines(answer.block),
        ...notes,
      ]);
  }
}

const CAPS: Readonly<Record<CapReason, string>> = {
  'nothing-changed': `after ${MOST_IDLE_BLOCKS} blocks in a row with nothing changed`,
  'no-progress': `after ${MOST_BUSY_BLOCKS} blocks in a row without progress in promises, proofs or todos`,
  'host-limit': 'because the host would override the next block',
  'too-often': `after ${MOST_BLOCKS} blocks in a row`,
  'not-remembered': 'because it cannot remember how often it blocked it',
  stuck: `after ${MOST_REPEATS} blocks at one and the same place of the transcript`,
};

/** Names the commands by which a person lifts a block. The user alone is told: the agent cannot run them. */
function liftLine(session: string, lines: readonly CommandLines[]): string {
  const commands = lines.map((folder) => folder.end(session));
  return `To end this session as it is, run in a terminal of your own: ${commands.join(' ; ')}`;
}

/** What is left to do in a session that is let go, for its user. */
function openLines(block: Block | undefined): readonly string[] {
  if (block === undefined) return [];
  const opening = /^This session (?:may not end(?: yet)?|should go on)[,:]? */;
  const [first = '', ...rest] = block.lines
    .join('\n')
    .split('\n')
    .map((line) => line.replace(opening, ''));
  const forAgents = /^If it cannot be done, tell the user\./;
  const others = rest.filter((line) => !forAgents.test(line));
  return [`Left undone: ${first}`.trimEnd(), ...others, ...(block.userLines ?? [])];
}

function message(lines: readonly string[]): Pick<HookOutput, 'systemMessage'> {
  return lines.length === 0 ? {} : { systemMessage: printable(lines.join('\n')) };
}

/** What a person can do about a stop gate that keeps blocking because it is broken. */
export const WAY_OUT =
  'Next: cs doctor. If it cannot be put right, tell the user: a person can take the hook out with cs hooks uninstall.';

/** The answer where the gate could not even look. `isContinued`: the session was blocked in this turn before. */
export function unrememberedOutput(why: string, isContinued: boolean): HookOutput {
  return isContinued
    ? message([`NOT CHECKED: the stop gate lets this session go ${CAPS['not-remembered']}. ${why}`])
    : {
        decision: 'block',
        reason: printable(
          `The stop gate could not look whether this session may end: ${why}\nNext: cs doctor\nIf it cannot be put right, tell the user: a person can take the hook out with cs hooks uninstall.`,
        ),
      };
}
