import { Field, Float, ObjectType } from 'type-graphql';
import type { Sample } from './sampler.js';

/** The metrics object (specification §2.4). GB are 1024³ bytes with two decimals. */
@ObjectType({ description: 'What the host is doing. GB means 1024³ bytes.' })
export class Metrics {
  @Field(() => Float, { description: 'Processors busy since the previous sample, percent.' })
  cpuPercent!: number;

  @Field(() => Float, { description: 'Memory in use, percent.' })
  ramPercent!: number;

  @Field(() => Float, { description: 'Memory, GB.' })
  ramTotal!: number;

  @Field(() => Float, { description: 'Memory in use (total less available), GB.' })
  ramUsed!: number;

  @Field(() => Float, { description: 'Disk in use, GB.' })
  memoryUsed!: number;

  @Field(() => Float, { description: 'Disk, GB.' })
  memoryTotal!: number;

  @Field(() => String, { description: 'When the sample was taken: ISO 8601, UTC, milliseconds.' })
  sampledAt!: string;
}

/** A sample in the units and roundings that clients see: the same on every face. */
export function metricsOf(sample: Sample): Metrics {
  const ramUsedBytes = sample.ramTotalBytes - sample.ramAvailableBytes;
  return {
    cpuPercent: round(sample.cpuPercent, 1),
    ramPercent: round((ramUsedBytes / sample.ramTotalBytes) * 100, 1),
    ramTotal: gigabytes(sample.ramTotalBytes),
    ramUsed: gigabytes(ramUsedBytes),
    memoryUsed: gigabytes(sample.diskUsedBytes),
    memoryTotal: gigabytes(sample.diskTotalBytes),
    sampledAt: sample.sampledAt,
  };
}

const BYTES_PER_GB = 1024 ** 3;

function gigabytes(bytes: number): number {
  return round(bytes / BYTES_PER_GB, 2);
}

function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
