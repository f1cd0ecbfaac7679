import type { AddressInfo } from 'node:net';
import { createConnection, createServer, type Socket } from 'node:net';

/** A way to a database that can be cut. */
export interface CuttingProxy {
  /** `host:port`, as a URL has it. */
  readonly host: string;
  /**
   * Cuts the next connection that commits: before the server is told of it, when it was told a half, or after it was
   * told and before it is heard. `stays`: no new connection is made afterwards, until it is opened again. `skipped`: so
   * many commits pass before.
   */
  cutAtCommit(when: Cut, stays?: boolean, skipped?: number): void;
  /** Calls back at each cut. */
  onCut(tell: () => void): void;
  open(): void;
  /** How often it cut. */
  cuts(): number;
  close(): Promise<void>;
}

/** Where in a commit a connection is cut. */
export type Cut = 'before' | 'within' | 'after';

/** What ends a change of the store, as it goes over the wire. */
const COMMIT = '; COMMIT';

/** Passes connections on to a server on this machine. */
export async function createCuttingProxy(port: number): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let cut: { readonly when: Cut; readonly stays: boolean; skipped: number } | undefined;
  let isShut = false;
  let count = 0;
  let tell: () => void = () => undefined;
  const server = createServer((client) => {
    if (isShut) return void client.destroy();
    const upstream = createConnection({ port, host: '127.0.0.1' });
    open.add(client);
    const end = (): void => {
      client.destroy();
      upstream.end();
      open.delete(client);
    };
    client.on('data', (bytes) => {
      const isCommit = bytes.includes(COMMIT);
      if (!isCommit || cut === undefined) return void upstream.write(bytes);
      cut.skipped -= 1;
      if (cut.skipped >= 0) return void upstream.write(bytes);
      const { stays, when } = cut;
      cut = undefined;
      count += 1;
      tell();
      isShut = stays;
      if (when === 'within') upstream.write(bytes.subarray(0, bytes.length / 2));
      if (when !== 'after') return end();
      upstream.removeAllListeners('data');
      // The server has answered, and nobody heard it.
      upstream.once('data', end);
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => client.write(bytes));
    for (const socket of [client, upstream]) {
      socket.on('error', end);
      socket.on('close', end);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${own}`,
    cutAtCommit(when, stays = false, skipped = 0) {
      cut = { when, stays, skipped };
    },
    onCut(told) {
      tell = told;
    },
    open() {
      isShut = false;
    },
    cuts: () => count,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
