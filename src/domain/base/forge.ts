/** A commit as its forge shows it, GitHub or GitLab: what a reader of a comment or a report can go to. */
export interface ForgeCommit {
  /** The address below which the forge shows commits and files, with a slash at its end; empty where none is known. */
  readonly forge_url: string;
  /** Its name; empty where none is known that was pushed. */
  readonly commit: string;
  /** The project's folder in the repository, with a slash at its end; empty for the top. */
  readonly folder: string;
}

/** No commit that anyone could go to. */
export const NO_FORGE: ForgeCommit = { forge_url: '', commit: '', folder: '' };

/** What an address of a forge must be to become a link. */
const FORGE_URL = /^https?:\/\/[\w.-]+(?::\d{1,5})?(?:\/[\w.~-]+)+\/$/;

const COMMIT = /^[0-9a-f]{40,64}$/;

/** The `forge_url` of a repository that is named as `github.com/owner/name`; empty where its forge is not known. */
export function forgeOf(repository: string): string {
  const host = repository.split('/', 1)[0] ?? '';
  if (/(?:^|\.)gitlab\b/.test(host)) return `https://${repository}/-/`;
  return /(?:^|\.)github\b/.test(host) ? `https://${repository}/` : '';
}

/** The address of a commit; undefined where there is none. */
export function commitUrl({ commit, forge_url }: ForgeCommit): string | undefined {
  return FORGE_URL.test(forge_url) && COMMIT.test(commit)
    ? `${forge_url}commit/${commit}`
    : undefined;
}

/** The address of a file, by its path from the project's folder, or of a line in it; undefined where there is none. */
export function fileUrl(
  { commit, folder, forge_url }: ForgeCommit,
  path: string,
  line?: number,
): string | undefined {
  const names = `${folder}${path}`.split('/');
  // A path of outside must not lead to another repository of the forge.
  const isInside = names.every((name) => !['', '.', '..'].includes(name));
  if (!isInside || !FORGE_URL.test(forge_url) || !COMMIT.test(commit)) return undefined;
  const place = line !== undefined && line > 0 ? `#L${line}` : '';
  return `${forge_url}blob/${commit}/${names.map(inAddress).join('/')}${place}`;
}

/** A name in a path of an address, which ends neither a link of Markdown nor an attribute. */
export function inAddress(name: string): string {
  // Half of a pair of surrogates has no place in an address.
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
