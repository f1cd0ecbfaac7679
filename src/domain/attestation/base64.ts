/** Base64 as envelopes and resource descriptors hold bytes. */

const STANDARD = /^[A-Za-z0-9+/]*={0,2}$/;
const URL_SAFE = /^[A-Za-z0-9_-]*={0,2}$/;

/** How many bytes are made into characters at once: a call takes no more arguments than a stack holds. */
const AT_ONCE = 8192;

/** Bytes in the standard alphabet, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  }
  return btoa(binary);
}

/**
 * The bytes of a text in the standard or the URL-safe alphabet, padded or not. Undefined where it is neither, mixes
 * both, or is not the one text of its bytes: what can be written in two ways could be changed unseen.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (!STANDARD.test(text) && !URL_SAFE.test(text)) return undefined;
  const bare = text.replace(/=+$/, '');
  const isPadded = bare.length !== text.length;
  if (bare.length % 4 === 1 || (isPadded && text.length % 4 !== 0)) return undefined;
  const standard = bare.replaceAll('-', '+').replaceAll('_', '/');
  const binary = atob(standard);
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return btoa(binary).replace(/=+$/, '') === standard ? bytes : undefined;
}
