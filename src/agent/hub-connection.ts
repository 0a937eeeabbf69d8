import type { IncomingMessage } from 'node:http';
import { type ClientOptions, WebSocket } from 'ws';
import { readHubMessage } from '../features/monitoring/agents/protocol/hub-messages.js';
import {
  AGENT_PATH,
  AGENT_PROTOCOLS,
  AgentCloseCode,
  MESSAGE_MAX_BYTES,
  ProtocolError,
  protocolHas,
} from '../features/monitoring/agents/protocol/protocol.js';
import { isLoopback } from '../shared/addresses/network.js';
import { codeOf } from '../shared/errors/code-of.js';
import { vigiaVersion } from '../shared/vigia-version.js';
import { connectPinned, OtherKey } from './pinned-connection.js';
import { lookUpPrivate } from './plain-http.js';
import type { ConnectionOutcome } from './reconnection.js';

/** Upper bound on the size of the hub's messages. */
const HUB_MESSAGE_MAX_BYTES = 1024;

const HANDSHAKE_MS = 10_000;

/** The hub pings every 12 s and counts as gone once it has been silent for more than two intervals. */
const SILENCE_MS = 30_000;

/** Time limits for the hub to answer a close frame, and to admit the agent after its greeting. */
const CLOSING_MS = 1000;
const ADMISSION_MS = 20_000;

/** Sending pauses while this much is still buffered for the network. */
const UNSENT_MAX_BYTES = 4 * MESSAGE_MAX_BYTES;

type CreateConnection = NonNullable<ClientOptions['createConnection']>;

/** Handlers for the hub's four messages. There are no others (promise 48). */
interface HubConnectionHandlers {
  /** The agent was admitted, or must change its sampling interval. */
  readonly interval: (intervalMs: number) => void;
  readonly committed: (startMs: number) => void;
  readonly askProcesses: (id: number) => void;
  readonly askFamilies: (id: number) => void;
}

interface HubConnectionDeps extends HubConnectionHandlers {
  /** The hub's scheme, host and port. */
  readonly hub: URL;
  /** The only public key that the hub may have; undefined if its certificate is verified instead. */
  readonly pin?: string | undefined;
  readonly token: string;
  /** Builds the greeting just before it is sent. */
  readonly greeting: () => object;
}

export interface ConnectionEnd {
  readonly outcome: ConnectionOutcome;
  /** Reason for the log: a status, an error code, or the reason given by the hub. */
  readonly reason: string;
}

/** A single connection to the hub, from the attempt to its end. */
export class HubConnection {
  readonly #socket: WebSocket;
  #status: number | undefined;
  #failure: string | undefined;
  #isOtherKey = false;
  #isAdmitted = false;
  #silence: NodeJS.Timeout | undefined;
  /** Resolves when the connection ends for any reason. */
  readonly ended: Promise<ConnectionEnd>;

  constructor(private readonly deps: HubConnectionDeps) {
    const address = new URL(AGENT_PATH, deps.hub);
    address.protocol = deps.hub.protocol.replace('http', 'ws');
    this.#socket = new WebSocket(address, [...AGENT_PROTOCOLS], {
      headers: { authorization: `Bearer ${deps.token}`, 'user-agent': `Vigia/${vigiaVersion}` },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: HUB_MESSAGE_MAX_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
      ...connectionOptions(deps),
    });
    this.ended = this.#run();
  }

  /** Whether messages can be sent, i.e. the agent has been admitted and the network keeps up. */
  get isReady(): boolean {
    return (
      this.#isAdmitted && this.#socket.readyState === WebSocket.OPEN && this.#socket.bufferedAmount < UNSENT_MAX_BYTES
    );
  }

  /** Whether the hub accepts the processes of a minute. Older ones refuse messages that have them. */
  get takesProcesses(): boolean {
    return protocolHas(this.#socket.protocol, 'processesOfMinute');
  }

  send(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Closes the connection; {@link ended} resolves within about a second. */
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
      // The body isn't needed and may never end.
      request.destroy();
      response.destroy();
      socket.terminate();
    });
    socket.on('error', (error) => {
      this.#isOtherKey ||= error instanceof OtherKey;
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
      } else if ('askProcesses' in message) {
        this.deps.askProcesses(message.askProcesses);
      } else {
        this.deps.askFamilies(message.askFamilies);
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#failure = `The hub sent a malformed message (${error.message})`;
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
    if (this.#isOtherKey) return { outcome: 'other_key', reason: this.#failure ?? '' };
    if (this.#status !== undefined) return { outcome: 'away', reason: `HTTP ${this.#status}` };
    if (code === AgentCloseCode.IN_USE) return { outcome: 'in_use', reason };
    if (code === AgentCloseCode.BAD_MESSAGE) return { outcome: 'misunderstood', reason: this.#failure ?? reason };
    const why = this.#failure ?? (reason || `closed with ${code}`);
    if (code === AgentCloseCode.REPLACED) return { outcome: 'misunderstood', reason: why };
    return { outcome: this.#isAdmitted ? 'lost' : 'away', reason: why };
  }
}

function connectionOptions({ hub, pin }: Pick<HubConnectionDeps, 'hub' | 'pin'>) {
  if (hub.protocol === 'http:') return isLoopback(hub.hostname) ? {} : { lookup: lookUpPrivate };
  // Declared without the callback that Node's requests take.
  if (pin !== undefined) return { createConnection: connectPinned(pin) as unknown as CreateConnection };
  // Enforced regardless of NODE_TLS_REJECT_UNAUTHORIZED.
  return { rejectUnauthorized: true };
}
