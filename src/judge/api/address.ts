/** An address without a name or password in it, which some put there. */
export function addressOf(url: string): string {
  try {
    const { host, pathname, protocol } = new URL(url);
    return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
  } catch {
    return 'unknown';
  }
}
