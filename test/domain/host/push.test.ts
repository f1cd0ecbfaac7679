import { describe, expect, it } from 'vitest';
import { pushedRefs } from '../../../src/domain/host/push.ts';

const [A, B, NONE] = ['a'.repeat(40), 'b'.repeat(64), '0'.repeat(40)];

describe('what git tells a pre-push hook', () => {
  it.each([
    ['a branch', `refs/heads/x ${A} refs/heads/y ${NONE}\n`, [{ ref: 'refs/heads/y', object: A }]],
    ['a longer id', `HEAD ${B} refs/tags/v1 ${B}`, [{ ref: 'refs/tags/v1', object: B }]],
    [
      'a revision in words',
      `:/fix it ${A} refs/heads/y ${B}`,
      [{ ref: 'refs/heads/y', object: A }],
    ],
    ['a deletion', `(delete) ${NONE} refs/heads/y ${A}`, []],
    ['rubbish', `x\n${A}\n\0 ${A} ${A}\n`, []],
    ['nothing', '', []],
  ])('reads %s', (_name, text, refs) => {
    expect(pushedRefs(text)).toEqual(refs);
  });
});
