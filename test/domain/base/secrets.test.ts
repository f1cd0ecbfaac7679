import { describe, expect, it } from 'vitest';
import { mergedRedactions, redactSecrets } from '../../../src/domain/base/secrets.ts';

/** Letters and digits as random keys have them; made here, so that no scanner takes them for real. */
const random = (length: number) =>
  Array.from({ length }, (_, index) => 'aB3dE5gH7jK9mN2pQ4sT6vW8xY'[(index * 7) % 26]).join('');
const upper = (length: number) => random(length).toUpperCase();
const hex = (length: number) =>
  Array.from({ length }, (_, index) => '0123456789abcdef'[(index * 7) % 16]).join('');
const PEM = `-----BEGIN RSA PRIVATE KEY-----\n${`${random(64)}\n`.repeat(4)}-----END RSA PRIVATE KEY-----`;

const KEYS: readonly (readonly [kind: string, secret: string])[] = [
  ['Anthropic key', `sk-ant-api03-${random(40)}`],
  ['OpenAI key', `sk-proj-${random(40)}`],
  ['OpenAI key', `sk-${random(48)}`],
  ['GitHub token', `ghp_${random(36)}`],
  ['GitHub token', `gho_${random(36)}`],
  ['GitHub token', `github_pat_${random(40)}`],
  ['GitLab token', `glpat-${random(20)}`],
  ['Slack token', `xoxb-${'1234567890'}-${random(24)}`],
  ['Slack token', `xapp-1-${random(24)}`],
  ['webhook address', `https://hooks.slack.com/services/T0000/B0000/${random(24)}`],
  ['webhook address', `https://discord.com/api/webhooks/1234/${random(30)}`],
  ['AWS key', `AKIA${upper(16)}`],
  ['AWS key', `ASIA${upper(16)}`],
  ['Google key', `AIza${random(35)}`],
  ['Google key', `ya29.${random(40)}`],
  ['Stripe key', `sk_live_${random(24)}`],
  ['Stripe key', `whsec_${random(32)}`],
  ['npm token', `npm_${random(36)}`],
  ['Docker token', `dckr_pat_${random(27)}`],
  ['PyPI token', `pypi-${random(60)}`],
  ['Hugging Face token', `hf_${random(34)}`],
  ['SendGrid key', `SG.${random(22)}.${random(43)}`],
  ['DigitalOcean token', `dop_v1_${hex(64)}`],
  ['DigitalOcean token', `doo_v1_${hex(64)}`],
  ['GitLab token', `gloas-${random(64)}`],
  ...[
    `AGE-SECRET-KEY-1${upper(58)}`,
    `ATATT3${random(186)}`,
    `dapi${hex(32)}`,
    `shpat_${hex(32)}`,
    `pul-${hex(40)}`,
    `rubygems_${hex(48)}`,
    `dp.pt.${random(43)}`,
    `hvs.${random(90)}`,
    `${random(14)}.atlasv1.${random(64)}`,
    `pat${random(14)}.${hex(64)}`,
    `glsa_${random(32)}_${hex(8)}`,
    `ntn_${random(46)}`,
    `sntryu_${hex(64)}`,
    `pscale_tkn_${random(43)}`,
    `lin_api_${random(40)}`,
    `fm2_${random(100)}`,
    `HRKU-AA${random(58)}`,
    `pplx-${random(48)}`,
    `sq0atp-${random(22)}`,
    `PMAK-${hex(24)}-${hex(34)}`,
    `NRAK-${upper(27)}`,
    `sha256~${random(43)}`,
    `ops_eyJ${random(250)}`,
    `LTAI${random(20)}`,
  ].map((secret) => ['access token', secret] as const),
  ['Telegram token', `123456789:${random(35)}`],
  ['JSON web token', `eyJ${random(20)}.eyJ${random(30)}.${random(43)}`],
  ['private key', PEM],
  ['private key', PEM.replaceAll('\n', '\\n')],
];

