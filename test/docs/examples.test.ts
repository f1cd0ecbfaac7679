import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { INSTALLATIONS } from '../../src/domain/host/guarded-command.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { SESSION } from '../rig/worlds/project.ts';
import { whyNoPerson } from '../rig/worlds/pseudo-terminal.ts';
import { createExampleIds } from './example-matching.ts';
import { type Example, type ExampleFile, fencesIn, pastesIn, stepsIn } from './markdown.ts';
import { PAGES } from './pages.ts';
import { openShell, openTerminal, type Shell } from './shell.ts';

const pageText = (page: string) => readFileSync(join(CHECKOUT, page), 'utf8');

/** The page whose blocks are pasted into a terminal as they stand. */
const PASTED = 'docs/tutorial.md';

/** Those whose commands are typed one by one, between their outputs. */
const TYPED = PAGES.filter((page) => page !== PASTED);

/** What a page's shell is given: the README's reader is on a terminal, whose session `cs do` opens. */
const givenOn = (page: string) => (page === 'README.md' ? { CLAUDE_SESSION_ID: SESSION } : {});

/** A command of an example ends with 0, unless the page asks for its exit code next. */
async function play(steps: readonly (Example | ExampleFile)[], shell: Shell): Promise<void> {
  const ids = createExampleIds();
  for (const [index, step] of steps.entries()) {
    if ('file' in step) {
      shell.write(step.file, `${step.lines.join('\n')}\n`);
      continue;
    }
    const { command, output } = step;
    const actual = await shell.run(ids.resolve(command));
    const next = steps[index + 1];
    const isAsked = next !== undefined && 'command' in next && next.command === 'echo $?';
    const shown = output.length === 0 ? ['…'] : output;
    if (!ids.matches(shown, actual.output) || (actual.code !== 0 && !isAsked)) {
      expect.fail(
        `$ ${command}\nshown:\n${output.join('\n')}\nprinted, exit code ${actual.code}:\n${actual.output}`,
      );
    }
  }
}

describe('the examples of', () => {
  test.skipIf(process.platform === 'win32').each(TYPED)('%s print what it shows', async (page) => {
    await play(stepsIn(pageText(page)), openShell(givenOn(page)));
  });

  test.skipIf(whyNoPerson !== undefined)(`${PASTED} can be pasted`, async () => {
    await play(pastesIn(pageText(PASTED)), openTerminal());
  });

  test.each(PAGES)('%s are of a kind that is tested', (page) => {
    for (const { file, language, lines } of fencesIn(pageText(page))) {
      if (file === undefined) {
        expect(kindsIn(page), `a block of ${page}`).toContain(language);
      }
      if (language === 'json') JSON.parse(lines.join('\n'));
      if (language === 'sh' && page !== PASTED) for (const line of lines) expectNpm(line);
    }
  });
});

/** What may stand in a page. The programs of the library's page are run by its own test, from the packed package. */
const kindsIn = (page: string): readonly string[] => [
  page === PASTED ? 'text' : 'console',
  'json',
  'sh',
  ...(page === 'docs/library.md' ? ['js'] : []),
  // Diagrams that a test of their own compares with the code.
  ...(page === 'docs/states.md' ? ['mermaid'] : []),
  // What an administrator runs once: the test of roles runs it.
  ...(page === 'docs/store.md' ? ['sql'] : []),
  // Tables that a test of its own writes.
  ...(page === 'docs/judge-bench.md' ? ['text'] : []),
];

/** `sh` blocks are for what changes the reader's machine: npm's own commands, and scripts there are. */
function expectNpm(line: string): void {
  for (const command of line.split(' && ')) {
    if (command === INSTALLATIONS.global) continue;
    const [, name] = /^npm (?:run )?(\w+)$/.exec(command) ?? [];
    const known = ['install', 'link', ...Object.keys(manifest.scripts)];
    expect(known, `"${command}"`).toContain(name);
  }
}
