import { beginningOf, endingOf } from '../../domain/base/cutting.ts';
import { withoutHidden } from '../../domain/base/hidden-characters.ts';
import {
  type KnownSecret,
  type Redacted,
  type Redaction,
  redactSecrets,
} from '../../domain/base/secrets.ts';

/**
 * The fence around everything that comes from outside. Its marks hold a nonce that is new
 * for every request, so that no text can hold them by design; what looks like one is defused.
 */
export interface Fence {
  readonly nonce: string;
  /**
   * Text of at most `longest` characters as data under a name, secrets and hidden characters gone. Of a longer one its
   * beginning is shown, or its `end`.
   */
  data(name: string, text: string, longest: number, kept?: 'beginning' | 'end'): string;
  /** What was taken out of all data so far. */
  redacted(): readonly (readonly Redacted[])[];
}

/** Anything that looks like a mark of the fence, however it is spaced. */
const LOOKS_LIKE_MARK = /<(\s*\/?\s*data\s*-)/gi;

/** `secrets`: values that must not leave, whatever they look like. */
export function createFence(nonce: string, secrets: readonly KnownSecret[]): Fence {
  const taken: (readonly Redacted[])[] = [];
  return {
    nonce,
    data(name, text, longest, kept = 'beginning') {
      const { redacted, text: clean } = cleaned(text, secrets);
      taken.push(redacted);
      const shown = withNote(clean, longest, kept);
      return `<data-${nonce} name="${name}">\n${shown}\n</data-${nonce}>`;
    },
    redacted: () => taken,
  };
}

/** The text as a fence shows it: without secrets, and with nothing in it that could end the fence. */
export function cleaned(text: string, secrets: readonly KnownSecret[]): Redaction {
  const { redacted, text: clean } = redactSecrets(text, secrets);
  return { redacted, text: defused(clean) };
}

/** The text with nothing in it that a reader could take for a mark of the fence. */
function defused(text: string): string {
  return withoutHidden(text).replace(LOOKS_LIKE_MARK, '‹$1');
}

/** The text, or a part of it with a note of how much is missing. */
function withNote(text: string, longest: number, kept: 'beginning' | 'end'): string {
  if (text.length <= longest) return text;
  const note = `[cut: ${longest} of ${text.length} characters are shown]`;
  return kept === 'end'
    ? `${note}\n${endingOf(text, longest)}`
    : `${beginningOf(text, longest)}\n${note}`;
}