describe.each(KEYS)('a secret of the kind %s', (kind, secret) => {
  it.each<[string, (secret: string) => string]>([
    ['in prose', (it) => `The call with ${it} came back with 200.`],
    ['at the end of a sentence', (it) => `It was called with (${it}).`],
    ['in JSON', (it) => `{"user": "ada", "value": "${it}", "next": 1}`],
    ['in code', (it) => `const client = create('${it}'); // made here`],
    ['in a file of variables', (it) => `HOST=localhost\nVALUE=${it}\nPORT=80`],
    ['in a header', (it) => `> X-Thing: ${it}\n< HTTP/1.1 200 OK`],
    ['in the query of an address', (it) => `GET https://example.com/a?key=${it}&page=2`],
    ['twice', (it) => `${it} and ${it} again`],
  ])('%s', (_where, place) => {
    const { redacted, text } = redactSecrets(place(secret));
    expect(text).not.toContain(secret);
    expect(text).not.toContain(secret.slice(-16));
    expect(text).toContain(`[redacted: `);
    expect(redacted.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0);
  });

  it('leaves everything around it, and names the kind', () => {
    const { redacted, text } = redactSecrets(`Before, ${secret} and after.`);
    expect(text).toBe(`Before, [redacted: ${kind}] and after.`);
    expect(redacted).toEqual([{ kind, count: 1 }]);
  });
});

describe('a secret that only its place gives away', () => {
  it.each<[string, string, string]>([
    ['postgres://ada:hunter2@db.example.com/app', 'hunter2', 'password in a URL'],
    ['https://ada:pa%20ss@example.com/', 'pa%20ss', 'password in a URL'],
    ['redis://:s3cr3tpw@localhost:6379/0', 's3cr3tpw', 'password in a URL'],
    ['Authorization: Bearer abc.DEF-123456789', 'abc.DEF-123456789', 'authorization header'],
    ['authorization: Basic YWRhOmh1bnRlcjI=', 'YWRhOmh1bnRlcjI=', 'authorization header'],
    ['curl -H "Authorization: token 0123456789abcd"', '0123456789abcd', 'authorization header'],
    ['sent with bearer 0123456789abcdef0123', '0123456789abcdef0123', 'bearer token'],
    ['Set-Cookie: session=0a1b2c3d4e5f; Path=/', '0a1b2c3d4e5f', 'cookie'],
    ['DB_PASSWORD=hunter2!', 'hunter2!', 'password or key'],
    ['password: "correct horse battery"', 'correct horse battery', 'password or key'],
    ["api_key = 'a1b2c3d4e5'", 'a1b2c3d4e5', 'password or key'],
    ['{"client_secret": "zxcv-1234-qwer"}', 'zxcv-1234-qwer', 'password or key'],
    [
      'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPx',
      'wJalrXUtnFEMI/K7MDENG/bPx',
      'password or key',
    ],
    ['export STRIPE_API_KEY=live4242abcd', 'live4242abcd', 'password or key'],
    ['"accessKey": "a1b2c3d4e5f6"', 'a1b2c3d4e5f6', 'password or key'],
    ['machine host.org login ada password hunter', 'hunter', 'password of netrc'],
    ['+machine host.org\n+  login ada\n+  password hunter', 'hunter', 'password of netrc'],
    ['default login ada password hunter', 'hunter', 'password of netrc'],
    ['    client-key-data: LS0tLS1CRUdJTiBSU0E=', 'LS0tLS1CRUdJTiBSU0E', 'password or key'],
    ['    token: eyJhbGciOiJSUzI1NiIsImtpZCI6', 'eyJhbGciOiJSUzI1NiIsImtpZCI6', 'password or key'],
    ['{"auths": {"h": {"auth": "YWRhOmh1bnRlcg=="}}}', 'YWRhOmh1bnRlcg', 'password or key'],
    ['//registry.org/:_auth=YWRhOmh1bnRlcg==', 'YWRhOmh1bnRlcg', 'password or key'],
  ])('%j', (text, secret, kind) => {
    const clean = redactSecrets(text);
    expect(clean.text).not.toContain(secret);
    expect(clean.redacted).toEqual([{ kind, count: 1 }]);
  });

  it('keeps the rest of its line', () => {
    const { text } = redactSecrets('postgres://ada:hunter2@db.example.com/app answered in 3 ms');
    expect(text).toBe(
      'postgres://ada:[redacted: password in a URL]@db.example.com/app answered in 3 ms',
    );
  });
});

