import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import {
  AGENT_PATH,
  AGENT_PROTOCOL,
  AgentCloseCode,
  MESSAGE_MAX_BYTES,
  ProtocolError,
} from '../features/monitoring/agents/protocol/protocol.js';
import { readHubMessage } from '../features/monitoring/agents/protocol/read-message.js';
import { codeOf } from '../shared/errors/code-of.js';
import { vigiaVersion } from '../shared/vigia-version.js';
import type { ConnectionOutcome } from './reconnection.js';

/** The hub says nothing that is longer. */
const HUB_MESSAGE_MAX_BYTES = 1024;

const HANDSHAKE_MS = 10_000;

/** The hub pings every 12 s: one that was silent for longer than two of them is not there any more. */
const SILENCE_MS = 30_000;

/** How long the hub may take to answer the closing, and to let the agent in after its greeting. */
const CLOSING_MS = 1000;
const ADMISSION_MS = 20_000;

/** Nothing more is sent while the network has so much of it waiting. */
const UNSENT_MAX_BYTES = 4 * MESSAGE_MAX_BYTES;

/** What the agent does when the hub says one of its three words. There is nothing else that it can say (promise 48). */
interface HubConnectionHandlers {
  /** The agent is let in, or is to measure in another interval. */
  readonly interval: (intervalMs: number) => void;
  readonly committed: (startMs: number) => void;
  readonly askProcesses: (id: number) => void;
}

interface HubConnectionDeps extends HubConnectionHandlers {
  /** Scheme, host and port. */
  readonly hub: URL;
  readonly token: string;
  /** Made when it is sent. */
  readonly greeting: () => object;
}

/** How a connection ended. */
export interface ConnectionEnd {
  readonly outcome: ConnectionOutcome;
  /** For the log: a status, the code of an error, or the reason that the hub gave. */
  readonly reason: string;
}

/** One connection to the hub, from the attempt to its end. */
export class HubConnection {
  readonly #socket: WebSocket;
  #status: number | undefined;
  #failure: string | undefined;
  #isAdmitted = false;
  #silence: NodeJS.Timeout | undefined;
  /** Resolves when it has ended, however it did. */
  readonly ended: Promise<ConnectionEnd>;

  constructor(private readonly deps: HubConnectionDeps) {
    const address = new URL(AGENT_PATH, deps.hub);
    address.protocol = deps.hub.protocol.replace('http', 'ws');
    this.#socket = new WebSocket(address, AGENT_PROTOCOL, {
      headers: { authorization: `Bearer ${deps.token}`, 'user-agent': `Vigia/${vigiaVersion}` },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: HUB_MESSAGE_MAX_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
      // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
      rejectUnauthorized: true,
    });
    this.ended = this.#run();
  }

  /** Whether messages are taken: the agent has been let in, and the network keeps up. */
  get isReady(): boolean {
    return (
      this.#isAdmitted && this.#socket.readyState === WebSocket.OPEN && this.#socket.bufferedAmount < UNSENT_MAX_BYTES
    );
  }

  send(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Ends it; {@link ended} resolves within about a second. */
  close(): void {
    this.#end(1000, 'Bye');
  }

  #run(): Promise<ConnectionEnd> {
    const socket = this.#socket;
    socket.on('upgrade', () => this.#heard());
    socket.on('open', () => {
      this.#heard(ADMISSION_MS);
      this.send({ greeting: this.deps.greeting() });
    });
    socket.on('ping', () => this.#heard());
    socket.on('message', (data, isBinary) => {
      this.#heard();
      if (socket.readyState === WebSocket.OPEN) this.#receive(isBinary ? '' : String(data));
    });
    socket.on('unexpected-response', (request, response: IncomingMessage) => {
      this.#status = response.statusCode;
      // Its body is of no interest, and may have no end.
      request.destroy();
      response.destroy();
      socket.terminate();
    });
    socket.on('error', (error) => {
      this.#failure ??= codeOf(error) ?? error.message;
    });
    return new Promise((resolve) => {
      socket.once('close', (code, reason) => {
        clearTimeout(this.#silence);
        resolve(this.#endOf(code, String(reason)));
      });
    });
  }

  #receive(text: string): void {
    try {
      const message = readHubMessage(text);
      if (!message) return;
      if ('interval' in message) {
        this.#isAdmitted = true;
        this.deps.interval(message.interval);
      } else if ('committed' in message) {
        this.deps.committed(message.committed);
      } else {
        this.deps.askProcesses(message.askProcesses);
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#failure = `The hub said something that is not understood (${error.message})`;
      this.#end(AgentCloseCode.BAD_MESSAGE, error.message);
    }
  }

  #heard(silenceMs = SILENCE_MS): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#failure ??= 'The hub is silent';
      this.#socket.terminate();
    }, silenceMs);
  }

  #end(code: number, reason: string): void {
    const socket = this.#socket;
    if (socket.readyState === WebSocket.CONNECTING) return void socket.terminate();
    socket.close(code, reason);
    const deadline = setTimeout(() => socket.terminate(), CLOSING_MS);
    socket.once('close', () => clearTimeout(deadline));
  }

  #endOf(code: number, reason: string): ConnectionEnd {
    if (this.#status === 401 || code === AgentCloseCode.UNKNOWN_TOKEN || code === AgentCloseCode.REVOKED) {
      return { outcome: 'unknown_token', reason: reason || `HTTP ${this.#status}` };
    }
    if (this.#status !== undefined) return { outcome: 'away', reason: `HTTP ${this.#status}` };
    if (code === AgentCloseCode.IN_USE) return { outcome: 'in_use', reason };
    if (code === AgentCloseCode.BAD_MESSAGE) return { outcome: 'misunderstood', reason: this.#failure ?? reason };
    const why = this.#failure ?? (reason || `closed with ${code}`);
    if (code === AgentCloseCode.REPLACED) return { outcome: 'misunderstood', reason: why };
    return { outcome: this.#isAdmitted ? 'lost' : 'away', reason: why };
  }
}
