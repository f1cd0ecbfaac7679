import { redactSecrets } from './secrets.ts';

/** Names by which variables are known that hold keys, tokens and passwords. */
const SECRET_NAME =
  /(?:^|_)(?:API_?KEY|APIKEY|ACCESS_?KEY(?:_ID)?|PRIVATE_?KEY|SECRET(?:_?KEY)?|SECRETS|TOKENS?|PASSWORD|PASSWD|PASSPHRASE|PWD_HASH|CREDENTIALS?|PAT|COOKIE|AUTH)(?:_|$)|(?:TOKEN|SECRET|PASSWORD|APIKEY|SSHPASS|_KEY|_PWD|_PASS|_PW|_DSN)$/i;

/** Families of variables that give access to a service, and the address of the suite's own store. */
const SECRET_FAMILY =
  /^(?:ANTHROPIC|CLAUDE_CODE_(?:OAUTH|MESSAGING)|OPENAI|AWS_(?:SECRET|SESSION)|CS_STORE$)_?/i;

/** Names that sound like secrets and are none: where an agent listens, how a program authenticates. */
const NO_SECRET = /^(?:SSH_AUTH_SOCK|GIT_ASKPASS|SSH_ASKPASS|XAUTHORITY|TOKENIZERS_PARALLELISM)$/i;

/**
 * The variables that a check's command does not get: those that look like keys or tokens by their
 * name or their value. `passing` names those that the check asks for all the same.
 */
export function withheldVariables(
  environment: Readonly<Record<string, string>>,
  passing: readonly string[],
): readonly string[] {
  return Object.entries(environment)
    .filter(([name, value]) => !passing.includes(name) && isSecret(name, value))
    .map(([name]) => name)
    .sort();
}

function isSecret(name: string, value: string): boolean {
  if (NO_SECRET.test(name)) return false;
  return SECRET_NAME.test(name) || SECRET_FAMILY.test(name) || holdsToken(value);
}

/** A token in an address is left: what a test needs to reach its database is no access of the user's. */
function holdsToken(value: string): boolean {
  return redactSecrets(value).redacted.some(({ kind }) => kind !== 'password in a URL');
}
