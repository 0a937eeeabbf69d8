import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

@Entity({ tableName: 'process_minutes' })
export class ProcessMinute {
  /** `hosts.number`. */
  @PrimaryKey({ type: 'integer' })
  hostNumber!: number;

  /** Start, in minutes since 1970. */
  @PrimaryKey({ type: 'integer' })
  startMinute!: number;

  /** Combined share of the processes below in the time of all processors, in tenths of a percent. */
  @Property({ type: 'smallint' })
  busy!: number;

  /** Encoded by `process-minutes.ts`. */
  @Property({ type: 'text' })
  processes!: string;
}
