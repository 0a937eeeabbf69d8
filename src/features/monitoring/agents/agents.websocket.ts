import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { Heartbeat } from '../../../platform/web/sockets/heartbeat.js';
import { NetworkConnections } from '../../../platform/web/sockets/network-connections.js';
import { CloseReason, end, endIfStuck } from '../../../platform/web/sockets/socket-endings.js';
import { nestedNetworksOf } from '../../../shared/addresses/network.js';
import { FairQueue } from '../../../shared/concurrency/fair-queue.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';
import type { Clock } from '../../../shared/time/clock.js';
import { hashOfHostToken, isHostToken } from '../host-token.js';
import type { AgentIntake } from './agent-intake.js';
import { AgentSession } from './agent-session.js';
import { FailedTokens } from './failed-tokens.js';
import { type HostPace, HostPaces } from './host-pace.js';
import { AGENT_PROTOCOLS, MESSAGE_MAX_BYTES } from './protocol/protocol.js';

/** Close code sent by an agent that is stopped; one that is killed or cut off cannot send it. */
const CLEAN_END = 1000;

/** Limits on connections not yet admitted, per network and in total. One network may have hundreds of agents. */
const UNAUTHENTICATED = { ofNetworkMax: 200, max: 1000 };
const RETRY_SECONDS = 5;

/** Limits on concurrent and waiting token look-ups. Networks take turns so that strangers cannot hold up agents. */
const LOOK_UPS = { concurrency: 2, waitingMax: 1000, retrySeconds: RETRY_SECONDS };

/** Maximum length of a close reason in bytes. */
const REASON_MAX_BYTES = 120;

interface AgentsTransportDeps {
  readonly intake: AgentIntake;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly addressOf: (upgrade: IncomingMessage) => string;
  /** Returns the bearer token of a request: empty if malformed, undefined if absent. */
  readonly readBearer: (upgrade: IncomingMessage) => string | undefined;
  /** Called for each connection of a known token, before the upgrade. */
  readonly onKnownToken?: (upgrade: IncomingMessage) => void;
  readonly reject: (socket: Duplex, status: string, retryAfterSeconds?: number) => void;
  readonly report: ReportFailure;
}

