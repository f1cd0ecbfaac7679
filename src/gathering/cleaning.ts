import { declaredText } from '../checks/kinds.ts';
import { redactCommand, redactedCheck } from '../checks/redaction.ts';
import type { Cleaning } from '../domain/account/facts.ts';
import { type KnownSecret, redactSecrets } from '../domain/base/secrets.ts';

/** Words that the suite itself writes and that many texts of a report are: they hold no secret. */
const OWN_WORDS =
  /^(?:[a-z_-]{1,24}|[A-Z]{4,7}|AC-\d{1,6}|\d{4}-\d\d-\d\dT[\d:.]{8,12}Z|promise-[0-9a-f]{8})$/;

/** How many texts are remembered: the same names and answers come up again and again. */
const MOST_REMEMBERED = 10_000;

/** The texts of a report without secrets, by the rules that hold for what a judge is sent. */
export function createCleaning(secrets: readonly KnownSecret[]): Cleaning {
  const values = secrets.map((secret) => (typeof secret === 'string' ? secret : secret.value));
  const remembered = new Map<string, string>();
  const clean = (text: string): string => {
    if (text === '' || (OWN_WORDS.test(text) && !values.includes(text))) return text;
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const made = redactSecrets(text, secrets).text;
    if (remembered.size < MOST_REMEMBERED) remembered.set(text, made);
    return made;
  };
  return {
    text: clean,
    command: (line) => redactCommand(line, secrets),
    check: (declared) => redactCommand(declaredText(redactedCheck(declared, secrets)), secrets),
  };
}
