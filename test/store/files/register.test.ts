import {
  appendFileSync,
  chownSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { memoryIdOf } from '../../../src/domain/session/gate-memory.ts';
import { linesThatCount, parseRegister } from '../../../src/domain/session/register.ts';
import { LINES, outline, registerText, written } from '../../rig/values/register-values.ts';
import { createScratchRegister, textAt } from '../../rig/worlds/scratch-register.ts';

const SESSION = 'session-a';
const A = written('promise-a');
const B = written('promise-b', { outline: outline({ 'AC-1': true }) });
const HEAD = { bytes: 7, digest: 'head' };

/** The ids of what a session has registered, with what is known of each. */
function known(register: ReturnType<ReturnType<typeof createScratchRegister>['open']>) {
  return register
    .read([SESSION])
    .promises.map(({ id, intended, made }) => [id, made?.digest, intended?.digest]);
}

describe('the register of a session', () => {
  it('is a file in the user’s own folder that only the user can read', () => {
    const scratch = createScratchRegister();
    const register = scratch.open();
    expect(register.intend(SESSION, A)).toBeUndefined();
    expect(known(register)).toEqual([['promise-a', undefined, 'd1']]);
    expect(register.made(SESSION, A, HEAD)).toBeUndefined();
    expect(known(register)).toEqual([['promise-a', 'd1', undefined]]);
    expect(scratch.fileOf(SESSION)).toBe(
      join(scratch.userStateFolder, 'sessions', 'session-a.jsonl'),
    );
  });

  it('has a name for any session id, and each session has its own', () => {
    const scratch = createScratchRegister();
    const register = scratch.open();
    const odd = '../session of Zoë';
    register.made(odd, A, HEAD);
    register.made(SESSION, B, null);
    expect(scratch.textOf(odd)).toContain('promise-a');
    expect(scratch.fileOf(odd)).toContain(memoryIdOf(odd));
    expect(register.read([odd, SESSION, odd]).promises).toHaveLength(2);
  });

  it('is gone when nothing is left in it', () => {
    const scratch = createScratchRegister();
    const register = scratch.open();
    register.made(SESSION, A, HEAD);
    register.made(SESSION, B, HEAD);
    register.left(SESSION, A, 'verified');
    expect(known(register)).toEqual([['promise-b', 'd1', undefined]]);
    register.left(SESSION, B, 'cancelled');
    expect(scratch.textOf(SESSION)).toBeUndefined();
    expect(register.read([SESSION])).toEqual({ promises: [], broken: [] });
  });

  it('is not begun to say that a promise was left that was never in it', () => {
    const scratch = createScratchRegister();
    const register = scratch.open();
    expect(register.left(SESSION, A, 'released')).toBeUndefined();
    expect(scratch.textOf(SESSION)).toBeUndefined();
    register.made(SESSION, B, HEAD);
    const before = scratch.textOf(SESSION);
    expect(register.left(SESSION, A, 'released')).toBeUndefined();
    expect(scratch.textOf(SESSION)).toBe(before);
  });

  it('says what the session was told of', () => {
    const register = createScratchRegister().open();
    register.made(SESSION, A, HEAD);
    register.told(SESSION, A, { digest: 'd2', outline: outline({}) });
    register.made(SESSION, B, HEAD);
    register.told(SESSION, B, undefined);
    expect(register.read([SESSION]).promises).toMatchObject([
      { id: 'promise-a', made: { digest: 'd2' }, changedOutside: true },
      { id: 'promise-b', made: undefined, changedOutside: true },
    ]);
  });

  it('does not grow without end: it is cut down to what counts', () => {
    const scratch = createScratchRegister();
    const register = scratch.open();
    register.made(SESSION, B, HEAD);
    const large = written('promise-a', { outline: outline({ ['x'.repeat(8000)]: false }) });
    for (let index = 0; index < 40; index += 1) {
      register.made(SESSION, { ...large, digest: `d${index}` }, HEAD);
      expect(scratch.textOf(SESSION)?.length).toBeLessThan(76 * 1024);
    }
    expect(known(register)).toEqual([
      ['promise-b', 'd1', undefined],
      ['promise-a', 'd39', undefined],
    ]);
  });

  it('keeps many open promises, more than it is cut down to', () => {
    const scratch = createScratchRegister();
    const register = scratch.open();
    const many = Array.from({ length: 300 }, (_, index) =>
      written(`promise-${index}`, { outline: outline({ ['x'.repeat(250)]: false }) }),
    );
    for (const promise of many) register.made(SESSION, promise, HEAD);
    expect(register.read([SESSION]).promises).toHaveLength(300);
  });

  it('forgets a promise in all sessions that have it, and nothing else', () => {
    const scratch = createScratchRegister();
    const register = scratch.open();
    const copy = { ...A, project: '/work/b' };
    for (const session of [SESSION, 'session-b']) register.made(session, A, HEAD);
    register.made('session-b', copy, HEAD);
    register.made('session-c', copy, HEAD);
    register.made('session-d', B, HEAD);
    const others = ['session-c', 'session-d'].map(scratch.textOf);
    expect(register.forget(A)).toEqual([]);
    expect(register.read([SESSION, 'session-b']).promises).toMatchObject([{ project: '/work/b' }]);
    expect(scratch.textOf(SESSION)).toBeUndefined();
    expect(['session-c', 'session-d'].map(scratch.textOf)).toEqual(others);
  });
});

describe('a register that was changed by hand or cut off', () => {
  const text = registerText([LINES.made(A), LINES.made(B)]);
  it.each<[string, string | Uint8Array, RegExp]>([
    ['a line that is none', `${text}{"state":"made"}\n`, /line 3/],
    ['a line that was cut in the middle', text.replace('"made"', '"ma'), /line 1/],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x0a]), /UTF-8/],
  ])('is broken with %s', (_what, content, reason) => {
    const scratch = createScratchRegister();
    const register = scratch.open();
    register.made(SESSION, A, HEAD);
    writeFileSync(scratch.fileOf(SESSION), content);
    expect(register.read([SESSION])).toEqual({
      promises: [],
      broken: [{ path: scratch.fileOf(SESSION), reason: expect.stringMatching(reason) }],
    });
  });

  it.each<[string, (path: string) => void, string]>([
    ['a folder', (path) => mkdirSync(path), 'it is a folder'],
    ['a link', (path) => symlinkSync('elsewhere', path), 'it is a link'],
  ])('is broken where %s stands in its place', (_what, make, reason) => {
    const scratch = createScratchRegister();
    const register = scratch.open();
    register.made(SESSION, A, HEAD);
    rmSync(scratch.fileOf(SESSION));
    make(scratch.fileOf(SESSION));
    const { broken } = register.read([SESSION]);
    expect(broken).toEqual([
      { path: scratch.fileOf(SESSION), reason: expect.stringContaining(reason) },
    ]);
  });

  it('says all that it said where its last writer was cut off, and goes on', () => {
    const scratch = createScratchRegister();
    const register = scratch.open();
    register.made(SESSION, A, HEAD);
    appendFileSync(scratch.fileOf(SESSION), '{"at":"2026-02-17T10');
    expect(known(register)).toEqual([['promise-a', 'd1', undefined]]);
    register.made(SESSION, B, HEAD);
    expect(known(register)).toHaveLength(2);
  });

  it.each<[string, number]>([
    ['a small one', 1],
    ['one that would be cut down', 10_000],
  ])('is not made worse by a command, and what is broken stays: %s', (_which, lines) => {
    const scratch = createScratchRegister();
    const register = scratch.open();
    register.made(SESSION, A, HEAD);
    writeFileSync(scratch.fileOf(SESSION), 'no line\n'.repeat(lines));
    expect(register.made(SESSION, B, HEAD)).toBeUndefined();
    expect(register.left(SESSION, A, 'verified')).toBeUndefined();
    expect(scratch.textOf(SESSION)).toMatch(/^(?:no line\n)+\{.*promise-b.*\}\n$/);
    expect(register.read([SESSION]).broken).toHaveLength(1);
  });

  it('that is lost has nothing registered, and is begun anew', () => {
    const scratch = createScratchRegister();
    const register = scratch.open();
    register.made(SESSION, A, HEAD);
    rmSync(scratch.userStateFolder, { recursive: true });
    expect(register.read([SESSION])).toEqual({ promises: [], broken: [] });
    expect(register.made(SESSION, B, HEAD)).toBeUndefined();
    expect(known(register)).toEqual([['promise-b', 'd1', undefined]]);
  });
});

