import { describe, expect, it } from 'vitest';
import {
  diagnoseForeignPrograms,
  type FoundProgram,
  ownerOf,
} from '../../../src/domain/host/program-owner.ts';

const SUITE = { name: 'completion-promise', folder: '/opt/suite' };
const PROGRAM: FoundProgram = {
  name: 'cs',
  path: '/usr/bin/cs',
  realPath: '/usr/bin/cs',
  package: undefined,
  text: undefined,
};

describe('a program under a name of the suite', () => {
  it.each<[string, Partial<FoundProgram>, string]>([
    ["is the suite's in its package", { package: 'completion-promise' }, 'suite'],
    [
      "is the suite's where a script names the package",
      { text: '#!/bin/sh\nexec node /x/node_modules/completion-promise/bin/cs' },
      'suite',
    ],
    [
      "is the suite's where a script names its checkout",
      { text: '#!/bin/sh\nexec /opt/suite/bin/cs' },
      'suite',
    ],
    [
      'is another in another package',
      { package: 'coursier', text: '#!/usr/bin/env node' },
      'foreign',
    ],
    ['is another where it is a binary', {}, 'foreign'],
    ['is another where it is any script', { text: '#!/bin/sh\nexec java -jar x' }, 'foreign'],
    [
      'is one of the bash scripts',
      { text: '#!/bin/bash\nSTATE=.claude/completion-state' },
      'scripts',
    ],
    [
      'may be any behind a manager of versions',
      { realPath: '/home/u/.volta/bin/volta-shim' },
      'unknown',
    ],
    [
      'may be any behind a script of one',
      { text: '#!/bin/sh\nexec asdf exec "cs" "$@"' },
      'unknown',
    ],
  ])('%s', (_name, parts, owner) => {
    expect(ownerOf({ ...PROGRAM, ...parts }, SUITE)).toBe(owner);
  });
});

describe('a program of others', () => {
  it.each<[string, 'foreign' | 'scripts', string | undefined, string, string]>([
    [
      'alone',
      'foreign',
      undefined,
      'cannot do what a block asks',
      'npm install && npm link in its clone',
    ],
    ["before the suite's", 'foreign', '/opt/bin', 'runs that', 'Put /opt/bin before it in PATH'],
    ['of the bash scripts', 'scripts', '/opt/bin', 'without locks', 'Put /opt/bin before it'],
  ])('%s: what, where, what follows, and what to do', (_name, owner, own, follows, advice) => {
    const [found] = diagnoseForeignPrograms([{ program: PROGRAM, owner, own }]);
    expect(found).toMatchObject({
      check: 'programs.foreign',
      status: 'fail',
      where: '/usr/bin/cs',
    });
    expect(found?.follows).toContain(follows);
    expect(found?.advice).toContain(advice);
  });
});
