import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linesFromEnd } from '../../../src/adapters/transcript/lines-from-end.ts';
import { readTurns } from '../../../src/adapters/transcript/turns.ts';
import { agentLine, text, userLine } from '../../rig/values/transcripts.ts';
import { scratchFolder, scratchProject } from '../../rig/worlds/repository.ts';

function fileOf(content: string): string {
  const { folder, write } = scratchProject();
  write('a.jsonl', content);
  return join(folder, 'a.jsonl');
}

it.each<[string, string, number | undefined, readonly string[]]>([
  ['all of it', 'a\nbc\nd\n', undefined, ['', 'd', 'bc', 'a']],
  ['without a newline at its end', 'a\nb', undefined, ['b', 'a']],
  ['an empty file', '', undefined, ['']],
  ['as much as there is', 'a\nb', 3, ['b', 'a']],
  ['from within a line on, which is left out', 'abc\nd\n', 3, ['', 'd']],
  ['from the beginning of a line on, which cannot be told', 'abc\nd\n', 2, ['']],
  ['nothing', 'abc\n', 0, []],
])('lines from the end: %s', (_what, content, most, lines) => {
  expect([...linesFromEnd(fileOf(content), most)]).toEqual(lines);
});

it('a character that two pieces share is whole', () => {
  const long = 'ü'.repeat(800_000);
  expect([...linesFromEnd(fileOf(`x\n${long}`))]).toEqual([long, 'x']);
});

it('a line that is longer than anybody would look for is passed over', () => {
  const path = fileOf(`first\n${'x'.repeat(34 * 1024 * 1024)}\nlast`);
  const lines = [...linesFromEnd(path)];
  expect([lines[0], lines.at(-1)]).toEqual(['last', 'first']);
});

it('of a transcript the last 8 MB are read, whatever its size', () => {
  const { folder, write } = scratchProject();
  const path = join(folder, 'a.jsonl');
  const filler = agentLine([{ type: 'thinking', thinking: 'x'.repeat(9 * 1024 * 1024) }]);
  write('a.jsonl', [userLine('long ago'), filler, agentLine([text('now')])].join('\n'));
  expect(readTurns(path)?.turns).toEqual([
    { user: undefined, reply: [{ kind: 'text', text: 'now' }] },
  ]);
  truncateSync(path, 10 * 1024 * 1024);
  expect(readTurns(path)?.turns).toEqual([]);
});

it.each([
  ['is not there', (folder: string) => join(folder, 'nothing')],
  ['is a folder', (folder: string) => folder],
  ['is no path', () => '\u0000'],
])('a transcript that %s has no turns', (_what, pathIn) => {
  expect(readTurns(pathIn(scratchFolder()))).toBeUndefined();
});
