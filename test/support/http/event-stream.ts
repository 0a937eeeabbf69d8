import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { onTestFinished } from 'vitest';

export interface StreamEvent {
  readonly event: string;
  /** Undefined for an event without data. */
  readonly data: unknown;
}

interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An event stream without a client library, to test behaviour that libraries hide. */
export class EventStream {
  #text = '';
  /** Whether the response is complete, or has been broken off. */
  isOver = false;

  private constructor(readonly response: IncomingMessage) {
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      this.#text += text;
    });
    response.on('error', () => {});
    response.once('close', () => {
      this.isOver = true;
    });
  }

  static async open(baseUrl: string, { method = 'POST', path = '/graphql/stream', body, headers }: Sent) {
    const type = body ? { 'content-type': 'application/json' } : {};
    const call = request(`${baseUrl}${path}`, {
      method,
      agent: false,
      headers: { accept: 'text/event-stream', ...type, ...headers },
    });
    call.on('error', () => {});
    onTestFinished(() => void call.destroy());
    call.end(body && JSON.stringify(body));
    const [response] = await once(call, 'response');
    return new EventStream(response);
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get text(): string {
    return this.#text;
  }

  /** Events so far, without signs of life. */
  get events(): StreamEvent[] {
    return this.#text
      .split('\n\n')
      .map((event) => /^event: (\w+)\ndata: ?(.*)$/.exec(event))
      .filter((event) => event !== null)
      .map(([, event = '', data = '']) => ({ event, data: data === '' ? undefined : JSON.parse(data) }));
  }
}
