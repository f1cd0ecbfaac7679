import type { ToolUse } from '../promise/tool-use.ts';
import { type AgentPart, mayBeOfUser, readTranscriptLine } from '../session/transcript-line.ts';

/** The last turns of a session: each a user's message and what answered it. */

export interface Turn {
  /** Nothing where the reply began before the part of the transcript that was read. */
  readonly user: string | undefined;
  readonly reply: readonly ReplyPart[];
}

export type ReplyPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly tool: ToolUse };

/** What a transcript says of the end of a session. */
export interface SessionTail {
  /** Oldest first. */
  readonly turns: readonly Turn[];
  /** The model that answered last, where that is known. */
  readonly model: string | undefined;
}

/** How many turns the continuation review is shown. */
export const MOST_TURNS = 5;

/** How many parts of one reply are read, from its end: far more than any review shows. */
const MOST_PARTS = 500;

/** A part, and the message that it belongs to. */
type ReadPart = AgentPart & { readonly messageId: string | undefined };

/**
 * The last turns in the lines of a transcript. `lines` gives the last line first, and is read only until
 * there are enough turns.
 */
export function lastTurns(lines: Iterable<string>, most: number = MOST_TURNS): SessionTail {
  const turns: Turn[] = [];
  const failedById = new Map<string, boolean>();
  let reply: ReadPart[] = [];
  let model: string | undefined;
  for (const line of lines) {
    // A reply can go on for hours, so parts that no review shows are not parsed.
    if (reply.length >= MOST_PARTS && !mayBeOfUser(line)) continue;
    const said = readTranscriptLine(line);
    if (said?.says === 'results') {
      for (const { call, failed } of said.results) failedById.set(call, failed);
    } else if (said?.says === 'agent') {
      model ??= said.model;
      const { messageId } = said;
      reply.push(...said.parts.toReversed().map((part) => ({ ...part, messageId })));
    } else if (said?.says === 'user') {
      turns.push({ user: said.text, reply: replyOf(reply, failedById) });
      reply = [];
      if (turns.length >= most) break;
    }
  }
  const rest = turns.length < most ? replyOf(reply, failedById) : [];
  const all = rest.length > 0 ? [...turns, { user: undefined, reply: rest }] : turns;
  return { turns: all.toReversed(), model };
}

/** The parts in the order in which they were said; the texts of one message that follow each other as one. */
function replyOf(
  parts: readonly ReadPart[],
  failedById: ReadonlyMap<string, boolean>,
): readonly ReplyPart[] {
  const reply: ReplyPart[] = [];
  let before: ReadPart | undefined;
  for (const part of parts.toReversed()) {
    if (part.kind === 'tool') {
      const failed = part.id === undefined ? undefined : failedById.get(part.id);
      reply.push({ kind: 'tool', tool: { ...part.tool, failed } });
    } else if (before?.kind === 'text' && isSameMessage(before, part)) {
      const last = reply.pop();
      const beginning = last?.kind === 'text' ? `${last.text}\n` : '';
      reply.push({ kind: 'text', text: beginning + part.text });
    } else {
      reply.push({ kind: 'text', text: part.text });
    }
    before = part;
  }
  return reply;
}

function isSameMessage(one: ReadPart, other: ReadPart): boolean {
  return one.messageId !== undefined && one.messageId === other.messageId;
}

/**
 * The turns with what the host says the agent said last: the file may lag behind. It is added unless it
 * is the last text already.
 */
export function withLastMessage(
  turns: readonly Turn[],
  message: string | undefined,
): readonly Turn[] {
  if (message === undefined || message.trim() === '') return turns;
  const last = turns.at(-1);
  const lastText = last?.reply.findLast((part) => part.kind === 'text');
  if (lastText?.kind === 'text' && lastText.text.trim().endsWith(message.trim())) return turns;
  const reply: ReplyPart = { kind: 'text', text: message };
  return last === undefined
    ? [{ user: undefined, reply: [reply] }]
    : [...turns.slice(0, -1), { ...last, reply: [...last.reply, reply] }];
}
