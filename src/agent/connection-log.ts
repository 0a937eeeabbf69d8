import type { Logger } from '../shared/logger.js';
import type { ConnectionEnd } from './hub-connection.js';
import type { WaitingMinutes } from './waiting-minutes.js';

interface ConnectionLogDeps {
  readonly hub: URL;
  readonly minutes: Pick<WaitingMinutes, 'count'>;
  readonly logger: Logger;
}

const CONNECTED = 'connected';

/** Logs when the connection to the hub begins and ends, and an outage only once. */
export class ConnectionLog {
  #last: string | undefined;

  constructor(private readonly deps: ConnectionLogDeps) {}

  connected(intervalMs: number): void {
    const { logger, hub, minutes } = this.deps;
    if (this.#last !== CONNECTED) {
      logger.log('info', `Connected to ${hub.origin}`, { intervalMs, waitingMinutes: minutes.count });
    }
    this.#last = CONNECTED;
  }

  ended({ outcome, reason }: ConnectionEnd): void {
    const { logger, hub, minutes } = this.deps;
    const what = `${outcome} ${reason}`;
    // Repeated outcomes are logged once, except those that an operator has to fix.
    const isNews = what !== this.#last || outcome === 'unknown_token' || outcome === 'other_key';
    this.#last = what;
    const fields = { reason, waitingMinutes: minutes.count };
    if (isNews) logger.log(outcome === 'lost' ? 'info' : 'warn', MESSAGES[outcome](hub.origin), fields);
  }
}

const MESSAGES = {
  lost: (hub) => `The connection to ${hub} is lost: minutes are kept until it is back`,
  away: (hub) => `${hub} cannot be reached: minutes are kept until it is back`,
  misunderstood: (hub) => `${hub} ended the connection, and is tried again`,
  unknown_token: (hub) => `${hub} does not know this token: make a new one there, and put it in its place here`,
  other_key: (hub) => `${hub} has another key than --pin names, and was sent nothing: if it is meant, change --pin`,
  in_use: (hub) => `${hub} has another agent with this token: each machine needs a token of its own`,
} as const satisfies Record<ConnectionEnd['outcome'], (hub: string) => string>;
