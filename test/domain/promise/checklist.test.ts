import { describe, expect, it } from 'vitest';
import { checklistIn } from '../../../src/domain/promise/checklist.ts';

describe('a checklist in Markdown', () => {
  it.each<[string, string, readonly string[]]>([
    ['of dashes', '- [ ] one\n- [ ] two', ['1 one', '2 two']],
    [
      'of other marks and numbers',
      '* [ ] a\n+ [ ] b\n1. [ ] c\n2) [ ] d',
      ['1 a', '2 b', '3 c', '4 d'],
    ],
    ['with boxes that are ticked', '- [x] a\n- [X] b', ['1 a ✓', '2 b ✓']],
    [
      'as spec-kit writes it',
      '# Tasks: Login\n\n- [ ] T001 [P] Add `login` in src/a.ts',
      ['3 T001 [P] Add `login` in src/a.ts'],
    ],
    [
      'as OpenSpec writes it',
      '## 1. Setup\n- [ ] 1.1 Make it\n- [x] 1.2 Test it',
      ['2 1.1 Make it', '3 1.2 Test it ✓'],
    ],
    ['with items below items', '- [ ] a\n  - [ ] b', ['1 a', '2 b']],
    [
      'with items that go on',
      '- [ ] a\n  and   more\n\n  not this\n- [ ] b',
      ['1 a and more', '5 b'],
    ],
    ['with notes below items', '- [ ] a\n  - a note\n    of it\n- [ ] b', ['1 a', '4 b']],
    [
      'with examples in code',
      '```md\n- [ ] no\n```\n~~~~\n- [ ] no\n~~~\n- [ ] no\n~~~~\n- [ ] a',
      ['9 a'],
    ],
    [
      'with items in comments',
      '<!-- - [ ] no -->\n<!--\n- [ ] no\n-->\n- [ ] a <!-- b -->',
      ['5 a'],
    ],
    ['with line ends of Windows', '- [ ] a\r\n- [ ] b\r\n', ['1 a', '2 b']],
    ['without one', '- a\n- [] b\n- [y] c\n-[ ] d\n- [ ]', []],
  ])('%s', (_name, text, items) => {
    const told = checklistIn(text).items.map(
      ({ isTicked, line, text: words }) => `${line} ${words}${isTicked ? ' ✓' : ''}`,
    );
    expect(told).toEqual(items);
  });

  it.each([
    ['# Tasks: Login #\n## More', 'Tasks: Login'],
    ['text\n\n##   Two  words ', 'Two words'],
    ['- [ ] a', undefined],
    ['```\n# no\n```', undefined],
  ])('%j is called %s', (text, title) => {
    expect(checklistIn(text).title).toBe(title);
  });
});
