/** Reads how a host was started: what its command line and its environment say of hooks and of plugins. */

/** What the start of a host says of its hooks. */
export interface Launch {
  /** The folders of plugins that hold for this session alone, as they were typed. */
  readonly pluginFolders: readonly string[];
  /** Further settings: paths of files, or the settings themselves as JSON. */
  readonly settings: readonly string[];
  /** The places of settings that are read; all of them where it is not said. */
  readonly sources: readonly string[] | undefined;
  /** The option or variable by which the host runs the hooks of managed settings alone. */
  readonly managedOnly: string | undefined;
}

/** A host of which nothing is known: one that is started later, say. */
export const UNKNOWN_LAUNCH: Launch = {
  pluginFolders: [],
  settings: [],
  sources: undefined,
  managedOnly: undefined,
};

const MANAGED_ONLY = ['--bare', '--safe-mode'];

/** `words`: the host's command line, its program first. */
export function launchOf(words: readonly string[]): Launch {
  const end = words.indexOf('--');
  const args = words.slice(1, end < 0 ? undefined : end);
  const [sources] = valuesOf(args, '--setting-sources').toReversed();
  return {
    pluginFolders: valuesOf(args, '--plugin-dir'),
    settings: valuesOf(args, '--settings'),
    sources: sources?.split(',').map((name) => name.trim()),
    managedOnly: MANAGED_ONLY.find((option) => args.includes(option)),
  };
}

function valuesOf(args: readonly string[], option: string): readonly string[] {
  return args.flatMap((arg, index) => {
    if (arg.startsWith(`${option}=`)) return [arg.slice(option.length + 1)];
    const next = args[index + 1];
    return arg === option && next !== undefined ? [next] : [];
  });
}