describe('what only looks like a secret stays', () => {
  it.each<[string]>([
    ['commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'],
    ['sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    ['integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kx=='],
    ['id 3fa85f64-5717-4562-b3fc-2c963f66afa6'],
    ['the password field is shown'],
    ['Password: required, at least 12 characters'],
    ['token count: 1250'],
    ['tokens: 1250 in / 380 out'],
    ['secret santa, drawn by lot'],
    ['tests named api_key_test passes, and so does token_refresh_spec'],
    ['the token is refreshed after 15 minutes'],
    ['max_tokens: 2048'],
    ['AC-1: the secret: nobody knows'],
    ['api key: see the docs'],
    ['https://example.com:8080/a@b'],
    ['mail to ada@example.com'],
    ['git@github.com:ada/app.git'],
    ['ssh://git@example.com/app.git'],
    ['sk-learn and sk-toggle-label are class names'],
    ['npm_config_registry is set'],
    ['Bearer tokens are checked'],
    ['cookie: none'],
    ['-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'],
    ['-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----'],
    ['10:30:00 started, 10:30:05 ended'],
    ['src/secrets/token.ts:42 reads the file'],
    ['if (password === expected) return true'],
    ['const token = readToken(file);'],
    ['PASSWORD=${PASSWORD}'],
    ['the machine asks for a password twice'],
    ['the default password is refused'],
    ['"auth": true, "author": "ada"'],
    ['client-certificate-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURQ=='],
    ['dapi and shpat_ are prefixes, and hvs.json a file'],
  ])('%j', (text) => {
    expect(redactSecrets(text)).toEqual({ text, redacted: [] });
  });
});

describe('values that are secret whatever they look like', () => {
  it.each<[string, readonly string[], string]>([
    ['the key of this run', ['correct-horse'], 'sent correct-horse twice: correct-horse'],
    ['one that begins like another', ['12345678', '12345678-and-more'], 'x 12345678-and-more y'],
    ['one with a line end, as files hold it', ['correct-horse\n'], 'sent correct-horse'],
    ['one with signs of patterns', ['a.b*c(d[e$&'], 'sent a.b*c(d[e$& here'],
  ])('%s', (_name, known, text) => {
    const clean = redactSecrets(text, known).text;
    expect(clean).toContain('[redacted: own API key]');
    expect(clean).not.toMatch(/horse|more|12345678|c\(d/);
  });

  it('are not looked for where they are too short to mean anything', () => {
    expect(redactSecrets('abc abc', ['abc', '']).text).toBe('abc abc');
  });
});

it('counts are added up by kind', () => {
  const one = { kind: 'AWS key', count: 1 };
  const two = { kind: 'npm token', count: 2 };
  expect(mergedRedactions([[one], [two, one], []])).toEqual([{ kind: 'AWS key', count: 2 }, two]);
});

describe('a mark is no secret', () => {
  it.each([
    'sshpass -p [redacted: own API key] ssh host',
    'curl -u bob:[redacted: npm token] http://x',
    'Cookie: id=[redacted: GitHub token]; a=b',
    'DB_PASS=[redacted: password or key]',
    'password: "[redacted: AWS key]"',
    '$ deploy --password [redacted: password of a command] --host x',
    '\ue000 [redacted: AWS key] \uf8ff',
  ])('%s', (text) => {
    expect(redactSecrets(text, ['redacted:', 'password of'])).toEqual({ text, redacted: [] });
  });

  it('but what stands beside one in the same value is', () => {
    expect(redactSecrets('DB_PASS=[redacted: AWS key]-hunter').text).toBe(
      'DB_PASS=[redacted: password or key]',
    );
  });
});

describe('no text is slow', () => {
  it.each<[string]>([
    ['-----BEGIN PRIVATE KEY-----'],
    ['-----BEGIN A PRIVATE'],
    ['a://b:'],
    ['password='],
    ['password="'],
    ['authorization: '],
    ['cookie: a='],
    ['eyJaaaaaaaa.'],
    ['sk-'],
    ['--password '],
    ['mysql --password abcd '],
    ['mysql -pfirst -psecond '],
    ['`a --secret abcd '],
    ['\n$ a --secret abcd '],
    ['[redacted: a] --password '],
    ['token : '],
    ['\\"'],
    ['    '],
  ])(
    'a text made of %j',
    (part) => {
      const text = part.repeat(Math.ceil(200_000 / part.length));
      expect(redactSecrets(text).text).not.toBe('');
    },
    20_000,
  );
});

describe('a password in a command line', () => {
  it.each([
    ["sshpass -p 'S3cretPw' ssh host", "sshpass -p [redacted: password of a command]' ssh host"],
    ['sshpass -pS3cretPw ssh host', 'sshpass -p[redacted: password of a command] ssh host'],
    ['mysql -uroot -pS3cretPass db', 'mysql -uroot -p[redacted: password of a command] db'],
    [
      'redis-cli -h x -a R3disPass ping',
      'redis-cli -h x -a [redacted: password of a command] ping',
    ],
    [
      'curl -s -u bob:pa55wordXY http://x',
      'curl -s -u bob:[redacted: password of a command] http://x',
    ],
  ])('%s', (line, expected) => {
    expect(redactSecrets(line).text).toBe(expected);
  });

  it.each([
    ['mysql -u root -p S3cretPass db', 'S3cretPass'],
    ['mariadb -pS3cretPass', 'S3cretPass'],
    ['mongosh -u ada -p hunter2 db', 'hunter2'],
    ['docker login -u ada -p hunter2 registry', 'hunter2'],
    ['deploy --password hunter2 --host x', 'hunter2'],
    ['deploy --db-password=hunter', 'hunter'],
    ["deploy --password 'correct horse'", 'correct horse'],
    ['gh auth login --token abcd1234', 'abcd1234'],
    ['deploy --api-key a1b2c3', 'a1b2c3'],
    ['DB_PASS=hunter npm test', 'hunter'],
    ['export DB_PASS="correct horse"', 'correct horse'],
    ['PGPASSWORD=hunter psql -p 5432', 'hunter'],
    ['ROOT_PASSWD=hunter', 'hunter'],
    ['MYSQL_PWD=hunter mysql', 'hunter'],
    ['db_pass: hunter2', 'hunter2'],
    ['deploy --password hunter --host x', 'hunter'],
    ['docker login --username ada --password hunter', 'hunter'],
    ['npm run x && sudo ./deploy.sh prod --password hunter', 'hunter'],
    ['A=1 kubectl create x --token hunter; echo done', 'hunter'],
    ['$ release --password hunter everything', 'hunter'],
    ['Ran `release --password hunter everything` by hand', 'hunter'],
    ['{"command": "helm login --password hunter"}', 'hunter'],
    ['+$ release --password hunter all', 'hunter'],
    ['-npm publish --token hunter', 'hunter'],
    ['["deploy", "--password", "hunter"]', 'hunter'],
    ['mysql -pone-word -panother-word db', 'another-word'],
  ])('is taken out of %s', (line, secret) => {
    const once = redactSecrets(line);
    expect(once.text).not.toContain(secret);
    expect(redactSecrets(once.text)).toEqual({ text: once.text, redacted: [] });
  });

  it.each([
    'mkdir -p some/folder',
    'curl -u http://x',
    'git commit -a -m done',
    'mysql -p db',
    'serve -p 8080',
    'cp -p a b',
    'ssh -p 2222 host2',
    'docker run -p 80:80 image1',
    'psql -p 5432 db1',
    'npx tsc -p tsconfig.json',
    'the option --password is required',
    'it takes --token, --api-key and --password as well',
    '--password <password> --token $TOKEN',
    'use --password to log in',
    'use --password twice',
    'Log in with --password when asked, or with `--token`',
    'use `--password` to log in, and `--token` later',
    'psql takes --password with --host',
    'git knows --password there',
    'it fails without --password today. mysql asks then',
    'Options: --user NAME, --password WORD',
    'DB_PASS=$DB_PASS DB_PASS=${DB_PASS}',
    'ALL_TESTS_PASS=true',
    'MAX_TOKEN=2048',
    'pass: 128 of 128',
    'tests_pass: 1280000',
  ])('is not in %s', (line) => {
    expect(redactSecrets(line).text).toBe(line);
  });
});
