import { join } from 'node:path';
import type { Deed } from '../host.ts';

/** What the recording of the README shows: a session of Claude Code, what its user types, and what the agent does in turn. */

/** The project, whose mistake the agent mends only when it is held. */
export const FILES = {
  'add.mjs': 'export const add = (a, b) => a - b;\n',
  'test.mjs': [
    "import { equal } from 'node:assert';",
    "import { add } from './add.mjs';",
    'equal(add(1, 2), 3);',
    "console.log('1 passed');",
    '',
  ].join('\n'),
};

export const PROMPT = 'Make add work. Promise it with cs do first.';

/** The command lines of the suite that the agent runs. */
export const PROMISE = ['do', 'add works', '--ac', 'Tests pass', '--check', 'node test.mjs'];
export const PROOFS = [['prove'], ['verify']];

/** The agent's turns, in a folder of such a project. */
export function agentIn(folder: string): readonly Deed[] {
  const file_path = join(folder, 'add.mjs');
  return [
    { runs: `cs ${PROMISE.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ')}` },
    { uses: 'Read', input: { file_path } },
    { says: 'Done, tests pass.' },
    { uses: 'Edit', input: { file_path, old_string: 'a - b', new_string: 'a + b' } },
    { runs: PROOFS.map((words) => `cs ${words.join(' ')}`).join(' && ') },
    { says: 'Done: add adds, and the tests pass.' },
  ];
}
