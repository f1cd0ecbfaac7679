import { tmpdir } from 'node:os';

/** A folder that belongs to no project, for programs that must not be spoken to by one. */
export function neutralFolder(): string {
  return tmpdir();
}
