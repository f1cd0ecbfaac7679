import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NODE_DIGESTS } from '../../../src/adapters/file-digest.ts';
import { recordOf } from '../../../src/domain/promise/ledger.ts';
import type { ActEvent } from '../../../src/domain/promise/person-act.ts';
import { addCriterion, draftPromise } from '../../../src/domain/promise/promise-changes.ts';
import type { Clock, Files } from '../../../src/ports.ts';
import { createClaims } from '../../../src/store/files/claim.ts';
import { commitsBy } from '../../../src/store/files/commit.ts';
import {
  createLedger,
  faultOfLedger,
  type Intent,
  type Ledger,
  NO_LEDGER,
} from '../../../src/store/files/ledger.ts';
import { readLedger } from '../../../src/store/files/ledger-reading.ts';
import { createFilePromiseStore } from '../../../src/store/files/promise-store.ts';
import { NO_QUEUE } from '../../../src/store/files/queue.ts';
import { recordOfTexts, replaceRecorded } from '../../../src/store/files/recorded-change.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import type { PromiseStore } from '../../../src/store/promise-store.ts';
import { NO_REGISTER } from '../../../src/store/register.ts';
import { chainFault } from '../../rig/values/chain-fault.ts';
import {
  actorValue,
  definitionValue,
  failureOf,
  successOf,
} from '../../rig/values/domain-values.ts';
import { createMemoryFiles, type MemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';
import { Killed, stepping } from '../../rig/worlds/stepping.ts';

const FOLDER = stateFolderOf('/work');
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

/** What all writers share: files, time, and who has died. */
interface World {
  readonly memory: MemoryFiles;
  readonly dead: Set<number>;
  elapsed: number;
}

function createWorld(ledger?: string): World {
  const memory = createMemoryFiles();
  memory.makeFolder(FOLDER.commits);
  if (ledger !== undefined) memory.writeNew(FOLDER.events, ledger);
  return { memory, dead: new Set(), elapsed: 0 };
}

/** What one process has of the world. Time passes while it waits. */
function partsOf(world: World, pid: number, files: Files = world.memory) {
  let names = 0;
  const clock: Clock = {
    now: () => 0,
    elapsed: () => world.elapsed,
    machine: () => 0,
    sleep: async () => {
      world.elapsed += 1000;
    },
  };
  const claims = createClaims(
    {
      files,
      clock,
      processes: {
        self: { pid, started: '1', place: 'here' },
        fate: (identity) => (world.dead.has(identity.pid) ? 'gone' : 'running'),
      },
    },
    FOLDER.commits,
    () => {
      names += 1;
      return `${pid}x${names}`;
    },
  );
  // The digest of a whole file is that of the file in memory.
  const digests = {
    of: sha256,
    ofFile: () => sha256(textOf(world)),
    ofStart: (_path: string, bytes: number) => sha256(textOf(world).slice(0, bytes)),
  };
  const ledgerWorld = {
    files,
    clock,
    digests,
    claims,
    folder: FOLDER,

    sessionId: 'session-a',
  };
  const ledger = createLedger(ledgerWorld);
  const chance = { hex: () => `0000000${pid}`, fraction: () => 0 };
  const commits = commitsBy(claims, { files });
  const parts = {
    files,
    clock,
    digests,
    folder: FOLDER,
    commits,
    queue: NO_QUEUE,
    ledger,
    chance,
    register: NO_REGISTER,
    sessionId: null,
  };
  return { ledger, commits, parts, promises: createFilePromiseStore(parts) };
}

const textOf = ({ memory }: World): string => memory.files.get(FOLDER.events) ?? '';
const linesOf = (world: World): readonly string[] => textOf(world).replace(/\n$/, '').split('\n');
const eventsOf = (world: World) => linesOf(world).map((line) => JSON.parse(line));

function tell(ledger: Ledger, promise_id = 'promise-1'): Intent | undefined {
  const events = [{ event: 'promise.started', promise_id } as const];
  return ledger.hold((held) => held.intend({ events }))?.value;
}

describe('adding to a ledger', () => {
  it('begins a chain, goes on with it, and tells its end', () => {
    const world = createWorld();
    const { ledger } = partsOf(world, 1);
    tell(ledger);
    const added = tell(ledger);
    const [first = '', second = ''] = linesOf(world);
    expect(JSON.parse(first)).toMatchObject({ session_id: 'session-a', prev: null });
    expect(JSON.parse(second).prev).toBe(sha256(first));
    expect(added).toEqual({
      outcome: 'added',
      from: Buffer.byteLength(`${first}\n`),
      head: { bytes: textOf(world).length, digest: sha256(second) },
    });
  });

  it('takes an old log over in the same write, with its length and digest', () => {
    const old = '{"event":"promise.created","promise_id":"promise-1"}\n';
    const world = createWorld(old);
    const { ledger } = partsOf(world, 1);
    tell(ledger);
    tell(ledger);
    const [, started, ...rest] = eventsOf(world);
    expect(started).toMatchObject({
      event: 'ledger.started',
      taken_over: { bytes: old.length, sha256: sha256(old) },
      prev: null,
    });
    expect(rest).toHaveLength(2);
    expect(chainFault(linesOf(world))).toBeUndefined();
  });

  it.each<[string, string]>([
    ['a torn line', '{"event":"promise.cre'],
    ['an empty line', '\n'],
    ['an old log that ends in a torn line', '{"event":"a"}\n{"event":"promise.cre'],
    ['an old line that lacks its end', '{"event":"a"}'],
    ['a line of 100 KB that says nothing', `${'x'.repeat(100_000)}\n`],
    ['an old log before such a line', `{"event":"a"}\n${'x'.repeat(300_000)}\n`],
  ])('follows %s', (_what, text) => {
    const world = createWorld(text);
    const { ledger } = partsOf(world, 1);
    expect(tell(ledger)).toMatchObject({ outcome: 'added' });
    tell(ledger);
    expect(textOf(world).startsWith(text)).toBe(true);
    expect(chainFault(linesOf(world))).toBeUndefined();
  });

  it('goes on behind what another program added, and does not take the ledger over again', () => {
    const world = createWorld();
    const { ledger } = partsOf(world, 1);
    tell(ledger);
    world.memory.appendLine(FOLDER.events, '{"event":"of another program"}');
    tell(ledger);
    expect(eventsOf(world).map((line) => line.event)).not.toContain('ledger.started');
    expect(chainFault(linesOf(world))).toEqual({ line: 1, why: 'unchained' });
    expect(eventsOf(world)[2].prev).toBe(sha256('{"event":"of another program"}'));
  });

  it('is refused behind a line that has no end within 8 MB', () => {
    const world = createWorld('x'.repeat(9 * 1024 * 1024));
    expect(tell(partsOf(world, 1).ledger)).toMatchObject({
      outcome: 'refused',
      failure: { kind: 'broken-file', file: { path: FOLDER.events } },
    });
  });

  it('one writer at a time holds it, and one that has ended does not', () => {
    const world = createWorld();
    const [first, second] = [partsOf(world, 1).ledger, partsOf(world, 2).ledger];
    first.hold(() => {
      expect(tell(second)).toBeUndefined();
      world.dead.add(1);
      expect(tell(second)).toMatchObject({ outcome: 'added' });
    });
    expect(linesOf(world)).toHaveLength(1);
  });

  it('a writer that stood still for three seconds has lost its hold, and adds nothing', () => {
    const world = createWorld();
    const [first, second] = [partsOf(world, 1).ledger, partsOf(world, 2).ledger];
    first.hold((held) => {
      tell(second);
      world.elapsed += 3100;
      expect(tell(second)).toMatchObject({ outcome: 'added' });
      const events = [{ event: 'promise.started', promise_id: 'promise-2' } as const];
      expect(held.intend({ events })).toEqual({ outcome: 'lost' });
    });
    expect(linesOf(world)).toHaveLength(1);
  });
});

const STARTED = [{ event: 'promise.started', promise_id: 'promise-1' } as const];

describe('what is added', () => {
  it('names the session that acts, unless the change says another one, and no file where there is none', () => {
    const world = createWorld();
    const { ledger } = partsOf(world, 1);
    ledger.hold((held) => {
      held.intend({ events: STARTED });
      held.intend({ events: STARTED, sessionId: 'session-b' });
    });
    const line = { timestamp: '1970-01-01T00:00:00Z', event: 'promise.started' };
    const [first, second] = eventsOf(world);
    expect(first).toEqual({
      ...line,
      session_id: 'session-a',
      promise_id: 'promise-1',
      prev: null,
    });
    expect(second).toMatchObject({ ...line, session_id: 'session-b' });
  });

  it('begins with a file that is on the disk in its folder before it has a line', () => {
    const world = createWorld();
    const deeds: unknown[] = [];
    const files: Files = {
      ...world.memory,
      appendAt(path, size, text) {
        deeds.push([size, text.length > 0]);
        return world.memory.appendAt(path, size, text);
      },
      flushFolder: (path) => void deeds.push(path),
    };
    const { ledger } = partsOf(world, 1, files);
    tell(ledger);
    expect(deeds).toEqual([[0, false], FOLDER.root, [0, true]]);
    deeds.length = 0;
    tell(ledger);
    expect(deeds).toEqual([[expect.any(Number), true]]);
  });

  it.each([1, 2])('is lost where another writer was there before it, at its look %i', (look) => {
    const world = createWorld();
    let looks = 0;
    const appendAt: Files['appendAt'] = (path, size, text) => {
      looks += 1;
      return looks !== look && world.memory.appendAt(path, size, text);
    };
    const { ledger } = partsOf(world, 1, { ...world.memory, appendAt });
    expect(tell(ledger)).toEqual({ outcome: 'lost' });
    expect(textOf(world)).toBe('');
  });

  it.each<[string, (foreseen: ActEvent) => ActEvent, string]>([
    ['as it was foreseen', (foreseen) => foreseen, 'added'],
    ['not where it would stand elsewhere', (foreseen) => ({ ...foreseen, offset: 1 }), 'lost'],
    ['not where it would be another line', (foreseen) => ({ ...foreseen, digest: 'x' }), 'lost'],
  ])('is an act of a person, %s', (_what, spoil, outcome) => {
    const world = createWorld();
    const { ledger } = partsOf(world, 1);
    tell(ledger);
    const before = textOf(world);
    ledger.hold((held) => {
      const foreseen = spoil(successOf(held.foresee({ events: STARTED })));
      expect(held.intend({ events: STARTED, foreseen }).outcome).toBe(outcome);
    });
    expect(textOf(world) === before).toBe(outcome === 'lost');
  });

  it('is foreseen where its line will begin, behind a line that is cut off as well', () => {
    const world = createWorld('{"event":"a","prev":null}\n{"cut');
    partsOf(world, 1).ledger.hold((held) => {
      const { offset } = successOf(held.foresee({ events: STARTED }));
      held.intend({ events: STARTED });
      expect(JSON.parse(textOf(world).slice(offset))).toMatchObject({ event: 'promise.started' });
    });
  });
});

describe('a ledger to which nothing can be added', () => {
  it.each<[string, (world: World) => void, string]>([
    [
      'is a folder',
      ({ memory }) => {
        memory.makeFolder(FOLDER.events);
      },
      'it is a folder',
    ],
    [
      'has a last line that is too long',
      ({ memory }) => {
        memory.writeNew(FOLDER.events, 'x'.repeat(9 * 1024 * 1024));
      },
      'its last line exceeds 8 MB',
    ],
  ])('%s', (_what, spoil, reason) => {
    const world = createWorld();
    spoil(world);
    const file = { path: FOLDER.events, reason };
    const { ledger, parts } = partsOf(world, 1);
    expect(faultOfLedger(parts, FOLDER.events)).toEqual(file);
    ledger.hold((held) => {
      const failure = { kind: 'broken-file', file };
      expect(failureOf(held.foresee({ events: STARTED }))).toEqual(failure);
      expect(held.intend({ events: STARTED })).toEqual({ outcome: 'refused', failure });
    });
  });

  it.each<[string, string | undefined]>([
    ['there is none', undefined],
    ['it is empty', ''],
    ['its last line is as long as may be', `${'x'.repeat(8 * 1024 * 1024 - 2)}\n`],
  ])('is none where %s', (_what, text) => {
    const { parts } = partsOf(createWorld(text), 1);
    expect(faultOfLedger(parts, FOLDER.events)).toBeUndefined();
  });

  it('by the system is told as what was tried', () => {
    const world = createWorld('{"event":"a"}\n');
    const { parts } = partsOf(world, 1);
    const ofFile = () => {
      throw systemError('EIO', FOLDER.events);
    };
    const claims = { take: () => CLAIM, draftName: () => 'draft', sweep: () => undefined };
    const digests = { ...parts.digests, ofFile };
    const ledger = createLedger({ ...parts, digests, claims, sessionId: null });
    const failure = { kind: 'file-system', path: FOLDER.events, code: 'EIO' };
    ledger.hold((held) => {
      expect(failureOf(held.foresee({ events: STARTED }))).toEqual({
        ...failure,
        action: 'read the ledger',
      });
      expect(held.intend({ events: STARTED })).toEqual({
        outcome: 'refused',
        failure: { ...failure, action: 'write to the ledger' },
      });
    });
  });

  it('has no act where nothing is told', () => {
    partsOf(createWorld(), 1).ledger.hold((held) => {
      expect(failureOf(held.foresee({ events: [] }))).toEqual({
        kind: 'unexpected',
        message: 'a change without an event is no act',
      });
    });
  });

  it('is looked at from its end, by pieces that grow twofold to 8 MB', () => {
    const world = createWorld('x'.repeat(9 * 1024 * 1024));
    const looks: unknown[] = [];
    const readSlice: Files['readSlice'] = (path, slice) => {
      looks.push(slice);
      return world.memory.readSlice(path, slice);
    };
    const { parts } = partsOf(world, 1, { ...world.memory, readSlice });
    faultOfLedger(parts, FOLDER.events);
    const sizes = [64, 128, 256, 512, 1024, 2048, 4096, 8192];
    expect(looks).toEqual(sizes.map((kilobytes) => ({ last: kilobytes * 1024 })));
  });
});

const CLAIM = {
  stands: () => true,
  publish: () => false,
  release: () => undefined,
};

it('a ledger gets on with each change of its file', () => {
  const world = createWorld();
  let at = 1;
  const modified = (path: string) => (path === FOLDER.events ? at : undefined);
  const { ledger } = partsOf(world, 1, { ...world.memory, modified });
  expect(ledger.progress()).toBe(1);
  at = 2;
  expect(ledger.progress()).toBe(2);
});

it('a lane without a ledger waits for nobody, and records no act', () => {
  expect(NO_LEDGER.hold((held) => held.intend({ events: STARTED }))).toEqual({
    value: { outcome: 'added', head: null },
  });
  expect(NO_LEDGER.hold((held) => held.foresee({ events: STARTED }))?.value).toEqual({
    ok: false,
    failure: { kind: 'unexpected', message: 'a lane without a ledger records no act' },
  });
  expect(NO_LEDGER.progress()).toBeUndefined();
});

const ACTOR = actorValue('session-a');

function create(promises: PromiseStore) {
  return promises.create((id) => draftPromise(id, definitionValue('Title', ['first']), ACTOR));
}

function add(promises: PromiseStore, id: string, text: string) {
  return promises.change(id, (promise) => addCriterion(id, promise, text, ACTOR));
}

/** A world with one promise, and the number of lines that its ledger has. */
async function worldWithPromise() {
  const world = createWorld();
  const { id } = successOf(await create(partsOf(world, 9).promises));
  return { world, id, lines: linesOf(world).length };
}

/** What holds whatever happened: the chain, and that the promise is as the ledger says. */
async function expectSound(world: World, id: string, place: string): Promise<void> {
  expect(chainFault(linesOf(world)), place).toBeUndefined();
  const { states } = await partsOf(world, 9).promises.records([id]);
  expect(states.get(id), place).toBe('recorded');
}

const criteriaIn = (world: World, id: string): string =>
  world.memory.files.get(`${FOLDER.promises}/${id}.json`) ?? '';

/** More steps than a change has. */
const BEYOND = 90;

describe('a change of a promise', () => {
  it('stands in the ledger with the digests of the file before and after', async () => {
    const { id, world } = await worldWithPromise();
    const before = criteriaIn(world, id);
    successOf(await add(partsOf(world, 1).promises, id, 'second'));
    const path = `promises/${id}.json`;
    expect(eventsOf(world)).toMatchObject([
      { event: 'promise.created', file: { path, before: null, after: sha256(before) } },
      {
        event: 'criterion.added',
        file: { path, before: sha256(before), after: sha256(criteriaIn(world, id)) },
      },
    ]);
  });

  it('wherever its process is killed, nothing is changed without its line, and the next writer goes on', async () => {
    let isFinished = false;
    for (let killedAt = 0; killedAt < BEYOND && !isFinished; killedAt += 1) {
      const { id, world } = await worldWithPromise();
      const before = criteriaIn(world, id);
      const files = stepping(world.memory, (step) => {
        if (step !== killedAt) return;
        world.dead.add(1);
        throw new Killed();
      });
      const changed = await add(partsOf(world, 1, files).promises, id, 'of the first').catch(
        (error: unknown) => {
          if (!(error instanceof Killed)) throw error;
        },
      );
      isFinished = changed?.ok === true;
      const place = `killed at ${killedAt}`;
      const isChanged = criteriaIn(world, id) !== before;
      if (isChanged) expect(textOf(world), place).toContain(sha256(criteriaIn(world, id)));
      await expectSound(world, id, place);

      successOf(await add(partsOf(world, 2).promises, id, 'of the second'));
      expect(criteriaIn(world, id), place).toContain('of the second');
      expect(criteriaIn(world, id).includes('of the first'), place).toBe(isChanged);
      await expectSound(world, id, place);
    }
    expect(isFinished).toBe(true);
  });

  it.each<[string, Partial<Files>, string]>([
    ['the disk is full', { appendAt: refuse('ENOSPC') }, 'ENOSPC'],
    ['it may not be written', { appendAt: refuse('EACCES') }, 'EACCES'],
    ['the disk fails', { appendAt: refuse('EIO') }, 'EIO'],
  ])('is refused where the ledger cannot be written: %s', async (_what, replaced, code) => {
    const { id, world } = await worldWithPromise();
    const [before, ledger] = [criteriaIn(world, id), textOf(world)];
    const { promises } = partsOf(world, 1, { ...world.memory, ...replaced });
    const failure = { kind: 'file-system', action: 'write to the ledger', code };
    expect(failureOf(await add(promises, id, 'second'))).toMatchObject(failure);
    expect(failureOf(await create(promises))).toMatchObject(failure);
    expect([criteriaIn(world, id), textOf(world)]).toEqual([before, ledger]);
    expect(world.memory.list(FOLDER.promises)).toEqual({ names: [`${id}.json`] });
    expect(world.memory.list(FOLDER.commits)).toEqual({ names: [] });
  });

  it('that a commit cannot publish leaves a line that did not come true, and the next one goes on', async () => {
    const { id, world } = await worldWithPromise();
    const rename: Files['rename'] = (from, to) => {
      if (to.startsWith(FOLDER.promises)) throw systemError('EACCES', to);
      world.memory.rename(from, to);
    };
    const { promises } = partsOf(world, 1, { ...world.memory, rename });
    expect(failureOf(await add(promises, id, 'second')).kind).toBe('file-system');
    await expectSound(world, id, 'refused');
    successOf(await add(partsOf(world, 2).promises, id, 'third'));
    await expectSound(world, id, 'after it');
  });

  it('waits for a writer that holds the ledger, and goes on where that one stands still', async () => {
    const { id, world } = await worldWithPromise();
    world.memory.makeFolder(`${FOLDER.commits}/ledger`);
    world.memory.writeNew(`${FOLDER.commits}/ledger/2-1-here-x`, '');
    const start = world.elapsed;
    successOf(await add(partsOf(world, 1).promises, id, 'second'));
    expect(world.elapsed - start).toBeGreaterThan(3000);
    await expectSound(world, id, 'after the wait');
  });
});

/** A file that is changed under the ledger by writers that cannot wait: each adds its number to a list. */
const LIST = `${FOLDER.promises}/list.json`;

function listIn({ memory }: World): readonly number[] {
  return JSON.parse(memory.files.get(LIST) ?? '[]');
}

/** Adds a number to the list, trying again until it is there. Gives whether that was acknowledged. */
function addNumber(world: World, pid: number, files: Files): boolean {
  const { commits, ledger, parts } = partsOf(world, pid, files);
  const read = () => {
    const reading = files.read(LIST, 1000);
    return reading.found === 'text' ? reading.text : undefined;
  };
  for (let tries = 0; tries < 12; tries += 1) {
    const base = read();
    const content = JSON.stringify([...JSON.parse(base ?? '[]'), pid]);
    const record = recordOfTexts(parts, LIST, base, content);
    const events = [{ event: 'promise.started', promise_id: `of-${pid}` } as const];
    const change = { events, files: [record] };
    const tried = replaceRecorded(
      { commits, ledger },
      { path: LIST, base, content, current: read, change },
    );
    if (successOf(tried).outcome === 'committed') return true;
    world.elapsed += 1000;
  }
  return false;
}

/** Runs a writer to its end, or to the step at which it is killed. */
function addUntil(world: World, pid: number, killedAt: number): boolean {
  const files = stepping(world.memory, (step) => {
    if (step !== killedAt) return;
    world.dead.add(pid);
    throw new Killed();
  });
  try {
    return addNumber(world, pid, files);
  } catch (error) {
    if (error instanceof Killed) return false;
    throw error;
  }
}

/** What holds whatever happened: every acknowledged change, the chain, and what the ledger says of the list. */
function expectList(world: World, acknowledged: readonly number[], place: string): void {
  expect(listIn(world), place).toEqual(expect.arrayContaining([...acknowledged]));
  expect(new Set(listIn(world)).size, place).toBe(listIn(world).length);
  if (textOf(world) === '') return;
  expect(chainFault(linesOf(world)), place).toBeUndefined();
  const text = world.memory.files.get(LIST);
  const path = 'promises/list.json';
  const { records } = readLedger({ digests: NODE_DIGESTS, files: world.memory }, FOLDER.events, [
    path,
  ]);
  const digest = text === undefined ? null : sha256(text);
  expect(recordOf(path, digest, records), place).toBe('recorded');
}

describe('several writers of one file', () => {
  it('are not taken for changes from outside by a reader that they overtake', async () => {
    const world = createWorld();
    world.memory.makeFolder(FOLDER.promises);
    addNumber(world, 1, world.memory);
    let looks = 0;
    const readSlice: Files['readSlice'] = (path, slice) => {
      looks += 1;
      if (looks === 1) for (const pid of [2, 3, 4]) addNumber(world, pid, world.memory);
      return world.memory.readSlice(path, slice);
    };
    const reader = partsOf(world, 9, { ...world.memory, readSlice }).promises;
    expect([...(await reader.records(['list'])).states]).toEqual([['list', 'recorded']]);
  });

  it('lose nothing and keep the chain, wherever one stands still for long and another is killed', () => {
    for (let pausedAt = 0; pausedAt < 50; pausedAt += 1) {
      for (const killedAt of [...Array.from({ length: 26 }, (_, step) => step), BEYOND]) {
        const world = createWorld();
        world.memory.makeFolder(FOLDER.promises);
        const acknowledged: number[] = [];
        const files = stepping(world.memory, (step) => {
          if (step !== pausedAt) return;
          if (addUntil(world, 2, killedAt)) acknowledged.push(2);
          if (addUntil(world, 3, BEYOND * 9)) acknowledged.push(3);
        });
        if (addNumber(world, 1, files)) acknowledged.push(1);
        expectList(world, acknowledged, `paused at ${pausedAt}, killed at ${killedAt}`);
        expect(acknowledged).toContain(1);
      }
    }
  });
});

function refuse(code: string): () => never {
  return () => {
    throw systemError(code, FOLDER.events);
  };
}

it('the digests of the adapters are those of the tests', () => {
  expect(NODE_DIGESTS.of('ä')).toBe(sha256('ä'));
});
