import { promiseFile } from '../values/promises.ts';
import { createProject, type Project, SESSION } from './project.ts';
import { type GateOutput, HOSTED, outputOf } from './stop-gate.ts';

/** Stops of sessions with and without an open promise, about which hosts send all sorts of payloads. */

const ID = 'promise-0000000a';

/** A project with an open promise, for commands of a session. */
export function projectOf(owner: string, session: string | undefined = SESSION): Project {
  const project = createProject(session);
  project.write(`promises/${ID}.json`, promiseFile(ID, owner));
  return project;
}

/** What a gate answers to bytes, where the environment names a session with an open promise. */
export async function held(payload: string | Uint8Array): Promise<GateOutput> {
  return outputOf(
    await projectOf(SESSION).run('cs-stop-gate', [], { input: payload, env: HOSTED }),
  );
}

/** What it answers where the environment names nobody. */
export async function unnamed(payload: string | Uint8Array): Promise<GateOutput> {
  const env = { ...HOSTED, CLAUDE_SESSION_ID: undefined };
  return outputOf(await projectOf('another').run('cs-stop-gate', [], { input: payload, env }));
}

/** The fields that hosts send of a stop. */
export const PAYLOAD_FIELDS = [
  'session_id',
  'transcript_path',
  'cwd',
  'hook_event_name',
  'permission_mode',
  'stop_hook_active',
  'last_assistant_message',
  'background_tasks',
  'session_crons',
  'agent_id',
  'agent_transcript_path',
] as const;
