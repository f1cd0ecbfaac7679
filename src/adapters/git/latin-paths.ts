/**
 * Paths as git lists them: in Latin-1, one character a byte, because a name need not be UTF-8. This is also the
 * order in which git sorts them.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is not ASCII
const NOT_ASCII = /[^\x00-\x7f]/;

/** A path decoded from its bytes, as people write it. */
export function nameOf(path: string): string {
  return NOT_ASCII.test(path) ? Buffer.from(path, 'latin1').toString('utf8') : path;
}

/** The bytes of a path that people wrote. */
export function bytesOf(name: string): string {
  return NOT_ASCII.test(name) ? Buffer.from(name, 'utf8').toString('latin1') : name;
}

/** The path of a file that git listed below a folder, for the system. */
export function placeOf(folder: string, path: string): string | Buffer {
  if (!NOT_ASCII.test(path)) return `${folder}/${path}`;
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, 'latin1')]);
}
