/** A maximum number of calls within a time window, for each key. */
export interface RateLimit {
  /** Unique among all limits. */
  readonly name: string;
  readonly limit: number;
  /** Length of a window, which begins with the first call. */
  readonly seconds: number;
}

/** The share of a rate limit for one key, such as an account or a network. */
export interface Allowance {
  readonly rateLimit: RateLimit;
  readonly key: string;
}

export interface RateLimits {
  /**
   * Takes one of each allowance, or none at all if one of them is used up.
   *
   * @returns undefined if they were taken, otherwise the milliseconds until the window of the used-up one ends.
   * @throws {Busy} when they cannot be counted now.
   */
  take(allowances: readonly Allowance[]): Promise<number | undefined>;
  /** Returns one of each allowance that was taken but not needed. */
  giveBack(allowances: readonly Allowance[]): Promise<void>;
  prune(): Promise<void>;
}
