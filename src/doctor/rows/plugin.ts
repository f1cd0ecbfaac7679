import { isInsideFolder } from '../../adapters/inside-folder.ts';
import { hostRow } from '../examination.ts';

/** Where the suite's plugin runs from, and what follows from that. */
export const plugin = hostRow({
  check: 'hooks.plugin',
  look: ({ environment: { projectFolder }, host }) =>
    host.plugins.map(({ hooks, place }) => {
      if ('why' in place) return { ...place, hooks, root: '', by: undefined, isInside: false };
      const isInside = isInsideFolder(place.root, projectFolder);
      return { ...place, hooks, why: '', isMarketplaceLost: false, isInside };
    }),
  verdict({ by, hooks, isInside }) {
    if (by === undefined) return 'note unfound';
    if (hooks === 0) return 'note empty';
    return isInside ? 'note inside' : 'ok';
  },
  words({ by = 'copy', root, why }) {
    const runs = `the plugin runs from ${root}${FROM[by]}`;
    return {
      ok: runs,
      'note inside': runs,
      'note unfound': `the plugin is enabled, but ${why}: its hooks are unknown`,
      'note empty': `the plugin is enabled, but ${root} contains no readable hooks: the host silently runs none`,
    };
  },
  follows: (_seen, found) =>
    found === 'note inside' ? 'an agent working on the project can change its own gate' : undefined,
  mend({ by, isMarketplaceLost }, found) {
    if (found === 'note inside') return 'Install it from a folder outside the project';
    if (by === 'session') return 'Use another --plugin-dir';
    return isMarketplaceLost
      ? 'Add the folder that now contains its marketplace: claude plugin marketplace add <folder>'
      : 'Reinstall it: claude plugin install completion-promise';
  },
});

const FROM = {
  marketplace: `, its marketplace folder, not from the host's copy: changes there take effect immediately`,
  copy: '',
  session: ', for this session only',
} as const;
