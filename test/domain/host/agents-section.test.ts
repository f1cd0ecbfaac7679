import { describe, expect, it } from 'vitest';
import { withoutSection, withSection } from '../../../src/domain/host/agents-section.ts';

const textOf = (section: ReturnType<typeof withSection>): string => {
  if ('fault' in section) throw new Error(section.fault);
  return section.text;
};

const OLDER =
  '<!-- completion-promise: begin. An older one -->\nold\n<!-- completion-promise: end -->';

describe('the section of AGENTS.md', () => {
  it.each(['', 'Text', 'Text\n', '# Mine\n\nText\n', '# Mine\r\n\r\nText\r\n', '\n'])(
    'comes at the end of %j, once, and goes without a trace',
    (before) => {
      const text = textOf(withSection(before));
      expect(text.startsWith(before)).toBe(true);
      expect(text).toContain('cs prove');
      expect(text.includes('\r\n')).toBe(before.includes('\r\n'));
      expect(textOf(withSection(text))).toBe(text);
      expect(textOf(withoutSection(text))).toBe(before);
    },
  );

  it('takes the place of an older one, with what stands around it', () => {
    const text = textOf(withSection(`# A\n\n${OLDER}\n\n# B\n`));
    expect(text).toMatch(/^# A\n\n<!-- completion-promise: begin[\s\S]*end -->\n\n# B\n$/);
    expect(text).not.toContain('old\n');
  });

  it('is not looked for behind a beginning that has no end', () => {
    const broken = 'a\n<!-- completion-promise: begin -->\nmine';
    const fault = 'the section that begins in line 2 has no end: <!-- completion-promise: end -->';
    expect(withSection(broken)).toEqual({ fault });
    expect(withoutSection(broken)).toEqual({ fault });
  });

  it('is not missed where there is none', () => {
    expect(textOf(withoutSection('mine\n'))).toBe('mine\n');
  });
});
