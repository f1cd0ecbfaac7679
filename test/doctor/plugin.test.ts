import { expect, it } from 'vitest';
import { plugin } from '../../src/doctor/rows/plugin.ts';

const SOUND = {
  root: '/root',
  by: 'copy',
  why: '',
  isMarketplaceLost: false,
  hooks: 1,
  isInside: false,
} as const;

const LOST = { ...SOUND, by: undefined, why: 'it is gone' } as const;

it.each<[string, Partial<Parameters<typeof plugin.judge>[0][number]>, string, string]>([
  ['its copy', {}, 'the plugin runs from /root', ''],
  ['a folder', { by: 'marketplace' }, "not from the host's copy", ''],
  ['a session', { by: 'session' }, 'for this session only', ''],
  ['a folder of the project', { isInside: true }, 'runs from /root', 'outside the project'],
  ['a folder without hooks', { hooks: 0 }, 'the host silently runs none', 'Reinstall it'],
  [
    'a folder without hooks for a session',
    { hooks: 0, by: 'session' },
    'the host silently runs none',
    'Use another --plugin-dir',
  ],
  ['no folder', LOST, 'it is gone', 'claude plugin install completion-promise'],
  [
    'no folder, its marketplace moved',
    { ...LOST, isMarketplaceLost: true },
    'it is gone',
    'claude plugin marketplace add <folder>',
  ],
])(
  "the suite's plugin in %s: what it runs from, and what to do",
  (_where, parts, detail, advice) => {
    const isSound = advice === '';
    expect(plugin.judge([{ ...SOUND, ...parts }])).toMatchObject([
      {
        check: 'hooks.plugin',
        status: isSound ? 'ok' : 'note',
        detail: expect.stringContaining(detail),
        ...(isSound ? {} : { advice: expect.stringContaining(advice) }),
      },
    ]);
  },
);

it('in the project could be changed by the agent whose gate it is', () => {
  const [said] = plugin.judge([{ ...SOUND, by: 'marketplace', isInside: true }]);
  expect(said?.follows).toContain('change its own gate');
});
