import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/domain/base/failure.ts';
import { failed, success } from '../../../src/domain/base/result.ts';
import type { Clock, Files, Processes } from '../../../src/ports.ts';
import { LONGEST_WAIT_MS } from '../../../src/store/files/change-in-turn.ts';
import { changeText, replaceText, textOf } from '../../../src/store/files/text-file.ts';
import { fakeClock } from '../../rig/values/judge-values.ts';
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

it.each<[string, string | undefined]>([
  ['another text than the new one was made from', 'of another'],
  ['nothing, and the new one was made from a text', undefined],
])('a file that holds %s is not replaced', (_what, base) => {
  const memory = createMemoryFiles();
  memory.makeFolder('/home');
  if (base !== undefined) memory.writeNew(FILE, base);
  const world = { files: memory, clock, processes, uniqueName: () => 'name' };
  const change = { path: FILE, base: 'before', content: 'after', rights: undefined };
  expect(replaceText(world, change)).toBe(false);
  expect(textOf(memory, FILE, 100)).toBe(base);
  expect([...memory.folders].sort()).toEqual(['/', '/home']);
});

describe('the draft of a new text', () => {
  /** Replaces a file and gives what was written where, with which rights. */
  function drafted(
    rights: number | undefined,
    replaced: (files: Files) => Partial<Files> = () => ({}),
  ) {
    const memory = createMemoryFiles();
    memory.makeFolder('/home');
    memory.writeNew(FILE, 'before');
    const drafts: unknown[] = [];
    const files: Files = {
      ...memory,
      writeNew(path, text, given) {
        drafts.push([path.startsWith(`${DRAFTS}/`), text, given]);
        memory.writeNew(path, text, given);
      },
      ...replaced(memory),
    };
    const replace = () =>
      replaceText(
        { files, clock, processes, uniqueName: () => 'name' },
        { path: FILE, base: 'before', content: 'after', rights },
      );
    return { replace, drafts, memory };
  }

  it.each([[0o600], [undefined]])('has the rights of the file: %s', (rights) => {
    const { drafts, memory, replace } = drafted(rights);
    expect(replace()).toBe(true);
    expect(drafts).toEqual([[true, 'after', rights]]);
    expect([...memory.folders].sort()).toEqual(['/', '/home']);
  });

  it.each([
    ['is swept up, of a writer that has ended', 'gone', false],
    ['stays, of a writer that runs', 'running', true],
  ] as const)('that another left %s', (_what, fate, stays) => {
    const left = `${DRAFTS}/file-7-1-here-x`;
    const memory = createMemoryFiles();
    memory.makeFolder(DRAFTS);
    memory.writeNew(left, 'of another writer');
    memory.writeNew(FILE, 'before');
    const world = { files: memory, clock, uniqueName: () => 'name' };
    const others = { ...processes, fate: () => fate };
    const change = { path: FILE, base: 'before', content: 'after', rights: undefined };
    expect(replaceText({ ...world, processes: others }, change)).toBe(true);
    expect([memory.exists(left), memory.exists(DRAFTS)]).toEqual([stays, stays]);
  });

  it('stays in a folder that cannot be removed, and the file is replaced', () => {
    const { memory, replace } = drafted(undefined, (files) => ({
      removeFolder(path) {
        if (path === DRAFTS) throw new Error('it is used');
        files.removeFolder(path);
      },
    }));
    expect(replace()).toBe(true);
    expect(memory.files.get(FILE)).toBe('after');
  });

  it('that the system refuses is an error at once', () => {
    let tries = 0;
    const { memory, replace } = drafted(undefined, () => ({
      writeNew() {
        tries += 1;
        throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
      },
    }));
    expect(replace).toThrow('the disk is full');
    expect([tries, memory.files.get(FILE)]).toEqual([1, 'before']);
  });
});

it('the folder of drafts may go twenty times, and no more', () => {
  expect(settings(20).replace()).toBe(true);
  expect(settings(21).replace).toThrow('no such folder');
});

it.each<[string, string, string | undefined]>([
  ['a file', FILE, 'before'],
  ['a folder', '/home', undefined],
  ['nothing', '/nowhere', undefined],
])('the text of %s', (_what, path, expected) => {
  const memory = createMemoryFiles();
  memory.makeFolder('/home');
  memory.writeNew(FILE, 'before');
  expect(textOf(memory, path, 100)).toBe(expected);
});

describe('a change that meets another writer', () => {
  it('at each try waits ten seconds and not longer, and says so', async () => {
    const waiting = fakeClock();
    waiting.pass(500);
    const changed = await changeText({ clock: waiting }, FILE, () => undefined);
    const waitedMs = LONGEST_WAIT_MS + 8;
    expect(changed).toEqual({
      ok: false,
      failure: { kind: 'busy', what: 'File', id: FILE, holder: 'other writers', waitedMs },
    });
    expect(new Set(waiting.pauses)).toEqual(new Set([8]));
  });

  it.each([0, 1, 7])('%i times is tried until it meets none', async (meetings) => {
    const waiting = fakeClock();
    let tries = 0;
    const changed = await changeText({ clock: waiting }, FILE, () => {
      tries += 1;
      return tries > meetings ? success(`try ${tries}`) : undefined;
    });
    expect(changed).toEqual({ ok: true, value: `try ${meetings + 1}` });
    expect(waiting.pauses).toHaveLength(meetings);
  });

  it('fails as its try does', async () => {
    const failure: Failure = { kind: 'unexpected', message: 'x' };
    expect(await changeText({ clock }, FILE, () => failed(failure))).toEqual(failed(failure));
  });

  it('at each try is given up after a while, and says so', async () => {
    const waiting = fakeClock();
    expect(await changeText({ clock: waiting }, FILE, () => undefined)).toMatchObject({
      failure: { kind: 'busy', id: FILE, waitedMs: waiting.elapsed() },
    });
    expect(waiting.elapsed()).toBeGreaterThan(LONGEST_WAIT_MS);
  });
});
