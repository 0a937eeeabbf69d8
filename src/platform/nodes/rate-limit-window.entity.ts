import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** How much of an allowance is used up, counted over all nodes (contract 13). PostgreSQL only. */
@Entity({ tableName: 'rate_limits' })
export class RateLimitWindow {
  /** The name of the limit, and what it is counted for: an account, say, or a network. */
  @PrimaryKey({ type: 'string', length: 255 })
  key!: string;

  @Property({ type: 'integer' })
  points!: number;

  /** When the window is over. */
  @Property({ type: 'datetime' })
  @Index()
  endsAt!: Date;
}
