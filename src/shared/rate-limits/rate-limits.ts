/** So many within a window of time, for each key. */
export interface RateLimit {
  /** Tells it from every other one. */
  readonly name: string;
  readonly limit: number;
  /** The length of a window, which begins with the first that is taken. */
  readonly seconds: number;
}

/** What a rate limit allows to one key: an account, say, or a network. */
export interface Allowance {
  readonly rateLimit: RateLimit;
  readonly key: string;
}

/** Counts how much of allowances has been used. */
export interface RateLimits {
  /**
   * Takes one of each allowance, or none at all when one of them is used up.
   *
   * @returns undefined when they have been taken, else the milliseconds until the window of the one that is used up ends.
   * @throws {Busy} when they cannot be counted now.
   */
  take(allowances: readonly Allowance[]): Promise<number | undefined>;
  /** Gives back one of each allowance that was taken for nothing. */
  giveBack(allowances: readonly Allowance[]): Promise<void>;
  /** Forgets what no longer counts. */
  prune(): Promise<void>;
}
