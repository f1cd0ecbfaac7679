import { expect } from 'vitest';
import { bash, delegate, describeClaudeCode, follow, promise, say, scenario } from './scenario.ts';

/** Promises that a session does not know: of its subagents, and of sessions that are not there any more. */

describeClaudeCode('a promise of a subagent', () => {
  scenario(
    'is asked of the subagent, which keeps it before its session stops',
    {
      agent: [delegate(), say('Done.')],
      subagent: [promise(), say('An answer.'), follow, say('An answer.')],
    },
    ({ blocks, subagentTold }) => {
      expect(blocks).toEqual([]);
      expect(subagentTold).toHaveLength(4);
      expect(subagentTold[2]).toContain('You are asked because you made it.');
    },
  );

  scenario(
    'is asked of its session where the subagent does not keep it, and is told as one that a subagent made',
    {
      agent: [delegate(), say('Done.'), say('Done.'), follow],
      subagent: [promise(), say('An answer.')],
    },
    ({ blocks, subagentTold }) => {
      expect(subagentTold).toHaveLength(7);
      expect(blocks).toHaveLength(1);
      expect(blocks[0]).toMatch(/promise-\w+ was made by a subagent \(general-purpose, \w+\)/);
      expect(blocks[0]).toContain('cs-promise --show promise-');
    },
  );

  scenario(
    'is not asked of a subagent that another made it beside, or that only saw it',
    {
      agent: [promise(), delegate(), say('Done.'), say('Done.'), follow],
      subagent: [bash('cs-promise --list; cs-status'), say('An answer.')],
    },
    ({ blocks, subagentTold }) => {
      expect(subagentTold).toHaveLength(2);
      expect(blocks).toHaveLength(1);
      expect(blocks[0]).not.toContain('was made by a subagent');
    },
  );
});
