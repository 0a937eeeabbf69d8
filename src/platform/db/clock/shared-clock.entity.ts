import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** What the processes on a database have agreed on about its clock: one row (decision 043). PostgreSQL only. */
@Entity({ tableName: 'shared_clock' })
export class SharedClock {
  /** 1. */
  @PrimaryKey({ type: 'integer', autoincrement: false })
  id!: number;

  /** By how many milliseconds the database's clock has been set while processes were running. */
  @Property({ type: 'double', default: 0 })
  setByMs: number = 0;

  /** Until which steady time, in milliseconds since 1970, some process is known to have run. */
  @Property({ type: 'double', default: 0 })
  seenUntilMs: number = 0;
}
