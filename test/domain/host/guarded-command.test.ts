import { describe, expect, it } from 'vitest';
import {
  type GuardedProgram,
  guardedCommand,
  HOOK_NAMES,
  type Installation,
  plainCommand,
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
    expect(unguarded(guardedCommand(hook, parts(call)))).toBe(plainCommand(hook, call));
  });

  it('is a gate and nothing else, that a crash does not open', () => {
    const line = guardedCommand('stop', parts(`${program} stop${words} --deadline 70`));
    expect(readHookCommand(line)).toEqual({
      role: 'stop-gate',
      isAlone: true,
      blocksOnCrash: true,
      deadline: 70,
      untested: undefined,
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

describe('a line without a guard', () => {
  it.each([
    ['cs-hook stop', 'cs-hook stop || exit 2'],
    ['sh "$R/cs-hook" stop', '[ -f "$R/cs-hook" ] && sh "$R/cs-hook" stop || exit 2'],
    [
      '"/a \\"b\\"/cs-hook" stop --node "/x/node"',
      '[ -f "/a \\"b\\"/cs-hook" ] && "/a \\"b\\"/cs-hook" stop --node "/x/node" || exit 2',
    ],
    [
      '"$CLAUDE_PROJECT_DIR"/node_modules/.bin/cs-hook stop',
      '[ -f "$CLAUDE_PROJECT_DIR"/node_modules/.bin/cs-hook ] && "$CLAUDE_PROJECT_DIR"/node_modules/.bin/cs-hook stop || exit 2',
    ],
  ])('of a gate looks first for a program that is named by a path: %s', (call, line) => {
    expect(plainCommand('stop', call)).toBe(line);
    expect(readHookCommand(line)).toMatchObject({
      isAlone: true,
      blocksOnCrash: true,
      untested: undefined,
    });
  });

  it('of another hook does not: where it fails, the session goes on', () => {
    expect(plainCommand('session-start', '"/x/cs-hook" session-start')).toBe(
      '"/x/cs-hook" session-start',
    );
  });
});

describe('a guard around a program that Node is to start', () => {
  const program = '"C:/x/cs-stop-gate.cjs"';
  const call = `"C:/node.exe" ${program}`;
  const line = guardedCommand('stop', { program, call, installation: 'elsewhere' });

  it('looks for Node too', () => {
    expect(line).toContain(`[ -f ${program} ]; then [ -f "C:/node.exe" ] && ${call}; else`);
    expect(unguarded(line)).toBe(`[ -f "C:/node.exe" ] && ${call} || exit 2`);
    expect(readHookCommand(line)).toMatchObject({ isAlone: true, untested: undefined });
  });

  it('… and is told from one that does not', () => {
    const older = line.replace('then [ -f "C:/node.exe" ] && ', 'then ');
    expect(readHookCommand(older)).toMatchObject({ isAlone: true, untested: 'C:/node.exe' });
  });
});
