import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

@Entity({ tableName: 'process_minutes' })
export class ProcessMinute {
  /** `hosts.number`. */
  @PrimaryKey({ type: 'integer' })
  hostNumber!: number;

  /** Start of the minute, in minutes since 1970. */
  @PrimaryKey({ type: 'integer' })
  startMinute!: number;

  /** Combined processor usage of the processes below, in tenths of a percent of all processors' time. */
  @Property({ type: 'smallint' })
  busy!: number;

  /** The busiest processes, encoded by `process-minutes.ts`. */
  @Property({ type: 'text' })
  processes!: string;
}
