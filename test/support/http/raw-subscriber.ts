import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';

export interface RawMessage {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** A `graphql-transport-ws` connection without a client library, to test behaviour that libraries hide. */
export class RawSubscriber {
  /** All messages since the acknowledgement. */
  readonly messages: RawMessage[] = [];
  readonly #taken = { count: 0 };

  private constructor(readonly socket: WebSocket) {
    onTestFinished(() => socket.terminate());
  }

  static async open(
    baseUrl: string,
    authorization: string | undefined,
    options: ClientOptions = {},
  ): Promise<RawSubscriber> {
    const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', options);
    const subscriber = new RawSubscriber(socket);
    await once(socket, 'open');
    subscriber.send({
      type: 'connection_init',
      payload: authorization === undefined ? {} : { Authorization: authorization },
    });
    // Listens from the beginning, since other messages may come in the same piece as the acknowledgement.
    socket.on('message', (data) => subscriber.messages.push(JSON.parse(String(data))));
    await once(socket, 'message');
    subscriber.messages.shift();
    return subscriber;
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  subscribe(id: string, payload: object): void {
    this.send({ id, type: 'subscribe', payload });
  }

  /** Returns the next message that has not been taken yet, waiting for it if necessary. */
  async take(): Promise<RawMessage> {
    while (this.messages.length <= this.#taken.count) await once(this.socket, 'message');
    return this.messages[this.#taken.count++] as RawMessage;
  }

  /** Resolves once the service has handled all messages sent so far and its answers have arrived. */
  async settle(): Promise<void> {
    this.send({ type: 'ping' });
    const before = this.messages.length;
    while (!this.messages.slice(before).some(({ type }) => type === 'pong')) await once(this.socket, 'message');
  }
}
