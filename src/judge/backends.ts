import { apiBackend } from './api/backend.ts';
import type { Backend, JudgeAccess, JudgeMachine } from './backend.ts';
import { claudeBackend } from './claude/backend.ts';
import { rubricBackend } from './rubric/backend.ts';

/** Every backend. A new one is a module of its own and a line here. */
// biome-ignore format: one backend a line
const BACKENDS: readonly Backend[] = [
  apiBackend,
  claudeBackend,
  rubricBackend,
];

/** The backend of a name; undefined where there is none, as for `auto`. */
export function backendNamed(name: string): Backend | undefined {
  return BACKENDS.find((backend) => backend.name === name);
}

/**
 * Finds the backend of a name on a machine. Any other word means `auto`: the first backend in the order
 * of the table that can be asked as things stand; where there is none, the first, with advice for all.
 */
export function findBackend(wanted: string, machine: JudgeMachine): JudgeAccess {
  const named = backendNamed(wanted);
  if (named !== undefined) return named.find(machine);
  const offered = BACKENDS.filter(({ advice }) => advice !== null);
  for (const backend of offered) {
    const access = backend.find(machine);
    if (access.lacks === undefined) return access;
  }
  const lacks = offered.map(({ advice }) => advice).join(', or ');
  return { ...apiBackend.find(machine), lacks };
}
