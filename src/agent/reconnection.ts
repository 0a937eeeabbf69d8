/** How a connection to the hub ended, as far as it affects the next attempt. */
export type ConnectionOutcome =
  /** The agent was admitted, and the connection was lost later. */
  | 'lost'
  /** The hub could not be reached, or was not ready. */
  | 'away'
  /** The hub and the agent speak incompatible protocols. */
  | 'misunderstood'
  /** The hub has another public key than the pinned one. */
  | 'other_key'
  /** No host has this token. */
  | 'unknown_token'
  /** Another agent is connected with the same token. */
  | 'in_use';

const FIRST_MIN_MS = 1000;
const FIRST_MAX_MS = 5000;
const LONGEST_MS = 30_000;
const MINUTE_MS = 60_000;

/** Decides how long to wait before the next attempt to reach the hub. It never gives up. */
export class Reconnection {
  #failures = 0;
  #refusals = 0;

  /**
   * @param random returns a number in [0, 1), which keeps agents that lost the same hub from all reconnecting at the
   * same time.
   */
  constructor(private readonly random: () => number = Math.random) {}

  delayMs(outcome: ConnectionOutcome): number {
    this.#failures = outcome === 'away' || outcome === 'misunderstood' ? this.#failures + 1 : 0;
    this.#refusals = outcome === 'in_use' ? this.#refusals + 1 : 0;
    const firstMs = FIRST_MIN_MS + this.random() * (FIRST_MAX_MS - FIRST_MIN_MS);
    switch (outcome) {
      case 'lost':
        return firstMs;
      case 'unknown_token':
      case 'other_key':
        return MINUTE_MS;
      case 'in_use':
        // A killed agent counts as connected for a few seconds, whereas a duplicate agent stays refused.
        return this.#refusals <= 3 ? FIRST_MAX_MS + firstMs : MINUTE_MS;
      default:
        return Math.min(LONGEST_MS, firstMs * 2 ** Math.min(10, this.#failures - 1));
    }
  }
}
