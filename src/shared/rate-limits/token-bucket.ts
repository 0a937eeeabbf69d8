interface TokenBucketDeps {
  /** As many as may be taken at once. */
  readonly most: number;
  /** Time in which one comes back. */
  readonly refillMs: number;
}

/** An allowance that refills steadily, for one key. Times are those of a steady clock, in ms. */
export class TokenBucket {
  #left: number;
  #atMs = 0;

  constructor(private readonly deps: TokenBucketDeps) {
    this.#left = deps.most;
  }

  /** Takes one. @returns whether there was one; nothing is taken otherwise. */
  take(nowMs: number): boolean {
    if (this.waitMs(nowMs) > 0) return false;
    this.#left -= 1;
    return true;
  }

  /** Milliseconds until one may be taken; 0 when it may be now. */
  waitMs(nowMs: number): number {
    const { most, refillMs } = this.deps;
    this.#left = Math.min(most, this.#left + Math.max(0, nowMs - this.#atMs) / refillMs);
    this.#atMs = nowMs;
    return Math.max(0, Math.ceil((1 - this.#left) * refillMs));
  }
}
