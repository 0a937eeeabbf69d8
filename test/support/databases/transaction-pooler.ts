import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { POSTGRESQL } from './postgresql-server.js';

const READY_FOR_QUERY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);

/**
 * What PgBouncer is in transaction mode, as far as a program can see it: clients that all use one connection to
 * PostgreSQL, one after the other, each for the length of a transaction. It ends with the test.
 *
 * @returns the address of the database through it.
 */
export async function startTransactionPooler(url: string): Promise<string> {
  const upstream = await openUpstream(new URL(url).pathname.slice(1));
  let last = Promise.resolve();
  const sockets: Socket[] = [upstream];
  const server = createServer((client) => {
    sockets.push(client);
    client.on('error', () => {});
    client.once('data', () => {
      client.write(GREETING);
      client.on('data', (statement) => {
        // A client's last message says only that it goes.
        if (statement.at(0) === 'X'.charCodeAt(0)) return;
        last = last.then(() => pass(statement, client, upstream));
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  return through.href;
}

/** AuthenticationOk, BackendKeyData with a number that is no process of the server, and ReadyForQuery. */
const GREETING = Buffer.concat([
  message('R', int32(0)),
  message('K', int32(2_000_000_001), int32(1)),
  message('Z', Buffer.from('I')),
]);

async function openUpstream(database: string): Promise<Socket> {
  const socket = connect(POSTGRESQL.port, POSTGRESQL.host);
  socket.on('error', () => {});
  const parameters = Buffer.from(`user\0${POSTGRESQL.user}\0database\0${database}\0\0`);
  socket.write(Buffer.concat([int32(parameters.length + 8), int32(196_608), parameters]));
  await untilIdle(socket, () => {});
  return socket;
}

/** Sends a statement and hands the answer on, until the server is idle again. */
async function pass(statement: Buffer, client: Socket, upstream: Socket): Promise<void> {
  upstream.write(statement);
  await untilIdle(upstream, (part) => client.write(part));
}

/** Reads until a ReadyForQuery outside of a transaction ends what has been read. */
async function untilIdle(socket: Socket, take: (part: Buffer) => void): Promise<void> {
  for (;;) {
    const [part] = (await once(socket, 'data')) as [Buffer];
    take(part);
    if (part.at(-6) === READY_FOR_QUERY && part.at(-1) === IDLE) return;
  }
}

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
