import { describe, expect, it } from 'vitest';
import type { Arguments, Command } from '../../src/cli/command.ts';
import { nearest, parseArguments } from '../../src/cli/parse.ts';
import { success } from '../../src/domain/base/result.ts';
import { failureOf, successOf } from '../rig/values/domain-values.ts';

/** A command with one option of each kind, for the parser alone: it is never run. */
const FAKE: Command = {
  summary: 'Does nothing.',
  usage: ['--title "Text" [--tag T]'],
  effects: [],
  options: {
    title: { takes: 'text', summary: 'A text' },
    tag: { takes: 'texts', summary: 'A text that can be given several times' },
    id: { takes: 'word', summary: 'An id' },
    'add-note': { takes: 'word-and-text', summary: 'An id and a text' },
    loud: { takes: 'nothing', summary: 'A flag', alias: 'l' },
    json: { takes: 'nothing', summary: 'Another flag' },
  },
  examples: [['$0 --loud', 'Be loud']],
  run: async () => success({ text: '', json: null }),
};

const WITH_POSITIONAL: Command = { ...FAKE, positional: { name: 'id' } };

const parse = (argv: readonly string[], command = FAKE) =>
  parseArguments(command, 'cs-fake', argv).parsed;

function read(argv: readonly string[], command = FAKE): Arguments {
  const parsed = successOf(parse(argv, command));
  if (parsed.kind !== 'arguments') throw new Error(`not read: ${parsed.kind}`);
  return parsed.args;
}

function refusal(argv: readonly string[], command = FAKE): { message: string; hint: string } {
  const failure = failureOf(parse(argv, command));
  if (failure.kind !== 'usage') throw new Error(`not a usage error: ${failure.kind}`);
  return { message: failure.message, hint: failure.hint ?? '' };
}

describe('a text is taken as it was typed', () => {
  it.each([
    'plain',
    '',
    ' ',
    '-',
    '--',
    '-x',
    '- a list item',
    '--json',
    '--loud',
    '--unknown',
    '--title',
    '--help',
    '-h',
    '--version',
    '--no-loud',
    '-1',
    '007',
    '1e3',
    '0x10',
    'true',
    'a=b',
    '"quoted"',
    "'quoted'",
    'a\nb',
    '$(x)',
    '__proto__',
    '\u202e🙂',
  ])('%j', (value) => {
    expect(read(['--title', value]).text('title')).toBe(value);
    expect(read([`--title=${value}`]).text('title')).toBe(value);
    expect(read(['--tag', value, '--tag', value]).texts('tag')).toEqual([value, value]);
    expect(read(['--add-note', 'x', value]).pair('add-note')).toEqual(['x', value]);
  });

  it('and takes nothing that comes after it', () => {
    const args = read(['--title', '--loud', '--json']);
    expect(args.text('title')).toBe('--loud');
    expect(args.given('loud')).toBe(false);
    expect(args.given('json')).toBe(true);
  });
});

describe('options that are given', () => {
  it.each<[readonly string[], readonly string[]]>([
    [[], []],
    [['--tag', 'a'], ['a']],
    [
      ['--tag', 'a', '--tag', 'b'],
      ['a', 'b'],
    ],
    [
      ['--tag', 'a', '--loud', '--tag=b', '--tag', 'a'],
      ['a', 'b', 'a'],
    ],
  ])('%j: the tags are %j, in their order', (argv, tags) => {
    expect(read(argv).texts('tag')).toEqual(tags);
  });

  it.each<[readonly string[], boolean]>([
    [[], false],
    [['--loud'], true],
    [['-l'], true],
    [['--loud', '--loud'], true],
    [['--loud=true'], true],
    [['--loud=false'], false],
  ])('%j: loud is %s', (argv, loud) => {
    expect(read(argv).given('loud')).toBe(loud);
  });

  it('what is not given is not there', () => {
    const args = read([]);
    expect(args.text('title')).toBeUndefined();
    expect(args.pair('add-note')).toBeUndefined();
    expect(args.given('title')).toBe(false);
    expect(args.positional).toBeUndefined();
  });

  it('an option with an empty value is given', () => {
    expect(read(['--title', '']).given('title')).toBe(true);
  });
});

describe('the one argument that is no option', () => {
  it.each<[readonly string[], string | undefined]>([
    [[], undefined],
    [['promise-1'], 'promise-1'],
    [['promise-1', '--loud'], 'promise-1'],
    [['--loud', 'promise-1'], 'promise-1'],
    [['--id', 'x', 'promise-1'], 'promise-1'],
    [['007'], '007'],
    [['--', 'promise-1'], 'promise-1'],
  ])('%j: it is %j', (argv, positional) => {
    expect(read(argv, WITH_POSITIONAL).positional).toBe(positional);
  });

  it.each<[readonly string[], Command, string]>([
    [['promise-1'], FAKE, 'promise-1'],
    [['--loud', 'promise-1'], FAKE, 'promise-1'],
    [['promise-1', 'promise-2'], WITH_POSITIONAL, 'promise-2'],
    [['--title', 'two', 'words'], FAKE, 'words'],
    [[''], FAKE, ''],
  ])('%j: one too many', (argv, command, stray) => {
    const { message, hint } = refusal(argv, command);
    expect(message).toBe(`Unexpected argument: ${stray}`);
    expect(hint).toContain('Quote values that contain spaces.');
  });
});

