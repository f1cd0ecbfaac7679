import { NO_DEADLINE } from '../../../adapters/bounded-files.ts';
import { secretValues } from '../../../adapters/environment.ts';
import { environmentFileValues } from '../../../adapters/environment-files.ts';
import { redactedCheck, redactWords } from '../../../checks/redaction.ts';
import type { Cleaner } from '../../../domain/attestation/record.ts';
import {
  type KnownSecret,
  mergedRedactions,
  type Redacted,
  redactSecrets,
} from '../../../domain/base/secrets.ts';
import type { Suite } from '../../../suite.ts';

/** Takes the secrets out of what travels, by the rules of everything that leaves the machine. */
export function createCleaner({ environment }: Suite): Cleaner {
  const known = knownSecrets([environment.projectFolder, environment.checkout]);
  const counts: (readonly Redacted[])[] = [];
  const text = (dirty: string): string => {
    const { redacted, text: clean } = redactSecrets(dirty, known);
    counts.push(redacted);
    return clean;
  };
  return {
    text,
    words: (words) => redactWords(words, known),
    check: (check) => redactedCheck(check, known),
    redacted: () => mergedRedactions(counts),
  };
}

function knownSecrets(folders: readonly string[]): readonly KnownSecret[] {
  const inFiles = [...new Set(folders)].flatMap((folder) =>
    environmentFileValues(folder, NO_DEADLINE),
  );
  return [
    ...inFiles.map((value) => ({ kind: 'value of an env file', value })),
    ...secretValues([]).map((value) => ({ kind: 'value of the environment', value })),
  ];
}
