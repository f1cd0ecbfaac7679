import { describe, expect, it } from 'vitest';
import { type FoundProgram, foreign, programs } from '../../src/doctor/rows/programs.ts';
import { INSTALLATIONS } from '../../src/domain/host/guarded-command.ts';

describe('programs that are not on PATH', () => {
  const MISSING = { names: 'cs', inProject: undefined, by: undefined };

  it.each<[string, Parameters<typeof programs.judge>[0][number], 'ok' | 'note' | 'fail', string]>([
    ['are a fault: an agent could not do what a block tells it', MISSING, 'fail', 'on PATH: cs: '],
    ['are a note where the plugin brings them', { ...MISSING, by: 'plugin' }, 'note', 'the plugin'],
    [
      'are a note where session start does',
      { ...MISSING, by: 'session start' },
      'note',
      'the session start provides them',
    ],
    ['are said to lie in the project', { ...MISSING, inProject: '/p/cs' }, 'fail', '/p/cs'],
    ['are none where all are found', { ...MISSING, names: '' }, 'ok', 'are on PATH'],
  ])('%s', (_what, seen, status, detail) => {
    expect(programs.judge([seen])).toMatchObject([
      { status, detail: expect.stringContaining(detail) },
    ]);
  });
});

const PROGRAM: FoundProgram = {
  path: '/usr/bin/cs',
  realPath: '/usr/bin/cs',
  package: undefined,
  text: undefined,
};

const OWN: FoundProgram = { ...PROGRAM, path: '/opt/bin/cs', package: 'completion-promise' };

const named = (...found: readonly FoundProgram[]) =>
  foreign.judge([{ name: 'cs', suite: '/opt/suite', found }]);

describe('a program under a name of the suite', () => {
  it.each<[string, Partial<FoundProgram>, string | undefined]>([
    ["is the suite's in its package", { package: 'completion-promise' }, undefined],
    [
      "is the suite's where a script names the package",
      { text: '#!/bin/sh\nexec node /x/node_modules/completion-promise/bin/cs' },
      undefined,
    ],
    [
      "is the suite's where a script names its checkout",
      { text: '#!/bin/sh\nexec /opt/suite/bin/cs' },
      undefined,
    ],
    ['is another in another package', { package: 'coursier', text: 'x' }, 'of another program'],
    ['is another where it is a binary', {}, 'of another program'],
    ['is another where it is any script', { text: 'exec java -jar x' }, 'of another program'],
    ['is a bash script', { text: 'STATE=.claude/completion-state' }, 'the bash script'],
    ['may be any behind a manager', { realPath: '/home/u/.volta/bin/volta-shim' }, undefined],
    ['may be any behind its script', { text: 'exec asdf exec "cs" "$@"' }, undefined],
  ])('%s', (_name, parts, expected) => {
    const details = named({ ...PROGRAM, ...parts }).map(({ detail }) => detail);
    expect(details).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
  });

  it.each<[string, readonly FoundProgram[], string, string]>([
    ['alone', [PROGRAM], 'cannot do what a block asks', INSTALLATIONS.global],
    ["before the suite's", [PROGRAM, OWN], 'runs that', 'Put /opt/bin before it in PATH, or use'],
    [
      'of the bash scripts',
      [{ ...PROGRAM, text: 'completion-state' }, OWN],
      'without locks',
      'Put /opt/bin before it',
    ],
  ])('of others, %s: where, what follows, and what to do', (_name, found, follows, advice) => {
    expect(named(...found)).toMatchObject([
      {
        status: 'fail',
        where: '/usr/bin/cs',
        follows: expect.stringContaining(follows),
        advice: expect.stringContaining(advice),
      },
    ]);
  });
});
