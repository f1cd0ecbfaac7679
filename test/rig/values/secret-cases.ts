/** Secrets as they stand in what a review sends, each with what must not leave the machine. */

/** Letters and digits as random keys have them; made here, so that no scanner takes them for real. */
const random = (length: number, start: number): string =>
  Array.from({ length }, (_, index) => 'aB3dE5gH7jK9mN2pQ4sT6vW8xY'[(index * 7 + start) % 26]).join(
    '',
  );

export interface SecretCase {
  readonly what: string;
  /** A line of a text that a review sends. */
  readonly line: string;
  readonly secret: string;
}

const line = (what: string, text: string, secret: string): SecretCase => ({
  what,
  line: text.replace('SECRET', secret),
  secret,
});

/** Values that are known to be secret; the line looks harmless. */
const ENV_VALUE = 'plain words of the env file';
const QUOTED_VALUE = 'quoted-value-in-the-env-file';
const VARIABLE = 'plain words of the environment';

/** The project's files of variables, by their path. */
export const SECRET_FILES: Readonly<Record<string, string>> = {
  '.env': `PORT=8080\nGREETING=${ENV_VALUE}\n`,
  'deploy/.env.production': `export SIGNATURE="${QUOTED_VALUE}"\n`,
};

/** Variables of the environment that a review runs in. */
export const SECRET_VARIABLES: Readonly<Record<string, string>> = { SIGNING_SECRET: VARIABLE };

/** `ownKey`: the key that the review itself is run with. */
export const secretCases = (ownKey: string): readonly SecretCase[] => [
  line('a value of .env', 'It says SECRET on the page', ENV_VALUE),
  line('a quoted value of another env file', 'It is signed (SECRET).', QUOTED_VALUE),
  line('a value of the environment', 'Signed with SECRET', VARIABLE),
  line('the key of the call itself', 'Asked with SECRET', ownKey),
  line('DB_PASS=', 'DB_PASS=SECRET npm test', 'hunterone'),
  line('PGPASSWORD=', 'PGPASSWORD=SECRET psql -p 5432', 'huntertwo'),
  line('--password=', 'deploy --password=SECRET', 'hunterthree'),
  line('--password and a word', 'deploy --password SECRET --host x', 'hunterfour'),
  line('--password behind a prompt', '$ deploy --password SECRET everywhere', 'hunterfive'),
  line('--password in a code span', 'Ran `deploy --password SECRET all`', 'huntersix'),
  line('--token of a known program', 'npm publish --token SECRET', 'hunterseven'),
  line('--db-password and quotes', "deploy --db-password 'SECRET'", 'correct horse eight'),
  line('-p of sshpass', 'sshpass -p SECRET ssh host', 'hunternine'),
  line('-p of mysql', 'mysql -uroot -pSECRET app', 'hunterten'),
  line('-p of docker login', 'docker login -u ada -p SECRET host', 'huntereleven'),
  line('a password in a URL', 'postgres://ada:SECRET@db/app', 'huntertwelve'),
  line('an authorization header', 'Authorization: Basic SECRET', random(16, 1)),
  line('a GitHub token', 'made with SECRET', `ghp_${random(36, 2)}`),
  line('an AWS key', 'made with SECRET', `AKIA${random(16, 3).toUpperCase()}`),
  line('a Stripe key', 'made with SECRET', `sk_live_${random(24, 4)}`),
  line(
    'a JSON web token',
    'made with SECRET',
    `eyJ${random(20, 5)}.eyJ${random(30, 6)}.${random(43, 7)}`,
  ),
];

/** Lines that hold no secret and leave as they are. */
export const HARMLESS: readonly string[] = [
  'use --password to log in',
  'mkdir -p some/folder',
  'serve -p 8080',
  'The option --token is required',
];
