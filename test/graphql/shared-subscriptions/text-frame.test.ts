import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from '../../../src/graphql/shared-subscriptions/text-frame.js';

test.each([
  [0, 2],
  [1, 2],
  [125, 2],
  [126, 4],
  [65_535, 4],
  [65_536, 10],
  [200_000, 10],
])(
  'a text of %i bytes in parts arrives as one message, with %i bytes before it (RFC 6455 5.2)',
  async (length, before) => {
    const text = randomBytes(length).toString('hex').slice(0, length);
    const bytes = Buffer.from(text);
    expect(textFrame([bytes])).toHaveLength(before + length);
    const sockets = new WebSocketServer({ noServer: true });
    const server = createServer().listen(0, '127.0.0.1');
    server.on('upgrade', (request, wire, head) => {
      sockets.handleUpgrade(request, wire, head, (socket) => {
        socket.send('before');
        wire.write(textFrame([bytes.subarray(0, 7), bytes.subarray(7)]));
        socket.send('after');
      });
    });
    await once(server, 'listening');
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      client.terminate();
      server.close();
    });
    const received: string[] = [];
    client.on('message', (data, isBinary) => received.push(isBinary ? 'binary' : String(data)));
    await expect.poll(() => received.length).toBe(3);
    expect(received).toEqual(['before', text, 'after']);
  },
);
