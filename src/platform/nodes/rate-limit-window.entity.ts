import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Usage of an allowance, counted across all nodes (contract 13). PostgreSQL only. */
@Entity({ tableName: 'rate_limits' })
export class RateLimitWindow {
  /** Name of the limit and the key it is counted for, e.g. an account or a network. */
  @PrimaryKey({ type: 'string', length: 255 })
  key!: string;

  @Property({ type: 'integer' })
  points!: number;

  @Property({ type: 'datetime' })
  @Index()
  endsAt!: Date;
}
