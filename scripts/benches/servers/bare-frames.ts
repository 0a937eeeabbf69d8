/** Lower bound of the push bench: writes a prebuilt frame to every socket at each tick. Nothing can cost less. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

const sockets = new Set<Duplex>();
setInterval(() => {
  const frame = textFrame(message(new Date().toISOString()));
  for (const socket of sockets) socket.write(frame);
}, Number(process.env.METRICS_INTERVAL_MS));

/** Pings each socket every 12 seconds, at least fifty per beat, as the service does (promise 23). */
const PING = Buffer.from([0x89, 0]);
const BEATS = 12;
const TOGETHER = 50;
let beats = 0;
setInterval(() => {
  beats += 1;
  for (const [index, socket] of [...sockets].entries()) {
    if ((Math.floor(index / TOGETHER) + beats) % BEATS === 0) socket.write(PING);
  }
}, 1000);

const server = createServer();
server.on('upgrade', (_request, socket) => {
  socket.on('error', () => {});
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n',
  );
  // The client's first message is answered with the acknowledgement, the next one with the first sample.
  socket.once('data', () => {
    socket.write(textFrame('{"type":"connection_ack"}'));
    socket.once('data', () => {
      socket.write(textFrame(message(new Date().toISOString())));
      sockets.add(socket);
      socket.resume();
    });
  });
  socket.once('close', () => sockets.delete(socket));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});

function message(sampledAt: string): string {
  const sizes = '"ramTotal":15.62,"ramUsed":7.81,"memoryUsed":120.55,"memoryTotal":466.12';
  const metrics = `{"cpuPercent":50,"ramPercent":50,${sizes},"sampledAt":"${sampledAt}"}`;
  const id = '00000000-0000-0000-0000-000000000000';
  return `{"id":"${id}","type":"next","payload":{"data":{"metrics":${metrics}}}}`;
}

function textFrame(text: string): Buffer {
  const body = Buffer.from(text);
  const head = body.length < 126 ? [0x81, body.length] : [0x81, 126, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from(head), body]);
}
