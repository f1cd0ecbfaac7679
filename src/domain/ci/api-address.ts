/** Where GitHub's API is, as a job's variables say it. */
type ApiAddress =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: string };

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/;

/**
 * Reads `GITHUB_API_URL`. The token goes there and nowhere else, so it must be a plain address, and encrypted unless it
 * stays on this machine.
 */
export function apiAddress(text: string | undefined): ApiAddress {
  const given = text ?? 'https://api.github.com';
  const [, scheme, host = '', rest = ''] =
    /^(https?):\/\/(\[[0-9a-f:]+\]|[\w.-]+)((?::\d{1,5})?(?:\/[\w./-]*)?)$/i.exec(given) ?? [];
  if (scheme === undefined) return { ok: false, reason: 'GITHUB_API_URL is not an address' };
  if (scheme.toLowerCase() === 'http' && !LOOPBACK.test(host)) {
    return { ok: false, reason: 'GITHUB_API_URL is not encrypted (https)' };
  }
  return { ok: true, url: `${scheme}://${host}${rest}`.replace(/\/+$/, '') };
}
