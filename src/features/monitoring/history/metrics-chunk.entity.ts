import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** The kind of a chunk's rows: raw samples, or roll-ups of a minute or an hour. */
export enum Resolution {
  SAMPLES = 0,
  MINUTES = 1,
  HOURS = 2,
}

/**
 * A part of the history in one compact, fast-to-read row: a minute of samples, an hour of minutes or a day of hours
 * (UTC).
 */
@Entity({ tableName: 'metrics_chunks' })
export class MetricsChunk {
  @PrimaryKey({ type: 'smallint' })
  resolution!: Resolution;

  /** Start of its time span, in minutes since 1970. */
  @PrimaryKey({ type: 'integer' })
  startMinute!: number;

  /** Encoded by `chunk-codec.ts`. */
  @Property({ type: 'blob' })
  data!: Buffer;
}
