import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { createProject } from '../../rig/worlds/project.ts';
import type { Toy } from '../toy.ts';

/** A store as a contributor would write it: the files of another folder, which its address names. */
const TOY = `import { NODE_DIGESTS } from './adapters/file-digest.ts';
import { failed } from './domain/base/result.ts';
import { openFileStore } from './store/files/file-store.ts';
import { createFileView } from './store/files/session-view.ts';
import type { SharedStore } from './store/shared-store.ts';

const folderOf = (address: string): string => new URL(address).pathname;
const notOfAToy = async () => failed({ kind: 'unexpected', message: 'a toy does not' } as const);

export const toyStore: SharedStore = {
  openState: (world, owner, { address }) =>
    openFileStore(world, { ...owner, projectFolder: folderOf(address) }),
  openFleet: () => ({
    seen: async () => undefined,
    ended: async () => undefined,
    read: notOfAToy,
    projects: notOfAToy,
    open: (project) => Promise.reject(new RangeError(project)),
    change: async () => undefined,
    close: async () => undefined,
  }),
  openView: ({ files }, { address }) =>
    createFileView({ digests: NODE_DIGESTS, files }, folderOf(address)),
  readView: async ({ files }, _folder, { address }) =>
    createFileView({ digests: NODE_DIGESTS, files }, folderOf(address)),
  examine: async () => ({ reached: false, failure: { kind: 'unexpected', message: 'a toy' } }),
  tables: notOfAToy,
  migrate: notOfAToy,
  copyFromFolder: notOfAToy,
  copyIntoFolder: notOfAToy,
};
`;

const ROW =
  "  { name: 'toy', schemes: ['toy'], load: async () => (await import('./toy-store.ts')).toyStore },";

export const store: Toy = {
  title: 'a store is one module and its row in one file, and holds the gate then',
  modules: { 'src/toy-store.ts': TOY },
  table: 'src/stores.ts',
  rows: [{ behind: 'const STORE_KINDS', line: ROW }],
  async works(copy) {
    const project = createProject();
    const elsewhere = mkdtempSync(join(tmpdir(), 'completion-promise-toy-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true, maxRetries: 5 }));
    const env = {
      CS_STORE: `toy://${pathToFileURL(elsewhere).pathname}`,
      CS_STORE_PROJECT: 'example.com/team/toy',
    };
    const made = await copy.run(project, 'cs', ['do', 'A title', '--ac', 'first'], { env });
    const [id = made.stderr] = /promise-[0-9a-f]{8}/.exec(made.stdout) ?? [];
    expect(project.list('promises')).toEqual([]);
    const held = await copy.run(project, 'cs-verify', ['--check'], { env });
    expect([held.code, held.stderr]).toEqual([2, expect.stringContaining(id)]);
    const listed = await copy.run(project, 'cs', ['status'], { env });
    expect(listed.stdout).toContain(id);
  },
};
