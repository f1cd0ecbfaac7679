/**
 * Characters that a reader does not see and a model does: controls, overrides of writing direction,
 * joiners and spaces without width, tags and variation selectors, halves of surrogate pairs.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\u034f|[\ufe00-\ufe0f]|\u17b4|\u17b5|[\u180b-\u180e]|[\u{e0000}-\u{e0fff}]/gu;

/**
 * Marks that ordinary text has. Emoji are made of joiners and selectors, one at a time (a row of them
 * can spell words); some scripts join letters; editors write byte order marks.
 */
const ORDINARY =
  /\u{1f3f4}[\u{e0061}-\u{e007a}]{4,6}\u{e007f}|\p{Extended_Pictographic}\ufe0f?(?:[\u{1f3fb}-\u{1f3ff}]?\ufe0f?\u200d\p{Extended_Pictographic}\ufe0f?)*|[0-9#*]\ufe0f\u20e3|(?<=[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}])[\u200c\u200d](?=[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}])|\ufeff/gu;

/** Colours as terminals show them, which outputs of tests are full of. The one that hides text is none. */
const COLOUR =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /\u001b\[(?!(?:\d{1,3};){0,8}(?<!5;)8[;m])(?:\d{1,3}(?:;\d{1,3}){0,8})?m/g;

/** Whole terminal sequences: without its first character, the rest of one would read as text. */
const TERMINAL_ESCAPE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /(?:\u001b\[|\u009b)[0-?]{0,32}[ -/]{0,4}[@-~]|\u001b\][^\u0007\u001b\n]{0,500}(?:\u0007|\u001b\\)/g;

/** The text with hidden characters written out, `\u{200b}`. Line breaks and tabs stay. */
export function withoutHidden(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The text with hidden characters taken out, as it reads to the eye. */
export function asItReads(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(TERMINAL_ESCAPE, '').replace(HIDDEN, '');
}

/** The text with all that a reader would not see or would be misled by written out; colours of terminals are taken out. */
export function asShown(text: string): string {
  const plain = text.replace(COLOUR, '');
  return hasHidden(plain) ? withoutHidden(plain) : plain.replaceAll('\r\n', '\n');
}

/** Whether a text holds hidden characters that no emoji, script, editor or coloured output accounts for. */
export function hasHidden(text: string): boolean {
  return (
    text.replaceAll('\r\n', '\n').replace(COLOUR, '').replace(ORDINARY, '').search(HIDDEN) >= 0
  );
}
