/** The largest plausible values; anything above is refused. */
export const HIGHEST = {
  bytes: Number.MAX_SAFE_INTEGER,
  seconds: 1e11,
  /** The end of the year 2099. */
  timeMs: 4_102_444_799_999,
  /** Maximum age of a sample when it is sent. */
  ageMs: 300_000,
  cores: 4096,
  fileSystems: 256,
  /** Limits on stale sources and values per sample, with room for those of newer agents that are unknown here. */
  sources: 64,
  figures: 64,
  /** Processes that stood out in a minute. */
  processesOfMinute: 6,
} as const;

/** Maximum string lengths, in characters. */
export const LONGEST = { version: 50, fact: 255, path: 1024, fileSystemType: 64, processName: 64, source: 64 } as const;