/** The WebSockets of agents (contract 13): admits clients that present a host's token, and speaks `vigia-agent.v3` to `v1`. */
export class AgentsTransport {
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_MAX_BYTES,
    handleProtocols: (offered) => AGENT_PROTOCOLS.find((protocol) => offered.has(protocol)) ?? false,
    // Pongs are sent by hand, so that they count towards the unsent bytes.
    autoPong: false,
  });
  readonly #unauthenticated = new NetworkConnections(UNAUTHENTICATED);
  readonly #heartbeat = new Heartbeat();
  readonly #failedTokens: FailedTokens;
  readonly #lookUps = new FairQueue(LOOK_UPS);
  readonly #paces = new HostPaces();
  readonly #sessions = new Set<AgentSession>();
  #stopped = false;

  constructor(private readonly deps: AgentsTransportDeps) {
    this.#failedTokens = new FailedTokens(deps.clock);
    this.#sockets.on('wsClientError', (_error, socket) => deps.reject(socket, '400 Bad Request'));
  }

  /** Takes over a connection whose upgrade request is acceptable, once its token is known to belong to a host. */
  accept(request: IncomingMessage, wire: Duplex, head: Buffer): void {
    const { reject, addressOf, readBearer } = this.deps;
    wire.on('error', () => wire.destroy());
    const token = readBearer(request) ?? '';
    const address = addressOf(request);
    if (!isHostToken(token)) return void reject(wire, '401 Unauthorized');
    if (!offersProtocol(request)) return void reject(wire, '400 Bad Request');
    const tokenHash = hashOfHostToken(token);
    const pace = this.#paces.find(tokenHash);
    if (pace && !this.#mayConnect(pace, wire)) return;
    // Known tokens are counted separately, since a whole company may share one IP address.
    const countedAs = pace && `agent ${tokenHash}`;
    const leave = this.#stopped ? undefined : this.#unauthenticated.add(address, () => wire.destroy(), countedAs);
    if (!leave) return void reject(wire, '503 Service Unavailable', RETRY_SECONDS);
    // Stop counting the connection however it ends, even if it never becomes a WebSocket.
    wire.once('close', leave);
    void this.#acceptKnown(request, wire, head, { token, tokenHash, address, pace, admitted: leave });
  }

  /** Pings the connections that are due and ends those that time out. Must be called once per `BEAT_MS`. */
  beat(): void {
    this.#heartbeat.beat();
    for (const session of this.#sessions) session.beat();
  }

  /** Closes every connection with 1012, which makes agents reconnect. Resolves when no work is pending. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const sessions = [...this.#sessions];
    const closed = [...this.#sockets.clients].map((socket) => {
      const isClosed = new Promise((resolve) => socket.once('close', resolve));
      end(socket, CloseReason.SERVICE_RESTART, 'Service restart');
      return isClosed;
    });
    await Promise.all(closed);
    await Promise.all(sessions.map((session) => session.finish()));
  }

  /** Counts a connection with a known token, and refuses it if there have been too many. */
  #mayConnect({ connections }: HostPace, wire: Duplex): boolean {
    const nowMs = this.deps.clock.steady().getTime();
    if (connections.take(nowMs)) return true;
    this.deps.reject(wire, '429 Too Many Requests', Math.ceil(connections.waitMs(nowMs) / 1000));
    return false;
  }

  async #acceptKnown(request: IncomingMessage, wire: Duplex, head: Buffer, visitor: Visitor): Promise<void> {
    const { intake, reject, report } = this.deps;
    const { token, tokenHash, address } = visitor;
    try {
      const path = visitor.pace ? ['known', tokenHash] : ['unknown', ...nestedNetworksOf(address)];
      const isKnown = await this.#lookUps.run(path, () => intake.isKnown(token));
      if (!isKnown) return this.#rejectUnknown(wire, address);
      if (this.#stopped) return void reject(wire, '503 Service Unavailable', RETRY_SECONDS);
      const pace = visitor.pace ?? this.#paces.of(tokenHash);
      if (!visitor.pace && !this.#mayConnect(pace, wire)) return;
      this.deps.onKnownToken?.(request);
      this.#sockets.handleUpgrade(request, wire, head, (socket) => this.#serve(socket, { ...visitor, pace }));
    } catch (error) {
      if (!(error instanceof VigiaError)) report(error);
      reject(wire, '503 Service Unavailable', RETRY_SECONDS);
    }
  }

  #rejectUnknown(wire: Duplex, address: string): void {
    const retryAfter = this.#failedTokens.note(address);
    if (retryAfter === undefined) this.deps.reject(wire, '401 Unauthorized');
    else this.deps.reject(wire, '429 Too Many Requests', retryAfter);
  }

  #serve(socket: WebSocket, visitor: Visitor & { readonly pace: HostPace }): void {
    const { intake, clock, report } = this.deps;
    const session = new AgentSession({
      ...visitor,
      protocol: socket.protocol,
      intake,
      clock,
      report,
      send: (message) => {
        if (socket.readyState === socket.OPEN && !endIfStuck(socket)) socket.send(message);
      },
      end: (code, reason) => end(socket, code, shortened(reason)),
    });
    this.#sessions.add(session);
    this.#heartbeat.watch(socket);
    socket.on('error', () => {});
    socket.on('ping', (data) => {
      if (socket.readyState === socket.OPEN && !endIfStuck(socket)) socket.pong(data);
    });
    socket.on('message', (data, isBinary) => {
      if (socket.readyState !== socket.OPEN) return;
      // The protocol has no binary messages, so pass them on as invalid JSON.
      session.receive(isBinary ? '' : String(data));
    });
    socket.once('close', (code) => {
      session.closed({ isClean: code === CLEAN_END });
      void session.finish().finally(() => this.#sessions.delete(session));
    });
  }
}

interface Visitor {
  readonly token: string;
  readonly tokenHash: string;
  readonly address: string;
  /** Undefined until the token is known to belong to a host. */
  readonly pace: HostPace | undefined;
  /** Called on admission, when the connection stops counting as unauthenticated. */
  readonly admitted: () => void;
}

function offersProtocol({ headers }: IncomingMessage): boolean {
  const offered = headers['sec-websocket-protocol']?.split(',').map((protocol) => protocol.trim()) ?? [];
  return AGENT_PROTOCOLS.some((protocol) => offered.includes(protocol));
}

function shortened(reason: string): string {
  return Buffer.from(reason).subarray(0, REASON_MAX_BYTES).toString();
}
