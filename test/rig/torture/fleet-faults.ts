import { Client } from 'pg';
import type { CuttingProxy } from '../worlds/cutting-proxy.ts';
import type { OwnServer } from '../worlds/own-server.ts';
import type { Choices } from './chance.ts';
import type { Tally } from './tally.ts';

/** What goes wrong around those who share one store. */
export interface FleetFaults {
  /** Does what is due before the deed of this number. Returns at once; `ended` waits for what it began. */
  before(deed: number): void;
  /** Waits until everything is as it should be again. */
  ended(): Promise<void>;
}

interface Fleet {
  readonly server: OwnServer;
  /** The database, by the way that no fault is in. */
  readonly address: string;
  readonly proxies: readonly CuttingProxy[];
  readonly choices: Choices;
  readonly tally: Tally;
  /** Whether there is time for a network that stays away for longer than a change is tried. */
  readonly isLong: boolean;
}

/** How long a network stays away: longer than a change looks for what became of its commit. */
const AWAY_MS = 26_000;

export function createFleetFaults(fleet: Fleet): FleetFaults {
  const { address, choices, isLong, proxies, server, tally } = fleet;
  const running = new Set<Promise<unknown>>();
  const begin = (what: string, act: () => Promise<unknown>): void => {
    tally.add('faults', what);
    const begun = act().catch((error: unknown) => tally.add('faults', `met by others: ${error}`));
    running.add(begun);
    void begun.finally(() => running.delete(begun));
  };
  const anyProxy = (): CuttingProxy | undefined => proxies[choices.below(proxies.length)];
  let restarting: Promise<void> | undefined;
  const restart = (how: 'fast' | 'immediate'): Promise<void> => {
    restarting = (restarting ?? Promise.resolve()).then(async () => {
      await server.stop(how);
      await server.start();
    });
    return restarting;
  };
  const away = async (): Promise<void> => {
    const proxy = anyProxy();
    proxy?.cutAtCommit('after', true);
    await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
    proxy?.open();
  };

  const due: readonly (readonly [number, () => void])[] = [
    [5, () => anyProxy()?.cutAtCommit(choices.oneOf(['before', 'within', 'after']))],
    [11, () => begin('backend ended', () => ask(address, END_ONE))],
    [13, () => begin('deadlock tried', () => ask(address, ENTANGLE))],
    [17, () => begin('project held', () => ask(address, HOLD))],
    [40, () => begin('server stopped', () => restart('fast'))],
    [50, () => begin('server killed', () => restart('immediate'))],
    ...(isLong ? [[211, () => begin('network away', away)] as const] : []),
  ];
  return {
    before(deed) {
      for (const [every, act] of due) if (deed % every === every - 1) act();
    },
    async ended() {
      while (running.size > 0) await Promise.all(running);
      for (const proxy of proxies) proxy.open();
    },
  };
}

const END_ONE = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name LIKE 'completion-promise%' ORDER BY random() LIMIT 1`;

const HOLD =
  'BEGIN; SELECT 1 FROM completion_promise.project FOR UPDATE; SELECT pg_sleep(0.5); COMMIT';

/** Takes documents before the project, where every change takes them the other way round. */
const ENTANGLE = `BEGIN; SELECT 1 FROM completion_promise.document FOR UPDATE; SELECT pg_sleep(0.2);
  SELECT 1 FROM completion_promise.project FOR UPDATE; COMMIT`;

async function ask(address: string, text: string): Promise<void> {
  const client = new Client({ connectionString: address });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end().catch(() => undefined);
  }
}
