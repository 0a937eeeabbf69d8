/** Path for agent connections, relative to the hub's URL. */
export const AGENT_PATH = '/agent';

/**
 * The WebSocket subprotocols, newest first: an agent offers all, and its hub picks the first that it knows. Messages
 * that an older hub would refuse get another name.
 */
export const AGENT_PROTOCOLS = ['vigia-agent.v3', 'vigia-agent.v2', 'vigia-agent.v1'] as const;

/** The first subprotocol that has each of the later additions. */
const FIRST_WITH = { processesOfMinute: 'vigia-agent.v2', families: 'vigia-agent.v3' } as const;

/** Whether both sides of a connection know an addition. */
export function protocolHas(protocol: string, addition: keyof typeof FIRST_WITH): boolean {
  const names: readonly string[] = AGENT_PROTOCOLS;
  return names.includes(protocol) && names.indexOf(protocol) <= names.indexOf(FIRST_WITH[addition]);
}

/** Maximum message size, in either direction. */
export const MESSAGE_MAX_BYTES = 64 * 1024;

export { INTERVAL_MAX_MS, INTERVAL_MIN_MS } from '../../agent-interval.js';

/** Maximum number of minutes in flight: sent but not yet committed. */
export const UNCOMMITTED_MAX = 4;

/** How long an agent keeps its minutes while the hub is unreachable. */
export const KEPT_MS = 24 * 3_600_000;

export const MINUTE_MS = 60_000;

/** Close codes for connections, in addition to the standard WebSocket ones. */
export const AgentCloseCode = {
  /** Malformed message; the close reason says why. */
  BAD_MESSAGE: 4400,
  UNKNOWN_TOKEN: 4401,
  /** The token was replaced, or the host was retired. */
  REVOKED: 4403,
  GREETING_LATE: 4408,
  /** Another agent with this token is connected. */
  IN_USE: 4409,
  /** The same agent has connected again. */
  REPLACED: 4410,
} as const;

/** Thrown for a malformed message. The error says where and why, and never quotes the message. */
export class ProtocolError extends Error {}
