import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request that is sent repeatedly. */
export interface Question {
  readonly port: number;
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The local address to connect from. */
  readonly from?: string;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

/**
 * A keep-alive connection for one request at a time, with minimal HTTP code to keep its overhead out of the
 * measurements.
 */
export class Connection {
  #buffer = '';
  #wake: (() => void) | undefined;
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.#buffer += text;
      this.#wake?.();
    });
    socket.on('close', () => this.#wake?.());
  }

  static async open({ port, from = '127.0.0.1' }: Pick<Question, 'port' | 'from'>): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    await once(socket, 'connect');
    return new Connection(socket);
  }

  async ask(bytes: string): Promise<Reply> {
    const begin = performance.now();
    this.#socket.write(bytes);
    for (;;) {
      const reply = this.#takeReply();
      if (reply) return { ...reply, ms: performance.now() - begin };
      if (this.#socket.destroyed) throw new Error('The connection was closed');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  #takeReply(): Omit<Reply, 'ms'> | undefined {
    const headEnd = this.#buffer.indexOf('\r\n\r\n');
    if (headEnd < 0) return undefined;
    const head = this.#buffer.slice(0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const end = headEnd + 4 + length;
    if (this.#buffer.length < end) return undefined;
    const body = this.#buffer.slice(headEnd + 4, end);
    this.#buffer = this.#buffer.slice(end);
    return { status: Number(head.slice(9, 12)), body };
  }
}

export function requestBytes({ method = 'GET', path, headers = {}, body = '' }: Question): string {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: 'localhost', ...headers, ...length });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** Sends one request on a connection of its own. */
export async function askOnce(question: Question): Promise<Reply> {
  const connection = await Connection.open(question);
  try {
    return await connection.ask(requestBytes(question));
  } finally {
    connection.close();
  }
}

/** Returns the request for logging in through the API. */
export function tokenRequest(port: number, username: string, password: string, from?: string): Question {
  return {
    port,
    method: 'POST',
    path: '/accounts/api/v1/token/',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
    ...(from && { from }),
  };
}
