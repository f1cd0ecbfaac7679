import type { CapReason } from '../domain/liveness.ts';
import {
  MOST_BLOCKS,
  MOST_BUSY_BLOCKS,
  MOST_IDLE_BLOCKS,
  MOST_REPEATS,
} from '../domain/liveness.ts';
import { endLine } from '../report/command-lines.ts';
import { oneLine, printable } from '../report/printable.ts';
import type { Block } from './checkers.ts';
import type { Advice, GateAnswer } from './decision.ts';
import { beadText, leftUndone, reasonOf } from './reasons.ts';

/** What the host is answered. It takes exactly one such object, and takes anything beside it for none. */
export interface HookOutput {
  readonly decision?: 'block';
  /** For the model. */
  readonly reason?: string;
  /** For the user. */
  readonly systemMessage?: string;
}

/** The answer as the host's object. `session`: whose stop it was, for the command that ends it. */
export function outputOf(
  answer: GateAnswer,
  advice: readonly Advice[],
  session: string,
): HookOutput {
  const told = advice.map(adviceText);
  switch (answer.answer) {
    case 'allow':
      return message(told);
    case 'ended':
      return message([
        `A person ended this session on ${oneLine(answer.end.at)}: ${oneLine(answer.end.reason)}. Its stop gate lets it go.`,
        ...told,
      ]);
    case 'block':
      return {
        decision: 'block',
        reason: printable([reasonOf(answer.block), liftLine(session)].join('\n')),
        ...message([...userLines(answer.block), ...told]),
      };
    case 'rest':
      return message([
        `NOT COMPLETE: this session rests while ${answer.running} task(s) run in the background.`,
        ...openLines(answer.block),
        ...told,
      ]);
    case 'cap':
      return message([
        `NOT COMPLETE: the stop gate lets this session go ${CAPS[answer.why]}. What it was held for is not done.`,
        ...openLines(answer.block),
        ...told,
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

/** A person can lift every block. The agent is not told to: only a person can do it. */
function liftLine(session: string): string {
  return `A person can end this session as it is: ${endLine(session)}`;
}

/** What the user is told of a block beside the model. */
function userLines(block: Block): readonly string[] {
  const lost = block.checker === 'lost-promises' || block.checker === 'promises' ? block.lost : [];
  return lost.length === 0
    ? []
    : [
        `Promises of this session are gone without having been verified: ${lost.map(({ how, id }) => `${oneLine(id)} (${how})`).join(', ')}.`,
      ];
}

function openLines(block: Block | undefined): readonly string[] {
  return block === undefined ? [] : [leftUndone(block), ...userLines(block)];
}

function adviceText(advice: Advice): string {
  switch (advice.about) {
    case 'uncommitted-changes':
      return `Not committed yet: ${advice.files} file(s) of this checkout.`;
    case 'available-work':
      return [
        `Work that is ready (${advice.total}):`,
        ...advice.beads.map((bead) => `  ${beadText(bead)}`),
      ].join('\n');
    case 'note':
      return advice.text;
  }
}

function message(lines: readonly string[]): Pick<HookOutput, 'systemMessage'> {
  return lines.length === 0 ? {} : { systemMessage: printable(lines.join('\n')) };
}

/** The answer where nothing is known but what went wrong. `isContinued`: it was blocked in this turn before. */
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
