import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { createLineFiles } from '../../../src/store/files/line-files.ts';

/**
 * A process that adds lines to a file and cuts it down after every other one. Called with the file, a name of its own
 * and how many lines to add; lines that begin with `keep` are kept.
 */
const [path = '', name = '', count = ''] = process.argv.slice(2);

let unique = 0;
const lines = createLineFiles(createNodeFiles(NO_DEADLINE), () => {
  unique += 1;
  return `${name}-${unique}`;
});

function cutDown(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith('keep'))
    .map((line) => `${line}\n`)
    .join('');
}

for (let index = 0; index < Number(count); index += 1) {
  lines.append(path, `keep ${name}-${index}`, false);
  lines.append(path, 'drop', false);
  if (index % 2 === 0) lines.cut(path, Number.MAX_SAFE_INTEGER, cutDown);
}
