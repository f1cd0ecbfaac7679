import { describe, expect, it } from 'vitest';
import { LARGEST_DOCUMENT } from '../../../src/domain/base/document.ts';
import type { KnownPlace, UncheckedStop } from '../../../src/domain/session/last-known.ts';
import type { Files } from '../../../src/ports.ts';
import { createLastKnownStates } from '../../../src/store/files/last-known.ts';
import { NOW, namedPromise } from '../../rig/values/domain-values.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';

const HOME = '/home/state';
const PLACE: KnownPlace = { session: 'session-a', store: 'postgresql://db/p', project: 'shop' };
const OTHERS: readonly KnownPlace[] = [
  { ...PLACE, session: 'session-b' },
  { ...PLACE, store: 'postgresql://db/q' },
  { ...PLACE, project: 'bank' },
];
const KNOWN = { at: NOW, promises: [namedPromise('promise-1', 'session-a')] };
const HELD: UncheckedStop = { at: NOW, answer: 'held' };
const LET_GO: UncheckedStop = { at: NOW, answer: 'let-go' };

function world(replaced: Partial<Files> = {}) {
  const memory = createMemoryFiles();
  memory.makeFolder(HOME);
  const chance = { hex: () => 'abcdef', fraction: () => 0 };
  const over = (files: Files) => createLastKnownStates({ files, chance, userStateFolder: HOME });
  return { memory, states: over(memory), spoilt: over({ ...memory, ...replaced }) };
}

const refuse = (error: Error) => () => {
  throw error;
};

describe('what a store said last', () => {
  it('is known of its session and project alone, until nothing is open any more', () => {
    const { states } = world();
    states.keep(PLACE, KNOWN);
    expect(states.read(PLACE)).toEqual(KNOWN);
    expect(OTHERS.map(states.read)).toEqual([undefined, undefined, undefined]);
    states.keep(PLACE, undefined);
    states.keep(PLACE, undefined);
    expect(states.read(PLACE)).toBeUndefined();
  });

  it('is neither kept nor read in a folder that is not the own one', () => {
    const { memory, spoilt, states } = world({ isOwnFolder: (path) => path === HOME });
    spoilt.keep(PLACE, KNOWN);
    expect([...memory.files.keys()]).toEqual([]);
    states.keep(PLACE, KNOWN);
    expect(spoilt.read(PLACE)).toBeUndefined();
  });

  it('is missed where it cannot be kept, and a bug is thrown on', () => {
    const full = world({ replacePrivate: refuse(systemError('ENOSPC', HOME)) }).spoilt;
    full.keep(PLACE, KNOWN);
    expect(full.read(PLACE)).toBeUndefined();
    const { spoilt } = world({ replacePrivate: refuse(new TypeError('a bug')) });
    expect(() => spoilt.keep(PLACE, KNOWN)).toThrow('a bug');
  });
});

it('what is kept lies in files of a short name, which are read up to a size', () => {
  const limits: unknown[] = [];
  const asked: unknown[] = [];
  const { memory } = world();
  const files: Files = {
    ...memory,
    read(path, limit) {
      limits.push(limit);
      return memory.read(path, limit);
    },
    replacePrivate(path, draft, text) {
      asked.push(draft);
      memory.replacePrivate(path, draft, text);
    },
    appendPrivate(path, line, tornEnd, isDurable) {
      asked.push([tornEnd, isDurable]);
      return memory.appendPrivate(path, line, tornEnd, isDurable);
    },
  };
  const chance = { hex: () => 'abcdef', fraction: () => 0 };
  const states = createLastKnownStates({ files, chance, userStateFolder: HOME });
  states.keep(PLACE, KNOWN);
  states.addUnchecked(PLACE, HELD);
  states.read(PLACE);
  states.unchecked(PLACE);
  const [path = ''] = memory.files.keys();
  expect(path).toMatch(/^\/home\/state\/last-known\/session-a\.[0-9a-f]{14}\.json$/);
  expect(asked).toEqual([`${path}.abcdef`, ['#torn', false]]);
  expect(limits).toEqual([LARGEST_DOCUMENT, 1024 * 1024]);
});

describe('the stops at which a store could not be reached', () => {
  it('are known of their session and project alone, until they are told', () => {
    const { states } = world();
    expect(states.unchecked(PLACE)).toEqual([]);
    expect(states.addUnchecked(PLACE, HELD)).toBeUndefined();
    expect(states.addUnchecked(PLACE, LET_GO)).toBeUndefined();
    expect(states.unchecked(PLACE)).toEqual([HELD, LET_GO]);
    expect(OTHERS.map(states.unchecked)).toEqual([[], [], []]);
    expect(states.forgetUnchecked(PLACE)).toBeUndefined();
    expect(states.unchecked(PLACE)).toEqual([]);
    expect(states.forgetUnchecked(PLACE)).toBeUndefined();
  });

  it('lie beside what it said last, which they leave as it is', () => {
    const { states } = world();
    states.keep(PLACE, KNOWN);
    states.addUnchecked(PLACE, HELD);
    expect([states.read(PLACE), states.unchecked(PLACE)]).toEqual([KNOWN, [HELD]]);
    states.forgetUnchecked(PLACE);
    expect(states.read(PLACE)).toEqual(KNOWN);
  });

  it('stay apart from one that a writer was cut off in', () => {
    const { memory, states } = world();
    states.addUnchecked(PLACE, HELD);
    const [path = ''] = memory.files.keys();
    const cut = `${memory.files.get(path)}{"at":"20`;
    memory.remove(path);
    memory.writeNew(path, cut);
    states.addUnchecked(PLACE, LET_GO);
    expect(states.unchecked(PLACE)).toEqual([HELD, LET_GO]);
  });

  it('are not read from a folder that is not the own one', () => {
    const { spoilt, states } = world({ isOwnFolder: () => false });
    states.addUnchecked(PLACE, HELD);
    expect(spoilt.unchecked(PLACE)).toEqual([]);
  });

  it('that cannot be kept or forgotten say why, and a bug is thrown on', () => {
    const refusal = {
      kind: 'file-system',
      action: 'keep what the store said last',
      code: 'EACCES',
    };
    const error = systemError('EACCES', HOME);
    const refused = world({ appendPrivate: refuse(error), remove: refuse(error) });
    expect(refused.spoilt.addUnchecked(PLACE, HELD)).toMatchObject(refusal);
    refused.states.addUnchecked(PLACE, HELD);
    expect(refused.spoilt.forgetUnchecked(PLACE)).toMatchObject(refusal);
    const { spoilt } = world({ appendPrivate: refuse(new TypeError('a bug')) });
    expect(() => spoilt.addUnchecked(PLACE, HELD)).toThrow('a bug');
  });
});
