import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Clock state agreed on by all processes on a database, in one row (decision 043). PostgreSQL only. */
@Entity({ tableName: 'shared_clock' })
export class SharedClock {
  /** Always 1. */
  @PrimaryKey({ type: 'integer', autoincrement: false })
  id!: number;

  /** Milliseconds by which the database's clock has been set while processes were running. */
  @Property({ type: 'double', default: 0 })
  setByMs: number = 0;

  /** Latest steady time, in milliseconds since 1970, at which any process is known to have been running. */
  @Property({ type: 'double', default: 0 })
  seenUntilMs: number = 0;
}
