import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** What is asked of the provider about one sample in one language, and its answer, for all nodes. PostgreSQL only. */
@Entity({ tableName: 'analyses' })
export class SharedAnalysis {
  @PrimaryKey({ type: 'integer' })
  hostNumber!: number;

  @PrimaryKey({ type: 'string', length: 35 })
  language!: string;

  @PrimaryKey({ type: 'datetime' })
  @Index()
  sampledAt!: Date;

  @Property({ type: 'text' })
  prompt!: string;

  /** Until when a node is asking the provider. It expires, as the node may have died. */
  @Property({ type: 'datetime', nullable: true })
  claimedUntil: Date | null = null;

  /** Null until there is one. */
  @Property({ type: 'text', nullable: true })
  answer: string | null = null;
}
