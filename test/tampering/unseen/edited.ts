import type { TamperingExample } from '../../rig/values/tampering-example.ts';

/** Text to find, which must be there exactly once, and what to put in its place. */
export type Edit = readonly [from: string, to: string];

/** The text with each edit made in turn. Throws where an edit finds its text not at all, or more than once. */
export function edited(text: string, ...edits: readonly Edit[]): string {
  return edits.reduce((current, [from, to]) => {
    const parts = current.split(from);
    if (parts.length !== 2) throw new Error(`found ${parts.length - 1} times: ${from}`);
    return parts.join(to);
  }, text);
}

/** A file of an example, at a path, with edits made to what it held. */
export function altered(
  path: string,
  before: string,
  ...edits: readonly Edit[]
): TamperingExample['files'] {
  return { [path]: [before, edited(before, ...edits)] };
}

/** A file of an example that moved, with edits made to what it held. */
export function moved(
  from: string,
  to: string,
  before: string,
  ...edits: readonly Edit[]
): Pick<TamperingExample, 'files' | 'moves'> {
  return { files: { [to]: [before, edited(before, ...edits)] }, moves: { [to]: from } };
}
