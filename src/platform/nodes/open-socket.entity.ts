import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A WebSocket that is open at one of the nodes and whose user is known (contract 13). PostgreSQL only. */
@Entity({ tableName: 'open_sockets' })
export class OpenSocket {
  @PrimaryKey({ type: 'string', length: 36 })
  nodeId!: string;

  /** Counts the sockets of its node. */
  @PrimaryKey({ type: 'integer' })
  number!: number;

  @Property({ type: 'integer' })
  @Index()
  userId!: number;

  @Property({ type: 'string', length: 150 })
  username!: string;

  /** The session that opened it; null when a token did. */
  @Property({ type: 'string', length: 64, nullable: true })
  sessionId: string | null = null;

  @Property({ type: 'string', length: 64 })
  address!: string;

  /** Since when its user is known. */
  @Property({ type: 'datetime' })
  @Index()
  since!: Date;

  /** Operations under way, as its node last said. */
  @Property({ type: 'integer', default: 0 })
  subscriptions: number = 0;
}
