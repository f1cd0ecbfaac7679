/** A PGlite over a socket, for those who have no PostgreSQL: prints its port, and runs until it is ended. */
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

const db = await PGlite.create();
// One session in which all connections take turns; one that began a transaction keeps it until its end.
const server = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1', maxConnections: 100 });
await server.start();
process.stdout.write(`${server.getServerConn()}\n`);
