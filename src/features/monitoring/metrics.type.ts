import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time.scalar.js';
import { type HostSource, hostSources } from './host/host-metrics.js';
import { type FieldMeasure, fieldMeasures, measures } from './measures.js';
import type { FileSystemView, LimitsView, LoadView, MetricsView } from './metrics-view.js';

/** Sources that may fail to answer, by their names in the schema: `diskActivity` is `DISK_ACTIVITY`. */
const MetricsSource = Object.fromEntries(
  hostSources.map((source) => [source.replace(/[A-Z]/g, '_$&').toUpperCase(), source]),
);

registerEnumType(MetricsSource, {
  name: 'MetricsSource',
  description: 'A part of the host that is read separately.',
  valuesConfig: {
    CPU: { description: 'Time of the processors.' },
    DISK: { description: 'Size of the monitored disk.' },
    DISK_ACTIVITY: { description: 'Bytes read from and written to disks.' },
    FILE_SYSTEMS: { description: 'List and sizes of mounted file systems.' },
    LIMITS: { description: 'Limits on the service itself.' },
    MEMORY: { description: 'Memory and swap.' },
    NETWORK: { description: 'Bytes received and sent by network cards.' },
    TEMPERATURE: { description: 'Sensors of the processor.' },
  },
});

@ObjectType({ description: 'Average number of running or waiting programs.' })
export class LoadAverage implements LoadView {
  @Field(() => Float, { description: 'Over the last minute.' })
  one!: number;

  @Field(() => Float, { description: 'Over the last five minutes.' })
  five!: number;

  @Field(() => Float, { description: 'Over the last fifteen minutes.' })
  fifteen!: number;
}

@ObjectType('FileSystem', { description: 'A mounted file system that holds data.' })
export class FileSystemType implements FileSystemView {
  @Field(() => String, { description: 'Mount point.' })
  path!: string;

  @Field(() => String, { description: 'Type, for example ext4 or nfs4.' })
  type!: string;

  @Field(() => Float, { nullable: true, description: 'Size, GB; null until it first answers.' })
  total!: number | null;

  @Field(() => Float, { nullable: true, description: 'In use, GB.' })
  used!: number | null;

  @Field(() => Float, { nullable: true, description: 'In use, percent, as df shows it.' })
  usedPercent!: number | null;

  @Field(() => Boolean, { description: 'Whether it is read-only or an image, and does not count in alert rules.' })
  readOnly!: boolean;

  @Field(() => Boolean, { description: 'Whether it did not answer in time: its sizes are then the last known.' })
  stale!: boolean;
}

@ObjectType('ResourceLimits', {
  description: "Limits on the service itself that are below the host's: in a container, or by its unit.",
})
export class ResourceLimitsType implements LimitsView {
  @Field(() => Float, { nullable: true, description: 'Memory limit, GB.' })
  memoryLimit!: number | null;

  @Field(() => Float, { nullable: true, description: 'Memory in use by its control group, GB.' })
  memoryUsed!: number | null;

  @Field(() => Float, { nullable: true, description: 'Processor time that it may use, as a number of processors.' })
  processors!: number | null;
}

/**
 * The metrics object (contract 4). The fields of the measures are added below, from the registry; {@link MetricsView}
 * is the complete type.
 */
@ObjectType({
  description: 'Figures of the host. GB means 1024³ bytes; null stands for figures that it does not report.',
})
export class Metrics implements Omit<MetricsView, FieldMeasure> {
  @Field(() => Float, { nullable: true, description: 'Memory, GB.' })
  ramTotal!: number | null;

  @Field(() => Float, { nullable: true, description: 'Memory in use (total minus available), GB.' })
  ramUsed!: number | null;

  @Field(() => Float, { nullable: true, description: 'Disk in use, GB.' })
  memoryUsed!: number | null;

  @Field(() => Float, { nullable: true, description: 'Disk, GB.' })
  memoryTotal!: number | null;

  @Field(() => DateTime, { description: 'Time of the sample: ISO 8601, UTC, milliseconds.' })
  sampledAt!: string;

  @Field(() => [Float], { nullable: true, description: 'Each processor, percent, as in cpuPercent.' })
  corePercents!: readonly number[] | null;

  @Field(() => LoadAverage, { nullable: true, description: 'Load average; null if the system has none.' })
  loadAverage!: LoadAverage | null;

  @Field(() => Float, { nullable: true, description: 'Swap, GB; 0 without swap.' })
  swapTotal!: number | null;

  @Field(() => Float, { nullable: true, description: 'Swap in use, GB.' })
  swapUsed!: number | null;

  @Field(() => [FileSystemType], {
    nullable: true,
    description: 'File systems, at most 128; null if the host does not list them.',
  })
  fileSystems!: readonly FileSystemType[] | null;

  @Field(() => Float, { nullable: true, description: "Whole seconds since the host's boot." })
  uptimeSeconds!: number | null;

  @Field(() => Float, { nullable: true, description: 'Memory in use, bytes.' })
  ramUsedBytes!: number | null;

  @Field(() => Float, { nullable: true, description: 'Disk in use, bytes.' })
  diskUsedBytes!: number | null;

  @Field(() => Float, { nullable: true, description: 'Disk available to users other than root, bytes.' })
  diskAvailableBytes!: number | null;

  @Field(() => ResourceLimitsType, {
    nullable: true,
    description: "Limits on the service itself; null if none is below the host's.",
  })
  limits!: ResourceLimitsType | null;

  @Field(() => [MetricsSource], {
    description: 'The sources that did not answer in time: their figures are the last known.',
  })
  stale!: readonly HostSource[];
}

for (const name of fieldMeasures) {
  const { description } = measures[name];
  Field(() => Float, { nullable: true, description })(Metrics.prototype, name);
}
