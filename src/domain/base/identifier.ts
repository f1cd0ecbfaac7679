import type { Failure } from './failure.ts';

/** Longest id that may become a file name, in characters: file systems take 255, endings included. */
const LONGEST_ID = 128;

/** Dots stand between other characters only, and no id looks like an option. */
const SAFE_ID = /^\w[\w-]*(?:\.[\w-]+)*$/;
/** Names that Windows keeps for devices, with any ending. */
const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/**
 * Whether an id can safely become the name of a file: letters, digits, `.`, `_`, `-`, at most 128
 * of them, no `..`, no dot at either end (hidden files are never listed; Windows drops a last dot),
 * no dash in front.
 */
export function isSafeId(id: string): boolean {
  return id.length <= LONGEST_ID && SAFE_ID.test(id) && !DEVICE_NAME.test(id);
}

/** The failure for an id that must not become a path, or nothing where it may. `what` names the id. */
export function idFault(what: string, id: string): Failure | undefined {
  return isSafeId(id) ? undefined : { kind: 'invalid-id', what, value: id };
}
