import { type Client, CloseCode, createClient, type SubscribePayload } from 'graphql-ws';
import type { Credentials } from './credentials.js';
import { type ResponseError, responseError, VigiaError } from './vigia-error.js';

const RETRY_MAX_MS = 30_000;

interface LiveSocketDeps {
  readonly address: URL;
  readonly credentials: Credentials;
  /** For runtimes without a global `WebSocket`. */
  readonly webSocket: unknown;
}

/**
 * One WebSocket for all subscriptions, open while there are any. It reconnects after every interruption, with a new
 * access token if the former has ended.
 */
export class LiveSocket {
  readonly #client: Client;
  #token: string | undefined;
  /** Connections that were refused since the last one that was not. */
  #refusals = 0;

  constructor(private readonly deps: LiveSocketDeps) {
    this.#client = createClient({
      url: deps.address.href,
      webSocketImpl: deps.webSocket,
      connectionParams: async () => {
        this.#token = await deps.credentials.token();
        return this.#token === undefined ? {} : { Authorization: `Bearer ${this.#token}` };
      },
      retryAttempts: Number.POSITIVE_INFINITY,
      retryWait,
      shouldRetry: (error) => !(error instanceof VigiaError) || error.isTemporary,
      on: {
        connected: () => {
          this.#refusals = 0;
        },
        closed: (event) => this.#onClosed(event),
      },
    });
  }

  /** Yields the data of each event. @throws {VigiaError} when the operation or the credentials are refused. */
  async *events<Result>(operation: SubscribePayload): AsyncGenerator<Result, void, undefined> {
    for (;;) {
      try {
        for await (const { data, errors } of this.#client.iterate<Result>(operation)) {
          if (errors) throw responseError(errors, 0, data);
          yield data as Result;
        }
        return;
      } catch (error) {
        // Once more with a new token. graphql-ws itself does not reconnect after this code.
        if (!(isUnauthorized(error) && this.deps.credentials.isRenewable && this.#refusals < 2)) throw described(error);
      }
    }
  }

  /** Ends all subscriptions. */
  async close(): Promise<void> {
    await this.#client.dispose();
  }

  #onClosed(event: unknown): void {
    if (!isUnauthorized(event)) return;
    this.#refusals += 1;
    this.deps.credentials.reject(this.#token);
  }
}

/** Waits before reconnecting: up to 1 s at first, doubling up to 30 s, at random so that clients do not come at once. */
function retryWait(retries: number): Promise<void> {
  const upTo = Math.min(1000 * 2 ** retries, RETRY_MAX_MS);
  return new Promise((resolve) => setTimeout(resolve, upTo * (0.5 + Math.random() / 2)));
}

function isUnauthorized(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'code' in event && event.code === CloseCode.Unauthorized;
}

/** Turns everything that graphql-ws reports into one kind of error: lists of errors, and close events. */
function described(error: unknown): unknown {
  if (error instanceof VigiaError) return error;
  if (Array.isArray(error)) return responseError(error as ResponseError[], 0);
  if (isUnauthorized(error)) return closed(error, { code: 'UNAUTHENTICATED', status: 401 });
  return closed(error, { code: 'CONNECTION_CLOSED', status: 0 });
}

function closed(cause: unknown, details: { readonly code: string; readonly status: number }): VigiaError {
  const { code, reason } = cause as Partial<CloseEvent>;
  const message = reason || `The connection has ended${code === undefined ? '' : ` (${code})`}`;
  return new VigiaError(message, { ...details, cause });
}
