import { expect, it } from 'vitest';
import { environmentValues, isSecretPath } from '../../../src/domain/base/secret-files.ts';

it.each([
  '.env',
  '.env.local',
  '.env~',
  '.env copy',
  '.ENV.Production',
  '.envrc',
  'prod.env',
  'server.pem',
  'tls/Server.KEY',
  'id_rsa',
  'keys/id_rsa.pub',
  'id_ed25519',
  'a.p12',
  'a.pfx',
  'release.keystore',
  '.npmrc',
  '.netrc',
  '.pgpass',
  '.git-credentials',
  '.htpasswd',
  'credentials.json',
  'config/Credentials',
  'secrets.yml',
  'main.tfvars',
  'terraform.tfstate',
  'terraform.tfstate.backup',
  'service-account-prod.json',
  'kubeconfig',
  '.aws/config',
  'home/.SSH/known_hosts',
  '.gnupg/pubring.kbx',
  'packages\\a\\.env',
])('%s is never shown', (path) => {
  expect(isSecretPath(path)).toBe(true);
  expect(isSecretPath(`some/folder/${path}`)).toBe(true);
});

it.each([
  'src/environment.ts',
  'env.ts',
  'src/keys.ts',
  'monkey',
  'docs/secrets-of-success.md',
  'package.json',
  '.github/ci.yml',
  'src/aws/client.ts',
  '.envelope',
])('%s is shown', (path) => expect(isSecretPath(path)).toBe(false));

it.each<[string, string, readonly string[]]>([
  ['a plain value', 'A=abcdefgh', ['abcdefgh']],
  ['one that is exported', '  export A = abcdefgh ', ['abcdefgh']],
  ['one that is too short', 'A=abcdefg', []],
  ['double quotes', 'A="abc defgh"', ['abc defgh']],
  ['single quotes', "A='abc # defgh'", ['abc # defgh']],
  ['a comment behind it', 'A=abcdefgh # it', ['abcdefgh # it', 'abcdefgh']],
  ['Windows line ends', 'A=abcdefgh\r\nB=ijklmnop\r\n', ['abcdefgh', 'ijklmnop']],
  ['an equals sign in it', 'A=abc=defgh==', ['abc=defgh==']],
  ['several lines', 'A="line one\nline two 2"', ['line one\nline two 2', 'line one', 'line two 2']],
  [
    'line breaks written out',
    'A="first-part\\nsecond-part"',
    ['first-part\\nsecond-part', 'first-part', 'second-part'],
  ],
  ['a byte-order mark in front', '\ufeffA=abcdefgh', ['abcdefgh']],
  ['a comment alone', '# A=abcdefgh\n', []],
  ['nothing', 'A=\nB=""', []],
])('the values of a file of variables: %s', (_what, text, values) => {
  expect(environmentValues(text)).toEqual(values);
});
