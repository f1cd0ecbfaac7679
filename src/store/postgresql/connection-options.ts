import type { ClientConfig } from 'pg';
import { type ConnectionOptions, parse } from 'pg-connection-string';
import type { Protection } from '../../domain/host/store-examination.ts';

/** How a connection is tried to be made, in this order, as the URL says. */
type ConnectionTries = readonly ClientConfig[];

/** Modes in which a server without TLS is taken as well. */
const WITHOUT_TLS_TOO = ['prefer', 'allow'];

/**
 * The ways to connect that a URL allows, with the meaning that libpq gives to `sslmode`: `verify-full` checks the
 * certificate and the name, `verify-ca` the certificate, `require` neither unless `sslrootcert` is given, and `prefer`,
 * the default, takes a server without TLS as well. A password that is not in the URL comes from PGPASSWORD or the
 * password file, by the client's own rules. Throws where a file that the URL names cannot be read.
 */
export function connectionTries(address: string): ConnectionTries {
  const url = new URL(address);
  const parameters = url.searchParams;
  const mode = parameters.get('sslmode') ?? 'prefer';
  const isSystem = parameters.get('sslrootcert') === 'system';
  // The certificates of the system are those that Node has.
  if (isSystem) parameters.delete('sslrootcert');
  parameters.delete('sslmode');
  const parsed = parse(url.href, { useLibpqCompat: true });
  const { password, port, user, host, database, options } = parsed;
  const common: ClientConfig = {
    ...(host ? { host } : {}),
    ...(port ? { port: Number(port) } : {}),
    ...(user ? { user } : {}),
    ...(password ? { password } : {}),
    ...(database ? { database } : {}),
    ...(typeof options === 'string' ? { options } : {}),
  };
  const plain = { ...common, ssl: false };
  if (mode === 'disable' || isSocket(host)) return [plain];
  const given = certificatesOf(parsed.ssl);
  const encrypted = {
    ...common,
    ssl: { ...given, ...checksOf(isSystem ? 'verify-full' : mode, given) },
  };
  return WITHOUT_TLS_TOO.includes(mode) ? [encrypted, plain] : [encrypted];
}

/** How a connection by a URL is protected. `isEncrypted`: as the server says. */
export function protectionOf(address: string, isEncrypted: boolean): Protection {
  const tries = connectionTries(address);
  if (tries.some(({ host }) => isSocket(host))) return 'local';
  if (!isEncrypted) return 'none';
  const isChecked = tries.some(
    ({ ssl }) => typeof ssl === 'object' && ssl.rejectUnauthorized === true,
  );
  return isChecked ? 'checked' : 'unchecked';
}

interface Certificates {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** The certificates that a URL names, by their content. */
function certificatesOf(ssl: ConnectionOptions['ssl']): Certificates {
  if (typeof ssl !== 'object') return {};
  const { ca, cert, key } = ssl;
  return { ...(ca ? { ca } : {}), ...(cert ? { cert } : {}), ...(key ? { key } : {}) };
}

interface TlsChecks {
  readonly rejectUnauthorized: boolean;
  readonly checkServerIdentity?: () => undefined;
}

/** What of a server's certificate is checked. */
function checksOf(mode: string, { ca }: Certificates): TlsChecks {
  switch (mode) {
    case 'verify-full':
      return { rejectUnauthorized: true };
    case 'verify-ca':
      return { rejectUnauthorized: true, checkServerIdentity: () => undefined };
    default:
      return ca === undefined || mode !== 'require'
        ? { rejectUnauthorized: false }
        : { rejectUnauthorized: true, checkServerIdentity: () => undefined };
  }
}

/** Whether a host is the folder of a socket on this machine, which needs no TLS. */
function isSocket(host: string | null | undefined): boolean {
  return host?.startsWith('/') === true;
}
