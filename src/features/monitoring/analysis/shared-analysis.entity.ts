import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** The prompt for one sample in one language, and its answer, shared by all nodes. PostgreSQL only. */
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

  /** When the requesting node's claim expires, which it must because the node may have died. */
  @Property({ type: 'datetime', nullable: true })
  claimedUntil: Date | null = null;

  /** Null until there is an answer. */
  @Property({ type: 'text', nullable: true })
  answer: string | null = null;
}