/** Ways in which the register cannot be written, also for root. */
const UNWRITABLE: readonly [string, (userStateFolder: string) => void][] = [
  [
    'a file stands in the place of its folder',
    (folder) => {
      mkdirSync(dirname(folder), { recursive: true });
      writeFileSync(folder, '');
    },
  ],
  [
    'its folder is a link',
    (folder) => {
      mkdirSync(`${folder}-elsewhere`, { recursive: true });
      symlinkSync(`${folder}-elsewhere`, folder);
    },
  ],
  [
    'the folder of its files is a link',
    (folder) => {
      mkdirSync(folder, { recursive: true });
      mkdirSync(`${folder}-elsewhere`);
      symlinkSync(`${folder}-elsewhere`, join(folder, 'sessions'));
    },
  ],
];

describe.each(UNWRITABLE)('where %s', (_what, spoil) => {
  it('a promise at the top of the checkout leaves a mark, which the next hook takes over', () => {
    const scratch = createScratchRegister();
    const { project } = scratch;
    const promise = { ...A, project };
    spoil(scratch.userStateFolder);
    const register = scratch.open({ checkoutTop: () => project });
    expect(register.intend(SESSION, promise)).toBeUndefined();
    expect(register.made(SESSION, promise, HEAD)).toBeUndefined();
    expect(register.takeOver([SESSION], project)).toEqual([]);
    expect(textAt(scratch.markOf(SESSION))?.split('\n')).toHaveLength(3);
    expect(register.read([SESSION])).toEqual({ promises: [], broken: [] });

    rmSync(scratch.userStateFolder, { recursive: true });
    expect(register.takeOver([SESSION], project)).toEqual([]);
    expect(known(register)).toEqual([['promise-a', 'd1', undefined]]);
    expect(textAt(scratch.markOf(SESSION))).toBeUndefined();
    expect(register.takeOver([SESSION], project)).toEqual([]);
  });

  it('a promise elsewhere in the checkout is refused, and leaves nothing', () => {
    const scratch = createScratchRegister();
    spoil(scratch.userStateFolder);
    const register = scratch.open({ checkoutTop: () => dirname(scratch.project) });
    expect(register.intend(SESSION, { ...A, project: scratch.project })).toMatchObject({
      kind: 'register-unwritable',
      top: dirname(scratch.project),
    });
    expect(textAt(scratch.markOf(SESSION))).toBeUndefined();
  });

  it('a promise in the mark can be left, and the mark is gone', () => {
    const scratch = createScratchRegister();
    const promise = { ...A, project: scratch.project };
    spoil(scratch.userStateFolder);
    const register = scratch.open();
    register.intend(SESSION, promise);
    register.made(SESSION, promise, HEAD);
    expect(register.left(SESSION, promise, 'verified')).toBeUndefined();
    expect(textAt(scratch.markOf(SESSION))).toBeUndefined();
  });
});

