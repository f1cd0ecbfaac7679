import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnServer, type OwnServer, serverPrograms } from '../../rig/worlds/own-server.ts';
import { createTestDatabase, type TestDatabase } from '../../rig/worlds/postgresql.ts';
import { createProject, type Outcome } from '../../rig/worlds/project.ts';

/** Of the role that has a password, the one that has a certificate, and the one that has neither. */
const RULES = `
host    all ada  127.0.0.1/32 scram-sha-256
hostssl all bob  127.0.0.1/32 cert
host    all all  127.0.0.1/32 trust
`;

describe.skipIf(serverPrograms() === undefined)('the way to a server (needs its programs)', () => {
  let server: OwnServer;
  let database: TestDatabase;
  let file: (name: string) => string;

  beforeAll(async () => {
    server = await createOwnServer(prepare);
    file = (name) => join(server.folder, name);
    database = await createTestDatabase(false, server.address);
    await database.run("CREATE ROLE ada LOGIN SUPERUSER PASSWORD 's3cret'");
    await database.run('CREATE ROLE bob LOGIN SUPERUSER');
  });
  afterAll(() => server.remove());

  /** Asks whether the store can be used, by its URL for a role, with parameters. */
  function status(
    parameters: string,
    { env = {}, host = 'localhost', user = 'postgres' }: Asking = {},
  ): Promise<Outcome> {
    const url = new URL(database.addressFor({ user, host: `${host}:${server.port}` }));
    const store = { CS_STORE: `${url.href}${parameters}`, CS_STORE_PROJECT: 'example.com/team/a' };
    return createProject().run('cs', ['status'], { env: { ...store, ...env } });
  }

  interface Asking {
    readonly env?: Readonly<Record<string, string>>;
    readonly host?: string;
    readonly user?: string;
  }

  it.each([
    ['sslmode=disable', ''],
    ['sslmode=prefer', ''],
    ['sslmode=require', ''],
    ['sslmode=require', '&sslrootcert=ca.pem'],
    ['sslmode=verify-ca', '&sslrootcert=ca.pem'],
    ['sslmode=verify-full', '&sslrootcert=ca.pem'],
  ])('is open with %s%s', async (mode, root) => {
    expect(await status(`?${mode}${placed(root)}`)).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['sslmode=verify-full', '&sslrootcert=other.pem', 'localhost'],
    ['sslmode=verify-ca', '&sslrootcert=other.pem', 'localhost'],
    ['sslmode=require', '&sslrootcert=other.pem', 'localhost'],
    ['sslmode=verify-full', '', 'localhost'],
    // The certificate is for the name, not for the number.
    ['sslmode=verify-full', '&sslrootcert=ca.pem', '127.0.0.1'],
    ['sslmode=verify-full', '&sslrootcert=missing.pem', 'localhost'],
  ])('is shut with %s%s to %s', async (mode, root, host) => {
    const outcome = await status(`?${mode}${placed(root)}`, { host });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('The store cannot be reached');
  });

  it('takes the number where the certificate alone is checked', async () => {
    const outcome = await status(`?sslmode=verify-ca${placed('&sslrootcert=ca.pem')}`, {
      host: '127.0.0.1',
    });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
  });

  it('is open to who has a certificate, and to nobody else', async () => {
    const own = `&sslcert=${file('bob.pem')}&sslkey=${file('bob.key')}`;
    expect(await status(`?sslmode=require${own}`, { user: 'bob' })).toMatchObject({ code: 0 });
    expect(await status('?sslmode=require', { user: 'bob' })).toMatchObject({ code: 1 });
  });

  it('takes no server without TLS where it is required, and takes it where it is preferred', async () => {
    const plain = await createOwnServer();
    try {
      const without = await createTestDatabase(false, plain.address);
      const list = (mode: string) =>
        createProject().run('cs', ['status'], {
          env: {
            CS_STORE: `${without.address}?sslmode=${mode}`,
            CS_STORE_PROJECT: 'example.com/team/a',
          },
        });
      expect(await list('prefer')).toMatchObject({ code: 0, stderr: '' });
      const refused = await list('require');
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain('does not support SSL');
    } finally {
      await plain.remove();
    }
  });

  it.each([
    ['PGPASSWORD', { PGPASSWORD: 's3cret' }, 0],
    ['a wrong PGPASSWORD', { PGPASSWORD: 'wrong' }, 1],
    ['nothing', {}, 1],
  ])('with a password from %s', async (_what, env, code) => {
    const outcome = await status('', { user: 'ada', env });
    expect(outcome.code).toBe(code);
    expect(JSON.stringify(outcome)).not.toContain('s3cret');
  });

  it.each([
    ['0600', 0o600, 0],
    ['0644, which is not heeded', 0o644, 1],
  ])('with a password file of the rights %s', async (_what, rights, code) => {
    const path = file(`pgpass-${rights}`);
    writeFileSync(path, `localhost:${server.port}:*:ada:s3cret\n`);
    chmodSync(path, rights);
    const outcome = await status('', { user: 'ada', env: { PGPASSFILE: path } });
    expect(outcome.code).toBe(code);
    expect(JSON.stringify(outcome)).not.toContain('s3cret');
  });

  it.each(['?service=shop', '?sslmode=verify_full', '?channel_binding=require'])(
    'is not tried with %s, which would not be heeded',
    async (parameters) => {
      const outcome = await status(parameters);
      expect(outcome.code).toBe(1);
      expect(outcome.stderr).toContain('not the text that it is given');
    },
  );

  /** A parameter with the place of the file that it names. */
  function placed(parameter: string): string {
    return parameter.replace(/=(.+)$/, (_all, name: string) => `=${file(name)}`);
  }
});

/** Two authorities, the server's certificate and one of a role, all of a day. */
function prepare(folder: string, own: OwnServer['own']): readonly string[] {
  const openssl = (line: string): void => {
    execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' });
  };
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  for (const name of ['ca', 'other']) {
    openssl(`req -x509 ${key} -keyout ${name}.key -out ${name}.pem -subj /CN=${name} -days 1`);
  }
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost\n');
  for (const name of ['localhost', 'bob']) {
    openssl(`req ${key} -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`);
    openssl(
      `x509 -req -in ${name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out ${name}.pem -days 1 -extfile names`,
    );
  }
  writeFileSync(join(folder, 'rules'), RULES);
  for (const name of ['localhost.key', 'localhost.pem', 'ca.pem', 'rules']) own(join(folder, name));
  return [
    'ssl = on',
    `ssl_cert_file = '${folder}/localhost.pem'`,
    `ssl_key_file = '${folder}/localhost.key'`,
    `ssl_ca_file = '${folder}/ca.pem'`,
    `hba_file = '${folder}/rules'`,
  ];
}
