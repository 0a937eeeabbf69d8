import * as z from 'zod/mini';
import { environments } from '../../host/facts/host-facts.js';
import { type Unit, units } from '../../measure.js';
import { FAMILIES_MAX } from './families-bounds.js';
import { HIGHEST, LONGEST } from './limits.js';
import { MINUTE_MS } from './protocol.js';
import { addedFigures, firstFigureNames } from './sample-figures.js';

const between = (least: number, most: number) => z.number().check(z.gte(least), z.lte(most));
const whole = (most: number) => z.int().check(z.gte(0), z.lte(most));
const bytes = whole(HIGHEST.bytes);
const figureIn = (unit: Unit) => {
  const { decimals, lowest, highest } = units[unit];
  return decimals === 0 ? z.int().check(z.gte(lowest), z.lte(highest)) : between(lowest, highest);
};
const percent = figureIn('percent');
const bytesPerSecond = z.nullable(figureIn('bytesPerSecond'));
const load = z.nullable(figureIn('load'));
const timeMs = whole(HIGHEST.timeMs);
const startMs = timeMs.check(z.multipleOf(MINUTE_MS));
const id = whole(Number.MAX_SAFE_INTEGER);

/** Rejects control characters and lone surrogates, which break logs, pages and databases. */
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

/** Names of a sample's values by position, for error messages. */
export const sampleFigureNames = [...firstFigureNames, ...addedFigures.map((measure) => measure?.name ?? 'removed')];

/**
 * Sizes that older hubs do not know, sent when they change: the bytes of the disk reserved for root, then the reserved
 * bytes of each listed file system and whether it is read-only (1 if so). They are sent among the values because older
 * hubs ignore unknown ones there.
 */
const space = z.array(bytes).check(z.minLength(1), z.maxLength(1 + 2 * HIGHEST.fileSystems));

/** The values that are not kernel measures, in the order of {@link firstFigureNames}. */
const firstFigures = [
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
  z.nullable(figureIn('celsius')),
  between(0, HIGHEST.seconds),
  z.optional(z.nullable(space)),
] as const;

const addedSchemas = addedFigures.map((measure) =>
  z.optional(measure ? z.nullable(figureIn(measure.unit)) : z.unknown()),
);

/**
 * The values in the order they are sent, which must never change. Values of measures that the registry adds come last
 * and are optional, since older agents do not send them. Unknown values from newer agents are not validated, because
 * otherwise thousands of invalid ones would each produce an issue.
 */
const sampleFigures = z
  // Typed as the first values only, because the others are read in a loop.
  .tuple([...firstFigures, ...addedSchemas] as unknown as typeof firstFigures, z.unknown())
  .check(z.maxLength(HIGHEST.figures));

const fileSystem = z.strictObject({
  path: text(LONGEST.path),
  type: text(LONGEST.fileSystemType),
  totalBytes: z.nullable(bytes),
  stale: z.boolean(),
});

/** Rarely changing parts. The first sample of a connection includes all of them, later ones only those that changed. */
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
  /** A newer agent may name sources that are unknown here. */
  stale: z.optional(z.array(text(LONGEST.source)).check(z.maxLength(HIGHEST.sources))),
});

const sample = z.strictObject({
  sample: sampleFigures,
  cores: z.optional(z.array(percent).check(z.maxLength(HIGHEST.cores))),
  parts: z.optional(parts),
  /** The changed file systems, flattened: index in the list, bytes used, next index, and so on. */
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

/** The programs that stood out in a minute: name, processor share, memory. */
const processesOfMinute = z
  .array(z.tuple([text(LONGEST.processName), percent, bytes]))
  .check(z.minLength(1), z.maxLength(HIGHEST.processesOfMinute));

/** All messages that an agent may send, by the name of their first member. */
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
  /** The samples of a finished minute in the history's format, in base64; processes only where they were measured. */
  minute: z.strictObject({
    minute: z.strictObject({ startMs, data: z.string(), processes: z.optional(processesOfMinute) }),
  }),
  processes: z.strictObject({
    processes: z.strictObject({
      id,
      busiest: z.nullable(z.strictObject({ byCpu: busyProcesses, byRam: busyProcesses })),
    }),
  }),
  /** A part of what `FamiliesWriter` has written, in base64, and whether more of it follows. */
  families: z.strictObject({
    families: z.strictObject({ id, data: z.string().check(z.maxLength(FAMILIES_MAX.partLength)), more: z.boolean() }),
  }),
} as const;

export type SampleMessage = z.infer<typeof sample>;
export type SampleParts = z.infer<typeof parts>;
export type MinuteMessage = z.infer<typeof agentMessages.minute>;
export type SentProcess = z.infer<typeof processesOfMinute>[number];
export type FamiliesMessage = z.infer<typeof agentMessages.families>;
export type GreetingMessage = z.infer<typeof agentMessages.greeting>;
