import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createUserSeals } from '../../src/adapters/user-seals.ts';
import { sealFor } from '../../src/gates/trust.ts';
import { bundleScript } from '../rig/worlds/bundle.ts';
import { outcomeOf } from '../rig/worlds/project.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';

const KEY = 'trust.key';

/** The text that is sealed for some checks: what a seal that is no more than its text holds. */
const textToSeal = (project: string, promise: string, criterion: string, checks: Checks): string =>
  sealFor(promise, criterion, checks, {
    project,
    seals: { seal: (text) => text, isSealed: (text, seal) => text === seal },
  });

type Checks = Parameters<typeof sealFor>[2];

describe('a seal', () => {
  const checks = [{ kind: 'command', run: 'npm test' }];
  const seals = () => createUserSeals(scratchFolder());
  const own = textToSeal('/work', 'promise-1', 'AC-1', checks);

  it.each<[string, string, boolean]>([
    ['the same', own, true],
    [
      'the same with its keys in another order',
      textToSeal('/work', 'promise-1', 'AC-1', [{ run: 'npm test', kind: 'command' }]),
      true,
    ],
    ['another project', textToSeal('/other', 'promise-1', 'AC-1', checks), false],
    ['another promise', textToSeal('/work', 'promise-2', 'AC-1', checks), false],
    ['another criterion', textToSeal('/work', 'promise-1', 'AC-2', checks), false],
    [
      'another command',
      textToSeal('/work', 'promise-1', 'AC-1', [{ kind: 'command', run: 'rm -rf /' }]),
      false,
    ],
    ['one command more', textToSeal('/work', 'promise-1', 'AC-1', [...checks, ...checks]), false],
    [
      'another key of the same command',
      textToSeal('/work', 'promise-1', 'AC-1', [{ kind: 'command', run: 'npm test', cwd: 'a' }]),
      false,
    ],
    ['no commands', textToSeal('/work', 'promise-1', 'AC-1', []), false],
    ['parts that run together', textToSeal('/work', 'promise-1AC', '-1', checks), false],
  ])('holds for %s: %j', (_name, text, isSealed) => {
    const { isSealed: holds, seal } = seals();
    expect(seal(own)).toMatch(/^[0-9a-f]{64}$/);
    const mine = createUserSeals(scratchFolder());
    expect(mine.isSealed(text, mine.seal(own))).toBe(isSealed);
    expect(holds(own, mine.seal(own))).toBe(false);
  });

  it.each(['', 'x', 'ü'.repeat(64), '0'.repeat(64), '0'.repeat(63)])('%j is none', (seal) => {
    expect(seals().isSealed(own, seal)).toBe(false);
  });

  it('holds for the same user the next time', () => {
    const folder = scratchFolder();
    const seal = createUserSeals(folder).seal('text');
    expect(createUserSeals(folder).isSealed('text', seal)).toBe(true);
  });
});

describe('the key', () => {
  it('is made where it is first needed, and for nobody else to read', () => {
    const folder = join(scratchFolder(), 'deep', 'completion-promise');
    const seals = createUserSeals(folder);
    expect(existsSync(folder)).toBe(false);
    seals.seal('text');
    expect(readdirSync(folder)).toEqual([KEY]);
    expect(statSync(join(folder, KEY)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is for nobody else to read, whatever the umask', () => {
    const folder = scratchFolder();
    const before = process.platform === 'win32' ? 0 : 0o022;
    chmodSync(folder, 0o777 & ~before);
    createUserSeals(folder).seal('text');
    expect(statSync(join(folder, KEY)).mode & 0o077).toBe(0);
  });

  it.each<[string, string]>([
    ['empty', ''],
    ['torn', 'ab'.repeat(31)],
    ['no digits', 'xy'.repeat(32)],
    ['too long', 'ab'.repeat(33)],
    ['half a digit too long', `${'ab'.repeat(31)}a`],
  ])('that is %s is an error, and is not made anew', (_name, text) => {
    const folder = scratchFolder();
    writeFileSync(join(folder, KEY), text);
    expect(() => createUserSeals(folder).seal('text')).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^E/) }),
    );
    expect(readFileSync(join(folder, KEY), 'utf8')).toBe(text);
  });

  it('is the same for all who make it at once', async () => {
    const folder = scratchFolder();
    const script = await bundleScript('sealing');
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        outcomeOf(spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'pipe'] })),
      ),
    );
    expect(outcomes.map(({ stderr }) => stderr).join('')).toBe('');
    expect(new Set(outcomes.map(({ stdout }) => stdout.trim()))).toEqual(
      new Set([createUserSeals(folder).seal('text')]),
    );
    expect(readdirSync(folder)).toEqual([KEY]);
  });
});
