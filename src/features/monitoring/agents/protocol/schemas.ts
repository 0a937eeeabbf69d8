import * as z from 'zod/mini';
import { environments } from '../../host/facts/host-facts.js';
import { INTERVAL_MAX_MS, INTERVAL_MIN_MS, MINUTE_MS } from './protocol.js';

/** The largest figures of an honest machine: what is above is refused. */
export const HIGHEST = {
  bytes: Number.MAX_SAFE_INTEGER,
  bytesPerSecond: 1e13,
  celsius: 1000,
  load: 1e6,
  seconds: 1e11,
  /** The end of the year 2099. */
  timeMs: 4_102_444_799_999,
  /** How old a sample may be when it is sent. */
  ageMs: 300_000,
  cores: 4096,
  fileSystems: 256,
  /** Sources that do not answer, and figures of a sample: with those of newer agents, which are not known here. */
  sources: 64,
  figures: 64,
} as const;

/** The longest texts, in characters. */
export const LONGEST = { version: 50, fact: 255, path: 1024, fileSystemType: 64, processName: 64, source: 64 } as const;

const between = (least: number, most: number) => z.number().check(z.gte(least), z.lte(most));
const whole = (most: number) => z.int().check(z.gte(0), z.lte(most));
const percent = between(0, 100);
const bytes = whole(HIGHEST.bytes);
const bytesPerSecond = z.nullable(whole(HIGHEST.bytesPerSecond));
const load = z.nullable(between(0, HIGHEST.load));
const timeMs = whole(HIGHEST.timeMs);
const startMs = timeMs.check(z.multipleOf(MINUTE_MS));
const id = whole(Number.MAX_SAFE_INTEGER);

/** Without control characters and halves of characters, which logs, pages and databases would stumble over. */
const text = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

const facts = z.strictObject({
  name: text(LONGEST.fact),
  startedAt: z.iso.datetime(),
  system: text(LONGEST.fact),
  kernel: text(LONGEST.fact),
  processor: z.nullable(text(LONGEST.fact)),
  architecture: z.optional(text(LONGEST.fact)),
  cores: z.int().check(z.gte(1), z.lte(HIGHEST.cores)),
  environment: z.enum(environments),
  environmentName: z.nullable(text(LONGEST.fact)),
});

/** The names of the figures of a sample by their places, for who is told that one of them is wrong. */
export const sampleFigureNames = [
  'sampledAtMs',
  'ageMs',
  'cpuPercent',
  'ramAvailableBytes',
  'swapUsedBytes',
  'diskUsedBytes',
  'load1',
  'load5',
  'load15',
  'networkReceived',
  'networkSent',
  'diskRead',
  'diskWritten',
  'cpuTemperatureCelsius',
  'uptimeSeconds',
] as const;

/**
 * Those figures, in the order in which they are sent. It must never change: a new figure comes last and is optional, since
 * older agents do not send it. An agent that is newer than its hub sends figures that are not known here; each of thousands
 * that are wrong would be a fault to describe, so they are not looked at.
 */
const sampleFigures = z
  .tuple(
    [
      timeMs,
      whole(HIGHEST.ageMs),
      percent,
      bytes,
      bytes,
      bytes,
      load,
      load,
      load,
      bytesPerSecond,
      bytesPerSecond,
      bytesPerSecond,
      bytesPerSecond,
      z.nullable(between(-273, HIGHEST.celsius)),
      between(0, HIGHEST.seconds),
    ],
    z.unknown(),
  )
  .check(z.maxLength(HIGHEST.figures));

const fileSystem = z.strictObject({
  path: text(LONGEST.path),
  type: text(LONGEST.fileSystemType),
  totalBytes: z.nullable(bytes),
  stale: z.boolean(),
});

/** What changes seldom: sent with the first sample of a connection, and what has changed with later ones. */
const parts = z.strictObject({
  ramTotalBytes: z.optional(bytes),
  swapTotalBytes: z.optional(bytes),
  diskTotalBytes: z.optional(bytes),
  fileSystems: z.optional(z.nullable(z.array(fileSystem).check(z.maxLength(HIGHEST.fileSystems)))),
  limits: z.optional(
    z.nullable(
      z.strictObject({
        memoryLimitBytes: z.nullable(bytes),
        memoryUsedBytes: z.nullable(bytes),
        processors: z.nullable(between(0, HIGHEST.cores)),
      }),
    ),
  ),
  /** Those of a newer agent may not be known here. */
  stale: z.optional(z.array(text(LONGEST.source)).check(z.maxLength(HIGHEST.sources))),
});

const sample = z.strictObject({
  sample: sampleFigures,
  cores: z.optional(z.array(percent).check(z.maxLength(HIGHEST.cores))),
  parts: z.optional(parts),
  /** Of the file systems that have changed: place in the list, bytes used, place … */
  used: z.optional(z.array(z.nullable(bytes)).check(z.maxLength(2 * HIGHEST.fileSystems))),
});

const busyProcesses = z
  .array(
    z.strictObject({
      id: whole(2 ** 32),
      name: text(LONGEST.processName),
      cpuPercent: percent,
      ramBytes: bytes,
    }),
  )
  .check(z.maxLength(5));

/** What an agent may say, by the first member of its message. */
export const agentMessages = {
  greeting: z.strictObject({
    greeting: z.strictObject({
      instance: z.uuid(),
      version: text(LONGEST.version),
      facts,
      /** The agent's clock. */
      nowMs: timeMs,
    }),
  }),
  sample,
  /** The samples of a finished minute as the history stores them, in base64. */
  minute: z.strictObject({ minute: z.strictObject({ startMs, data: z.string() }) }),
  /** The answer to `askProcesses`. */
  processes: z.strictObject({
    processes: z.strictObject({
      id,
      busiest: z.nullable(z.strictObject({ byCpu: busyProcesses, byRam: busyProcesses })),
    }),
  }),
} as const;

/** All that a hub may say. An agent does nothing else for it (promise 48). */
export const hubMessages = {
  interval: z.strictObject({ interval: z.int().check(z.gte(INTERVAL_MIN_MS), z.lte(INTERVAL_MAX_MS)) }),
  committed: z.strictObject({ committed: startMs }),
  askProcesses: z.strictObject({ askProcesses: id }),
} as const;

export type SampleMessage = z.infer<typeof sample>;
export type SampleParts = z.infer<typeof parts>;
export type GreetingMessage = z.infer<typeof agentMessages.greeting>;
