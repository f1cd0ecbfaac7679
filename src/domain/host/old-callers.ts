import { type Diagnosis, note } from './diagnosis.ts';

/** Callers of the bash scripts' paths in a project's instructions and settings. */

/** A text of the project that may call the old scripts. */
export interface CallingText {
  readonly path: string;
  readonly text: string;
}

/** A call by a path that ends in the old scripts' folder. */
const CALL =
  /[^\s"'`]*\bcompletion-state\/(cs-verify-judge\.py|cs-(?:init|promise|verify|status|store-validation))(?![\w.-])/g;

/** What to write in place of a script. */
const INSTEAD: Readonly<Record<string, string>> = {
  'cs-init': 'cs init',
  'cs-promise': 'cs promise',
  'cs-verify': 'cs verify',
  'cs-status': 'cs status',
  'cs-store-validation': 'cs store-validation',
  'cs-verify-judge.py': 'cs judge --request',
};

/** How many callers are named before they are only counted. */
const MOST_NAMED = 20;

const CHECK = 'migration.callers';

/** Names each line that calls an old script by its path, and what to write instead. */
export function diagnoseOldCallers(texts: readonly CallingText[]): readonly Diagnosis[] {
  const found = texts.flatMap(callersIn);
  const more = found.length - MOST_NAMED;
  return [
    ...found.slice(0, MOST_NAMED),
    ...(more > 0
      ? [note(CHECK, `${more} more calls of the old scripts`, 'Change the ones above first')]
      : []),
  ];
}

function callersIn({ path, text }: CallingText): readonly Diagnosis[] {
  return text.split('\n').flatMap((line, at) =>
    [...line.matchAll(CALL)].map(([call, script = '']) => ({
      ...note(
        CHECK,
        `calls the old script ${call}`,
        `Write ${INSTEAD[script]} instead, or put shims there: cs hooks install --shims <dir>`,
      ),
      where: `${path}:${at + 1}`,
    })),
  );
}