it.skipIf(process.getuid?.() !== 0)('a register of another user is not used', () => {
  const scratch = createScratchRegister();
  const register = scratch.open();
  register.made(SESSION, { ...A, project: scratch.project }, HEAD);
  chownSync(join(scratch.userStateFolder, 'sessions'), 12_345, 12_345);
  expect(register.read([SESSION])).toEqual({ promises: [], broken: [] });
  expect(register.intend(SESSION, { ...B, project: scratch.project })).toBeUndefined();
  expect(textAt(scratch.markOf(SESSION))).toContain('promise-b');
});

describe('a mark', () => {
  /** A project in which commands could not write the register. */
  function markedProject(...lines: Parameters<typeof registerText>[0]) {
    const scratch = createScratchRegister();
    const mark = scratch.markOf(SESSION);
    mkdirSync(dirname(mark), { recursive: true });
    writeFileSync(mark, registerText(lines.map((line) => inProject(line, scratch.project))));
    return { ...scratch, mark };
  }

  function inProject<Line extends Parameters<typeof registerText>[0][number]>(
    line: Line,
    project: string,
  ): Line {
    if (!('promise' in line)) return line.project === '' ? line : { ...line, project };
    return line.promise.project === '/elsewhere'
      ? line
      : { ...line, promise: { ...line.promise, project } };
  }

  it('is taken over once, where a hook was killed after it had taken it over', () => {
    const scratch = markedProject(LINES.intended(A), LINES.made(A));
    const register = scratch.open();
    const text = textAt(scratch.mark) ?? '';
    register.takeOver([SESSION], scratch.project);
    mkdirSync(dirname(scratch.mark), { recursive: true });
    writeFileSync(scratch.mark, text);
    register.takeOver([SESSION], scratch.project);
    expect(scratch.textOf(SESSION)).toBe(text);
  });

  it('speaks of its own project only, since any program can write there', () => {
    const scratch = markedProject(LINES.made({ ...B, project: '/elsewhere' }), LINES.made(A));
    const register = scratch.open();
    expect(register.takeOver([SESSION], scratch.project)).toEqual([]);
    expect(known(register)).toEqual([['promise-a', 'd1', undefined]]);
  });

  it('of another session stays', () => {
    const scratch = markedProject(LINES.made(A));
    expect(scratch.open().takeOver(['session-b'], scratch.project)).toEqual([]);
    expect(textAt(scratch.mark)).toBeDefined();
  });

  it('that is not there is no reason to make anything in the project', () => {
    const scratch = createScratchRegister();
    expect(scratch.open().takeOver([SESSION], scratch.project)).toEqual([]);
    expect(readdirSync(scratch.project)).toEqual([]);
  });

  it('that cannot be read is named and stays', () => {
    const scratch = markedProject(LINES.made(A));
    appendFileSync(scratch.mark, 'no line\n');
    const file = { path: scratch.mark, reason: 'line 2 cannot be read' };
    expect(scratch.open().takeOver([SESSION], scratch.project)).toEqual([
      { kind: 'broken-file', file },
    ]);
    expect(textAt(scratch.mark)).toBeDefined();
  });
});

