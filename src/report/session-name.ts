import { oneLine } from './printable.ts';

/** Longest id that is shown whole, and how much of the end of a longer one is: it has the time, or chance. */
const LONGEST = 24;
const END = 11;

/** A UUID, and one that begins with the time, as that of the next session does. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIMED = /^.{14}[1678]/;

/** What tells a session from others where many are listed; data and the details of one have the whole id. */
export function sessionName(id: string, longest = LONGEST): string {
  const name = oneLine(id);
  if (name.length <= longest) return name;
  return UUID.test(name) && !TIMED.test(name) ? name.slice(0, 8) : `…${name.slice(-END)}`;
}
