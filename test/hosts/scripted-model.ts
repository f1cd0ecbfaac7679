import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { KEY, portOf, send } from '../rig/worlds/messages-api.ts';
import { messagesWire } from './wires/messages-wire.ts';
import type { ModelTurn, SeenRequest, WireFormat } from './wires/wire.ts';

export type { ModelTurn, SeenRequest } from './wires/wire.ts';

/**
 * A model's API on loopback behind which a scripted model sits, for a real agent to talk to: it sees what the agent
 * sends, and answers with words or with the use of a tool, as events where the agent asks for a stream.
 */
export interface ScriptedModel {
  /** Where an agent finds it. */
  readonly url: string;
  /** The environment that sends an agent of the Messages API here, with a key. */
  readonly env: Readonly<Record<string, string>>;
  /** What the agent asked, in the order of arrival. */
  readonly seen: readonly SeenRequest[];
}

/** A script decides by what it sees; it may take its time. */
export type Script = (request: SeenRequest) => ModelTurn | Promise<ModelTurn>;

export function says(words: string): ModelTurn {
  return { says: words };
}

export function runs(command: string, parts: object = {}): ModelTurn {
  return { uses: 'Bash', input: { command, description: 'A step', ...parts } };
}

/** Starts one; it stops with the test. */
export async function startScriptedModel(
  script: Script,
  wire: WireFormat = messagesWire,
): Promise<ScriptedModel> {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const path = (incoming.url ?? '').split('?')[0] ?? '';
      const text = Buffer.concat(chunks).toString('utf8');
      const asked = incoming.method === 'POST' ? wire.read(path, text) : undefined;
      if (asked === undefined) {
        const other = wire.other?.(path);
        return send(response, other === undefined ? 404 : 200, other ?? {});
      }
      seen.push(asked.request);
      const number = seen.length;
      Promise.resolve(script(asked.request)).then(
        (turn) => {
          const reply = asked.reply(turn, number);
          if ('body' in reply) return send(response, 200, reply.body);
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          for (const event of reply.events) response.write(event);
          response.end();
        },
        (error) => send(response, 400, wire.fault(`${error}`)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${portOf(server)}`;
  return { url, env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: KEY }, seen };
}
