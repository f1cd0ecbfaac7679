import { writeOutputFile } from '../../../adapters/output-file.ts';
import type { AttestedAnswers } from '../../../domain/attestation/attested-answers.ts';
import { envelopeLine } from '../../../domain/attestation/envelope.ts';
import { answersStatement } from '../../../domain/attestation/making.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { errorCode } from '../../../domain/base/system-error.ts';
import type { TreeScope } from '../../../domain/promise/tree.ts';
import { createDescriber, distinctSubjects } from '../../../gates/attest-promise.ts';
import type { Suite } from '../../../suite.ts';
import { attestedCheckouts } from './checkouts.ts';
import { signingKey } from './keys.ts';

/** A validator's answers to a promise, and the files that each of its runs saw here. */
interface AnswersOverFiles {
  readonly answers: AttestedAnswers;
  readonly seen: readonly { readonly tree: string; readonly scope: TreeScope }[];
}

/** What was written, and by which key. `notes`: what its user should know. */
interface WrittenAnswers {
  readonly keyid: string;
  readonly notes: readonly string[];
}

/**
 * Writes answers as signed statements, one line for each promise, whole or not at all. `key`: the file of a private
 * key; without it that of `CS_ATTEST_KEY`, else the user's own. Fails where the key cannot be used, a run saw no files
 * that can be named, or the file cannot be written.
 */
export function attestAnswers(
  all: readonly AnswersOverFiles[],
  { key, output }: { readonly key: string | undefined; readonly output: string },
  suite: Suite,
): Result<WrittenAnswers> {
  const unseen = all.find(({ seen }) => seen.length === 0);
  if (unseen !== undefined) {
    return failed({ kind: 'nothing-to-attest', id: unseen.answers.promise, left: [] });
  }
  const chosen = signingKey(key, suite);
  if (!chosen.ok) return chosen;
  const { checkout, projectFolder } = suite.environment;
  const place = checkout === projectFolder ? undefined : checkout;
  const describe = createDescriber(attestedCheckouts(suite));
  const lines = all.map(({ answers, seen }) => {
    const described = seen.map((one) => describe({ ...one, checkout: place }).subjects);
    return envelopeLine(
      answersStatement(answers, distinctSubjects(described.flat())),
      chosen.value.key,
    );
  });
  try {
    writeOutputFile(output, lines.map((line) => `${line}\n`).join(''));
  } catch (error) {
    const action = 'write the attestations';
    return failed({ kind: 'file-system', action, path: output, code: errorCode(error) });
  }
  return success({ keyid: chosen.value.key.id, notes: chosen.value.notes });
}
