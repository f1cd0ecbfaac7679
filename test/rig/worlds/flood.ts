import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { createProject } from './project.ts';
import { answerOf, nodeLine, prove, startWithChecks } from './proving.ts';

/** A check whose command writes so many megabytes passes by the last line, and all of it is hashed. */
export async function expectFloodHashed(megabytes: number): Promise<void> {
  const project = createProject();
  const source = `
    const chunk = Buffer.alloc(1 << 20, 'x');
    let left = ${megabytes};
    const write = () => { if (left-- > 0) process.stdout.write(chunk, write); else console.log('\\n42 passed'); };
    write();
  `;
  const run = nodeLine(project, 'flood.cjs', source);
  const id = await startWithChecks(project, { kind: 'command', run, matches: ['^42 passed$'] });
  expect(await prove(project, id)).toMatchObject({ code: 0 });
  const hash = createHash('sha256');
  for (let count = 0; count < megabytes; count += 1) hash.update(Buffer.alloc(1 << 20, 'x'));
  expect(answerOf(project, id)).toMatchObject({
    command: {
      output_bytes: megabytes * (1 << 20) + '\n42 passed\n'.length,
      output_sha256: hash.update('\n42 passed\n').digest('hex'),
      output_tail: expect.stringMatching(/^x{1,2000}\n42 passed\n$/),
    },
  });
}
