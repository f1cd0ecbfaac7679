import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { untoldFault } from '../../../src/store/files/registration.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';
import { systemError } from '../../rig/worlds/memory-files.ts';
import { createMemoryRegister } from '../../rig/worlds/memory-register.ts';
import { CHANGES, recordedState } from '../../rig/worlds/recorded-state.ts';

describe('a promise that something else changed', () => {
  const change = (owner: string | null, status: string, told: readonly string[]) => ({
    id: 'promise-a',
    before: promiseValue(owner),
    after: promiseValue(owner, { status }),
    outside: {
      isExternal: true,
      untold: told.map((session) => ({ session, lessenings: [], isRegistered: true })),
    },
  });

  it.each<[string, string | null, readonly string[], string | null, boolean]>([
    ['nobody is to be told', 'session-a', [], 'session-a', false],
    ['the session that has it is to be told', 'session-a', ['session-a'], 'session-a', true],
    ['its owner is to be told, and another session acts', 'session-a', ['session-a'], null, true],
    ['the session that acts is to be told', 'session-a', ['session-b'], 'session-b', true],
    [
      'the session that acts is to be told, and it is nobody’s',
      null,
      ['session-b'],
      'session-b',
      true,
    ],
    [
      'only one is to be told that has nothing to do with it',
      'session-a',
      ['session-c'],
      'session-b',
      false,
    ],
    ['one of several is to be told', 'session-a', ['session-c', 'session-a'], 'session-b', true],
  ])('where %s', (_what, owner, told, acting, isRefused) => {
    const refused = isRefused ? { kind: 'changed-outside', id: 'promise-a' } : undefined;
    expect(untoldFault(change(owner, 'verified', told), acting)).toEqual(refused);
    expect(untoldFault(change(owner, 'in_progress', told), acting)).toBeUndefined();
  });
});

it('a new promise whose first id came to nothing has another, and the first is missed by nobody', async () => {
  const recorded = recordedState();
  onTestFinished(() => rmSync(recorded.root, { recursive: true, force: true, maxRetries: 5 }));
  const promises = join(recorded.state, 'promises');
  const files = createNodeFiles(NO_DEADLINE);
  const rename = (from: string, to: string) => {
    // As where the writer stood still, so that another one has set its claim aside.
    if (to === join(promises, 'promise-00000001.json')) throw systemError('ENOENT', from);
    files.rename(from, to);
  };
  const given = ['00000001', '00000002'];
  const chance = {
    hex: (bytes: number) => (bytes === 4 ? given.shift() : undefined) ?? 'ff',
    fraction: () => 0,
  };
  const register = createMemoryRegister();
  const opened = recorded.open({ chance, register, files: { ...files, rename } });
  expect(await CHANGES.create(opened)).toBe('promise-00000002');
  expect(readdirSync(promises)).toEqual(['promise-00000002.json']);
  expect(register.read(['session-a']).promises).toMatchObject([
    { id: 'promise-00000002', intended: undefined },
  ]);
});
