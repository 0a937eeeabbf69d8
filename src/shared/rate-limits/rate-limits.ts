/** A maximum number of calls within a time window, counted for each key. */
export interface RateLimit {
  /** Unique among all limits. */
  readonly name: string;
  readonly limit: number;
  /** Length of a window, which begins with the first call. */
  readonly seconds: number;
}

/** The part of a rate limit that belongs to one key, e.g. an account or a network. */
export interface Allowance {
  readonly rateLimit: RateLimit;
  readonly key: string;
}

export interface RateLimits {
  /**
   * Takes one call from each allowance, or none at all if one of them is used up.
   *
   * @returns undefined if the calls were taken, otherwise the milliseconds until the window of the used-up allowance
   * ends.
   * @throws {Busy} when calls cannot be counted at the moment.
   */
  take(allowances: readonly Allowance[]): Promise<number | undefined>;
  /** Returns one call to each allowance, after it was taken but not needed. */
  giveBack(allowances: readonly Allowance[]): Promise<void>;
  prune(): Promise<void>;
}
