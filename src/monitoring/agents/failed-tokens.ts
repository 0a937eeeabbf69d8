import { networkOf } from '../../shared/addresses/network.js';
import { growingCache } from '../../shared/growing-cache.js';
import type { Clock } from '../../shared/time/clock.js';

/** So many unknown tokens of a network are looked up in a minute. */
export const FAILED_TOKENS_A_MINUTE = 60;

const WINDOW_MS = 60_000;
const NETWORKS_MAX = 10_000;

/**
 * How often the networks of strangers have shown a token that is of no host. Nobody can guess one: this only keeps them
 * from asking the database as often as they like. Agents that are connected are not affected.
 */
export class FailedTokens {
  readonly #windows = growingCache<string, { count: number; readonly endsMs: number }>(NETWORKS_MAX);

  constructor(private readonly clock: Pick<Clock, 'steady'>) {}

  /** How long a network has to wait until another token of it is looked up; undefined when it need not. */
  retryAfterSeconds(address: string): number | undefined {
    const window = this.#windows.get(networkOf(address));
    const leftMs = (window?.endsMs ?? 0) - this.#nowMs();
    return window && window.count >= FAILED_TOKENS_A_MINUTE && leftMs > 0 ? Math.ceil(leftMs / 1000) : undefined;
  }

  /** Counts a token that was not known. */
  note(address: string): void {
    const network = networkOf(address);
    const window = this.#windows.get(network);
    if (window && window.endsMs > this.#nowMs()) window.count += 1;
    else this.#windows.set(network, { count: 1, endsMs: this.#nowMs() + WINDOW_MS });
  }

  #nowMs(): number {
    return this.clock.steady().getTime();
  }
}
