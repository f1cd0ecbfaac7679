import { describe, expect, it } from 'vitest';
import { commandHelpText } from '../../src/report/help-text.ts';
import { HELP_TOPICS, PROMISE_STATES } from '../../src/report/help-topics.ts';
import { plainStyle } from '../../src/report/style.ts';

const HELP = {
  program: 'cs fake',
  summary: 'Does something that takes a sentence of some length to tell, so that it is folded.',
  usage: ['[<id>] --evidence "What shows it" [--type <type>]', '<id> (--run -- <command>)'],
  options: [
    {
      heading: 'Options',
      entries: [
        { name: '--json', summary: 'Print the answer as JSON, which other programs can read' },
        { name: '-C, --project <folder>', summary: 'The project folder' },
      ],
    },
  ],
  examples: [{ name: 'cs fake --evidence "x"', summary: 'Fake it' }],
  page: 'docs/commands.md#cs-fake',
};

describe('the help of a command', () => {
  it.each([44, 60, 80, 100])('fits %i columns', (width) => {
    const text = commandHelpText(HELP, { width, style: plainStyle });
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
  });

  it('keeps an option and its value on one line', () => {
    const text = commandHelpText(HELP, { width: 44, style: plainStyle });
    expect(text).toContain('[--type <type>]');
    expect(text).toContain('Usage: cs fake [<id>]');
  });

  it('names what each option does below it where there is no room beside it', () => {
    const at = (width: number) => commandHelpText(HELP, { width, style: plainStyle });
    expect(at(44)).toMatch(/^ {2}--json\n {6}Print the answer/m);
    expect(at(80)).toMatch(/^ {2}--json +Print the answer/m);
  });
});

describe('the topics of the help', () => {
  it.each(Object.entries(HELP_TOPICS))('%s has something to tell', (_name, { sections }) => {
    for (const { entries } of sections) expect(entries.length).toBeGreaterThan(2);
  });

  it('tell every exit code once', () => {
    const codes = HELP_TOPICS['exit-codes']?.sections.flatMap(({ entries }) =>
      entries.map(({ name }) => name),
    );
    expect(codes).toEqual(['0', '1', '2', '3', '10', '12', '130']);
  });

  it('tell the states that promises can have', () => {
    expect(Object.keys(PROMISE_STATES)).toEqual([
      'pending',
      'in_progress',
      'verified',
      'cancelled',
    ]);
  });
});
