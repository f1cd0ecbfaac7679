import type { HookOutput } from '../domain/host/dialect.ts';
import { CAPS } from '../report/cap-text.ts';
import type { CommandLines } from '../report/command-lines.ts';
import { INTERRUPTED, waysOut } from '../report/let-through-text.ts';
import { brief, oneLine, printable } from '../report/printable.ts';
import { askedText, waitingLine } from '../report/waiting-text.ts';
import { heldByFault, letGoByFault } from './broken.ts';
import type { Block } from './checker.ts';
import type { StopOutcome } from './decision.ts';
import { heldFor, OPENING } from './reason.ts';

/**
 * The outcome as the host's object. `notes`: what the user is told beside it. `session`: its id, for the
 * commands that end it, one for each folder of `lines`.
 */
export function outputOf(
  outcome: StopOutcome,
  notes: readonly string[],
  session: string,
  lines: readonly CommandLines[],
): HookOutput {
  switch (outcome.outcome) {
    case 'allow':
      return message(notes);
    case 'ended':
      return message([
        `A person ended this session on ${oneLine(outcome.end.at)}: ${oneLine(outcome.end.reason)}. The stop gate no longer blocks it.`,
        ...notes,
      ]);
    case 'block':
      return {
        decision: 'block',
        reason: outcome.reason,
        ...message([
          ...(outcome.block.userLines ?? []),
          ...(outcome.isFirst ? firstLines(outcome.block, session, lines) : outcome.newActs),
          ...notes,
        ]),
      };
    case 'rest':
      return message([
        `This session rests while ${tasksText(outcome.running)} in the background. The gate checks again after that.`,
        ...stillOpenLines(outcome.block),
        ...notes,
      ]);
    case 'wait':
      return message([waitingLine(outcome.waiting), ...stillOpenLines(outcome.block), ...notes]);
    case 'interrupted':
      return message([INTERRUPTED, ...stillOpenLines(outcome.block), ...notes]);
    case 'cap':
      if (outcome.isTold) return message(notes);
      return message([
        `NOT COMPLETE: the stop gate stopped blocking this session ${CAPS[outcome.why]}. The work is not done.`,
        ...(outcome.asked === undefined ? [] : [askedText(outcome.asked)]),
        ...openLines(outcome.block),
        ...notes,
      ]);
  }
}

/** What the user is told at the first block of a row: why the agent goes on, and what only a person can do. */
function firstLines(
  block: Block,
  session: string,
  lines: readonly CommandLines[],
): readonly string[] {
  return [
    `The stop gate blocked the agent: ${brief(heldFor(block), LONGEST_HELD)}`,
    ...(block.unconfirmed ?? []).map(({ line }) => line),
    ...(block.personLines ?? []),
    waysOut(session, lines),
  ];
}

const LONGEST_HELD = 300;

function tasksText(running: number): string {
  return running === 1 ? '1 task runs' : `${running} tasks run`;
}

/** What is open in a session that stops and is not let go for good. */
function stillOpenLines(block: Block | undefined): readonly string[] {
  if (block === undefined) return [];
  return [`Still open: ${heldFor(block)}`, ...(block.userLines ?? [])];
}

/** What is left to do in a session that is let go, for its user. */
function openLines(block: Block | undefined): readonly string[] {
  if (block === undefined) return [];
  const [first = '', ...rest] = block.lines
    .join('\n')
    .split('\n')
    .map((line) => line.replace(OPENING, ''));
  return [`Not done: ${first}`.trimEnd(), ...rest, ...(block.userLines ?? [])];
}

function message(lines: readonly string[]): Pick<HookOutput, 'systemMessage'> {
  return lines.length === 0 ? {} : { systemMessage: printable(lines.join('\n')) };
}

/** The outcome where the gate could not even look. `isContinued`: the session was blocked in this turn before. */
export function unrememberedOutput(why: string, isContinued: boolean): HookOutput {
  return isContinued
    ? letGoByFault(`the stop gate stopped blocking this session ${CAPS['not-remembered']}. ${why}`)
    : heldByFault(`The stop gate could not check whether this session can end: ${why}`);
}
