import { describe, expect, it } from 'vitest';
import { endsInterrupted } from '../../../src/domain/host/interrupt-mark.ts';
import { knownHost } from '../../rig/values/hook-writings.ts';
import { INTERRUPTED_HOSTS } from '../../rig/values/interrupts.ts';

const PROMPT = 'What is left?';

describe.each(INTERRUPTED_HOSTS)('in the transcripts of $host', (written) => {
  const { marks, others, prompts, says } = written;
  const { interruptMark, transcript } = knownHost(written.host).host;

  const isInterrupted = (lines: readonly object[], prompt?: string): boolean => {
    if (interruptMark === undefined) throw new Error('it has no mark');
    const texts = lines.map((line) => JSON.stringify(line));
    return endsInterrupted(['', ...texts.toReversed()], interruptMark, transcript, prompt);
  };
  const [mark = {}] = marks;
  const [user, agent] = [prompts('Build it'), says('I build.')];

  it.each(marks.map((one) => [one]))('%j is the mark of an interrupt', (one) => {
    expect(isInterrupted([user, agent, one], PROMPT)).toBe(true);
  });

  it.each(others.map((one) => [one]))('%j is none, and hides none', (one) => {
    expect(isInterrupted([user, agent, one], PROMPT)).toBe(false);
    expect(isInterrupted([user, agent, mark, one], PROMPT)).toBe(true);
  });

  it.each<[string, readonly object[], boolean]>([
    ['nothing', [], false],
    ['no mark', [user, agent], false],
    ['a mark, and the prompt itself', [user, agent, mark, prompts(PROMPT)], true],
    ['a mark, and what the agent says', [user, mark, says('Done.')], false],
    ['a mark, and another prompt', [user, agent, mark, prompts('Go on')], false],
    ['a mark before the same prompt of a turn', [mark, prompts(PROMPT), agent], false],
    ['a mark before the same prompt twice', [mark, prompts(PROMPT), prompts(PROMPT)], false],
    ['words like a mark', [user, says(JSON.stringify(mark))], false],
  ])('%s at the end', (_what, lines, expected) => {
    expect(isInterrupted(lines, PROMPT)).toBe(expected);
  });

  it('no prompt is passed over at a stop', () => {
    expect(isInterrupted([user, mark])).toBe(true);
    expect(isInterrupted([mark, user])).toBe(false);
  });
});
