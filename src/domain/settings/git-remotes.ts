/** A repository that git knows by a name. */
export interface Remote {
  readonly name: string;
  readonly url: string;
}

/**
 * The remotes that a configuration of git names, each with its first URL. What git would add of other files is not
 * read, and neither is what would rewrite a URL.
 */
export function remotesIn(configuration: string): readonly Remote[] {
  const remotes = new Map<string, string>();
  let section: string | undefined;
  for (const line of configuration.replace(/\\\r?\n/g, '').split(/\r?\n/)) {
    const heading = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (heading !== null) {
      const [, group = '', name] = heading;
      section = group.toLowerCase() === 'remote' ? name?.replace(/\\(.)/g, '$1') : undefined;
      continue;
    }
    const [, value = ''] = /^\s*url\s*=\s*(.*)$/i.exec(line) ?? [];
    if (section !== undefined && value !== '' && !remotes.has(section)) {
      remotes.set(section, writtenValue(value));
    }
  }
  return [...remotes].map(([name, url]) => ({ name, url }));
}

/** The remote that a repository is named by: `origin`, else the only one. */
export function namingRemote(remotes: readonly Remote[]): Remote | undefined {
  return (
    remotes.find(({ name }) => name === 'origin') ?? (remotes.length === 1 ? remotes[0] : undefined)
  );
}

/** A value as git reads it: a comment ends it, and quotes and backslashes are taken off. */
function writtenValue(written: string): string {
  let value = '';
  let isQuoted = false;
  for (let at = 0; at < written.length; at += 1) {
    const character = written[at] ?? '';
    if (character === '\\') {
      at += 1;
      value += written[at] ?? '';
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '#' || character === ';')) break;
    else value += character;
  }
  return value.trim();
}
