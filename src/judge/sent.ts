import type { JudgeRequest } from '../ports.ts';

/** One attempt at the Messages API: what is sent, and what came of it. */

export interface MessageBody {
  readonly model: string;
  readonly max_tokens: number;
  readonly system: string;
  readonly user: string;
  /** The shape of the reply; without it the endpoint is asked in plain text. */
  readonly schema: { readonly [key: string]: unknown } | undefined;
}

/** The body of the request, as the API documents it and a dry run shows it. */
export function messageParams({ max_tokens, model, schema, system, user }: MessageBody) {
  return {
    model,
    max_tokens,
    system,
    messages: [{ role: 'user' as const, content: user }],
    ...(schema === undefined
      ? {}
      : { output_config: { format: { type: 'json_schema' as const, schema } } }),
  };
}

export type Sent =
  | { readonly sent: 'message'; readonly message: unknown; readonly requestId: string | null }
  | {
      readonly sent: 'status';
      readonly status: number;
      readonly detail: string;
      readonly requestId: string | null;
      header(name: string): string | null;
    }
  /** `wasSent`: the request was on its way, and may have been answered, and charged for. */
  | { readonly sent: 'no-connection'; readonly detail: string; readonly wasSent: boolean }
  | { readonly sent: 'no-message'; readonly detail: string }
  | { readonly sent: 'not-sent'; readonly detail: string }
  /** `wasSent`: as above. */
  | { readonly sent: 'aborted'; readonly wasSent: boolean };

export function bodyOf({ maxTokens, model, schema, system, user }: JudgeRequest): MessageBody {
  return { model, max_tokens: maxTokens, system, user, schema };
}

/** Who asks, and where. The address is said by whoever makes the client, and by nobody else. */
export interface MessagesAccess {
  readonly credential: { readonly apiKey: string } | { readonly authToken: string };
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
}

export interface MessagesClient {
  /** The address that messages go to. */
  readonly endpoint: string;
  /** One attempt. Never throws. */
  send(body: MessageBody, signal: AbortSignal, timeoutMs: number): Promise<Sent>;
}
