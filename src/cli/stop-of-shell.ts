import { checkoutSeenFrom } from '../adapters/environment.ts';
import { currentFolder } from '../adapters/project-search.ts';
import { findTranscript } from '../adapters/transcript/finding.ts';
import { readHookPayload } from '../domain/host/hook-payload.ts';
import type { Session } from '../domain/promise/session.ts';
import { memoryIdOf } from '../domain/session/gate-memory.ts';
import { UNKNOWN_HOST } from '../hosts/unknown.ts';
import { openForCommand } from '../session/look.ts';
import { lookAtStop, type SeenStop } from '../stop-gate/look.ts';
import type { Suite } from '../suite.ts';

/**
 * The stop of a session as its gate would see it now, for a command in the session's shell. The gate works from the
 * session's project, whichever folder the shell stands in.
 */
export async function stopOfShell(suite: Suite, session: Session): Promise<SeenStop> {
  const { clock, environment } = suite;
  const { projectFolder: shellProject, search } = environment;
  const projectFolder = search.session ?? shellProject;
  const cwd = currentFolder() ?? projectFolder;
  const checkout = checkoutSeenFrom(cwd, projectFolder);
  const transcript = findTranscript(environment, session.ids);
  const transcriptPath = transcript?.path;
  return lookAtStop({
    ...(await openForCommand(suite, session, [projectFolder, shellProject])),
    environment: { ...environment, projectFolder, checkout, session },
    // Who writes its transcript is its host, however little the shell tells of it.
    host: transcript?.host ?? environment.host ?? UNKNOWN_HOST,
    clock,
    shellProject,
    payload: readHookPayload({ session_id: session.id, cwd, transcript_path: transcriptPath }),
    stopper: {
      session,
      isSubagent: false,
      within: undefined,
      owner: session,
      memoryId: memoryIdOf(session.id),
      transcriptPath,
    },
  });
}
