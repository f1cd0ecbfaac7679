import { continuationReply, GO_ON, OPEN_SESSION } from '../values/transcripts.ts';
import { createFilesProject, type FilesProject } from './git-project.ts';
import { type Behaviour, type MessagesApi, reply, startMessagesApi } from './messages-api.ts';
import { createProject, type Project } from './project.ts';
import { type GateOutput, type HostedSession, hostedSession } from './stop-gate.ts';

export const SYSTEM3 = 'system3-20260217T103000Z-0badcafe';
export const PLAIN = '0a1b2c3d-plain-session';
export const HAIKU = 'claude-haiku-5-5';
export const END = continuationReply();

export type Env = Readonly<Record<string, string | undefined>>;

export interface Reviewed {
  readonly project: FilesProject;
  readonly api: MessagesApi;
  readonly session: HostedSession;
  stop(parts?: object, env?: Env): Promise<GateOutput>;
}

interface Given {
  readonly answer?: Behaviour;
  readonly id?: string;
  readonly lines?: readonly string[];
  readonly project?: Project;
}

export const says = (verdict: unknown): Behaviour => reply(() => verdict);

/** A hosted session with a transcript, and an API that is on for anything unless told otherwise. */
export async function reviewedSession({
  answer = says(GO_ON),
  id = SYSTEM3,
  lines = OPEN_SESSION,
  project = createProject(id),
}: Given = {}): Promise<Reviewed> {
  const api = await startMessagesApi();
  api.answer(answer);
  const session = hostedSession(project, id);
  session.say(...lines.map((line): object => JSON.parse(line)));
  return {
    project: createFilesProject(project),
    api,
    session,
    stop: (parts = {}, env = {}) =>
      session.stop(parts, { env: { CLAUDE_SESSION_ID: id, ...api.env, ...env } }),
  };
}
