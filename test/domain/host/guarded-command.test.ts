import { describe, expect, it } from 'vitest';
import {
  CLAUDE_CODE_WORDS,
  type GuardPlace,
  type GuardWish,
  HOOK_NAMES,
  hookLine,
  plainestLine,
  projectGuard,
  readGuarded,
  unguarded,
  userGuard,
} from '../../../src/domain/host/guarded-command.ts';
import { readHookCommand } from '../../../src/domain/host/hook-command.ts';
import { HOSTS, SETUPS } from '../../../src/hosts/hosts.ts';
import earlier from './earlier-lines.json' with { type: 'json' };

/** As long as a line may be: hosts show it to their model and user at every block. */
const LONGEST = 120;

const PLUGIN: GuardPlace = {
  file: '"${CLAUDE_PLUGIN_ROOT}/bin/cs-hook"',
  enter: '',
  inProject: CLAUDE_CODE_WORDS.inProject,
};

const PLACES = HOSTS.flatMap(({ name }) => {
  const { words } = SETUPS[name];
  return [
    { name: `${name}, of the user`, words, place: userGuard(words) },
    { name: `${name}, of the project`, words, place: projectGuard(words) },
  ];
}).concat([{ name: 'the plugin', words: CLAUDE_CODE_WORDS, place: PLUGIN }]);

const WISHES: readonly GuardWish[] = [
  {},
  { deadline: 115 },
  { isStrict: true },
  { deadline: 115, isStrict: true },
];

describe.each(PLACES)('a line of $name', ({ place, words }) => {
  it.each(HOOK_NAMES)('of %s is short, and is read as what it is', (hook) => {
    for (const wish of hook === 'stop' ? WISHES : [{}]) {
      const line = hookLine(hook, place, words, wish);
      expect(line.length, line).toBeLessThanOrEqual(LONGEST);
      expect(readGuarded(line)).toEqual({
        hook,
        file: place.file,
        deadline: wish.deadline,
        isStrict: wish.isStrict ?? false,
      });
      expect(readHookCommand(line)).toMatchObject({
        role: hook === 'stop' ? 'stop-gate' : hook,
        isAlone: true,
        blocksOnCrash: hook === 'stop',
        untested: undefined,
      });
    }
  });

  it.each<[string, (line: string) => string]>([
    ['behind it', (line) => `${line}; notify`],
    ['before it', (line) => `notify; ${line}`],
    ['in what it does', (line) => line.replace(/exit 2|echo (?=["'])/, 'true ')],
    ['in what it looks for', (line) => line.replace('prom*', 'p*')],
  ])('that somebody changed %s is none', (_where, change) => {
    const line = hookLine('stop', place, words);
    expect(change(line)).not.toBe(line);
    expect(readGuarded(change(line))).toBeUndefined();
  });
});

it('the deadline of a line is that of its watch', () => {
  const line = hookLine('stop', userGuard(CLAUDE_CODE_WORDS), CLAUDE_CODE_WORDS, { deadline: 70 });
  expect(readHookCommand(line)).toMatchObject({ deadline: 70 });
});

describe.each(earlier)('the earlier line $line', ({ call, hook, isGuarded, line }) => {
  it('is known, and can be replaced and removed as a whole', () => {
    const plain = hook === 'stop' ? `${call} || exit 2` : call;
    expect(plainestLine(line)).toBe(plain);
    expect(unguarded(line)).toBe(isGuarded ? plain : undefined);
    expect(readHookCommand(line)).toMatchObject({
      role: hook === 'stop' ? 'stop-gate' : hook,
      isAlone: true,
    });
  });

  it('is left alone with other commands around it', () => {
    expect(readHookCommand(`${line}; notify`)).toMatchObject({ isAlone: false });
    expect(readHookCommand(`notify; ${line}`)).toMatchObject({ isAlone: false });
  });
});

it.each(['', 'cs-hook stop || exit 2', 'if true; then cs-hook stop; fi'])(
  '%j has no guard',
  (line) => {
    expect(unguarded(line)).toBeUndefined();
  },
);
