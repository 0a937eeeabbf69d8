interface TokenBucketDeps {
  /** Maximum number of calls available at one time. */
  readonly most: number;
  /** Time in which one call becomes available again. */
  readonly refillMs: number;
}

/** A steadily refilling allowance for one key. Times are in ms on a steady clock. */
export class TokenBucket {
  #left: number;
  #atMs = 0;

  constructor(private readonly deps: TokenBucketDeps) {
    this.#left = deps.most;
  }

  /** Takes one call if available. @returns whether one was taken. */
  take(nowMs: number): boolean {
    if (this.waitMs(nowMs) > 0) return false;
    this.#left -= 1;
    return true;
  }

  /** Returns the milliseconds until a call is available; 0 if one is available now. */
  waitMs(nowMs: number): number {
    const { most, refillMs } = this.deps;
    this.#left = Math.min(most, this.#left + Math.max(0, nowMs - this.#atMs) / refillMs);
    this.#atMs = nowMs;
    return Math.max(0, Math.ceil((1 - this.#left) * refillMs));
  }
}
