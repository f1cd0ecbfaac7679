import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Arguments, type Command, optionsOf } from '../../src/cli/command.ts';
import { meetCommand, promiseMeetCommand } from '../../src/cli/commands/meet.ts';
import { promiseCommand } from '../../src/cli/commands/promise.ts';
import { reportCommand } from '../../src/cli/commands/report.ts';
import { sessionStartCommand } from '../../src/cli/commands/session-start.ts';
import { statusCommand } from '../../src/cli/commands/status.ts';
import { parseArguments } from '../../src/cli/parse.ts';
import { plainArguments } from '../../src/cli/plain-line.ts';

/** All that arguments say. */
function saidBy(command: Command, args: Arguments): object {
  const names = Object.keys(optionsOf(command));
  return {
    positionals: args.positionals,
    rest: args.rest,
    options: names.map((name) => [name, args.given(name), args.texts(name), args.text(name)]),
  };
}

const ID = 'promise-1a2b3c4d';

describe('a command line is plain', () => {
  it.each<[string, readonly string[]]>([
    ['without words', []],
    ['with an id, a criterion and evidence', [ID, 'AC-1', '--evidence', 'npm test: 42 passed']],
    ['with a switch', [ID, '--evidence', 'seen', '--json', '--ac-id', 'AC-1']],
    ['with text that looks like an option inside', ['--evidence', 'ran --json = fine', 'AC-2']],
    ['with a folder', ['--project', '/work/a', 'AC-1']],
    ['with a short option', ['AC-1', '--evidence', 'seen', '-C', '/work/a']],
  ])('%s', (_how, argv) => {
    const args = plainArguments(meetCommand, argv);
    expect(args && saidBy(meetCommand, args)).toEqual(expectedOf(meetCommand, argv));
  });
});

describe('a command line is left to the parser', () => {
  it.each<[string, readonly string[]]>([
    ['for help', ['--help']],
    ['for an unknown option', ['--evidense', 'x']],
    ['for a value behind an equals sign', ['--evidence=x']],
    ['for a value that begins with a dash', ['--evidence', '- item']],
    ['for an empty value', ['--evidence', '']],
    ['for a value that is missing', [ID, '--evidence']],
    ['for an option that is given twice', ['--type', 'test', '--type', 'log']],
    ['for a short option with its value', ['-C/work/a']],
    ['for an unknown short option', ['-x']],
    ['for a command behind dashes', ['AC-1', '--run', '--', 'npm', 'test']],
    ['for an empty word', ['']],
    ['for a switch with a value', ['--json', 'false']],
  ])('%s', (_why, argv) => {
    expect(plainArguments(meetCommand, argv)).toBeUndefined();
  });

  it('for words where a command takes none', () => {
    expect(plainArguments(sessionStartCommand, ['now'])).toBeUndefined();
  });
});

/** What the parser reads of a command line; undefined where it refuses it or is asked for help. */
function expectedOf(command: Command, argv: readonly string[]): object | undefined {
  const { parsed } = parseArguments(command, 'cs', argv);
  return parsed.ok && parsed.value.kind === 'arguments'
    ? saidBy(command, parsed.value.args)
    : undefined;
}

it('what is plain, the parser reads alike', () => {
  const word = fc.oneof(
    fc.constantFrom('--evidence', '--ac-id', '--type', '--json', '--run', '--file', '--project'),
    fc.constantFrom(ID, 'AC-1', '1', 'a b', 'true', 'false', '0', 'a=b', '', '-', '--', '-h', 'é'),
    fc.constantFrom('--verbose', '--all', '--session', '--owned', '--promise', '--evidence=x'),
    fc.constantFrom('-C', '-Cx', '-v', '-Cv', '--meet', '--control', '--no-json', '--constructor'),
    fc.string({ maxLength: 6 }),
  );
  const commands = [meetCommand, sessionStartCommand, statusCommand, reportCommand];
  fc.assert(
    fc.property(fc.constantFrom(...commands), fc.array(word, { maxLength: 7 }), (command, argv) => {
      const args = plainArguments(command, argv);
      if (args === undefined) return;
      expect(saidBy(command, args)).toEqual(expectedOf(command, argv));
    }),
    { numRuns: 3000 },
  );
});

it('what is plain of meeting a criterion, `promise` reads alike in full', () => {
  const word = fc.constantFrom(
    ...[
      '--meet',
      '--ac-id',
      '--evidence',
      '--type',
      '--json',
      '--file',
      '--run',
      '--project',
      '-C',
    ],
    ...[ID, 'AC-1', 'seen', 'test', '/work/a', '--start', '--create', '--reason', '--cwd', 'x y'],
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 7 }), (argv) => {
      const args = plainArguments(promiseMeetCommand, argv);
      if (args === undefined) return;
      expect(saidBy(promiseCommand, args)).toEqual(expectedOf(promiseCommand, argv));
    }),
    { numRuns: 3000 },
  );
});
