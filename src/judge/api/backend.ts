import { UNPAID } from '../../domain/judging/payment.ts';
import type { Backend, JudgeMachine } from '../backend.ts';
import { createApiJudge } from './api-judge.ts';
import { KEY_ADVICE } from './credential.ts';
import type { MessagesAccess, MessagesClient } from './sent.ts';

/** Where the Messages API is, unless the environment says otherwise. */
export const USUAL_ENDPOINT = 'https://api.anthropic.com';

/** The Messages API, for users with a key or a token. */
export const apiBackend: Backend = {
  name: 'api',
  advice: KEY_ADVICE,
  causeOfLack: 'no-key',
  find(machine) {
    const messages = messagesAccess(machine);
    return {
      backend: 'api',
      isModel: true,
      paidBy: payerOf(machine) ?? UNPAID.noKeySet,
      lacks: messages === undefined ? KEY_ADVICE : undefined,
      commandFor: () => null,
      open: (tools) => createApiJudge({ ...tools, loadClient: clientFor(messages) }),
    };
  },
};

/** Whose account pays for a call, by what the environment sets; undefined where it sets nothing. */
export function payerOf({ apiKey, authToken }: JudgeMachine): string | undefined {
  if (apiKey !== undefined) return 'the key in ANTHROPIC_API_KEY';
  return authToken === undefined ? undefined : 'the token in ANTHROPIC_AUTH_TOKEN';
}

function messagesAccess(machine: JudgeMachine): MessagesAccess | undefined {
  const { apiKey, authToken, baseUrl = USUAL_ENDPOINT, fetch } = machine;
  if (apiKey !== undefined) return { credential: { apiKey }, baseUrl, fetch };
  return authToken === undefined ? undefined : { credential: { authToken }, baseUrl, fetch };
}

/** Loads the SDK, which is slow, when the first question is asked, and once for all of them. */
function clientFor(
  messages: MessagesAccess | undefined,
): () => Promise<MessagesClient | undefined> {
  let client: Promise<MessagesClient> | undefined;
  return async () => {
    if (messages === undefined) return undefined;
    client ??= import('./messages-client.ts').then((loaded) =>
      loaded.createMessagesClient(messages),
    );
    return client;
  };
}