it('a register that is cut down holds the lines as they were written', () => {
  const scratch = createScratchRegister();
  const register = scratch.open({
    clock: { now: () => 0, elapsed: () => 0, machine: () => 0, sleep: async () => {} },
  });
  register.made(SESSION, A, HEAD);
  register.made(SESSION, B, HEAD);
  const { lines } = parseRegister(scratch.textOf(SESSION) ?? '');
  expect(linesThatCount(lines)).toEqual(lines);
  expect(lines.map(({ at }) => at)).toEqual(['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z']);
});

describe('what a register does with its files', () => {
  /** The lines that were added, with whether they had to be on the disk, and how often a file was cut down. */
  function watched() {
    const scratch = createScratchRegister();
    const files = createNodeFiles(NO_DEADLINE);
    const added: boolean[] = [];
    let cuts = 0;
    const register = scratch.open({
      files: {
        ...files,
        appendPrivate(path, line, tornEnd, isDurable) {
          added.push(isDurable);
          return files.appendPrivate(path, line, tornEnd, isDurable);
        },
        makePrivateFolder(path) {
          if (path.includes('.cuts')) cuts += 1;
          files.makePrivateFolder(path);
        },
      },
    });
    return { register, added, cuts: () => cuts };
  }
  type Told = ReturnType<typeof watched>['register'];

  it.each<[string, (register: Told) => unknown, boolean, number]>([
    [
      'what is intended is on the disk before it is made',
      (register) => register.intend(SESSION, A),
      true,
      0,
    ],
    [
      'what was altered is on the disk before it is covered',
      (register) => register.altered(SESSION, A, [{ what: 'owner' }]),
      true,
      0,
    ],
    ['what was made need not be', (register) => register.made(SESSION, A, HEAD), false, 0],
    ['what was told need not be', (register) => register.told(SESSION, A, undefined), false, 0],
    ['what was left cuts it down', (register) => register.left(SESSION, B, 'verified'), false, 1],
  ])('%s', (_what, act, isDurable, expected) => {
    const { added, cuts, register } = watched();
    register.made(SESSION, B, HEAD);
    added.length = 0;
    expect(act(register)).toBeUndefined();
    expect([added, cuts()]).toEqual([[isDurable], expected]);
  });

  it('it is cut down above 64 KB', () => {
    const { cuts, register } = watched();
    const large = written('promise-a', { outline: outline({ ['x'.repeat(65_200)]: false }) });
    register.made(SESSION, large, HEAD);
    expect(cuts()).toBe(0);
    register.made(SESSION, A, HEAD);
    expect(cuts()).toBe(1);
  });
});

