import { describe, expect, it } from 'vitest';
import { withinTime } from '../../src/adapters/bounded-work.ts';
import { sha256 } from '../../src/adapters/file-digest.ts';
import type { CompletionPromise } from '../../src/domain/promise/promise.ts';
import { lookSince } from '../../src/gates/tampering-look.ts';
import type { ChangedTexts, KeptTestLooks } from '../../src/ports.ts';

const WRITTEN = "it('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n";
const SKIPPED = WRITTEN.replace('it(', 'it.skip(');

/** A change that is asked for so often, and what is kept by what was looked for. */
function world(more: Partial<ChangedTexts> = {}) {
  const kept = new Map<string, string>();
  const asked: unknown[] = [];
  const keptLooks: KeptTestLooks = {
    open: (about) => ({
      recall: () => kept.get(about),
      remember: (text) => void kept.set(about, text),
    }),
  };
  const value: ChangedTexts = {
    base: 'abc',
    changes: [
      { path: 'new.test.js', before: undefined, after: WRITTEN },
      { path: 'sum.test.js', earlierPath: 'old.test.js', before: WRITTEN, after: SKIPPED },
    ],
    notes: ['A note.'],
    isPartial: true,
    project: { paths: [], read: () => undefined },
    origins: () => new Map(),
    ...more,
  };
  const git = {
    changedTexts: (since: unknown) => {
      asked.push(since);
      return { ok: true as const, value };
    },
  };
  return { asked, kept, looking: { git, sha256, withinTime, keptLooks } };
}

const PROMISE: CompletionPromise = {
  id: 'promise-1',
  status: 'in_progress',
  ownership: { owned_by: 'session-1', created_at: '2026-02-17T10:30:00Z' },
  base_commit: 'abcdef0123456789',
};

describe('a look since a promise was made', () => {
  it('is taken once for the same files, and says the same again', async () => {
    const { asked, looking } = world();
    const first = await lookSince(PROMISE, looking, []);
    const again = await lookSince(PROMISE, looking, []);
    expect(asked).toHaveLength(1);
    expect(again).toEqual({ ...first, hasUnlisted: undefined });
  });

  it('is taken anew for other secrets, since they are left out of what it shows', async () => {
    const { asked, kept, looking } = world();
    await lookSince(PROMISE, looking, []);
    await lookSince(PROMISE, looking, ['expect(add']);
    expect(asked).toHaveLength(2);
    expect(kept.size).toBe(2);
  });

  it.each<[string, Partial<ChangedTexts>]>([
    ['it saw files that no fingerprint sees', { hasUnlisted: true }],
  ])('is not kept where %s', async (_what, more) => {
    const { kept, looking } = world(more);
    await lookSince(PROMISE, looking, []);
    expect(kept.size).toBe(0);
  });

  it('is taken anew where what is kept is no look', async () => {
    const { asked, kept, looking } = world();
    await lookSince(PROMISE, looking, []);
    for (const about of kept.keys()) kept.set(about, '{"base":1}');
    expect((await lookSince(PROMISE, looking, [])).examined).toBe(true);
    expect(asked).toHaveLength(2);
  });
});
