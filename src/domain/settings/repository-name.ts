/**
 * The name of a repository, the same for every way to reach it: `git@example.com:team/shop.git`,
 * `ssh://git@example.com:22/team/shop` and `https://user@example.com/team/shop.git` are `example.com/team/shop`.
 * Undefined where a text is the address of none. A path on this machine is named by itself.
 */
export function repositoryName(remote: string): string | undefined {
  const text = remote.trim();
  if (text === '' || hasControl(text)) return undefined;
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(text) ?? [];
  if (scheme !== '') return scheme.toLowerCase() === 'file' ? pathName(rest) : hostName(rest);
  // The short form of ssh has no slash before its colon; a drive of Windows has one letter.
  const [, host = '', path = ''] = /^([^/:]{2,}):(.+)$/s.exec(text) ?? [];
  return host === '' ? pathName(text) : hostName(`${host}/${path.replace(/^\/+/, '')}`);
}

/** Longest name of a project, in characters. */
export const LONGEST_PROJECT_NAME = 300;

/** Whether a text may name a project. */
export function isProjectName(text: string): boolean {
  return (
    text.trim() === text && text !== '' && !hasControl(text) && text.length <= LONGEST_PROJECT_NAME
  );
}

function hostName(rest: string): string | undefined {
  const slash = rest.indexOf('/');
  if (slash < 0) return undefined;
  const authority = rest.slice(rest.lastIndexOf('@', slash) + 1, slash);
  const host = authority.replace(/:\d*$/, '').toLowerCase();
  const path = withoutEnding(rest.slice(slash));
  return host === '' || path === '' ? undefined : `${host}/${path}`;
}

function pathName(path: string): string | undefined {
  const name = withoutEnding(path.replaceAll('\\', '/'));
  return name === '' ? undefined : `file:${name}`;
}

/** A path without slashes around it, without what git leaves out of it, and each slash once. */
function withoutEnding(path: string): string {
  return path
    .replace(/[?#].*$/s, '')
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '')
    .replace(/(?:\/\.git|\.git)$/, '');
}

function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
