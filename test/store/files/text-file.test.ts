import { expect, it } from 'vitest';
import type { Clock, Files, Processes } from '../../../src/ports.ts';
import { replaceText, textOf } from '../../../src/store/files/text-file.ts';
import { createMemoryFiles } from '../../rig/worlds/memory-files.ts';

/** Files that users edit as well are replaced by writers that share a folder for their drafts. */

const FILE = '/home/settings.json';
const DRAFTS = '/home/.completion-promise-hooks';

const clock: Clock = {
  now: () => 0,
  elapsed: () => 0,
  machine: () => 0,
  sleep: async () => undefined,
};
const processes: Processes = {
  self: { pid: 1, started: '1', place: 'here' },
  fate: () => 'running',
};

/** Settings beside which another writer removes the empty folder of drafts so often, just before a draft is made in it. */
function settings(removals: number) {
  const memory = createMemoryFiles();
  memory.makeFolder('/home');
  memory.writeNew(FILE, 'before');
  let left = removals;
  const files: Files = {
    ...memory,
    makeFolder(path) {
      if (path.startsWith(`${DRAFTS}/`) && left > 0) {
        left -= 1;
        throw Object.assign(new Error('no such folder'), { code: 'ENOENT', path });
      }
      memory.makeFolder(path);
    },
  };
  let names = 0;
  const uniqueName = () => {
    names += 1;
    return `name${names}`;
  };
  const replace = () =>
    replaceText(
      { files, clock, processes, uniqueName },
      { path: FILE, base: 'before', content: 'after', rights: undefined },
    );
  return { replace, text: () => textOf(memory, FILE, 100) };
}

it.each([0, 1, 5, 20])(
  'a writer whose folder of drafts goes %i times replaces the file',
  (removals) => {
    const { replace, text } = settings(removals);
    expect(replace()).toBe(true);
    expect(text()).toBe('after');
  },
);

it('one whose folder can never be made says so, and leaves the file as it is', () => {
  const { replace, text } = settings(Number.POSITIVE_INFINITY);
  expect(replace).toThrow('no such folder');
  expect(text()).toBe('before');
});
