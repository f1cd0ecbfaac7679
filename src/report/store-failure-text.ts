import type { FailureKind, FailureOf } from '../domain/base/failure.ts';
import type { CommandLines } from './command-lines.ts';
import type { FailureWords } from './failure-words.ts';
import { oneLine } from './printable.ts';

type StoreFailure = Extract<FailureKind, `store-${string}`>;

/** The failures of a store that machines share, in words. */
export const STORE_WORDS: {
  readonly [Kind in StoreFailure]: (failure: FailureOf<Kind>, lines: CommandLines) => FailureWords;
} = {
  'store-unreachable': ({ place, reason }) => ({
    message: `The store cannot be reached: ${oneLine(reason)} (${oneLine(place)}).`,
    advice: ['Nothing was changed. Try again once the database answers.'],
  }),
  'store-unknown': ({ place }, lines) => ({
    message: `The connection to the store broke during a commit (${oneLine(place)}): it is unknown whether the change was made.`,
    advice: [
      `Look before you try again: ${lines.of('cs status')} or ${lines.of('cs promise log')}`,
    ],
  }),
  'store-schema': schemaWords,
  'store-refused': ({ action, code, detail, place }) => ({
    message: `Cannot ${action}: the database refused (${oneLine(code)}, ${oneLine(detail)}; ${oneLine(place)}).`,
    ...refusalAdvice(code),
  }),
  'store-unnamed': ({ folder }, lines) => ({
    message: `The project has no name in the shared store: ${oneLine(folder)} has no git remote that could give one.`,
    advice: [`Give it one: ${lines.of('cs config set storeProject [name]')}`],
  }),
  'store-occupied': ({ holds, place }) => ({
    message: `Nothing was copied: ${oneLine(place)} holds ${oneLine(holds)}.`,
    advice: ['A copy goes only where there is nothing yet, or where an earlier run of it began.'],
  }),
  'store-uncopied': ({ place, reason }) => ({
    message: `${oneLine(place)} cannot be copied: ${oneLine(reason)}.`,
    advice: ['Run the copy again once that is mended, while no session works on the project.'],
  }),
};

/** Tables of another version than this suite works with. */
function schemaWords(
  { found, place, wanted }: FailureOf<'store-schema'>,
  lines: CommandLines,
): FailureWords {
  const there = found === null ? 'has no tables of the suite' : `has tables of version ${found}`;
  const isNewer = found !== null && found > wanted;
  return {
    message: `The store ${there}, and this version of the suite works with version ${wanted} (${oneLine(place)}).`,
    advice: [
      isNewer
        ? 'Update the suite on this machine.'
        : `Make them with a role that may: ${lines.of('cs store migrate')}`,
    ],
  };
}

/** What to do about a refusal of the database, by its SQLSTATE. */
function refusalAdvice(code: string): { readonly advice?: readonly string[] } {
  switch (code) {
    case '42501':
      return { advice: ['Its rights: docs/store.md#roles'] };
    case '25006':
      return { advice: ['It takes no changes: is it a standby? Name the server that does.'] };
    case '54000':
      return { advice: ['A name is too long for it: that of the session, or of the project.'] };
    default:
      return {};
  }
}
