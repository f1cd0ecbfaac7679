/** Secrets in text on its way out of the machine. They are named by their kind and never shown. */

interface SecretPattern {
  readonly kind: string;
  /** Where the secret stands; what comes before it on the line, if anything, is the group `before`. */
  readonly pattern: RegExp;
}

/**
 * What is taken for a secret. Every pattern is bounded or made of one class at a time, so that no
 * text makes it slow.
 */
const PATTERNS: readonly SecretPattern[] = [
  {
    kind: 'private key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END )[\s\S]){0,20000}(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  { kind: 'Anthropic key', pattern: /\bsk-ant-[\w-]{8,}/g },
  { kind: 'OpenAI key', pattern: /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}/g },
  { kind: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{20,})/g },
  { kind: 'GitLab token', pattern: /\bgl(?:pat|dt|rt|cbt|ptt)-[\w-]{16,}/g },
  { kind: 'Slack token', pattern: /\bxox[abeoprs]-[\w-]{10,}|\bxapp-[\w-]{10,}/g },
  {
    kind: 'webhook address',
    pattern:
      /https:\/\/(?:hooks\.slack\.com\/services|discord(?:app)?\.com\/api\/webhooks)\/[\w/-]{8,}/g,
  },
  { kind: 'AWS key', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  { kind: 'Google key', pattern: /\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{20,}/g },
  { kind: 'Stripe key', pattern: /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|\bwhsec_\w{16,}/g },
  { kind: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { kind: 'PyPI token', pattern: /\bpypi-[\w-]{30,}/g },
  { kind: 'Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{20,}/g },
  { kind: 'Docker token', pattern: /\bdckr_(?:pat|oat)_[\w-]{16,}/g },
  {
    kind: 'password of a command',
    pattern:
      /(?<before>\b(?:sshpass\s{1,4}-p\s{0,4}|redis-cli\b[^\n|;&]{0,200}?\s-a\s{1,4}|mysql\w{0,8}\b[^\n|;&]{0,200}?\s-p|curl\b[^\n|;&]{0,200}?\s(?:-u|--user)\s{0,4}["']?[^\s:"']{1,100}:(?!\/\/)))["']?[^\s"']{3,200}/g,
  },
  { kind: 'SendGrid key', pattern: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g },
  { kind: 'DigitalOcean token', pattern: /\bdo[oprt]_v1_[a-f0-9]{32,}/g },
  { kind: 'Telegram token', pattern: /\b\d{8,10}:[A-Za-z0-9_-]{35}(?![\w-])/g },
  { kind: 'JSON web token', pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{4,}\.[\w-]{8,}/g },
  {
    kind: 'password in a URL',
    pattern:
      /(?<before>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{0,200}:)[^\s@/"'<>]{1,200}(?=@)/gi,
  },
  {
    kind: 'authorization header',
    pattern:
      /(?<before>\b(?:authorization|proxy-authorization)["']?\s{0,4}[:=]\s{0,4}["']?(?:bearer |basic |token |digest )?)(?!(?:bearer|basic|token|digest) )[\w.+/=~-]{6,}/gi,
  },
  { kind: 'bearer token', pattern: /(?<before>\bbearer )[\w.+/=~-]{16,}/gi },
  {
    kind: 'cookie',
    pattern: /(?<before>\b(?:set-cookie|cookie)\s{0,4}:\s{0,4})[^\s=;]{1,100}=[^\s;]{8,}/gi,
  },
  {
    kind: 'password or key',
    pattern:
      /(?<before>(?:passwo?r?d|passwd|passphrase|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|account[_-]?key|private[_-]?key|encryption[_-]?key|client[_-]?secret|credentials?)(?:[_-]\w{1,20})?["']?\s{0,4}(?:[:=]|=>|:=)\s{0,4})(?:"(?:[^"\\\n]|\\.){4,500}"|'(?:[^'\\\n]|\\.){4,500}'|(?=[^\s,;]{0,500}[\d!@#$%^&*+/])[^\s,;"'{}()[\]<>]{6,500})/gi,
  },
];

/** How many secrets of a kind were taken out of a text. */
export interface Redacted {
  readonly kind: string;
  readonly count: number;
}

export interface Redaction {
  readonly text: string;
  readonly redacted: readonly Redacted[];
}

/** A value that is secret whatever it looks like, and what it is called where it is taken out. */
export type KnownSecret = string | { readonly value: string; readonly kind: string };

/** What a value is called that comes without a name. */
const OWN_KEY = 'own API key';

/** Shorter ones would be found by chance. */
const SHORTEST_KNOWN_SECRET = 8;

/**
 * The text with every secret replaced by `[redacted: kind]`. `known` are values that are secret
 * whatever they look like, such as the key that this run uses.
 */
export function redactSecrets(text: string, known: readonly KnownSecret[] = []): Redaction {
  const counts = new Map<string, number>();
  const replace = (kind: string, before: string): string => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return `${before}[redacted: ${kind}]`;
  };
  let clean = text;
  for (const { kind, value } of longestFirst(known)) {
    clean = clean.replaceAll(value, () => replace(kind, ''));
  }
  for (const { kind, pattern } of PATTERNS) {
    clean = clean.replace(pattern, (match: string, ...rest: unknown[]) => {
      const before = textBefore(rest.at(-1));
      return isTakenOut(match.slice(before.length)) ? match : replace(kind, before);
    });
  }
  return { text: clean, redacted: [...counts].map(([kind, count]) => ({ kind, count })) };
}

/** Known secrets without blanks at their ends, the longest first: one may be the beginning of another. */
function longestFirst(
  known: readonly KnownSecret[],
): readonly { readonly value: string; readonly kind: string }[] {
  return known
    .map((secret) => (typeof secret === 'string' ? { value: secret, kind: OWN_KEY } : secret))
    .map(({ kind, value }) => ({ kind, value: value.trim() }))
    .filter(({ value }) => value.length >= SHORTEST_KNOWN_SECRET)
    .sort((a, b) => b.value.length - a.value.length);
}

/** Whether nothing is left of a secret but marks of what was taken out before. */
function isTakenOut(secret: string): boolean {
  return (
    secret.includes('[redacted: ') && !/\w/.test(secret.replace(/\[redacted: [\w ]{1,40}\]/g, ''))
  );
}

/** What a match's group `before` holds; a match without groups is followed by the whole text. */
function textBefore(groups: unknown): string {
  const isGroups = typeof groups === 'object' && groups !== null && 'before' in groups;
  return isGroups && typeof groups.before === 'string' ? groups.before : '';
}

/** Several redactions as one count per kind. */
export function mergedRedactions(parts: readonly (readonly Redacted[])[]): readonly Redacted[] {
  const counts = new Map<string, number>();
  for (const { kind, count } of parts.flat()) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => ({ kind, count }));
}
