/**
 * Where the state of a project is kept, as the setting `store` says it: `files`, or the URL of a store that machines
 * share. A URL may hold a password, so it is only shown by `shownAddress`.
 */

/** The address of the store in the project's own folder. */
export const FILES = 'files';

/** A URL of anything. Whether there is a store of its kind is told by the table of them (`state/stores.ts`). */
const URL_OF = /^([a-z][a-z0-9+.-]*):\/\//;

const OF_POSTGRESQL = /^postgres(?:ql)?$/;

/** Parameters of a URL whose values are secret. */
const SECRET_PARAMETERS = ['password', 'sslpassword'];

/** The modes of TLS, in the words of PostgreSQL. */
const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** The parameters of a URL that are heeded. Any other is refused: a user may rely on it to be safe. */
const PARAMETERS = [
  'host',
  'port',
  'user',
  'password',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'options',
  'application_name',
  'connect_timeout',
];

/** Why a text is no address of a store, in words that name no part of it; undefined where it is one. */
export function addressFault(text: string): string | undefined {
  if (text === FILES) return undefined;
  const scheme = schemeOf(text);
  if (scheme === undefined) return 'it is neither "files" nor a URL that begins with postgresql://';
  const url = parsedAddress(text);
  if (url === undefined) return 'it is no URL with one host';
  return OF_POSTGRESQL.test(scheme) ? postgresqlFault(url) : undefined;
}

function postgresqlFault(url: URL): string | undefined {
  if (databaseOf(url) === '') return 'it names no database';
  return parameterFault(url.searchParams) ?? hostFault(url);
}

function parameterFault(parameters: URLSearchParams): string | undefined {
  if (parameters.has('service')) return 'it names a service, and service files are not read';
  const mode = parameters.get('sslmode') ?? 'prefer';
  if (!TLS_MODES.includes(mode)) return `its sslmode is none of ${TLS_MODES.join(', ')}`;
  const isKnown = [...parameters.keys()].every((name) => PARAMETERS.includes(name));
  return isKnown ? undefined : `it has a parameter that is none of ${PARAMETERS.join(', ')}`;
}

function hostFault({ host, searchParams }: URL): string | undefined {
  const isSeveral = `${decoded(host)}${searchParams.get('host') ?? ''}`.includes(',');
  return isSeveral ? 'it names several hosts, and one is needed' : undefined;
}

/** What stands before the `://` of a URL; undefined where a text begins with nothing like that. */
export function schemeOf(address: string): string | undefined {
  return URL_OF.exec(address)?.[1];
}

/** Whether an address holds a password. */
export function holdsPassword(address: string): boolean {
  const url = schemeOf(address) === undefined ? undefined : parsedAddress(address);
  if (url === undefined) return false;
  return url.password !== '' || SECRET_PARAMETERS.some((name) => url.searchParams.has(name));
}

/**
 * An address as it may be shown: without a password, and with nothing that a terminal obeys. What is no URL is not
 * shown, since it cannot be told which part of it is secret.
 */
export function shownAddress(address: string): string {
  const scheme = schemeOf(address);
  if (scheme === undefined) return address === FILES ? FILES : '(not shown)';
  const url = parsedAddress(address);
  if (url === undefined) return '(not shown)';
  const user = url.username === '' ? '' : `${url.username}@`;
  const parameters = [...url.searchParams]
    .filter(([name]) => !SECRET_PARAMETERS.includes(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  const shownScheme = OF_POSTGRESQL.test(scheme) ? 'postgresql' : scheme;
  return `${shownScheme}://${user}${url.host}${url.pathname}${query}`;
}

/** A text without any password of the address in it, as libraries may put one into a message. */
export function withoutSecrets(text: string, address: string): string {
  const url = parsedAddress(address);
  const written = url === undefined ? [] : [url.password, decoded(url.password)];
  const given = SECRET_PARAMETERS.flatMap((name) => url?.searchParams.get(name) ?? []);
  return [address, ...written, ...given]
    .filter((secret) => secret !== '')
    .reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}

/** The parts of an address; undefined where it is no URL. */
export function parsedAddress(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** The database that a URL names, in its path. */
function databaseOf({ pathname }: URL): string {
  return decoded(pathname.replace(/^\//, ''));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
