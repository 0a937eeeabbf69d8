import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { CloseCode } from 'graphql-ws';
import type { LiveSocket } from '../../web/sockets/live-socket.js';
import type { Frame } from '../connection-context.js';

const STATES = { OPEN: 1, CLOSED: 3 } as const;

const HEAD = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Otherwise nginx would keep events until its buffer is full.
  'X-Accel-Buffering': 'no',
} as const;

/** Encloses a result, as JSON, in the event that brings it to the client. */
export const NEXT: Frame = { head: 'event: next\ndata: ', tail: '\n\n' };

const COMPLETE = 'event: complete\ndata:\n\n';

interface EventStreamSocketDeps {
  readonly response: ServerResponse;
  /** Returns the result, as JSON, that tells the client that its right to the stream has ended. */
  readonly describeEnd: () => string;
}

/**
 * A response that streams events, with the features of a WebSocket that limits and reviews use. Instead of a close code,
 * a client whose rights have ended gets an error and the end of its operation; in all other cases the stream breaks off,
 * after which clients reconnect.
 */
export class EventStreamSocket implements LiveSocket {
  readonly OPEN = STATES.OPEN;
  #lastSent: Promise<void> | undefined;

  constructor(private readonly deps: EventStreamSocketDeps) {
    // A client that disconnects is no failure.
    deps.response.on('error', () => {});
  }

  get readyState(): number {
    const { writableEnded, destroyed } = this.deps.response;
    return writableEnded || destroyed ? STATES.CLOSED : STATES.OPEN;
  }

  get bufferedAmount(): number {
    return this.deps.response.writableLength;
  }

  /** Sends the status and the headers, if that has not been done. */
  begin(): void {
    const { response } = this.deps;
    if (response.headersSent) return;
    response.writeHead(200, HEAD);
    response.flushHeaders();
  }

  send(text: string, onSent: (error?: Error) => void): void {
    this.begin();
    this.#lastSent = new Promise((resolve) => {
      this.deps.response.write(text, (error) => {
        onSent(error ?? undefined);
        resolve();
      });
    });
  }

  /** Sends a last result and the end of the operation, and ends the stream. */
  endWith(result: string): void {
    if (this.readyState !== this.OPEN) return;
    this.begin();
    this.deps.response.end(`${NEXT.head}${result}${NEXT.tail}${COMPLETE}`);
  }

  /**
   * Resolves once everything sent so far has been handed to the network, so that results for a slow client wait at
   * their source.
   */
  async settle(): Promise<void> {
    // The protocol sends its queue in this turn of the event loop.
    await setImmediate();
    await this.#lastSent;
  }

  close(code: number): void {
    if (code === CloseCode.Forbidden) this.endWith(this.deps.describeEnd());
    else this.deps.response.end();
  }

  terminate(): void {
    this.deps.response.destroy();
  }

  once(event: 'close', listener: () => void): void {
    this.deps.response.once(event, listener);
  }
}
