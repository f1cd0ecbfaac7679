import { describe, expect, it } from 'vitest';
import { code, fenced, inline } from '../../../src/report/markdown/escaping.ts';

describe('a line of text in Markdown', () => {
  it.each([
    ['plain words stay', 'All 12 tests pass.', 'All 12 tests pass.'],
    ['a pipe ends no cell', 'a | b', 'a &#124; b'],
    ['a tag is text', '<script>x</script>', '&#60;script&#62;x&#60;/script&#62;'],
    ['a comment hides nothing', '<!-- x -->', '&#60;!-- x --&#62;'],
    ['a link leads nowhere', '[x](javascript:y)', '&#91;x&#93;(javascript:y)'],
    ['an image loads nothing', '![x](u)', '!&#91;x&#93;(u)'],
    ['nobody is notified', 'ask @octo-team/leads', 'ask @&#8203;octo-team/leads'],
    ['an issue is not tied', 'fixes #12', 'fixes #&#8203;12'],
    ['nor one of another repository', 'a/b#12 GH-7', 'a/b#&#8203;12 GH-&#8203;7'],
    ['nor a merge request', 'see !12', 'see !&#8203;12'],
    ['an address is no link', 'https://x.test/a', 'https&#58;&#8203;//x.test/a'],
    ['nor one without a scheme', 'www.x.test', 'www&#8203;.x.test'],
    ['a word stays a word', ':tada:', ':&#8203;tada:'],
    ['code is opened by nothing', '``` `x`', '&#96;&#96;&#96; &#96;x&#96;'],
    ['emphasis is none', '*a* _b_ ~~c~~', '&#42;a&#42; &#95;b&#95; &#126;&#126;c&#126;&#126;'],
    ['a name keeps its underscores', 'promise_id', 'promise_id'],
    ['an entity is text', '&lt;', '&#38;lt;'],
    ['a heading is none', '# x', '&#35; x'],
    ['a list is none', '- x', '&#45; x'],
    ['a numbered list is none', '12. x', '1&#50;. x'],
    ['a rule is none', '---', '&#45;--'],
    ['a formula is none', '$x$', '&#36;x&#36;'],
    ['a line break ends no row', 'a\n| b\r\nc', 'a &#124; b c'],
    ['the direction of writing stays', 'a\u202eb', 'a&#92;u{202e}b'],
    ['what is not seen is shown', 'a\u200bb', 'a&#92;u{200b}b'],
    ['colours are taken out', '\u001b[31mred\u001b[0m', 'red'],
    ['an emoji stays', '👩‍💻 ok', '👩‍💻 ok'],
  ])('%s', (_what, text, markdown) => {
    expect(inline(text)).toBe(markdown);
  });
});

describe('a line of code', () => {
  it.each([
    ['', ''],
    ['npm test', '<code>npm test</code>'],
    ['a | b `c` <d>', '<code>a &#124; b &#96;c&#96; &#60;d&#62;</code>'],
    ['</code>@team', '<code>&#60;/code&#62;@team</code>'],
    ['curl https://www.x.test', '<code>curl https&#58;//&#119;ww.x.test</code>'],
  ])('%s', (text, markdown) => {
    expect(code(text)).toBe(markdown);
  });
});

describe('lines of text', () => {
  it('stand between fences', () => {
    expect(fenced('a\nb\n')).toBe('```text\na\nb\n```');
  });

  it('close no fence, however long theirs is', () => {
    expect(fenced('```\n<b>\n``````')).toBe('```````text\n```\n<b>\n``````\n```````');
  });

  it('show what is hidden in them', () => {
    expect(fenced('a\u202eb')).toBe('```text\na\\u{202e}b\n```');
  });
});
