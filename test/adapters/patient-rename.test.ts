import { expect, it } from 'vitest';
import { patientRename } from '../../src/adapters/patient-rename.ts';
import { systemError } from '../rig/worlds/memory-files.ts';

/** A rename that fails with a code so many times, and what was waited for it. */
function renameThatFails(code: string, times: number, platform: NodeJS.Platform) {
  let calls = 0;
  const pauses: number[] = [];
  const rename = () => {
    calls += 1;
    if (calls <= times) throw systemError(code, 'a file');
  };
  const attempt = () =>
    patientRename(rename, platform, (milliseconds) => {
      pauses.push(milliseconds);
    });
  return { attempt, pauses, calls: () => calls };
}

it.each(['EPERM', 'EACCES', 'EBUSY'])('waits on Windows while a file is open: %s', (code) => {
  const { attempt, calls, pauses } = renameThatFails(code, 3, 'win32');
  attempt();
  expect([calls(), pauses.length]).toEqual([4, 3]);
});

it('gives up on Windows after about a second, with the system’s own error', () => {
  const { attempt, pauses } = renameThatFails('EPERM', Number.POSITIVE_INFINITY, 'win32');
  expect(attempt).toThrow(expect.objectContaining({ code: 'EPERM' }));
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(1500);
});

it.each<[string, NodeJS.Platform]>([
  ['ENOENT', 'win32'],
  ['EPERM', 'linux'],
  ['EBUSY', 'darwin'],
])('does not wait for what will not pass: %s on %s', (code, platform) => {
  const { attempt, pauses } = renameThatFails(code, 1, platform);
  expect(attempt).toThrow(expect.objectContaining({ code }));
  expect(pauses).toEqual([]);
});
