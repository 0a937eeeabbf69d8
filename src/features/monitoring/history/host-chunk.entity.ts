import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Resolution } from './metrics-chunk.entity.js';

/** A part of the history of any host except the first, whose history is in `metrics_chunks`. */
@Entity({ tableName: 'host_chunks' })
export class HostChunk {
  /** `hosts.number`. */
  @PrimaryKey({ type: 'integer' })
  hostNumber!: number;

  @PrimaryKey({ type: 'smallint' })
  resolution!: Resolution;

  /** Start of its time span, in minutes since 1970. */
  @PrimaryKey({ type: 'integer' })
  startMinute!: number;

  /** Encoded by `chunk-codec.ts`. */
  @Property({ type: 'blob' })
  data!: Buffer;
}
