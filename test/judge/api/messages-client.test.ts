import { expect, it, vi } from 'vitest';
import { createMessagesClient } from '../../../src/judge/api/messages-client.ts';
import { requestValue } from '../../rig/values/judge-values.ts';

it('the SDK says nothing of a model that retires: the suite warns of it, once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const asked: string[] = [];
  const client = createMessagesClient({
    baseUrl: 'http://127.0.0.1:1',
    credential: { apiKey: 'k' },
    fetch: async (url) => {
      asked.push(String(url));
      return Response.json({ id: 'msg_1', content: [] }, { headers: { 'request-id': 'req_1' } });
    },
  });
  const request = requestValue({ model: 'claude-sonnet-4-5-20250929' });
  const sent = await client.send(request, new AbortController().signal, 1000);
  expect(sent).toEqual({
    sent: 'message',
    message: { id: 'msg_1', content: [] },
    requestId: 'req_1',
  });
  expect(asked).toEqual(['http://127.0.0.1:1/v1/messages']);
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
