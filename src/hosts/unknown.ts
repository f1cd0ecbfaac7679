import type { HookHost, PayloadFields } from '../domain/host/hook-host.ts';
import { readHookPayload } from '../domain/host/hook-payload.ts';
import { aside, blocked, startObject } from './speaking.ts';

/** The members by which a host may name the session, its folder and its transcript. */
const NAMES: readonly (readonly [string, readonly string[]])[] = [
  ['session_id', ['session_id', 'sessionId', 'sessionID', 'conversation_id', 'conversationId']],
  ['transcript_path', ['transcript_path', 'transcriptPath']],
  ['cwd', ['cwd', 'directory', 'workingDirectory']],
];

function readPayload(fields: PayloadFields) {
  const texts = NAMES.map(([common, names]) => {
    const found = names.map((name) => fields[name]).find((value) => typeof value === 'string');
    return [common, found];
  });
  return readHookPayload({ ...fields, ...Object.fromEntries(texts) });
}

/** A host that nothing tells of: it is answered in the form that blocks everywhere, and passes everywhere. */
export const UNKNOWN_HOST: HookHost = {
  name: 'unknown',
  title: 'an unknown host',
  programs: [],
  variables: { marks: [], session: [] },
  events: {},
  tell: () => 'no',
  readPayload,
  dialect: {
    stop: (output) =>
      output.decision === 'block' ? blocked(output) : aside(output.systemMessage ?? ''),
    start: startObject,
    note: (message) => aside(message),
  },
  blockLimit: () => Number.POSITIVE_INFINITY,
};
