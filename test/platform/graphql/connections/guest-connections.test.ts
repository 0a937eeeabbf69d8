import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { GuestConnections } from '../../../../src/platform/graphql/connections/guest-connections.js';

/** A socket that closes as soon as requested. */
class ClosingSocket extends EventEmitter {
  closedWith: number | undefined;

  close(code: number): void {
    this.closedWith = code;
    this.emit('close');
  }

  terminate(): void {}
}

function guestsOf(places: { ofNetworkMax: number; max: number }) {
  const connections = new GuestConnections(places);
  let participantId = 0;
  const add = (address: string, id?: number) => {
    participantId += 1;
    const socket = new ClosingSocket();
    const guest = {
      participantId: id ?? participantId,
      nickname: 'Bia',
      roomId: 1,
      roomCode: 'ABCDEF',
      keepsResults: false,
    };
    const isAdded = connections.add(socket as unknown as WebSocket, guest, address);
    return { socket, isAdded };
  };
  return { add };
}

test('guests behind one address have so many sockets, and those of other networks are not counted with them', () => {
  const { add } = guestsOf({ ofNetworkMax: 2, max: 10 });
  const first = add('192.0.2.1');
  expect([first.isAdded, add('192.0.2.1').isAdded, add('192.0.2.1').isAdded]).toEqual([true, true, false]);
  expect(add('192.0.2.2').isAdded).toBe(true);
  first.socket.close(1000);
  expect(add('192.0.2.1').isAdded).toBe(true);
  expect(add('192.0.2.1').isAdded).toBe(false);
});

test('where all guests have as many as there may be, the newest of the network with most gives way', () => {
  const { add } = guestsOf({ ofNetworkMax: 10, max: 3 });
  const many = [add('192.0.2.1'), add('192.0.2.2'), add('192.0.2.3')];
  expect(add('198.51.100.1').isAdded).toBe(true);
  expect(many.map(({ socket }) => socket.closedWith)).toEqual([undefined, undefined, 1013]);
});

test('who is refused a place of the network has taken none of their own three', () => {
  const { add } = guestsOf({ ofNetworkMax: 1, max: 10 });
  const { socket } = add('192.0.2.1', 7);
  for (let count = 0; count < 5; count += 1) expect(add('192.0.2.1', 7).isAdded).toBe(false);
  socket.close(1000);
  expect(add('192.0.2.1', 7).isAdded).toBe(true);
});
