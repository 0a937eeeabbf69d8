import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** The processes that stood out in a minute. */
@Entity({ tableName: 'process_minutes' })
export class ProcessMinute {
  /** `hosts.number`; 1 on SQLite, where there is one machine. */
  @PrimaryKey({ type: 'integer' })
  hostNumber!: number;

  /** When it begins, in minutes since 1970. */
  @PrimaryKey({ type: 'integer' })
  startMinute!: number;

  /** Share of the time of all processors that the processes below used together, in tenths of a percent. */
  @Property({ type: 'smallint' })
  busy!: number;

  /** As `process-minutes.ts` writes them. */
  @Property({ type: 'text' })
  processes!: string;
}
