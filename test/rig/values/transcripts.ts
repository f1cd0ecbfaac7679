import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReplyPart, Turn } from '../../../src/domain/host/turns.ts';
import type { ContinuationVerdict } from '../../../src/domain/judging/continuation.ts';

/** Transcripts as Claude Code writes them, and what is read in them. */

type Parts = Readonly<Record<string, unknown>>;

const line = (value: unknown): string => JSON.stringify(value);

/** A message of the user, or what the host writes in the user's place. */
export function userLine(content: unknown, parts: Parts = {}): string {
  return line({ type: 'user', isSidechain: false, message: { role: 'user', content }, ...parts });
}

/** What the user wrote while the agent worked. */
export function queuedLine(prompt: unknown, parts: Parts = {}): string {
  const attachment = { type: 'queued_command', prompt, commandMode: 'prompt', ...parts };
  return line({ type: 'attachment', isSidechain: false, attachment });
}

/** Blocks of a message of the agent. */
export function agentLine(blocks: unknown, id = 'msg_1', parts: Parts = {}): string {
  const message = { id, role: 'assistant', model: 'claude-opus-5-5', content: blocks };
  return line({ type: 'assistant', isSidechain: false, message, ...parts });
}

export const text = (words: string) => ({ type: 'text', text: words });

export const tool = (id: string, name: string, input: unknown) => ({
  type: 'tool_use',
  id,
  name,
  input,
});

export function resultLine(id: string, is_error?: boolean): string {
  return userLine([{ type: 'tool_result', tool_use_id: id, content: 'x', is_error }]);
}

/** A session that ended without its closure: a worker was started and is left running. */
export const OPEN_SESSION: readonly string[] = [
  userLine('Build the sign-in, with two workers'),
  agentLine([text('I start the first worker.')]),
  agentLine([tool('t1', 'Bash', { command: 'tmux new -d -s orch-signin' })]),
  resultLine('t1'),
  agentLine([text('The worker runs. I stop here.')], 'msg_2'),
];

/** Puts a transcript where the agent's host keeps that of a session. */
export function putTranscript(
  projectFolder: string,
  session: string,
  lines: readonly string[],
): string {
  const place = ['..', 'home', '.claude', 'projects', 'p', `${session}.jsonl`];
  const path = join(projectFolder, ...place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

export function turnValue(user: string | undefined, ...reply: readonly ReplyPart[]): Turn {
  return { user, reply };
}

export const said = (words: string): ReplyPart => ({ kind: 'text', text: words });

export const used = (name: string, about: string, failed?: boolean): ReplyPart => ({
  kind: 'tool',
  tool: { name, about, failed },
});

export function continuationReply(parts: Partial<ContinuationVerdict> = {}): ContinuationVerdict {
  return { should_continue: false, reason: 'All steps are done.', suggestion: '', ...parts };
}

export const GO_ON = continuationReply({
  should_continue: true,
  reason: 'A worker is left running.',
  suggestion: 'End orch-signin, then store what you learned.',
});
