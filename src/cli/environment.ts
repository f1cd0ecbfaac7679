import { type Environment, readEnvironment } from '../adapters/environment.ts';
import { recordedSession } from '../adapters/host-sessions.ts';
import { millisecondsSinceStart } from '../adapters/node-clock.ts';
import { createNodeFiles } from '../adapters/node-files.ts';
import { surroundings } from '../adapters/surroundings.ts';
import { userStateFolder } from '../adapters/user-folder.ts';
import type { Result } from '../domain/base/result.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { createRegisterView } from '../store/files/register-view.ts';

/** How long the search for a session may read, in milliseconds since the start of the process. */
const MOST_READING_MS = 5000;

/** Whether a person's terminal speaks for a session: once it promised something, the register has it. */
function isOpened(session: string): boolean {
  if (!surroundings().input.isTerminal) return false;
  const files = createNodeFiles(() => MOST_READING_MS - millisecondsSinceStart());
  const register = createRegisterView(files, userStateFolder());
  return register.read([session]).promises.length > 0;
}

/** The environment of a command in a shell. `asked`: the value of `--project`. */
export function environmentOfShell(asked?: string): Result<Environment> {
  const noted = () =>
    recordedSession(createNodeFiles(() => MOST_READING_MS - millisecondsSinceStart()));
  return readEnvironment({ hosts: HOSTS, asked, noted, isOpened });
}
