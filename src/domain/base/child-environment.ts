import { redactSecrets } from './secrets.ts';

/** Names by which variables are known that hold keys, tokens and passwords. */
const SECRET_NAME =
  /(?:^|_)(?:API_?KEY|APIKEY|ACCESS_?KEY(?:_ID)?|PRIVATE_?KEY|SECRET(?:_?KEY)?|SECRETS|TOKENS?|PASSWORD|PASSWD|PASSPHRASE|PWD_HASH|CREDENTIALS?|PAT|COOKIE|AUTH)(?:_|$)|(?:TOKEN|SECRET|PASSWORD|APIKEY|SSHPASS|_KEY|_PWD|_PASS|_PW|_DSN)$/i;

/** Families of variables that give access to a service, and the address of the suite's own store. */
const SECRET_FAMILY =
  /^(?:ANTHROPIC|CLAUDE_CODE_(?:OAUTH|MESSAGING)|OPENAI|AWS_(?:SECRET|SESSION)|CS_STORE$)_?/i;

/**
 * Variables by which a CI service lets a step act: its tokens and where they are used, the files that change later
 * steps, and addresses that hold a token.
 */
const OF_A_SERVICE =
  /^(?:ACTIONS_|GITHUB_(?:TOKEN|ENV|OUTPUT|PATH|STATE|STEP_SUMMARY)$|GH_(?:ENTERPRISE_)?TOKEN$|CI_(?:JOB_(?:TOKEN|JWT)|REPOSITORY_URL$|REGISTRY_|DEPLOY_|DEPENDENCY_PROXY_)|SYSTEM_ACCESSTOKEN$)/i;

/** Names that sound like secrets and are none: where an agent listens, how a program authenticates. */
const NO_SECRET = /^(?:SSH_AUTH_SOCK|GIT_ASKPASS|SSH_ASKPASS|XAUTHORITY|TOKENIZERS_PARALLELISM)$/i;

/**
 * The variables that a check's command does not get: those that look like keys or tokens by their
 * name or their value, and those by which a CI service lets a step act. `passing` names those that the check asks for all the same.
 */
export function withheldVariables(
  environment: Readonly<Record<string, string>>,
  passing: readonly string[],
): readonly string[] {
  return Object.entries(environment)
    .filter(
      ([name, value]) => !passing.includes(name) && (isOfService(name) || isSecret(name, value)),
    )
    .map(([name]) => name)
    .sort();
}

/** Those whose values must not be written down. */
export function secretVariables(environment: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(environment)
    .filter(([name, value]) => isSecret(name, value))
    .map(([name]) => name);
}

/** Whether a CI service lets a step act by a variable of that name. */
export function isOfService(name: string): boolean {
  return OF_A_SERVICE.test(name);
}

function isSecret(name: string, value: string): boolean {
  if (NO_SECRET.test(name)) return false;
  return SECRET_NAME.test(name) || SECRET_FAMILY.test(name) || holdsToken(value);
}

/** A token in an address is left: what a test needs to reach its database is no access of the user's. */
function holdsToken(value: string): boolean {
  return redactSecrets(value).redacted.some(({ kind }) => kind !== 'password in a URL');
}
