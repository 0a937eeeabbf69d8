/** What the host is doing, in bytes and percent, unrounded. */
export interface HostReading {
  /** Share of the time since the previous reading in which the processors were busy, 0–100. */
  readonly cpuPercent: number;
  readonly ramTotalBytes: number;
  /** Memory that programs could still get: free plus what caches would give back. */
  readonly ramAvailableBytes: number;
  readonly diskTotalBytes: number;
  readonly diskUsedBytes: number;
}

/** The operating system, as far as the sampler asks it. */
export interface HostMetrics {
  /**
   * Reads the host now. CPU time is counted from the previous call, so the first call only sets the mark and
   * says 0.
   */
  read(): Promise<HostReading>;
}
