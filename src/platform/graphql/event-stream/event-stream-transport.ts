import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { createHandler, type Handler, type OperationResult } from 'graphql-sse';
import { Busy, NotAuthenticated } from '../../../shared/errors/errors.js';
import type { Guest } from '../../../shared/identity/guest.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import { send } from '../../web/sockets/send-text.js';
import { CloseReason, end } from '../../web/sockets/socket-endings.js';
import type { ConnectionContext, PeerExtra } from '../connection-context.js';
import { TooManyConnections } from '../connections/connections.errors.js';
import type { LiveConnections } from '../connections/live-connections.js';
import { type PreparedOperation, rejection } from '../connections/operation-preparation.js';
import type { SentOperation } from '../http/sent-operation.js';
import { EventStreamSocket, NEXT } from './event-stream-socket.js';

const RETRY_SECONDS = 5;

/** Id of the only operation on a stream, which the protocol does not name. */
const ID = '';

interface EventStreamTransportDeps {
  readonly live: LiveConnections;
  /** Identifies who is opening a stream; null for anyone who is not signed in. */
  readonly identify: (request: IncomingMessage) => Promise<Viewer | null>;
  readonly identifyGuest: (request: IncomingMessage) => Promise<Guest | null>;
}

interface StreamExtra extends PeerExtra {
  readonly socket: EventStreamSocket;
}

/** An open stream with its only operation. */
interface Stream extends ConnectionContext<StreamExtra> {
  readonly subscriptions: Record<string, AsyncIterable<unknown> | null>;
}

/**
 * Serves GraphQL as server-sent events (`graphql-sse`, distinct connections mode): one query or subscription for each
 * request, under the same limits as over WebSocket. Faults of the operation are results on the stream, as the protocol
 * has it; everything else is a status.
 */
export class EventStreamTransport {
  readonly #streams = new Set<EventStreamSocket>();
  readonly #handle: Handler<Stream>;
  #stopped = false;

  constructor(private readonly deps: EventStreamTransportDeps) {
    this.#handle = createProtocol(deps.live);
  }

  /** Number of open streams. */
  get openStreams(): number {
    return this.#streams.size;
  }

  /**
   * Answers a request with the results of its operation, until that or the connection ends.
   *
   * @throws {NotAuthenticated} @throws {TooManyConnections} @throws {Busy}
   */
  async answer(request: IncomingMessage, response: ServerResponse, operation: SentOperation): Promise<void> {
    if (this.#stopped) throw new Busy(RETRY_SECONDS);
    const { live, identify, identifyGuest } = this.deps;
    const viewer = await identify(request);
    const guest = viewer ? null : await identifyGuest(request);
    if (!viewer && !guest) throw new NotAuthenticated();
    const stream = this.#open(request, response);
    const { socket } = stream.extra;
    if (socket.readyState !== socket.OPEN) return;
    const isAdmitted = viewer ? await live.admit(stream, viewer) : guest !== null && live.admitGuest(stream, guest);
    if (!isAdmitted) throw new TooManyConnections(RETRY_SECONDS);
    if (request.method === 'HEAD') {
      socket.begin();
      response.end();
      return;
    }
    await this.#run(stream, operation);
    response.end();
  }

  /** Breaks off every stream, so that clients reconnect, and accepts no new ones. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const closed = [...this.#streams].map((socket) => {
      end(socket, CloseReason.GOING_AWAY, 'Going away');
      return new Promise<void>((resolve) => socket.once('close', resolve));
    });
    await Promise.all(closed);
  }

  #open(request: IncomingMessage, response: ServerResponse): Stream {
    const { live } = this.deps;
    const describeEnd = () => JSON.stringify({ errors: live.format(request, [rejection(new NotAuthenticated())]) });
    const socket = new EventStreamSocket({ response, describeEnd });
    const subscriptions: Stream['subscriptions'] = { [ID]: null };
    const operations = { count: 1 };
    this.#streams.add(socket);
    socket.once('close', () => {
      this.#streams.delete(socket);
      live.remove(socket);
      const events = subscriptions[ID];
      delete subscriptions[ID];
      if (events) endEvents(events);
    });
    return { extra: { socket, request, operations, authenticated: () => {}, frameOf: () => NEXT }, subscriptions };
  }

  async #run(stream: Stream, operation: SentOperation): Promise<void> {
    const { socket, request } = stream.extra;
    try {
      const [events] = await this.#handle(protocolRequest(stream, operation));
      if (events === null || typeof events === 'string')
        throw new Error(`The protocol refused an operation: ${events}`);
      socket.once('close', () => void events.return(undefined));
      for await (const event of events) await send(socket, event);
    } catch (error) {
      const errors = this.deps.live.format(request, [rejection(error as Error)]);
      socket.endWith(JSON.stringify({ errors }));
    }
  }
}

/** Creates the library's handler. It gets operations that have been read already. */
function createProtocol(live: LiveConnections): Handler<Stream> {
  return createHandler<Stream>({
    // No tokens of streams: each request has its own.
    authenticate: () => null,
    // Documents are validated by the preparation, which caches them.
    validate: () => [],
    onSubscribe: async ({ raw: stream }, { query, operationName, variables }) => {
      const prepared = await live.operations.prepare(stream, ID, { query, operationName, variables });
      return 'schema' in prepared ? (prepared as never) : { data: undefined, errors: [...prepared] };
    },
    subscribe: (args) => live.subscribe(args as PreparedOperation) as OperationResult,
    onOperation: (_context, { raw: { subscriptions } }, _args, result) => {
      if (!isEvents(result)) return;
      // The client may have disconnected meanwhile.
      if (ID in subscriptions) subscriptions[ID] = result;
      else endEvents(result);
    },
    onNext: async (_context, { raw: { extra } }, { errors, ...result }) => {
      await extra.socket.settle();
      if (errors) return { ...result, errors: live.format(extra.request, errors) } as unknown as ExecutionResult;
    },
  });
}

function protocolRequest(stream: Stream, operation: SentOperation) {
  const headers: Readonly<Record<string, string>> = { accept: 'text/event-stream', 'content-type': 'application/json' };
  return {
    method: 'POST',
    url: '',
    headers: { get: (name: string) => headers[name] },
    body: { ...operation },
    raw: stream,
    context: undefined,
  };
}

function isEvents(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Ends a subscription whose client is gone. Nobody is left to hear of a failure. */
function endEvents(events: AsyncIterable<unknown> & Partial<AsyncIterator<unknown>>): void {
  events.return?.()?.catch(() => {});
}