describe('what was altered', () => {
  it('is told until the session was told of it', () => {
    const register = createScratchRegister().open();
    register.made(SESSION, A, HEAD);
    register.altered(SESSION, A, [{ what: 'owner' }]);
    expect(register.read([SESSION]).promises).toMatchObject([{ lessenings: [{ what: 'owner' }] }]);
    register.told(SESSION, A, undefined);
    expect(register.read([SESSION]).promises).toMatchObject([{ lessenings: [] }]);
  });
});

describe('a register that cannot be written', () => {
  const refusing = (code: string, isRefused: (path: string) => boolean) => {
    const files = createNodeFiles(NO_DEADLINE);
    return {
      ...files,
      appendPrivate(path: string, line: string, tornEnd: string, isDurable: boolean) {
        if (isRefused(path)) throw Object.assign(new Error(code), { code, path });
        return files.appendPrivate(path, line, tornEnd, isDurable);
      },
    };
  };

  it('says so once, with what comes of it, and the first reason', () => {
    const scratch = createScratchRegister();
    const promise = { ...A, project: scratch.project };
    const isOwn = (path: string) => path.startsWith(scratch.userStateFolder);
    const register = scratch.open({ files: refusing('ENOSPC', isOwn) });
    expect(register.unwritten()).toBeUndefined();
    register.made(SESSION, promise, HEAD);
    register.made('session-b', promise, HEAD);
    expect(register.unwritten()).toEqual({
      kind: 'file-system',
      action: expect.stringMatching(/^write to the register of your promises, so the entry stays/),
      path: scratch.fileOf(SESSION),
      code: 'ENOSPC',
    });
    expect(register.unwritten()).toBeUndefined();
  });

  it('nor a mark in the project, is a failure of its own', () => {
    const scratch = createScratchRegister();
    const promise = { ...A, project: scratch.project };
    const register = scratch.open({ files: refusing('EACCES', () => true) });
    const failure = { kind: 'file-system', action: 'write to the register', code: 'EACCES' };
    expect(register.intend(SESSION, promise)).toEqual({
      ...failure,
      path: scratch.markOf(SESSION),
    });
    const gone = { ...A, project: join(scratch.project, 'gone') };
    expect(register.made(SESSION, gone, HEAD)).toMatchObject({
      kind: 'broken-file',
      file: { path: gone.project },
    });
  });

  it('in a checkout whose top the project is by another way, has its mark', () => {
    const scratch = createScratchRegister();
    symlinkSync(scratch.project, `${scratch.project}-link`);
    const isOwn = (path: string) => path.startsWith(scratch.userStateFolder);
    const register = scratch.open({
      files: refusing('ENOSPC', isOwn),
      checkoutTop: () => `${scratch.project}-link`,
    });
    expect(register.intend(SESSION, { ...A, project: scratch.project })).toBeUndefined();
    expect(textAt(scratch.markOf(SESSION))).toContain('promise-a');
  });

  it('keeps the mark that a hook was to take over, and forgets nothing', () => {
    const scratch = createScratchRegister();
    const promise = { ...A, project: scratch.project };
    const isOwn = (path: string) => path.startsWith(scratch.userStateFolder);
    const register = scratch.open({ files: refusing('ENOSPC', isOwn) });
    register.made(SESSION, promise, HEAD);
    expect(register.takeOver([SESSION], scratch.project)).toEqual([]);
    expect(textAt(scratch.markOf(SESSION))).toContain('promise-a');
    scratch.open().made(SESSION, promise, HEAD);
    expect(register.forget(promise)).toEqual([
      {
        kind: 'file-system',
        action: 'write to the register',
        path: scratch.fileOf(SESSION),
        code: 'ENOSPC',
      },
    ]);
    expect(known(register)).toHaveLength(1);
  });

  it('for a bug is no failure of the system', () => {
    const scratch = createScratchRegister();
    const register = scratch.open({
      files: {
        ...createNodeFiles(NO_DEADLINE),
        appendPrivate() {
          throw new TypeError('a bug');
        },
      },
    });
    expect(() => register.made(SESSION, A, HEAD)).toThrow('a bug');
  });
});

