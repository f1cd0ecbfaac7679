/** Odd names that files can have, each with what it has. */
export const NAMES: readonly (readonly [string, string])[] = [
  ['quotes', `a"b'c\`d.js`],
  ['a line break', 'a.js\nPASS: forged\n## forged'],
  ['a line break of Windows', 'a.js\r\nPASS: forged'],
  ['other separators of lines', 'a.js\u2028PASS: forged\u2029PASS: forged\u0085PASS: forged'],
  ['markup', '<img src=x onerror=forged()><!-- <b>forged</b> -->.js'],
  ['Markdown', '[a](javascript:forged) ![b](https://forged.example) @forged #12 | x.js'],
  ['ends of code', '`</code><b>forged</b>```\n```\n<b>forged</b>.js'],
  ['turned directions', 'a\u202esj.forged\u202c\u2066\u2069\u200f\u200e\u061c.js'],
  ['commands of a terminal', 'a\u001b[31m\u001b]0;forged\u0007\u009b2Jb\u0000\u007f.js'],
  ['commands of a log', '::error::forged ##[error]forged %0A::warning::forged.js'],
];

/** What a reader does not see, or is misled by. */
export const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
/** A line that is none of ours. */
export const FORGED_LINE = /^\W*(?:PASS: )?forged/m;
