/** Path for agent connections, relative to the hub's address. */
export const AGENT_PATH = '/agent';

/**
 * The WebSocket subprotocols, newest first: an agent offers all, and its hub picks the first that it knows. Messages
 * that an older hub would refuse get another name.
 */
export const AGENT_PROTOCOLS = ['vigia-agent.v2', 'vigia-agent.v1'] as const;

/** The first subprotocol in which a minute may name its processes. */
export const PROTOCOL_WITH_PROCESSES = AGENT_PROTOCOLS[0];

/** Maximum message size, in either direction. */
export const MESSAGE_MAX_BYTES = 64 * 1024;

export { INTERVAL_MAX_MS, INTERVAL_MIN_MS } from '../../agent-interval.js';

/** Minutes that may be in flight, sent but not yet committed. */
export const UNCOMMITTED_MAX = 4;

/** Retention of a minute by its agent while the hub is away. */
export const KEPT_MS = 24 * 3_600_000;

export const MINUTE_MS = 60_000;

/** Reasons for closing a connection, in addition to the standard WebSocket codes. */
export const AgentCloseCode = {
  /** Malformed message; the close reason says why. */
  BAD_MESSAGE: 4400,
  UNKNOWN_TOKEN: 4401,
  /** The token was replaced or the host retired. */
  REVOKED: 4403,
  GREETING_LATE: 4408,
  /** Another agent with this token is connected. */
  IN_USE: 4409,
  /** This agent has connected again. */
  REPLACED: 4410,
} as const;

/** A malformed message. The text says where and why, and never quotes the message. */
export class ProtocolError extends Error {}
