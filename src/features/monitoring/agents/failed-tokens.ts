import { networkOf } from '../../../shared/addresses/network.js';
import { growingCache } from '../../../shared/growing-cache.js';
import type { Clock } from '../../../shared/time/clock.js';

/** Unknown tokens per network and minute that are reported as unknown; after that, clients are told to retry later. */
export const FAILED_TOKENS_A_MINUTE = 60;

const WINDOW_MS = 60_000;
const NETWORKS_MAX = 10_000;

/**
 * Counts unknown tokens by network. Tokens cannot be guessed, so this only slows down strangers and agents whose host
 * has been retired. Known tokens are never counted, even if others share their IP address.
 */
export class FailedTokens {
  readonly #windows = growingCache<string, { count: number; readonly endsMs: number }>(NETWORKS_MAX);

  constructor(private readonly clock: Pick<Clock, 'steady'>) {}

  /** Counts an unknown token. @returns the number of seconds its network must wait; undefined if it may continue. */
  note(address: string): number | undefined {
    const network = networkOf(address);
    const nowMs = this.clock.steady().getTime();
    const window = this.#windows.get(network);
    if (!window || window.endsMs <= nowMs) {
      this.#windows.set(network, { count: 1, endsMs: nowMs + WINDOW_MS });
      return undefined;
    }
    window.count += 1;
    return window.count > FAILED_TOKENS_A_MINUTE ? Math.ceil((window.endsMs - nowMs) / 1000) : undefined;
  }
}
