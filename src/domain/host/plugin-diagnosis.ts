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
const INSTALL_AGAIN = 'Install it again: claude plugin install completion-promise';

const ADD_AGAIN =
  'Add the folder where its marketplace lies now: claude plugin marketplace add <folder>';

/** `isInProject`: whether a folder lies in the project, where an agent may change it. */
export function diagnosePlugin(
  { hooks, place }: OwnPlugin,
  isInProject: (folder: string) => boolean,
): Diagnosis {
  if ('why' in place) {
    const detail = `the plugin is enabled, and ${place.why}: nothing is known of its hooks`;
    return note(CHECK, detail, place.isMarketplaceLost ? ADD_AGAIN : INSTALL_AGAIN);
  }
  const { by, root } = place;
  if (hooks === 0) {
    const detail = `the plugin is enabled, and ${root} holds no hooks that can be read: the host runs none, and does not say so`;
    return note(CHECK, detail, by === 'session' ? 'Name another --plugin-dir' : INSTALL_AGAIN);
  }
  const detail = `the plugin runs from ${root}${FROM[by]}`;
  if (!isInProject(root)) return ok(CHECK, detail);
  return {
    ...note(CHECK, detail, 'Install it from a folder outside of the project'),
    follows: 'an agent that works on the project can change its own gate',
  };
}

const FROM: Readonly<Record<'marketplace' | 'copy' | 'session', string>> = {
  marketplace:
    ", the folder of its marketplace, and not from the host's copy: what changes there is in force at once",
  copy: '',
  session: ', for this session alone',
};
