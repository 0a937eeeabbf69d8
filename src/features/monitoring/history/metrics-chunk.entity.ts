import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** What a row of a chunk is: a sample as it was taken, or the roll-up of a minute or an hour. */
export enum Resolution {
  SAMPLES = 0,
  MINUTES = 1,
  HOURS = 2,
}

/**
 * A part of the history in one row, so that it takes little space and is read fast: a minute of samples, an hour of
 * minutes or a day of hours (UTC).
 */
@Entity({ tableName: 'metrics_chunks' })
export class MetricsChunk {
  @PrimaryKey({ type: 'smallint' })
  resolution!: Resolution;

  /** When its time begins, in minutes since 1970. */
  @PrimaryKey({ type: 'integer' })
  startMinute!: number;

  /** As `chunk-codec.ts` writes it. */
  @Property({ type: 'blob' })
  data!: Buffer;
}
