import { spawn } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Outcome, outcomeOf, type Project } from './project.ts';

/** The real client of Claude Code, where the machine has one. */
export const CLAUDE_BIN = process.env['CLAUDE_BIN'] ?? '';

/** A word for tests that need it. */
export const WITHOUT_CLIENT =
  CLAUDE_BIN === '' ? '(skipped: CLAUDE_BIN names no Claude Code)' : '(with the real Claude Code)';

/** A Messages API that answers every question of the client with the same words. */
export interface SameAnswer {
  readonly url: string;
  /** The bodies of the questions, as text. */
  readonly asked: readonly string[];
}

export async function answerAlways(words: string): Promise<SameAnswer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      if (!request.url?.startsWith('/v1/messages')) return void response.writeHead(404).end('{}');
      asked.push(body);
      sendStream(response, words);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked };
}

function sendStream(response: ServerResponse, words: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'x', content: [] };
  send('message_start', { message: { ...message, stop_reason: null, stop_sequence: null, usage } });
  send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
  send('content_block_delta', { index: 0, delta: { type: 'text_delta', text: words } });
  send('content_block_stop', { index: 0 });
  send('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage });
  send('message_stop', {});
  response.end();
}

/** Runs the client in a project, with a HOME of its own and nobody to talk to but `api`. `programs`: first on PATH. */
export function runClient(
  project: Project,
  args: readonly string[],
  api?: SameAnswer,
  programs = '',
): Promise<Outcome> {
  return outcomeOf(
    spawn(CLAUDE_BIN, [...args], {
      cwd: project.folder,
      env: {
        PATH: [programs, process.env['PATH']].filter(Boolean).join(delimiter),
        HOME: join(project.folder, '..', 'home'),
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        ...(api === undefined
          ? {}
          : { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'anything' }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}
