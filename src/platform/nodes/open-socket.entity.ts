import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** An open WebSocket of a known user on one of the nodes (contract 13). PostgreSQL only. */
@Entity({ tableName: 'open_sockets' })
export class OpenSocket {
  @PrimaryKey({ type: 'string', length: 36 })
  nodeId!: string;

  /** Unique on its node. */
  @PrimaryKey({ type: 'integer' })
  number!: number;

  @Property({ type: 'integer' })
  @Index()
  userId!: number;

  @Property({ type: 'string', length: 150 })
  username!: string;

  /** Session that opened the socket; null if a token did. */
  @Property({ type: 'string', length: 64, nullable: true })
  sessionId: string | null = null;

  @Property({ type: 'string', length: 64 })
  address!: string;

  /** When the socket's user became known. */
  @Property({ type: 'datetime' })
  @Index()
  since!: Date;

  /** Number of running operations, as last reported by the socket's node. */
  @Property({ type: 'integer', default: 0 })
  subscriptions: number = 0;
}
