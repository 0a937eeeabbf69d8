import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface SubscriberDeps {
  readonly port: number;
  readonly authorization: string;
  /** The local address to connect from. */
  readonly from: string;
  /** Called for each sample with its sampling time, in ms since 1970. */
  readonly onSample: (sampledAtMs: number) => void;
}

const QUERY = 'subscription { metrics { cpuPercent ramPercent ramTotal ramUsed memoryUsed memoryTotal sampledAt } }';

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** A metrics subscription on its own WebSocket, implementing only the parts of the protocol it needs. */
export class SubscriberSocket {
  closed = false;
  /** Resolves to the time of closing, by `performance.now()`. */
  readonly ended: Promise<number>;
  #left: Buffer = Buffer.alloc(0);
  #closeReason = 'without a reason';
  #onText: (text: Buffer) => void = () => {};

  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => {});
    this.ended = once(socket, 'close').then(() => {
      this.closed = true;
      return performance.now();
    });
  }

  /** Resolves once the first sample has arrived. */
  static async open({ port, authorization, from, onSample }: SubscriberDeps): Promise<SubscriberSocket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
    await once(socket, 'connect');
    const subscriber = new SubscriberSocket(socket);
    socket.write(UPGRADE);
    const [head] = (await once(socket, 'data')) as [Buffer];
    if (!head.includes(' 101 ')) throw new Error(`The upgrade was answered ${head.toString().slice(0, 200)}`);
    socket.on('data', (bytes: Buffer) => subscriber.#read(bytes));
    subscriber.#say({ type: 'connection_init', payload: { Authorization: authorization } });
    await subscriber.#nextText();
    subscriber.#say({ id: randomUUID(), type: 'subscribe', payload: { query: QUERY } });
    await subscriber.#nextText();
    subscriber.#onText = (text) => onSample(sampledAtMs(text));
    return subscriber;
  }

  /** The service is closing the connection and would otherwise wait for the reply. */
  #end(reason: string): void {
    this.#closeReason = reason;
    this.#socket.destroy();
  }

  #say(message: object): void {
    this.#socket.write(frame(TEXT, Buffer.from(JSON.stringify(message))));
  }

  #nextText(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#onText = resolve;
      this.#socket.once('close', () => reject(new Error(`The socket was closed: ${this.#closeReason}`)));
    });
  }

  #read(bytes: Buffer): void {
    let rest = this.#left.length > 0 ? Buffer.concat([this.#left, bytes]) : bytes;
    for (let size = frameSize(rest); size !== undefined && size <= rest.length; size = frameSize(rest)) {
      const opcode = (rest[0] ?? 0) & 15;
      const body = rest.subarray(rest[1] === 126 ? 4 : 2, size);
      if (opcode === TEXT) this.#onText(body);
      else if (opcode === CLOSE) this.#end(`${body.readUInt16BE(0)} ${body.toString('utf8', 2)}`);
      else if (opcode === PING) this.#socket.write(frame(PONG, body));
      rest = rest.subarray(size);
    }
    this.#left = rest;
  }
}

const UPGRADE = `${[
  'GET /graphql HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Protocol: graphql-transport-ws',
].join('\r\n')}\r\n\r\n`;

/**
 * Returns the length of the first frame including its header; undefined until the header has arrived. No server sends
 * more than 64 KiB here.
 */
function frameSize(bytes: Buffer): number | undefined {
  const short = bytes[1];
  if (short === undefined) return undefined;
  if (short < 126) return 2 + short;
  return bytes.length < 4 ? undefined : 4 + bytes.readUInt16BE(2);
}

/** Builds a client frame, masked with zeros. */
function frame(opcode: number, body: Buffer): Buffer {
  const length = body.length < 126 ? [body.length | 128] : [126 | 128, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([opcode | 128, ...length, 0, 0, 0, 0]), body]);
}

const MARK = '"sampledAt":"';
const ISO_LENGTH = 24;
let lastText = '';
let lastMs = 0;

/** Caches the parsed time, because most arrivals are of the same sample. */
function sampledAtMs(message: Buffer): number {
  const begin = message.indexOf(MARK) + MARK.length;
  const text = message.toString('latin1', begin, begin + ISO_LENGTH);
  if (text !== lastText) [lastText, lastMs] = [text, Date.parse(text)];
  return lastMs;
}
