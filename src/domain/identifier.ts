import type { Failure } from './failure.ts';

/** At most 128 characters (DESIGN §3); a dot only between two others. */
const SAFE_ID = /^(?:[\w-]|(?<=[\w-])\.(?=[\w-])){1,128}$/;
/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/**
 * Whether an id can safely become the name of a file: letters, digits, `.`, `_`, `-`, at most 128
 * of them, no `..`, no dot at either end (hidden files are never listed; Windows drops a last dot).
 */
export function isSafeId(id: string): boolean {
  return SAFE_ID.test(id) && !DEVICE_NAME.test(id);
}

/** The failure for an id that must not become a path, or nothing where it may. `what` names the id. */
export function idFault(what: string, id: string): Failure | undefined {
  return isSafeId(id) ? undefined : { kind: 'invalid-id', what, value: id };
}
