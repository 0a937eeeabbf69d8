import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** How fine a chunk is: samples as they were taken, or one row for each minute or hour. */
export enum Resolution {
  SAMPLES = 0,
  MINUTES = 1,
  HOURS = 2,
}

/**
 * A stretch of history in one row, so that it takes little room and is read fast: a minute of samples, an hour of
 * minutes or a day of hours (UTC).
 */
@Entity({ tableName: 'metrics_chunks' })
export class MetricsChunk {
  @PrimaryKey({ type: 'smallint' })
  resolution!: Resolution;

  /** When the stretch begins, in minutes since 1970. */
  @PrimaryKey({ type: 'integer' })
  startMinute!: number;

  /** As `chunk-codec.ts` writes it. */
  @Property({ type: 'blob' })
  data!: Buffer;
}
