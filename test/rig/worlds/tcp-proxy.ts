import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Socket,
} from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * What the network does to those who come through a proxy: nothing, refuse them, take them and say nothing, or end the
 * connection once the client has sent so many bytes.
 */
export type Network =
  | { readonly does: 'pass' }
  | { readonly does: 'refuse' }
  | { readonly does: 'hang' }
  | { readonly does: 'drop'; readonly afterBytes: number };

/** A way to a server whose network can be changed while connections are open. */
export interface TcpProxy {
  readonly port: number;
  set(network: Network): void;
  /** How many connections came, and how many messages of clients were passed on in all of them. */
  connections(): number;
}

/** Opens one to a server; it is closed when the test that opened it has finished. */
export async function createTcpProxy(server: NetConnectOpts): Promise<TcpProxy> {
  let network: Network = { does: 'pass' };
  let connections = 0;
  const open = new Set<Socket>();
  const listener = createServer((client) => {
    connections += 1;
    open.add(client);
    client.on('error', () => client.destroy());
    client.on('close', () => open.delete(client));
    if (network.does === 'refuse') client.destroy();
    else passOn(client);
  });

  function passOn(client: Socket): void {
    const upstream = connect(server);
    let sent = 0;
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    upstream.on('data', (bytes) => {
      if (network.does !== 'hang') client.write(bytes);
    });
    client.on('data', (bytes) => {
      sent += bytes.length;
      if (network.does === 'drop' && sent > network.afterBytes) client.destroy();
      else if (network.does !== 'hang') upstream.write(bytes);
    });
  }

  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    listener.close();
  });
  const { port } = listener.address() as AddressInfo;
  return {
    port,
    set(changed) {
      network = changed;
      if (changed.does === 'refuse') for (const socket of open) socket.destroy();
    },
    connections: () => connections,
  };
}
