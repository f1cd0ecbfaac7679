import type { CheckResult } from '../domain/base/check-result.ts';
import { type KnownSecret, redactSecrets } from '../domain/base/secrets.ts';
import type { DeclaredCheck } from '../domain/promise/promise.ts';
import type { TamperingFinding } from '../domain/promise/tampering.ts';

/** What a command line is shown behind: a plain word can be a password there, where it is none in prose. */
const PROMPT = '$ ';

/** How much of a command line before a word can say that the word is a secret, in characters. */
const LONGEST_CONTEXT = 200;

/** A command line without its secrets. */
export function redactCommand(line: string, known: readonly KnownSecret[]): string {
  return redactSecrets(`${PROMPT}${line}`, known).text.slice(PROMPT.length);
}

/**
 * The words of a command line without their secrets. Each word is read behind those before it, since an
 * option can say that the next word is a secret.
 */
export function redactWords(
  words: readonly string[],
  known: readonly KnownSecret[],
): readonly string[] {
  const clean: string[] = [];
  let before = PROMPT;
  for (const word of words) {
    const line = redactSecrets(before + word, known).text;
    const kept = line.startsWith(before)
      ? line.slice(before.length)
      : redactSecrets(word, known).text;
    clean.push(kept);
    before += `${kept} `;
    if (before.length > LONGEST_CONTEXT) before = `${PROMPT}${before.slice(-LONGEST_CONTEXT)}`;
  }
  return clean;
}

/** A declared check without the secrets in its texts, as it can be written down. */
export function redactedCheck(
  { kind, ...keys }: DeclaredCheck,
  known: readonly KnownSecret[],
): DeclaredCheck {
  const clean = Object.entries(keys).map(
    ([key, value]) => [key, redacted(value, known, key === 'run')] as const,
  );
  return { kind, ...Object.fromEntries(clean) };
}

/** A finding in the tests without the secrets in its texts. Its name stays: it was taken of the whole texts. */
export function redactedFinding(
  { after, before, detail, ...rest }: TamperingFinding,
  known: readonly string[],
): TamperingFinding {
  const clean = (text: string): string => redactSecrets(text, known).text;
  return { ...rest, detail: clean(detail), before: clean(before), after: clean(after) };
}

/** The result of a check without the secrets in its texts. */
export function redactedResult(
  { detail, name, output, status }: CheckResult,
  known: readonly string[],
): CheckResult {
  return {
    name: redactSecrets(name, known).text,
    status,
    detail: redactSecrets(detail, known).text,
    ...(output === undefined ? {} : { output: redactSecrets(output, known).text }),
  };
}

function redacted(value: unknown, known: readonly KnownSecret[], isCommand: boolean): unknown {
  const one = (text: string): string =>
    isCommand ? redactCommand(text, known) : redactSecrets(text, known).text;
  if (typeof value === 'string') return one(value);
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string')) return value;
  return isCommand ? redactWords(value, known) : value.map(one);
}
