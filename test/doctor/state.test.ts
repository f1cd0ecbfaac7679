import { describe, expect, it } from 'vitest';
import { elsewhere } from '../../src/doctor/rows/state.ts';

describe('other state folders', () => {
  const state = (folder: string) => ({ folder, side: 'below', open: 1, broken: 0 });

  it('are named one by one, many of them only counted', () => {
    const all = elsewhere.judge(Array.from({ length: 22 }, (_one, at) => state(`/p/${at}`)));
    expect(all).toHaveLength(21);
    expect(all.at(0)?.advice).toBe('To see and end the promises there: cs status -C /p/0');
    expect(all.at(-1)?.detail).toBe('2 more state folders');
  });

  it('may be hidden in a project that is too large to be searched', () => {
    expect(elsewhere.judge([state('')])).toMatchObject([
      {
        status: 'note',
        detail: 'the project is too large to search completely for other state folders',
      },
    ]);
  });
});