describe('the sessions of a register', () => {
  it('are named by their files, and nothing else is', () => {
    const scratch = createScratchRegister();
    const register = scratch.open();
    expect(register.sessions()).toEqual([]);
    for (const session of [SESSION, 'session-b']) register.made(session, A, HEAD);
    writeFileSync(`${scratch.fileOf(SESSION)}.txt`, '');
    expect([...register.sessions()].sort()).toEqual([SESSION, 'session-b']);
  });

  it('are a thousand at the most', () => {
    const names = Array.from({ length: 1001 }, (_, index) => `session-${index}.jsonl`);
    const files = { ...createNodeFiles(NO_DEADLINE), list: () => ({ names }) };
    const sessions = createScratchRegister().open({ files }).sessions();
    expect([sessions.length, sessions[0]]).toEqual([1000, 'session-0']);
  });
});

it('a session leaves a promise of one project, and not one of that id in another', () => {
  const register = createScratchRegister().open();
  register.made(SESSION, { ...A, project: '/work/b' }, HEAD);
  expect(register.left(SESSION, A, 'verified')).toBeUndefined();
  expect(register.left(SESSION, { ...B, project: '/work/b' }, 'verified')).toBeUndefined();
  expect(known(register)).toEqual([['promise-a', 'd1', undefined]]);
});

it('a mark of one session goes, and that of another stays with its folder', () => {
  const scratch = createScratchRegister();
  const promise = { ...A, project: scratch.project };
  for (const session of [SESSION, 'session-b']) {
    mkdirSync(dirname(scratch.markOf(session)), { recursive: true });
    writeFileSync(scratch.markOf(session), registerText([LINES.made(promise)]));
  }
  const register = scratch.open();
  expect(register.takeOver([SESSION, SESSION], scratch.project)).toEqual([]);
  expect([scratch.markOf(SESSION), scratch.markOf('session-b')].map(textAt)).toEqual([
    undefined,
    registerText([LINES.made(promise)]),
  ]);
  register.takeOver(['session-b'], scratch.project);
  expect(readdirSync(dirname(dirname(scratch.markOf(SESSION))))).not.toContain('register');
});

it('a register of more than 64 KB that all counts is left as it is', () => {
  const scratch = createScratchRegister();
  const files = createNodeFiles(NO_DEADLINE);
  let renames = 0;
  const rename = (from: string, to: string) => {
    renames += 1;
    files.rename(from, to);
  };
  const register = scratch.open({ files: { ...files, rename } });
  for (const id of ['promise-a', 'promise-b', 'promise-c']) {
    register.made(
      SESSION,
      written(id, { outline: outline({ ['x'.repeat(30_000)]: false }) }),
      HEAD,
    );
  }
  expect(renames).toBe(0);
  // A small one is not cut down to less either, though half of it does not count.
  for (const digest of ['1', '2', '3', '4']) register.made('session-b', { ...A, digest }, HEAD);
  register.made('session-b', B, HEAD);
  register.left('session-b', B, 'verified');
  expect(renames).toBe(0);
});

it('a register of a folder that is not the own one says so', () => {
  const scratch = createScratchRegister();
  const isOwnFolder = () => false;
  const register = scratch.open({ files: { ...createNodeFiles(NO_DEADLINE), isOwnFolder } });
  register.made(SESSION, { ...A, project: scratch.project }, HEAD);
  expect(register.unwritten()).toMatchObject({ code: 'EPERM', path: scratch.userStateFolder });
});
