import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { GraphQLError, type GraphQLSchema, getOperationAST, parse, specifiedRules, validate } from 'graphql';
import type { Context } from 'graphql-ws';
import { CloseCode } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { InvalidRequest } from '../shared/errors.js';
import type { ReportFailure } from '../shared/report-failure.js';
import type { Language } from '../shared/text.js';
import type { Viewer } from '../shared/viewer.js';
import { VigiaError } from '../shared/vigia-error.js';
import type { GraphQLContext } from './context.js';
import { formatGraphQLError } from './error-format.js';
import { DOCUMENT_MAX_TOKENS, operationLimits } from './operation-limits.js';

const MESSAGE_MAX_BYTES = 64 * 1024;

interface LiveTransportParts {
  readonly schema: GraphQLSchema;
  /** Who opens a connection; `authorization` is the one of `connectionParams`. Null or a throw refuses it. */
  readonly identify: (upgrade: IncomingMessage, authorization: string | undefined) => Promise<Viewer | null>;
  /** Whether what a connection was opened with still holds. */
  readonly stillHolds: (viewer: Viewer) => Promise<boolean>;
  readonly languageOf: (upgrade: IncomingMessage) => Language;
  readonly report: ReportFailure;
}

interface Connection {
  readonly viewer: Viewer;
  readonly socket: WebSocket;
}

/** A connection as graphql-ws hands it over, with what was sent at `connection_init`. */
type LiveContext = Context<Record<string, unknown>, { socket: WebSocket; request: IncomingMessage }>;

/**
 * GraphQL over WebSocket (`graphql-transport-ws`): queries and subscriptions of callers who proved themselves at
 * `connection_init`; everybody else is closed with 4403 (contract §4).
 */
export class LiveTransport {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX_BYTES });
  readonly #connections = new Map<WebSocket, Connection>();
  readonly #protocol;

  constructor(private readonly parts: LiveTransportParts) {
    this.#protocol = useServer(
      {
        schema: parts.schema,
        isProd: true,
        onConnect: (context) => this.#connect(context),
        onSubscribe: (context, _id, { query, operationName, variables }) =>
          this.#prepare(context, { query, operationName, variables }),
        onNext: (context, _id, _payload, _args, { errors, ...result }) =>
          errors && { ...result, errors: errors.map((error) => this.#format(context, error)) },
        onError: (context, _id, _payload, errors) =>
          errors.map((error) => this.#format(context, error as GraphQLError)),
        onClose: ({ extra }) => void this.#connections.delete(extra.socket),
      },
      this.#server,
    );
  }

  /** Takes over a connection whose upgrade request has been found acceptable. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      this.#server.emit('connection', webSocket, request);
      // The library would print what a broken client does; the socket has already answered it with its close code.
      webSocket.removeAllListeners('error').on('error', () => {});
    });
  }

  /** Closes (4403) every connection whose session or token has ended since. Called once per interval. */
  async closeEnded(): Promise<void> {
    await Promise.all(
      [...this.#connections.values()].map(async ({ viewer, socket }) => {
        const holds = await this.parts.stillHolds(viewer).catch((error: unknown) => {
          this.parts.report(error);
          return true;
        });
        if (!holds) socket.close(CloseCode.Forbidden, 'Forbidden');
      }),
    );
  }

  /** Closes (4403) the connections of a session that has just ended. */
  closeSession(sessionId: string): void {
    for (const { viewer, socket } of this.#connections.values()) {
      const { credential } = viewer;
      if (credential.kind === 'session' && credential.sessionId === sessionId) {
        socket.close(CloseCode.Forbidden, 'Forbidden');
      }
    }
  }

  /** Closes every connection with 1001 and takes no more. */
  async stop(): Promise<void> {
    await this.#protocol.dispose();
  }

  async #connect({ connectionParams, extra }: LiveContext): Promise<boolean> {
    const authorization = connectionParams?.Authorization;
    if (authorization !== undefined && typeof authorization !== 'string') return false;
    try {
      const viewer = await this.parts.identify(extra.request, authorization);
      if (!viewer) return false;
      this.#connections.set(extra.socket, { viewer, socket: extra.socket });
      return true;
    } catch (error) {
      if (!(error instanceof VigiaError)) this.parts.report(error);
      return false;
    }
  }

  #prepare(context: LiveContext, payload: LivePayload) {
    const { schema } = this.parts;
    const connection = this.#connections.get(context.extra.socket);
    if (!connection) return [new GraphQLError('Forbidden')];
    try {
      const document = parse(payload.query, { maxTokens: DOCUMENT_MAX_TOKENS });
      const faults = validate(schema, document, [...specifiedRules, operationLimits]);
      if (faults.length > 0) return faults;
      if (getOperationAST(document, payload.operationName)?.operation === 'mutation') {
        return [refusal(mutationRefused)];
      }
      return {
        schema,
        document,
        operationName: payload.operationName,
        variableValues: payload.variables,
        contextValue: this.#contextOf(context, connection.viewer),
      };
    } catch (error) {
      if (error instanceof GraphQLError) return [error];
      throw error;
    }
  }

  #contextOf({ extra }: LiveContext, viewer: Viewer): GraphQLContext {
    return { language: this.parts.languageOf(extra.request), viewer: async () => viewer };
  }

  #format({ extra }: LiveContext, error: GraphQLError) {
    const { languageOf, report } = this.parts;
    return formatGraphQLError(error, { language: languageOf(extra.request), report });
  }
}

interface LivePayload {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Record<string, unknown> | null | undefined;
}

const mutationRefused = {
  pt: 'Mutações não são aceitas por WebSocket: envie-as por POST.',
  en: 'Mutations are not accepted over WebSocket: send them by POST.',
};

function refusal(text: ConstructorParameters<typeof InvalidRequest>[0]): GraphQLError {
  const originalError = new InvalidRequest(text);
  return new GraphQLError(originalError.message, { originalError });
}
