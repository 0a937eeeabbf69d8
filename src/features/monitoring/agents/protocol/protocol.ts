/** Where agents connect to, below the address of the hub. */
export const AGENT_PATH = '/agent';

/** The WebSocket subprotocol. What an older side would not understand gets another name. */
export const AGENT_PROTOCOL = 'vigia-agent.v1';

/** The longest message in either direction. */
export const MESSAGE_MAX_BYTES = 64 * 1024;

/** What the hub may ask of an agent: to measure as often as this, at most and at least. */
export const INTERVAL_MIN_MS = 1000;
export const INTERVAL_MAX_MS = 60_000;

/** So many minutes may be on their way, sent and not yet committed. */
export const UNCOMMITTED_MAX = 4;

/** An agent keeps a minute for so long while the hub is away. */
export const KEPT_MS = 24 * 3_600_000;

export const MINUTE_MS = 60_000;

/** Why a connection ends, beside the codes that WebSocket has of its own. */
export const AgentCloseCode = {
  /** A message is not as it has to be; the reason says what is wrong. */
  BAD_MESSAGE: 4400,
  UNKNOWN_TOKEN: 4401,
  /** The token has been replaced or the host retired. */
  REVOKED: 4403,
  GREETING_LATE: 4408,
  /** Another agent with this token is connected. */
  IN_USE: 4409,
  /** This agent has connected again. */
  REPLACED: 4410,
} as const;

/** A message that is not as it has to be. The text says where and why, and repeats nothing of the message. */
export class ProtocolError extends Error {}
