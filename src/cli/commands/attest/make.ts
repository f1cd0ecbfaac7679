import { sha256 } from '../../../adapters/file-digest.ts';
import { writeOutputFile } from '../../../adapters/output-file.ts';
import { envelopeLine } from '../../../domain/attestation/envelope.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { errorCode } from '../../../domain/base/system-error.ts';
import { type Attested, attestPromise } from '../../../gates/attest-promise.ts';
import {
  attestedJson,
  attestedNotes,
  attestedText,
  keyJson,
  keyText,
} from '../../../report/attest-text.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { usage } from '../../usage.ts';
import { attestedCheckouts } from './checkouts.ts';
import { createCleaner } from './cleaner.ts';
import { type ChosenKey, signingKey } from './keys.ts';

/** Where a bundle is written: a file, or `-` for stdout. */
const STDOUT = '-';

/** `cs promise attest <id>` */
export async function attest(id: string, args: Arguments, suite: Suite): Promise<Result<Report>> {
  const [key, ...more] = args.texts('key');
  if (more.length > 0) return usage('--key: sign with one key');
  const output = args.text('output') ?? STDOUT;
  if (output === STDOUT && args.given('json')) {
    return usage('--json needs -o <file>: the attestations themselves go to stdout');
  }
  const checkouts = attestedCheckouts(suite);
  const clean = createCleaner(suite);
  const { promises, validations } = suite;
  const attested = await attestPromise(id, { promises, validations, checkouts, clean, sha256 });
  if (!attested.ok) return attested;
  // Only what there is to sign is a reason to make a key.
  const chosen = signingKey(key, suite);
  if (!chosen.ok) return chosen;
  const lines = attested.value.statements.map((one) => envelopeLine(one, chosen.value.key));
  return output === STDOUT
    ? success(reported(attested.value, chosen.value, STDOUT, lines.join('\n')))
    : written(output, lines, attested.value, chosen.value, suite);
}

function written(
  path: string,
  lines: readonly string[],
  attested: Attested,
  chosen: ChosenKey,
  suite: Suite,
): Result<Report> {
  try {
    writeOutputFile(path, `${lines.join('\n')}\n`);
  } catch (error) {
    const action = 'write the attestations';
    return failed({ kind: 'file-system', action, path, code: errorCode(error) });
  }
  const text = attestedText(attested, chosen.key.id, path, suite.style);
  return success(reported(attested, chosen, path, text));
}

function reported(
  attested: Attested,
  { isOwn, key, notes }: ChosenKey,
  path: string,
  text: string,
): Report {
  return {
    text,
    json: attestedJson(attested, key.id, path),
    notes: [...attestedNotes(attested, isOwn), ...notes],
  };
}

/** `cs promise attest key` */
export function showKey(args: Arguments, suite: Suite): Result<Report> {
  const [named, ...more] = args.texts('key');
  if (more.length > 0) return usage('--key: name one key');
  const chosen = signingKey(named, suite);
  if (!chosen.ok) return chosen;
  const { isOwn, key, notes, path } = chosen.value;
  return success({ text: keyText(key), json: keyJson(key, path, isOwn), notes });
}