describe('a value that is missing', () => {
  it.each<[readonly string[], string]>([
    [['--title'], 'title'],
    [['--tag', 'a', '--tag'], 'tag'],
    [['--id'], 'id'],
    [['--add-note'], 'add-note'],
    [['--add-note', 'x'], 'add-note'],
    // An id is never another option of the command: its value was forgotten.
    [['--id', '--loud'], 'id'],
    [['--add-note', '--title', 'x'], 'add-note'],
    [['--id', '--title', 'x'], 'id'],
  ])('%j: names --%s', (argv, option) => {
    const { message, hint } = refusal(argv);
    expect(message).toBe(`Option --${option} needs a value`);
    expect(hint).toContain('Try: cs-fake --help');
  });
});

describe('an option given twice that takes one value', () => {
  it.each<[readonly string[], string]>([
    [['--title', 'a', '--title', 'b'], 'title'],
    [['--title', 'a', '--title', 'a'], 'title'],
    [['--id', 'a', '--id=b'], 'id'],
    [['--add-note', 'a', 'b', '--add-note', 'c', 'd'], 'add-note'],
  ])('%j: names --%s', (argv, option) => {
    expect(refusal(argv).message).toBe(`Option --${option} was given twice`);
  });
});

describe('an option that is not known', () => {
  it.each<[readonly string[], string, string | undefined]>([
    [['--titel', 'x'], '--titel', '--title'],
    [['--titel=x'], '--titel', '--title'],
    [['--tagg', 'x'], '--tagg', '--tag'],
    [['--add_note'], '--add_note', '--add-note'],
    [['--jsn'], '--jsn', '--json'],
    [['--hepl'], '--hepl', '--help'],
    [['--no-json'], '--no-json', '--json'],
    [['--something-else'], '--something-else', undefined],
    [['--loud', '--wrong-option'], '--wrong-option', undefined],
    [['--__proto__'], '--__proto__', undefined],
    [['--constructor', 'x'], '--constructor', undefined],
    [['-x'], '-x', undefined],
    [['-'], '-', undefined],
    [['---title', 'x'], '---title', '--title'],
  ])('%j: names %s, and %s where that is near', (argv, name, near) => {
    const { message, hint } = refusal(argv);
    expect(message).toBe(`Unknown option: ${name}`);
    if (near !== undefined) expect(hint).toContain(`Did you mean ${near}?`);
    expect(hint).toContain('Try: cs-fake --help');
  });

  it('is told with a positional too', () => {
    expect(refusal(['promise-1', '--lout'], WITH_POSITIONAL).message).toBe(
      'Unknown option: --lout',
    );
    expect(refusal(['--lout', 'promise-1'], WITH_POSITIONAL).message).toBe(
      'Unknown option: --lout',
    );
  });
});

describe('help and version', () => {
  it.each([['--help'], ['-h'], ['--loud', '--help'], ['--help', '--unknown']])(
    '%s %s',
    (...argv) => {
      const parsed = successOf(parse(argv));
      expect(parsed).toEqual({ kind: 'help' });
    },
  );

  it('the version is asked for, not an option of the command', () => {
    expect(successOf(parse(['--version']))).toEqual({ kind: 'version' });
  });
});

describe('the word that is likely meant', () => {
  it.each<[string, string | undefined]>([
    ['verfy', 'verify'],
    ['statsu', 'status'],
    ['promises', 'promise'],
    ['VERIFY', undefined],
    ['something', undefined],
    ['', undefined],
  ])('%j: %s', (word, near) => {
    expect(nearest(word, ['init', 'promise', 'verify', 'status'])).toBe(near);
  });
});

describe('whether the answer is wanted as JSON is known even of what cannot be understood', () => {
  it.each<[readonly string[], boolean]>([
    [[], false],
    [['--json'], true],
    [['--json', '--json'], true],
    [['--json=true'], true],
    [['--json=false'], false],
    [['--title', '--json'], false],
    [['--title', '--json', '--json'], true],
    [['--json', '--unknown'], true],
    [['--unknown', '--json'], true],
    [['stray', '--json'], true],
    [['--json', '--title', 'a', '--title', 'b'], true],
    [['--json', '--title'], true],
    [['--json', '--add-note', 'x'], true],
  ])('%j: %s', (argv, asJson) => {
    expect(parseArguments(FAKE, 'cs-fake', argv).asJson).toBe(asJson);
  });
});
