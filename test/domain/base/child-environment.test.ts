import { describe, expect, it } from 'vitest';
import { withheldVariables } from '../../../src/domain/base/child-environment.ts';

const isWithheld = (name: string, value = 'x', passing: readonly string[] = []) =>
  withheldVariables({ [name]: value }, passing).includes(name);

describe('a check does not get', () => {
  it.each([
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'ANTHROPIC_BASE_URL',
    'OPENAI_API_KEY',
    'OPENAI_ORG_ID',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_ACCESS_KEY_ID',
    'AWS_SESSION_TOKEN',
    'GITHUB_TOKEN',
    'GH_TOKEN',
    'NPM_TOKEN',
    'NODE_AUTH_TOKEN',
    'GITLAB_PAT',
    'SLACK_BOT_TOKEN',
    'DB_PASSWORD',
    'PGPASSWORD',
    'MYSQL_PWD',
    'SECRET_KEY',
    'SECRET_KEY_BASE',
    'JWT_SECRET',
    'CLIENT_SECRET',
    'MY_SECRETS',
    'PRIVATE_KEY',
    'SSH_PRIVATE_KEY',
    'SESSION_COOKIE',
    'GPG_PASSPHRASE',
    'APIKEY',
    'STRIPE_APIKEY',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'DOCKER_AUTH_CONFIG',
    'npm_config__auth',
    'HF_TOKEN',
    'api_key',
    'githubToken',
    'SENTRY_DSN_TOKEN',
    'KUBE_TOKENS',
    'X_PASSWD',
    'VAULT_TOKEN',
    'CARGO_REGISTRY_TOKEN',
    'TWINE_PASSWORD',
    'ENCRYPTION_KEY',
    'SIGNING_KEY',
    'ACCESS_KEY',
  ])('%s', (name) => {
    expect(isWithheld(name)).toBe(true);
  });

  it.each([
    ['SOMETHING', `ghp_${'a1B2'.repeat(9)}`],
    ['CONFIG', `sk-ant-api03-${'x9Y8'.repeat(8)}`],
    ['INLINE', '{"password": "hunter2hunter2"}'],
    ['CERT', `-----BEGIN PRIVATE KEY-----\n${'MIIE'.repeat(20)}\n-----END PRIVATE KEY-----`],
  ])('%s, by what it holds', (name, value) => {
    expect(isWithheld(name, value)).toBe(true);
  });
});

describe('a check gets', () => {
  it.each<[string, string]>([
    ['PATH', '/usr/bin:/bin'],
    ['HOME', '/home/ada'],
    ['USER', 'ada'],
    ['SHELL', '/bin/sh'],
    ['LANG', 'de_DE.UTF-8'],
    ['TERM', 'xterm-256color'],
    ['TMPDIR', '/tmp'],
    ['PWD', '/work'],
    ['OLDPWD', '/work'],
    ['CI', 'true'],
    ['NODE_ENV', 'test'],
    ['NODE_OPTIONS', '--max-old-space-size=4096'],
    ['NODE_EXTRA_CA_CERTS', '/etc/ca.pem'],
    ['SSH_AUTH_SOCK', '/run/ssh'],
    ['SSH_ASKPASS', '/usr/bin/ask'],
    ['GIT_ASKPASS', '/usr/bin/ask'],
    ['XAUTHORITY', '/home/ada/.Xauthority'],
    ['TOKENIZERS_PARALLELISM', 'false'],
    ['DATABASE_URL', 'postgres://ada:hunter2@localhost:5432/db'],
    ['REDIS_URL', 'redis://:hunter2@localhost'],
    ['CLAUDE_SESSION_ID', 'session-a'],
    ['CLAUDE_PROJECT_DIR', '/work'],
    ['AWS_REGION', 'eu-central-1'],
    ['AWS_PROFILE', 'ada'],
    ['KEYBOARD', 'de'],
    ['MONKEY', 'x'],
    ['AUTHOR', 'Ada'],
    ['GIT_AUTHOR_NAME', 'Ada'],
    ['COMPAT', '1'],
    ['PATTERN', 'x'],
    ['DISPLAY', ':0'],
    ['JAVA_HOME', '/opt/java'],
    ['VIRTUAL_ENV', '/home/somebody/.venv'],
    ['GITHUB_SHA', 'a'.repeat(40)],
    ['EMPTY', ''],
  ])('%s', (name, value) => {
    expect(isWithheld(name, value)).toBe(false);
  });

  it('what it asks for by name, and nothing else beside', () => {
    const environment = { NPM_TOKEN: 'x', GITHUB_TOKEN: 'y', PATH: 'z' };
    expect(withheldVariables(environment, ['NPM_TOKEN'])).toEqual(['GITHUB_TOKEN']);
    expect(withheldVariables(environment, [])).toEqual(['GITHUB_TOKEN', 'NPM_TOKEN']);
  });
});
