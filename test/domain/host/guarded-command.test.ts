import { describe, expect, it } from 'vitest';
import {
  type GuardedProgram,
  guardedCommand,
  HOOK_NAMES,
  type Installation,
  unguarded,
} from '../../../src/domain/host/guarded-command.ts';
import { readHookCommand } from '../../../src/domain/host/hook-command.ts';

const PROGRAMS: readonly (readonly [program: string, words: string, Installation])[] = [
  ['cs-hook', '', 'global'],
  ['"$CLAUDE_PROJECT_DIR"/node_modules/.bin/cs-hook', '', 'dependency'],
  ['"/with a space/bin/cs-hook"', ' --node "/x y/node"', 'elsewhere'],
];

const guarded = (hook: (typeof HOOK_NAMES)[number], index = 0): string => {
  const [program, words, installation] = PROGRAMS[index] ?? ['', '', 'global'];
  return guardedCommand(hook, { program, call: `${program} ${hook}${words}`, installation });
};

describe.each(PROGRAMS)('a guard around %s', (program, words, installation) => {
  const parts = (call: string): GuardedProgram => ({ program, call, installation });

  it.each(HOOK_NAMES)('of %s is taken off', (hook) => {
    const call = `${program} ${hook}${words}`;
    const plain = hook === 'stop' ? `${call} || exit 2` : call;
    expect(unguarded(guardedCommand(hook, parts(call)))).toBe(plain);
  });

  it('is a gate and nothing else, that a crash does not open', () => {
    const line = guardedCommand('stop', parts(`${program} stop${words} --deadline 70`));
    expect(readHookCommand(line)).toEqual({
      role: 'stop-gate',
      isAlone: true,
      blocksOnCrash: true,
      deadline: 70,
    });
  });

  it.each(['session-start', 'user-prompt'] as const)('of %s is that hook', (hook) => {
    const line = guardedCommand(hook, parts(`${program} ${hook}${words}`));
    expect(readHookCommand(line)).toMatchObject({ role: hook, isAlone: true });
  });
});

describe('a line that somebody changed is not taken for a guard', () => {
  it.each<[string, (line: string) => string]>([
    ['behind it', (line) => `${line}; notify`],
    ['before it', (line) => `notify; ${line}`],
    ['in what it does', (line) => line.replace('exit 2; };', 'exit 0; };')],
    ['in what it looks for', (line) => line.replace('promises register', 'promises')],
    ['at its end', (line) => line.replace(/ \|\| exit 2$/, '')],
  ])('%s', (_name, change) => {
    const line = change(guarded('stop'));
    expect(line).not.toBe(guarded('stop'));
    expect(unguarded(line)).toBeUndefined();
    expect(readHookCommand(line)).toMatchObject({ role: 'stop-gate', isAlone: false });
  });

  it('a call of two programs is none of the suite alone', () => {
    const call = 'cs-hook stop; notify';
    const line = guardedCommand('stop', { program: 'cs-hook', call, installation: 'global' });
    expect(readHookCommand(line)).toMatchObject({ isAlone: false });
  });
});

it.each(['', 'cs-hook stop || exit 2', 'if true; then cs-hook stop; fi'])(
  '%j has no guard',
  (line) => {
    expect(unguarded(line)).toBeUndefined();
  },
);
