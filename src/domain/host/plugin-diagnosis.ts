import { type Diagnosis, note, ok } from './diagnosis.ts';

/** Says where the suite's plugin runs from, and what follows from that. */

/** The suite's plugin where it is switched on. `hooks`: how many sets of hooks its files hold. */
export interface OwnPlugin {
  readonly place:
    | {
        readonly root: string;
        /** `copy`: the host's own, made when it was installed. `session`: `--plugin-dir`. */
        readonly by: 'marketplace' | 'copy' | 'session';
      }
    | {
        readonly why: string;
        /** The folder of its marketplace is not where it was, or is another. */
        readonly isMarketplaceLost: boolean;
      };
  readonly hooks: number;
}

const CHECK = 'hooks.plugin';
const INSTALL_AGAIN = 'Reinstall it: claude plugin install completion-promise';

const ADD_AGAIN =
  'Add the folder that now contains its marketplace: claude plugin marketplace add <folder>';

/** `isInProject`: whether a folder lies in the project, where an agent may change it. */
export function diagnosePlugin(
  { hooks, place }: OwnPlugin,
  isInProject: (folder: string) => boolean,
): Diagnosis {
  if ('why' in place) {
    const detail = `the plugin is enabled, but ${place.why}: its hooks are unknown`;
    return note(CHECK, detail, place.isMarketplaceLost ? ADD_AGAIN : INSTALL_AGAIN);
  }
  const { by, root } = place;
  if (hooks === 0) {
    const detail = `the plugin is enabled, but ${root} contains no readable hooks: the host silently runs none`;
    return note(CHECK, detail, by === 'session' ? 'Use another --plugin-dir' : INSTALL_AGAIN);
  }
  const detail = `the plugin runs from ${root}${FROM[by]}`;
  if (!isInProject(root)) return ok(CHECK, detail);
  return {
    ...note(CHECK, detail, 'Install it from a folder outside the project'),
    follows: 'an agent working on the project can change its own gate',
  };
}

const FROM: Readonly<Record<'marketplace' | 'copy' | 'session', string>> = {
  marketplace:
    ", its marketplace folder, not from the host's copy: changes there take effect immediately",
  copy: '',
  session: ', for this session only',
};
