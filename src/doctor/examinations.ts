import type { Examination, Examined, ExaminedHost } from './examination.ts';
import { beside } from './rows/beside.ts';
import { gitHook } from './rows/git-hook.ts';
import * as hookLines from './rows/hook-lines.ts';
import * as hooks from './rows/hooks.ts';
import { plugin } from './rows/plugin.ts';
import { profiles } from './rows/profiles.ts';
import * as programs from './rows/programs.ts';
import * as register from './rows/register.ts';
import * as replay from './rows/replay.ts';
import * as settings from './rows/settings.ts';
import * as state from './rows/state.ts';
import * as store from './rows/store.ts';

/** What doctor examines of each host, in this order. */
const OF_HOSTS: readonly Examination<ExaminedHost>[] = [
  hooks.settings,
  plugin,
  hooks.disabled,
  hooks.stop,
  hooks.reach,
  hooks.twice,
  hooks.olderForm,
  ...hooks.others,
  hookLines.crash,
  hookLines.timeout,
  hookLines.watch,
  hookLines.detached,
  hookLines.matcher,
  hookLines.guard,
  hookLines.trust,
  beside,
  replay.mixed,
  replay.replay,
  profiles,
];

/** All that doctor examines, in the order in which it is told. */
export const EXAMINATIONS: readonly Examination<Examined>[] = [
  store.named,
  store.project,
  store.password,
  store.reach,
  store.tls,
  store.tables,
  store.rights,
  store.clock,
  store.elsewhere,
  { examine: examineHosts },
  programs.programs,
  programs.foreign,
  settings.configuration,
  settings.approval,
  settings.models,
  settings.reviews,
  settings.notify,
  state.access,
  programs.git,
  gitHook,
  programs.beads,
  settings.blockCap,
  state.elsewhere,
  register.register,
  register.gone,
  state.ledger,
  state.versioning,
];

/** The rows of hosts, told of one host after the other. Those of others than Claude Code have their name in each. */
async function examineHosts(world: Examined) {
  const found = world.hosts.map(async (host) => {
    const {
      host: { name },
      setup,
    } = host.known;
    const rows = await Promise.all(OF_HOSTS.map((row) => row.examine({ ...world, host })));
    const named = (check: string) =>
      setup.isNamed ? check.replace(/^(?:.*\.)?/, `${name}.`) : check;
    return rows.flat().map((one) => ({ ...one, check: named(one.check) }));
  });
  return (await Promise.all(found)).flat();
}
