import type { JudgeRequest } from '../../ports.ts';

/** One attempt at the Messages API: what is sent, and what comes back. */

/** A request as it is sent; without `schema` the endpoint is asked in plain text. */
export type MessageBody = Pick<JudgeRequest, 'model' | 'maxTokens' | 'system' | 'user'> & {
  readonly schema: JudgeRequest['schema'] | undefined;
};

/** The body of the request, as the API documents it and a dry run shows it. */
export function messageParams({ maxTokens, model, schema, system, user }: MessageBody) {
  return {
    model,
    max_tokens: maxTokens,
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

/** The credential and address of a client. The SDK takes both from here, and none from its surroundings. */
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
