import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Resolution } from './resolution.js';

/**
 * A part of a host's history in one row that is compact and fast to read: a minute of samples, an hour of minutes or a
 * day of hours (UTC).
 */
@Entity({ tableName: 'host_chunks' })
export class HostChunk {
  /** `hosts.number`. */
  @PrimaryKey({ type: 'integer' })
  hostNumber!: number;

  @PrimaryKey({ type: 'smallint' })
  resolution!: Resolution;

  /** Start of the chunk's time span, in minutes since 1970. */
  @PrimaryKey({ type: 'integer' })
  startMinute!: number;

  /** The chunk's rows, encoded by `chunk-codec.ts`. */
  @Property({ type: 'blob' })
  data!: Buffer;
}
