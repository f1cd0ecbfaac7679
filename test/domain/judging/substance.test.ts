import { describe, expect, it } from 'vitest';
import {
  namedIn,
  namesFile,
  type ShownToolCall,
  type Substance,
  shownCalls,
  shownParts,
} from '../../../src/domain/judging/substance.ts';
import { criterionValue } from '../../rig/values/proof-values.ts';

const call = (about: string, parts: Partial<ShownToolCall> = {}): ShownToolCall => ({
  name: 'Bash',
  about,
  failed: false,
  output: 'ok',
  ...parts,
});

describe('the parts of the work that were shown', () => {
  const diff = { shown: { summary: '', patch: '', leftOut: [] } };
  const tools = { calls: [], leftOut: 0 };
  const unknown = { unknown: 'no repository' };

  it.each<[string, Partial<Substance> | undefined, readonly string[]]>([
    ['nothing at all', undefined, []],
    ['nothing that was asked for', {}, []],
    ['both', { diff, tools }, ['diff', 'tools']],
    ['the diff', { diff }, ['diff']],
    ['the calls', { tools }, ['tools']],
    ['the diff, where no call could be read', { diff, tools: unknown }, ['diff']],
    ['the calls, where there is no diff to be had', { diff: unknown, tools }, ['tools']],
  ])('%s', (_what, parts, names) => {
    expect(shownParts(parts === undefined ? undefined : { redacted: [], ...parts })).toEqual(names);
  });
});

describe('what criteria name', () => {
  it('is all that they say, and the commands that are to show them', () => {
    const criteria = [
      criterionValue({
        description: 'It logs in',
        evidence: 'see login.md',
        checks: [{ kind: 'command', run: 'npm test' }],
        proof: { source: 'checks', tree: null, argv: ['npm', 'run', 'x'] },
      }),
      criterionValue({ description: null, evidence: null }),
      criterionValue({ proof: { source: 'checks', tree: null, argv: [] } }),
    ];
    expect(namedIn(criteria)).toEqual({
      text: [
        'It logs in',
        'see login.md',
        '[{"kind":"command","run":"npm test"}]',
        '["npm","run","x"]',
        '',
        '',
        '[]',
        '[]',
        'What AC-1 asks for',
        '42 tests passed',
        '[]',
        '[]',
      ].join('\n'),
      commands: ['npm run x'],
    });
  });

  it.each<[string, string, boolean]>([
    ['src/login.ts', 'it is in src/login.ts', true],
    ['src/login.ts', 'it is in login.ts', true],
    ['login.ts', 'it is in login.ts', true],
    ['src/login.ts', 'it is in src', false],
    ['bin/login', 'the login works', false],
    ['bin/login', 'bin/login works', true],
    ['Makefile', 'the Makefile has it', true],
  ])('the file %s in %j: %s', (path, text, isNamed) => {
    expect(namesFile({ text, commands: [] }, path)).toBe(isNamed);
  });
});

describe('the calls that a judge is shown', () => {
  const same = (text: string) => text;
  const shown = (calls: readonly ShownToolCall[], text = '', commands: readonly string[] = []) =>
    shownCalls(calls, { text, commands }, same);
  const abouts = (...of: Parameters<typeof shown>) => shown(...of).calls.map(({ about }) => about);
  /** So many calls, by their numbers. */
  const many = (count: number, output = 'ok') =>
    Array.from({ length: count }, (_, index) => call(`call ${index}.`, { output }));

  it('are none of none', () => {
    expect(shown([])).toEqual({ calls: [], leftOut: 0 });
  });

  it('are all where there is room, in their order', () => {
    const calls = [call('npm test'), call('ls', { failed: true }), call('npm run x')];
    expect(shown(calls, 'run npm test')).toEqual({ calls, leftOut: 0 });
  });

  it('are the latest forty', () => {
    const { calls, leftOut } = shown(many(42));
    expect(leftOut).toBe(2);
    expect(calls).toEqual(many(42).slice(2));
  });

  it.each<[string, string, readonly string[], boolean]>([
    ['a text names', 'see call 0.', [], true],
    ['a command stands in', '', ['call 0.'], true],
    ['a part of a command stands in', '', ['ll 0'], true],
    ['no text names', 'see call', [], false],
    ['a longer command holds', '', ['call 0. again'], false],
  ])('and of the others those that %s', (_what, text, commands, isShown) => {
    const [first = ''] = abouts(many(42), text, commands);
    expect(first).toBe(isShown ? 'call 0.' : 'call 2.');
  });

  it.each<[string, string, boolean]>([
    ['four characters', 'make', true],
    ['four with blanks around', ' make ', true],
    ['three', 'cat', false],
    ['three and a blank', 'cat ', false],
  ])('a use of %s is named by a text: %3$s', (_what, about, isNamed) => {
    const [first = ''] = abouts([call(about), ...many(41)], 'run make and cat it');
    expect(first === about).toBe(isNamed);
  });

  it('are cut: the beginning of what was called, the end of what came back', () => {
    const long = { name: `a${'b'.repeat(400)}`, output: `${'d'.repeat(400)}e` };
    expect(shown([call(`${'c'.repeat(299)}xy`, long)]).calls).toEqual([
      call(`${'c'.repeat(299)}x`, {
        name: `a${'b'.repeat(299)}`,
        output: `${'d'.repeat(299)}e`,
      }),
    ]);
  });

  it('are those that fit into 8000 characters', () => {
    // Each of them is 400 long: 4 of the name, 96 of the use, 300 of the output.
    const long = (index: number) => call(`${index}`.padEnd(96, '.'), { output: 'o'.repeat(300) });
    const calls = Array.from({ length: 25 }, (_, index) => long(index));
    expect(shown(calls)).toEqual({ calls: calls.slice(5), leftOut: 5 });
    expect(shown([...calls, call('x')]).leftOut).toBe(6);
  });

  it('are cleaned of secrets before they are cut', () => {
    const hidden = (text: string) => text.replaceAll('SECRET', '*');
    const secret = call(`${'c'.repeat(297)}SECRET`, { name: 'SECRET', output: 'a SECRET' });
    expect(shownCalls([secret], { text: '', commands: [] }, hidden).calls).toEqual([
      call(`${'c'.repeat(297)}*`, { name: '*', output: 'a *' }),
    ]);
  });
});
