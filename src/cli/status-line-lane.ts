import { type Environment, projectSeenFrom } from '../adapters/environment.ts';
import { isInsideJudge } from '../adapters/inside-judge.ts';
import { createNodeFiles } from '../adapters/node-files.ts';
import { readStandardInput } from '../adapters/standard-input.ts';
import { writeOutput } from '../adapters/standard-output.ts';
import { userStateFolder } from '../adapters/user-folder.ts';
import { parsePayload } from '../domain/host/hook-payload.ts';
import { type Session, sessionOf } from '../domain/promise/session.ts';
import { memoryIn } from '../domain/session/gate-memory.ts';
import { statusLine } from '../domain/session/status-line.ts';
import type { StopGateState } from '../domain/session/stop-gate-state.ts';
import { isWaiting, waitingIn } from '../domain/session/waiting.ts';
import { laneViews } from '../lane-views.ts';
import { statusLineText, UNREADABLE } from '../report/status-line-text.ts';
import { memoryFolder, readRegister } from '../store/session-folders.ts';
import { REGISTER_VIEWS } from '../store/session-views.ts';
import { environmentOfShell } from './environment.ts';
import { plainLine } from './plain-line.ts';
import { decideSession } from './session-look.ts';

/**
 * `cs statusline`, which a host calls whenever it draws its status line: what the session promised and how far it is,
 * in a few words. It looks where the stop gate looks, and changes nothing.
 */

/** How long the host's payload is waited for, in milliseconds, and how much of it is read, in bytes. */
const INPUT_LIMITS = { mostMs: 1000, mostBytes: 1024 * 1024 } as const;

/** How long a host that does not read its line is waited for, in milliseconds. */
const MOST_WRITING_MS = 1000;

/** Prints the line, or nothing. False: the command line asks for more than this lane knows. */
export function runStatusLineLane(words: readonly string[]): Promise<void> | false {
  if (plainLine({}, words) === undefined) return false;
  return lineNow().then((line) => {
    if (line !== '') writeOutput(1, `${line}\n`, MOST_WRITING_MS);
  });
}

/** The host shows a user nothing of a command that fails, so whatever goes wrong becomes a line. */
async function lineNow(): Promise<string> {
  try {
    if (isInsideJudge()) return '';
    const { folder, sessionId } = parsePayload(await readStandardInput(INPUT_LIMITS)) ?? {};
    const environment = environmentOfShell();
    if (!environment.ok) return UNREADABLE;
    const session = sessionOf([...(environment.value.session?.ids ?? []), sessionId]);
    return session === undefined ? '' : await lineOf(environment.value, session, folder);
  } catch {
    return UNREADABLE;
  }
}

/** `shellFolder`: where the agent's shell stands. */
async function lineOf(
  environment: Environment,
  session: Session,
  shellFolder?: string,
): Promise<string> {
  const { projectFolder } = environment;
  const beside = shellFolder && projectSeenFrom(shellFolder, projectFolder);
  const look = await decideSession({
    environment,
    session,
    spelling: 'cs',
    beside,
    isGlance: true,
  });
  if ('failure' in look) return UNREADABLE;
  const kept = await keptOf(session, projectFolder);
  const folders = look.folders
    .filter(({ ended }) => ended === undefined)
    .map(({ decision, listing }) => ({ decision, promises: listing.promises }));
  return statusLineText(
    statusLine({
      session,
      folders,
      lost: look.lost.length,
      isWaiting: isWaiting(waitingIn(kept)),
      isLetGo: memoryIn(kept).counters.last === 'cap',
    }),
  );
}

/** What the hooks keep of the session; empty where that cannot be read, which the check says. */
async function keptOf(session: Session, projectFolder: string): Promise<StopGateState> {
  const files = createNodeFiles(() => INPUT_LIMITS.mostMs);
  const registered = readRegister(REGISTER_VIEWS.files(files, userStateFolder()), session);
  const projects = registered.promises.map(({ project }) => project);
  const viewOf = await laneViews({
    files,
    owners: session.ids,
    folders: [projectFolder, ...projects],
    registered: registered.promises,
    isAtWork: false,
    isGlance: true,
    leftMs: () => INPUT_LIMITS.mostMs,
  });
  const place = memoryFolder(viewOf, projectFolder, () => [
    projectSeenFrom(projectFolder, projectFolder),
    ...projects,
  ]);
  const kept = viewOf(place).stopGateState(session.id);
  return kept.ok ? kept.value : {};
}
