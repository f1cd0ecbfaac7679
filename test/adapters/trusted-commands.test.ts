import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NO_DEADLINE } from '../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../src/adapters/node-files.ts';
import { createTrustedCommands } from '../../src/adapters/trusted-commands.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);

function trustedIn(folder: string) {
  return createTrustedCommands(folder, createNodeFiles(NO_DEADLINE));
}

it('what was trusted is known from then on, to the user alone', () => {
  const folder = join(scratchFolder(), 'state');
  expect(trustedIn(folder).seals().has(A)).toBe(false);
  expect(trustedIn(folder).add([A])).toBeUndefined();
  expect(trustedIn(folder).add([B])).toBeUndefined();
  const seals = trustedIn(folder).seals();
  expect([seals.has(A), seals.has(B)]).toEqual([true, true]);
  expect(statSync(join(folder, 'trusted-commands')).mode & 0o077).toBe(0);
});

it('a writer that was cut off trusted nothing, and the next one does', () => {
  const folder = scratchFolder();
  chmodSync(folder, 0o700);
  writeFileSync(join(folder, 'trusted-commands'), A.slice(0, 40), { mode: 0o600 });
  expect(trustedIn(folder).add([B])).toBeUndefined();
  expect(trustedIn(folder).seals().has(B)).toBe(true);
  expect(readFileSync(join(folder, 'trusted-commands'), 'utf8').split('\n')[0]).not.toHaveLength(
    64,
  );
});

it.each<[what: string, put: (path: string) => void]>([
  ['a folder in its place', (path) => mkdirSync(path)],
  ['a file in place of its folder', (path) => writeFileSync(join(path, '..', 'state'), '')],
])('%s is said, and nothing is trusted', (what, put) => {
  const root = scratchFolder();
  const folder = what.startsWith('a folder') ? root : join(root, 'state');
  put(join(root, 'trusted-commands'));
  const trusted = trustedIn(folder);
  expect(trusted.add([A])).toMatchObject({ kind: 'file-system' });
  expect(trusted.seals().has(A)).toBe(false);
});

it.each<[what: string, content: Buffer]>([
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x80])],
  ['more than a list can have', Buffer.alloc(5 * 1024 * 1024, 'x')],
])('a list of %s is said, and trusts nothing', (_what, content) => {
  const folder = scratchFolder();
  chmodSync(folder, 0o700);
  writeFileSync(join(folder, 'trusted-commands'), content, { mode: 0o600 });
  const trusted = trustedIn(folder);
  expect(trusted.add([A])).toMatchObject({ kind: 'broken-file' });
  expect(trusted.seals().has(A)).toBe(false);
});
