import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { CHECKOUT } from '../rig/project.ts';
import { createExampleIds } from './example-matching.ts';
import { type Example, examplesIn, fencesIn } from './markdown.ts';
import { PAGES } from './pages.ts';
import { openShell, type Shell } from './shell.ts';

const pageText = (page: string) => readFileSync(join(CHECKOUT, page), 'utf8');

/** A command of an example ends with 0, unless the page asks for its exit code next. */
async function play(examples: readonly Example[], shell: Shell): Promise<void> {
  const ids = createExampleIds();
  for (const [index, { command, output }] of examples.entries()) {
    const actual = await shell.run(ids.resolve(command));
    const isAsked = examples[index + 1]?.command === 'echo $?';
    const shown = output.length === 0 ? ['…'] : output;
    if (!ids.matches(shown, actual.output) || (actual.code !== 0 && !isAsked)) {
      expect.fail(
        `$ ${command}\nshown:\n${output.join('\n')}\nprinted, exit code ${actual.code}:\n${actual.output}`,
      );
    }
  }
}

describe('the examples of', () => {
  test.skipIf(process.platform === 'win32').each(PAGES)('%s print what it shows', async (page) => {
    await play(examplesIn(pageText(page)), openShell());
  });

  test.each(PAGES)('%s are of a kind that is tested', (page) => {
    for (const { language, lines } of fencesIn(pageText(page))) {
      expect(['console', 'json', 'sh'], `a block of ${page}`).toContain(language);
      if (language === 'json') JSON.parse(lines.join('\n'));
      if (language === 'sh') for (const line of lines) expectNpm(line);
    }
  });
});

/** `sh` blocks are for what changes the reader's machine: npm's own commands, and scripts there are. */
function expectNpm(line: string): void {
  for (const command of line.split(' && ')) {
    const [, name] = /^npm (?:run )?(\w+)$/.exec(command) ?? [];
    const known = ['install', 'link', ...Object.keys(manifest.scripts)];
    expect(known, `"${command}"`).toContain(name);
  }
}
